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
        /// Open files that a process may have more at one moment than at another.
        private static let files = 16

        /// In each second round the sink appears again before the old one has gone: two nodes of one name, as session managers show
        /// a display that comes back.
        @Test(arguments: ["audio-player", "engine"], [true, false])
        func everySinkIsHeardAgain(_ kind: String, hasService: Bool) throws {
            let system = try WholeSystem(withDaemon: hasService)
            let file = system.server.folder.appendingPathComponent("second.wav")
            try WaveFile.write((0..<48_000).map { Float($0) / 65_536 - 0.375 }, to: file)
            let program = try RunningProgram("media-witness", [kind, file.path], environment: system.environment)
            defer { program.kill() }
            #expect(system.hear(until: Code.isWhole) != nil, "\(program.said)")
            let processes = [program.id] + (system.daemon.map { [$0.id] } ?? [])
            var before: (memory: [Int], files: [Int], nodes: Int) = ([], [], 0)
            var waits: [Int] = []
            var display = (key: WholeSystem.speakerUID, node: system.speaker)
            func appear(_ round: Int) throws {
                let key = "display \(round)"
                let node = system.hand.plug(WholeSystem.speakerUID, as: key, type: "Speaker")
                display = (key, try #require(node))
            }
            func vanish(_ old: (key: String, node: UInt32)) {
                system.hand.unplug(old.key)
                #expect(system.hand.wait { $0.nodes[old.node] == nil ? true : nil } == true)
            }
            _ = try Soak.rounds(8, most: Self.mostRounds) { round in
                let old = display
                if round % 2 == 0 { vanish(old) }
                try appear(round)
                if round % 2 == 1 { vanish(old) }
                let recorder = try #require(GraphRecorder(system.hand, monitorOf: display.node, channels: 2))
                let isHeard = recorder.wait {
                    let heard = recorder.samples[0]
                    return heard.count >= 4_800 && Code.isWhole(Array(heard.suffix(4_800)))
                }
                try #require(isHeard, "round \(round): \(program.said.suffix(60))")
                waits.append(recorder.frames - 4_800)
                // After as many rounds of either kind; the last one is of the same kind as the fourth.
                if round == 3 {
                    before = (
                        processes.map(Soak.residentKiB), processes.map(Soak.openFiles), system.hand.mirror.nodes.count
                    )
                }
            }
            let grown = zip(processes, before.memory).map { Soak.residentKiB($0) - $1 }
            waits.sort()
            let (median, longest) = (waits[waits.count / 2], waits[waits.count - 1])
            print(
                """
                soak: \(waits.count) sinks, \(kind), \(hasService): silence \(Double(median) / 48_000) s, \
                at most \(Double(longest) / 48_000) s, \(waits.count { $0 > 48_000 }) above 1 s; grown by \(grown) KiB
                """)
            #expect(median <= 48_000)
            #expect(grown.allSatisfy { $0 < Self.growth })
            let files = system.hand.wait { _ in
                zip(processes, before.files).allSatisfy { Soak.openFiles($0) <= $1 + Self.files } ? true : nil
            }
            #expect(files == true, "\(before.files) open files became \(processes.map(Soak.openFiles))")
            let nodes = system.hand.wait { $0.nodes.count <= before.nodes ? true : nil }
            #expect(nodes == true, "\(before.nodes) nodes became \(system.hand.mirror.nodes.count)")
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
