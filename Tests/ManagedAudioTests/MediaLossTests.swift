import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

extension ManagedAudioTests {
    /// Programs that play and record by Apple's classes, when their device is unplugged or the audio server dies: a program that
    /// follows Apple's documentation plays and records again when the device or the server is back.
    @Suite(
        .serialized, .enabled(if: RunningProgram.isBuilt("media-witness"), "skipped: media-witness is not built"))
    struct MediaLossTests {
        enum Player: String, CaseIterable {
            case audioPlayer = "audio-player"
            case player, engine, queue
        }

        enum Recorder: String, CaseIterable {
            case recorder
            case queue = "record-queue"
            case engine = "record-engine"
        }

        enum Loss: CaseIterable {
            case device, server
        }

        private func start(_ kind: String, on system: WholeSystem) throws -> RunningProgram {
            let file = system.server.folder.appendingPathComponent("second.wav")
            let target = system.server.folder.appendingPathComponent("taken.wav")
            try WaveFile.write((0..<48_000).map { Float($0) / 65_536 - 0.375 }, to: file)
            let path = kind.hasPrefix("record") ? target.path : file.path
            return try RunningProgram("media-witness", [kind, path], environment: system.environment)
        }

        /// Takes a device away, or the server with everything, and brings it back.
        ///
        /// - Returns: The hand in the present server's graph, and the device there.
        private func lose(
            _ loss: Loss, _ name: String, on system: WholeSystem, plug: (GraphHand) throws -> UInt32
        ) throws -> (GraphHand, UInt32) {
            switch loss {
            case .device:
                let node = system.hand.node(name)
                system.hand.unplug(name)
                #expect(system.hand.wait { graph in node.flatMap { graph.nodes[$0] } == nil ? true : nil } == true)
                return (system.hand, try plug(system.hand))
            case .server:
                system.server.stop()
                try system.server.start()
                let hand = try #require(GraphHand(system.server))
                return (hand, try plug(hand))
            }
        }

        @Test(arguments: Player.allCases, Loss.allCases)
        func soundIsHeardAgain(_ player: Player, _ loss: Loss) throws {
            for hasService in [true, false] {
                let system = try WholeSystem(withDaemon: hasService)
                let program = try start(player.rawValue, on: system)
                #expect(system.hear(until: Code.isWhole) != nil, "\(program.said)")
                let (hand, speaker) = try lose(loss, WholeSystem.speakerUID, on: system) {
                    try #require($0.plug(WholeSystem.speakerUID, type: "Speaker"))
                }
                let recorder = try #require(GraphRecorder(hand, monitorOf: speaker, channels: 2))
                let isHeard = recorder.wait {
                    let heard = recorder.samples[0]
                    return heard.count >= 4_800 && Code.isWhole(Array(heard.suffix(4_800)))
                }
                #expect(isHeard, "with the service \(hasService): \(program.said)")
                program.kill()
            }
        }

        /// The server dies in a call, and what the call interrupted stays silent until the call has ended.
        @Test(arguments: ["afplay"] + Player.allCases.map(\.rawValue))
        func soundIsSilentUntilTheCallEnds(_ kind: String) throws {
            let system = try WholeSystem()
            let file = system.server.folder.appendingPathComponent("long.wav")
            try WaveFile.write((0..<48_000 * 120).map { Float($0 % 48_000) / 65_536 - 0.375 }, to: file)
            let program =
                kind == "afplay"
                ? try RunningProgram("afplay", [file.path], environment: system.environment)
                : try start(kind, on: system)
            defer { program.kill() }
            #expect(system.hear(until: Code.isWhole) != nil, "\(program.said)")
            try system.audioctl("call", "ring")
            try system.audioctl("call", "accept")
            #expect(system.hear(48_000, until: isCallAlone) != nil)
            try system.restartServer()
            // The program makes everything anew in this time.
            let heard = system.hear(3 * 48_000)
            #expect(heard.allSatisfy(isCallAlone), "\(program.said)")
            try system.audioctl("call", "end")
            #expect(system.hear(until: Code.isWhole) != nil, "\(program.said)")
        }

        @Test(arguments: Recorder.allCases, Loss.allCases)
        func soundIsRecordedAgain(_ recorder: Recorder, _ loss: Loss) throws {
            for hasService in [true, false] {
                let system = try WholeSystem(withDaemon: hasService)
                func plug(_ hand: GraphHand) throws -> UInt32 {
                    try #require(
                        hand.plug("microphone", type: "MicrophoneBuiltIn", isSource: true, positions: "MONO"))
                }
                _ = try plug(system.hand)
                let program = try start(recorder.rawValue, on: system)
                #expect(program.says("arrives"), "\(program.said)")
                // A server takes the speaker along, which a session for both directions needs.
                let (hand, _) = try lose(loss, "microphone", on: system) { hand in
                    if loss == .server { _ = hand.plug(WholeSystem.speakerUID, type: "Speaker") }
                    return try plug(hand)
                }
                let isBack = program.waits { _ in
                    let lines = program.said.filter { !$0.hasPrefix("playing") && !$0.hasPrefix("route 7") }
                    return lines.last == "arrives" && lines.count { $0 == "arrives" } > 1
                }
                #expect(isBack, "with the service \(hasService): \(program.said)")
                program.kill()
                withExtendedLifetime(hand) {}
            }
        }
    }
}
