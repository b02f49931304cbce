import Foundation
import Glibc
import PrivateBus
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

extension ManagedAudioTests {
    /// A machine that sleeps: logind, played by python-dbusmock, announces it, and all processes stop until it wakes.
    @Suite(
        .serialized,
        .enabled(
            if: RunningProgram.isBuilt("media-witness")
                && (try? Child(["/usr/bin/python3", "-c", "import dbusmock"]).finish().status) == 0,
            "skipped: media-witness or python3-dbusmock is not there"))
    struct SleepTests {
        private static let name = "org.freedesktop.login1"
        private static let manager = "/org/freedesktop/login1"

        /// Apple's numbers of the reasons.
        private static let (newDeviceAvailable, wakeFromSleep) = (1, 6)

        /// The fate of the output while the machine sleeps.
        enum Output: CaseIterable {
            case stays, comesBackLater
        }

        private func announce(_ system: WholeSystem, isAsleep: Bool) throws {
            let result = try system.bus.run([
                "/usr/bin/gdbus", "call", "--address", system.bus.address, "--dest", Self.name, "--object-path",
                Self.manager, "--method", "org.freedesktop.DBus.Mock.EmitSignal", "\(Self.name).Manager",
                "PrepareForSleep", "b", "[<\(isAsleep)>]",
            ])
            #expect(result.status == 0, "\(result.output)")
        }

        @Test(arguments: ["audio-player", "engine"], Output.allCases)
        func aProgramSoundsAgainWhenTheMachineWakes(_ kind: String, _ output: Output) throws {
            let system = try WholeSystem(withDaemon: false, hasWorld: true)
            let buses = ["DBUS_SYSTEM_BUS_ADDRESS": system.bus.address]
            let logind = try RunningProgram(
                "/usr/bin/python3", ["-m", "dbusmock", "--session", "--template", "logind"],
                environment: system.environment.merging(buses) { $1 })
            defer { logind.kill() }
            let wait = ["/usr/bin/gdbus", "wait", "--address", system.bus.address, "--timeout", "20", Self.name]
            _ = try system.bus.run(wait)
            try system.startDaemon(buses)
            let file = system.server.folder.appendingPathComponent("second.wav")
            try WaveFile.write((0..<48_000).map { Float($0) / 65_536 - 0.375 }, to: file)
            let program = try RunningProgram("media-witness", [kind, file.path], environment: system.environment)
            defer { program.kill() }
            #expect(system.hear(until: Code.isWhole) != nil, "\(program.said)")

            try announce(system, isAsleep: true)
            if output == .comesBackLater {
                system.hand.unplug(WholeSystem.speakerUID)
                #expect(system.hand.wait { $0.nodes[system.speaker] == nil ? true : nil } == true)
            }
            let daemon = try #require(system.daemon)
            let processes = [program.id, daemon.id] + (system.server.id.map { [$0] } ?? [])
            for process in processes { kill(process, SIGSTOP) }
            for process in processes.reversed() { kill(process, SIGCONT) }
            try announce(system, isAsleep: false)

            var recorder = system.recorder
            var start = recorder.frames
            if output == .comesBackLater {
                let sink = try #require(system.hand.plug(WholeSystem.speakerUID, type: "Speaker"))
                recorder = try #require(GraphRecorder(system.hand, monitorOf: sink, channels: 2))
                start = 0
            }
            let isHeard = recorder.wait {
                let end = recorder.frames
                return end >= start + 4_800 && Code.isWhole(recorder.samples(end - 4_800..<end)[0])
            }
            #expect(isHeard, "\(program.said)")
            let silence = recorder.frames - 4_800 - start
            print("sleep: \(kind), \(output): sound after \(Double(silence) / 48_000) s")
            #expect(silence <= 48_000)
            // A player is interrupted for good with its output, and learns of the new one alone.
            let reason = output == .stays ? Self.wakeFromSleep : Self.newDeviceAvailable
            #expect(program.says("route \(reason)"), "\(program.said)")
        }
    }
}
