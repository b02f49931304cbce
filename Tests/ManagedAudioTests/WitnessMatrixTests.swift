import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"
/// The raw value of `AVAudioSession.CategoryOptions.duckOthers`.
private let duckOthers = 2

extension ManagedAudioTests {
    /// Programs that know nothing of sessions, with a session manager and without, through all that a device does.
    ///
    /// One of them once as a rule; all in a soak, or those that `SORDINO_PLAYERS` names, `SORDINO_ROUNDS` times each.
    /// `SORDINO_MANAGER` (`none` or `WirePlumber`) and `SORDINO_TRIALS` (such as `call,service dies`) choose among the cells.
    @Suite(.serialized) struct WitnessMatrixTests {
        struct Cell: Sendable, CustomTestStringConvertible {
            let program: GuestProgram
            let hasManager: Bool
            var testDescription: String { "\(program.name), \(hasManager ? "WirePlumber" : "no session manager")" }
        }

        enum Trial: String, CaseIterable {
            case call, alarm, navigation, unplug
            case serviceDies = "service dies"
            case serverDies = "server dies"
        }

        private static let environment = ProcessInfo.processInfo.environment
        private static let rounds = environment["SORDINO_ROUNDS"].flatMap { Int($0) } ?? 1

        private static let trials = environment["SORDINO_TRIALS"].map { chosen in
            let names = chosen.split(separator: ",").map(String.init)
            return Trial.allCases.filter { names.contains($0.rawValue) }
        }

        private static let cells: [Cell] = {
            let managers = [true, false].filter {
                environment["SORDINO_MANAGER"] == nil || environment["SORDINO_MANAGER"] == ($0 ? "WirePlumber" : "none")
            }
            let all = GuestProgram.allCases.flatMap { program in
                managers.map { Cell(program: program, hasManager: $0) }
            }
            if let names = environment["SORDINO_PLAYERS"]?.split(separator: ",").map(String.init) {
                return all.filter { names.contains($0.program.rawValue) }
            }
            if Soak.isLong { return all }
            return [Cell(program: .pwPlay, hasManager: true)]
        }()

        @Test(arguments: cells) func everyEventIsHeardAsItShould(cell: Cell) throws {
            if let obstacle = cell.program.obstacle { return print("skipped: \(obstacle)") }
            if cell.hasManager, PrivatePipeWire.path(of: "wireplumber") == nil {
                return print("skipped: WirePlumber is not installed")
            }
            var scene = try GuestScene(cell.program, withSessionManager: cell.hasManager)
            var passed: [Trial: Int] = [:]
            for round in 1...Self.rounds {
                for trial in Self.trials ?? Trial.allCases {
                    let isAsItShould = try isHeard(trial, scene, cell, round)
                    #expect(isAsItShould, "round \(round): \(trial.rawValue); \(scene.player?.said.suffix(5) ?? [])")
                    passed[trial, default: 0] += isAsItShould ? 1 : 0
                    // The next trial begins with what works.
                    if !isAsItShould { scene = try GuestScene(cell.program, withSessionManager: cell.hasManager) }
                }
                if round.isMultiple(of: 5) || round == Self.rounds {
                    let row = (Self.trials ?? Trial.allCases).map { "\($0.rawValue) \(passed[$0] ?? 0)" }.joined(
                        separator: ", ")
                    print("witness: \(cell.testDescription): of \(round): \(row)")
                }
            }
        }

        private func isHeard(_ trial: Trial, _ scene: GuestScene, _ cell: Cell, _ round: Int) throws -> Bool {
            switch trial {
            case .call: try aCall(scene)
            case .alarm: try anAlarm(scene)
            case .navigation: try navigation(scene)
            case .unplug: try anUnplug(scene, cell, "headphones \(round)")
            case .serviceDies: try theServiceDies(scene)
            case .serverDies: try theServerDies(scene)
            }
        }

        /// The ringtone alone while it rings.
        private func aCall(_ scene: GuestScene) throws -> Bool {
            guard scene.isHeard() else { return false }
            try scene.system.audioctl("call", "ring")
            guard scene.system.hear(until: isRingtoneAlone) != nil else { return false }
            try scene.system.audioctl("call", "decline")
            return scene.isHeard()
        }

        /// The alarm alone until it is stopped.
        private func anAlarm(_ scene: GuestScene) throws -> Bool {
            guard scene.isHeard() else { return false }
            try scene.system.audioctl("alarm", "start")
            guard scene.system.hear(until: isAlarmAlone) != nil else { return false }
            try scene.system.audioctl("alarm", "stop")
            return scene.isHeard()
        }

        /// Lower by 14 dB below a program that ducks others.
        private func navigation(_ scene: GuestScene) throws -> Bool {
            guard scene.isHeard() else { return false }
            let voice = try scene.system.witness()
            guard voice.tell("category \(playback) \(duckOthers)"), voice.tell("play 0.125"),
                scene.isHeard(GuestScene.level * 0.199_526_23 + 0.125), voice.tell("stop"), voice.tell("active off")
            else { return false }
            return scene.isHeard()
        }

        /// Not one sample on the loudspeaker after the plug of the headphones, where it played, is pulled; heard when it is
        /// started anew.
        private func anUnplug(_ scene: GuestScene, _ cell: Cell, _ name: String) throws -> Bool {
            let system = scene.system
            guard scene.isHeard() else { return false }
            guard let node = system.plug(name, type: "Headphones") else { return false }
            // With a session manager the default is a person's choice.
            if cell.hasManager { system.choose(name) }
            guard let far = GraphRecorder(system.hand, monitorOf: node, channels: 2) else {
                print("witness: \(name) could not be recorded: \(system.hand.mirror.links.values)")
                return false
            }
            guard
                far.wait({
                    far.frames > 4_800 && far.samples[0].suffix(4_800).allSatisfy { abs($0 - GuestScene.level) < 1e-4 }
                }),
                system.hear(until: isSilence) != nil
            else {
                let heard = far.samples[0]
                let pieces = heard.suffix(24_000).split { abs($0 - GuestScene.level) < 1e-4 }.suffix(8)
                print(
                    """
                    witness: \(name) were not chosen: \(system.hand.mirror.metadata["default"] ?? [:]); \
                    \((try? system.audioctl("status")) ?? []); \(heard.count) frames in \(far.gaps) pieces, at last \
                    \(heard.suffix(2)), of the last half second not as it should \
                    \(pieces.map { "\($0.startIndex)-\($0.endIndex)" })
                    """)
                return false
            }
            let start = system.recorder.frames
            system.hand.unplug(name)
            _ = system.hear(24_000)
            let heard = system.recorder.samples.map { $0[start...].count { $0 != 0 } }
            guard heard.allSatisfy({ $0 == 0 }) else {
                print("witness: \(heard) frames of \(cell.testDescription) on the loudspeaker")
                return false
            }
            scene.stop()
            try scene.begin()
            return scene.isHeard()
        }

        /// It is heard without the service, by the session manager or by the service's keeper.
        private func theServiceDies(_ scene: GuestScene) throws -> Bool {
            guard scene.isHeard() else { return false }
            scene.system.daemon?.kill()
            guard scene.isHeard() else { return false }
            try scene.system.startDaemon()
            // The call shows that it is under the policy again.
            return try aCall(scene)
        }

        /// The server takes the player with it; one that is started then is heard, and silent through a call.
        private func theServerDies(_ scene: GuestScene) throws -> Bool {
            guard scene.isHeard() else { return false }
            try scene.restartServer()
            return try aCall(scene)
        }
    }
}
