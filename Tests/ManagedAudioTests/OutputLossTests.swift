import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

extension ManagedAudioTests {
    /// The output that a tool plays on goes, or the input that it records from: it goes on with the next one, and ends without.
    @Suite(.serialized) struct OutputLossTests {
        /// A sound of a minute, as a file and by the standard input.
        enum Source: String, CaseIterable {
            case file, standardInput
        }

        private func play(_ source: Source, on system: WholeSystem) throws -> RunningProgram {
            let file = system.server.folder.appendingPathComponent("minute.wav")
            try WaveFile.write((0..<48_000 * 60).map { Float($0 % 48_000) / 65_536 - 0.375 }, to: file)
            let environment = system.environment
            switch source {
            case .file: return try RunningProgram("afplay", [file.path], environment: environment)
            case .standardInput:
                let line = "exec '\(RunningProgram.path("afplay"))' - < '\(file.path)'"
                return try RunningProgram("/bin/sh", ["-c", line], environment: environment)
            }
        }

        @Test(arguments: Source.allCases, [true, false])
        func soundGoesOnWhenItsOutputIsBack(_ source: Source, hasService: Bool) throws {
            let system = try WholeSystem(withDaemon: hasService)
            let player = try play(source, on: system)
            #expect(system.hear(until: Code.isWhole) != nil)
            system.hand.unplug(WholeSystem.speakerUID)
            #expect(system.hand.wait { $0.nodes[system.speaker] == nil ? true : nil } == true)
            let speaker = try #require(system.hand.plug(WholeSystem.speakerUID, type: "Speaker"))
            let recorder = try #require(GraphRecorder(system.hand, monitorOf: speaker, channels: 2))
            let isHeardAgain = recorder.wait {
                let heard = recorder.samples[0]
                return heard.count >= 4_800 && Code.isWhole(Array(heard.suffix(4_800)))
            }
            let decisions = isHeardAgain || !hasService ? [] : (try? system.audioctl("why")) ?? []
            #expect(isHeardAgain, "\(player.said) \(decisions) \(system.graph)")
            player.kill()
        }

        @Test(arguments: Source.allCases, [true, false])
        func playingEndsWithAReasonWhenNoOutputComes(_ source: Source, hasService: Bool) throws {
            let system = try WholeSystem(withDaemon: hasService)
            let player = try play(source, on: system)
            #expect(system.hear(until: Code.isWhole) != nil)
            system.hand.unplug(WholeSystem.speakerUID)
            #expect(player.finish() == 1)
            #expect(player.said == ["afplay: the output was removed, and no other has appeared"])
        }

        /// It waits ten seconds for a server that may come back, or answer again.
        @Test(arguments: Source.allCases, [true, false])
        func playingEndsWithAReasonWhenTheServerIsGoneOrHangs(_ source: Source, hasService: Bool) throws {
            let system = try WholeSystem(withDaemon: hasService)
            let player = try play(source, on: system)
            #expect(system.hear(until: Code.isWhole) != nil)
            let hangs = (source == .file) == hasService
            let server = try #require(system.server.id)
            kill(server, hangs ? SIGSTOP : SIGKILL)
            defer { if hangs { kill(server, SIGCONT) } }
            #expect(player.finish() == 1)
            let reason =
                hangs
                ? "the audio server or the device takes no sound any more"
                : "the audio server is gone, and has not come back"
            #expect(player.said == ["afplay: \(reason)"])
        }

        /// The sinks are each its own clock, as sound cards are: whichever goes out of use takes no cycle of the other along.
        @Test func nothingIsLostAfterAChangeOfTheSink() throws {
            let system = try WholeSystem(quantum: 1_024, hasClock: false)
            let player = try play(.file, on: system)
            #expect(system.hear(until: Code.isWhole) != nil)
            let headphones = try #require(
                system.hand.plug("headphones", type: "Headphones", properties: ["node.group": "test.headphones"]))
            let recorder = try #require(GraphRecorder(system.hand, monitorOf: headphones, channels: 2))
            let isHeard = recorder.wait {
                let heard = recorder.samples[0]
                return heard.count >= 4_800 && Code.isWhole(Array(heard.suffix(4_800)))
            }
            #expect(isHeard, "\(player.said)")
            // The change itself may take half a second.
            recorder.pass(24_000)
            // A second in which the graph itself lost a cycle, as on a busy machine, says nothing.
            var quietCount = 0
            for _ in 0..<40 where quietCount < 3 {
                let (start, gaps) = (recorder.frames, recorder.gaps)
                recorder.pass(48_000)
                let heard = recorder.samples[0][start...]
                guard recorder.gaps == gaps else { continue }
                quietCount += 1
                let steps = zip(heard, heard.dropFirst()).enumerated()
                    .filter { abs($0.element.1 - $0.element.0 - 1 / 65_536) > 1e-7 && $0.element.0 < 0.357 }
                #expect(steps.isEmpty, "\(steps.map { ($0.offset, $0.element) })")
            }
            #expect(quietCount == 3, "the graph loses cycles all the time")
            player.kill()
        }

        @Test(arguments: [true, false]) func recordingEndsWithAReasonWhenNoInputComes(hasService: Bool) throws {
            let system = try WholeSystem(withDaemon: hasService)
            let plugged = system.hand.plug(
                "microphone", type: "MicrophoneBuiltIn", isSource: true, positions: "MONO")
            _ = try #require(plugged)
            let file = system.server.folder.appendingPathComponent("taken.wav")
            let tool = try RunningProgram("afrecord", ["-t", "600", file.path], environment: system.environment)
            let hasBegun = system.recorder.wait {
                let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
                return (size ?? 0) > 10_000
            }
            #expect(hasBegun, "\(tool.said)")
            system.hand.unplug("microphone")
            #expect(tool.finish() == 1)
            #expect(tool.said == ["afrecord: the input that was recorded from is gone, and no other has come"])
        }

        @Test func recordingEndsWithAReasonWhenTheServerHangs() throws {
            let system = try WholeSystem(withDaemon: false)
            _ = try #require(
                system.hand.plug("microphone", type: "MicrophoneBuiltIn", isSource: true, positions: "MONO"))
            let file = system.server.folder.appendingPathComponent("taken.wav")
            let tool = try RunningProgram("afrecord", [file.path], environment: system.environment)
            func size() -> Int {
                (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
            }
            #expect(system.recorder.wait { size() > 10_000 })
            let server = try #require(system.server.id)
            kill(server, SIGSTOP)
            defer { kill(server, SIGCONT) }
            #expect(tool.finish() == 1)
            #expect(tool.said == ["afrecord: the audio server or the device gives no sound any more"])
            #expect(size() > 10_000)
        }
    }
}
