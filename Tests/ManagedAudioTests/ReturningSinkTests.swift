import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

extension ManagedAudioTests {
    /// A sink that goes and comes again, as a display does whenever it sleeps: 500 times in the long form.
    @Suite(
        .serialized, .enabled(if: RunningProgram.isBuilt("media-witness"), "skipped: media-witness is not built"))
    struct ReturningSinkTests {
        /// Rounds of the long form.
        private static let mostRounds = 500
        /// KiB that a process may have grown after the first rounds.
        private static let growth = 4_000

        @Test(arguments: ["audio-player", "engine"], [true, false])
        func everySinkIsHeardAgain(_ kind: String, hasService: Bool) throws {
            let system = try WholeSystem(withDaemon: hasService)
            let file = system.server.folder.appendingPathComponent("second.wav")
            try WaveFile.write((0..<48_000).map { Float($0) / 65_536 - 0.375 }, to: file)
            let program = try RunningProgram("media-witness", [kind, file.path], environment: system.environment)
            defer { program.kill() }
            #expect(system.hear(until: Code.isWhole) != nil, "\(program.said)")
            let processes = [program.id] + (system.daemon.map { [$0.id] } ?? [])
            var before: [Int] = []
            var waits: [Int] = []
            _ = try Soak.rounds(4, most: Self.mostRounds) { round in
                let old = try #require(system.hand.node(WholeSystem.speakerUID))
                system.hand.unplug(WholeSystem.speakerUID)
                #expect(system.hand.wait { $0.nodes[old] == nil ? true : nil } == true)
                let sink = try #require(system.hand.plug(WholeSystem.speakerUID, type: "Speaker"))
                let recorder = try #require(GraphRecorder(system.hand, monitorOf: sink, channels: 2))
                let isHeard = recorder.wait {
                    let heard = recorder.samples[0]
                    return heard.count >= 4_800 && Code.isWhole(Array(heard.suffix(4_800)))
                }
                try #require(isHeard, "round \(round): \(program.said.suffix(20))")
                waits.append(recorder.frames - 4_800)
                if round == 2 { before = processes.map(Soak.residentKiB) }
            }
            let grown = zip(processes, before).map { Soak.residentKiB($0) - $1 }
            let longest = Double(waits.max() ?? 0) / 48_000
            print("soak: \(waits.count) sinks, \(kind), \(hasService): silence \(longest) s, grown by \(grown) KiB")
            #expect(grown.allSatisfy { $0 < Self.growth })
            // A sound for each sink and one before; a stream that is left over from one of them would be another.
            let streams = system.hand.wait { graph -> Bool? in
                let mine = graph.nodes.values.filter {
                    $0.properties["application.process.id"] == "\(program.id)"
                        && $0.properties["media.class"]?.hasPrefix("Stream/Output") == true
                }
                return mine.count <= 1 ? true : nil
            }
            #expect(streams == true, "streams of earlier sinks stay")
        }
    }
}
