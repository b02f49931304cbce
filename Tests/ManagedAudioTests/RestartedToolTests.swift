import Foundation
import Glibc
import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// The tools when the audio server or the service is restarted, an input goes and comes, or another program interrupts them.
    @Suite(.serialized) struct RestartedToolTests {
        /// The part that is restarted.
        enum Part: String, CaseIterable {
            case server, service
        }

        // MARK: Playing

        /// A minute of stairs, a step every hundredth of a second: each level is a place in the sound.
        private func stairs(in system: WholeSystem) throws -> URL {
            let file = system.server.folder.appendingPathComponent("stairs.wav")
            try WaveFile.write((0..<48_000 * 60).map { Float($0 / 480 + 1) / 8_192 }, to: file)
            return file
        }

        private func play(_ file: URL, on system: WholeSystem) throws -> RunningProgram {
            let line = "exec '\(RunningProgram.path("afplay"))' - < '\(file.path)'"
            return try RunningProgram("/bin/sh", ["-c", line], environment: system.environment)
        }

        /// The seconds of the stairs that are heard: those of whole steps, without fades.
        private func places(_ samples: [Float]) -> [Double] {
            var (found, length) = ([Double](), 0)
            for (now, next) in zip(samples, samples.dropFirst()) {
                length = now == next && now > 0 ? length + 1 : 0
                if length == 400 { found.append(Double(now) * 8_192 / 100) }
            }
            return found
        }

        /// The seconds of the stairs that were heard last.
        private func latest(_ recorder: GraphRecorder) -> [Double] {
            let count = recorder.frames
            return places(recorder.samples(max(0, count - 9_600)..<count)[0])
        }

        @Test(arguments: Part.allCases)
        func theStandardInputContinuesWhereItWas(restarted: Part) throws {
            let system = try WholeSystem()
            let player = try play(stairs(in: system), on: system)
            let before = system.recorder
            #expect(before.wait { (latest(before).last ?? 0) > 1 }, "\(player.said)")
            switch restarted {
            case .server: try system.restartServer()
            case .service:
                system.daemon?.kill()
                #expect(system.hear(until: isSilence) != nil)
                // It waits already: a person who continues it is not bothered.
                kill(player.id, SIGCONT)
            }
            let last = try #require(places(before.samples[0]).last)
            let start = system.recorder === before ? before.frames : 0
            if restarted == .service { try system.startDaemon() }
            let after = system.recorder
            #expect(after.wait { (latest(after).last ?? 0) > last + 1 }, "\(player.said) \(system.graph)")
            let first = try #require(places(Array(after.samples[0][start...])).first)
            print("afplay - after a restart of the \(restarted): \(last) s, then \(first) s")
            #expect(first > last - 0.5 && first < last + 0.2, "\(last) s, then \(first) s")
            #expect(player.said == [])
            player.kill()
        }

        @Test func theServiceIsNamedWhenItAloneDoesNotComeBack() throws {
            let system = try WholeSystem()
            let player = try play(stairs(in: system), on: system)
            #expect(system.recorder.wait { !latest(system.recorder).isEmpty })
            system.daemon?.kill()
            #expect(player.finish() == 1)
            #expect(player.said.count == 1)
            #expect(
                player.said.first?.contains("systemctl --user start audiosessiond") == true,
                "\(player.said)")
        }

        // MARK: Recording

        private func plugMicrophone(into system: WholeSystem) throws {
            _ = try #require(
                system.hand.plug("microphone", type: "MicrophoneBuiltIn", isSource: true, positions: "MONO")
            )
        }

        private func size(_ file: URL) -> Int {
            (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
        }

        /// Waits until a file has so many bytes more.
        private func grows(_ file: URL, on system: WholeSystem) -> Bool {
            let before = size(file)
            return system.recorder.wait { size(file) > before + 20_000 }
        }

        @Test(arguments: ["-t 1", "SIGINT", "SIGKILL"])
        func aRecordingContinuesWhenTheOneThatInterruptedItHasEnded(by end: String) throws {
            let system = try WholeSystem()
            try plugMicrophone(into: system)
            let (file, other) = (
                system.server.folder.appendingPathComponent("first.wav"),
                system.server.folder.appendingPathComponent("second.wav")
            )
            let first = try RunningProgram("afrecord", [file.path], environment: system.environment)
            #expect(grows(file, on: system), "\(first.said)")
            let second = try RunningProgram(
                "afrecord", end == "-t 1" ? ["-t", "1", other.path] : [other.path],
                environment: system.environment)
            #expect(grows(other, on: system), "\(second.said)")
            switch end {
            case "-t 1": #expect(second.finish() == 0)
            case "SIGINT":
                kill(second.id, SIGINT)
                #expect(second.finish() == 0)
            default:
                second.kill()
                // There is no advice to resume from a program that died.
                let sentence = "afrecord: interrupted; \"kill -CONT \(first.id)\" continues"
                #expect(first.waits { $0 == sentence }, "\(first.said)")
                kill(first.id, SIGCONT)
            }
            #expect(grows(file, on: system), "\(first.said)")
            kill(first.id, SIGINT)
            #expect(first.finish() == 0)
            #expect(first.said.count == (end == "SIGKILL" ? 1 : 0), "\(first.said)")
        }

        private func part(_ number: Int, of system: WholeSystem) -> URL {
            system.server.folder.appendingPathComponent("part-00\(number).wav")
        }

        private func recordParts(on system: WholeSystem, seconds: String) throws -> RunningProgram {
            try plugMicrophone(into: system)
            let file = system.server.folder.appendingPathComponent("part.wav")
            return try RunningProgram(
                "afrecord", ["-n", seconds, file.path], environment: system.environment)
        }

        @Test(arguments: [true, false]) func theNextFileWaitsForAnInput(hasService: Bool) throws {
            let system = try WholeSystem(withDaemon: hasService)
            let tool = try recordParts(on: system, seconds: "1")
            #expect(system.recorder.wait { size(part(1, of: system)) > 20_000 }, "\(tool.said)")
            system.hand.unplug("microphone")
            #expect(
                system.hand.wait {
                    $0.nodes.values.contains { $0.properties["node.name"] == "microphone" } ? nil : true
                } == true)
            // The present file and the prepared one end, in silence.
            #expect(system.recorder.wait { size(part(2, of: system)) >= 96_000 }, "\(tool.said)")
            system.recorder.pass(24_000)
            #expect(size(part(3, of: system)) == 0)
            try plugMicrophone(into: system)
            #expect(system.recorder.wait { size(part(4, of: system)) > 50_000 }, "\(tool.said)")
            kill(tool.id, SIGINT)
            #expect(tool.finish() == 0)
            #expect(tool.said == [])
            #expect(
                (1...3).map { size(part($0, of: system)) }
                    == [Int](repeating: size(part(1, of: system)), count: 3))
        }

        @Test(arguments: [true, false]) func aRecordingInPartsEndsWithOneSentence(hasService: Bool)
            throws
        {
            let system = try WholeSystem(withDaemon: hasService)
            let tool = try recordParts(on: system, seconds: "600")
            #expect(system.recorder.wait { size(part(1, of: system)) > 50_000 }, "\(tool.said)")
            #expect(size(part(2, of: system)) > 0, "it is prepared")
            if hasService { system.daemon?.kill() } else { system.server.stop() }
            #expect(tool.finish() == 1)
            let remedy = hasService ? "start the audio service" : "start it again"
            let path = part(1, of: system).path
            #expect(tool.said.count == 1)
            #expect(
                tool.said.first?.hasPrefix(
                    "afrecord: the media services were lost while \(path) was recorded; ") == true)
            #expect(tool.said.first?.contains(remedy) == true, "\(tool.said)")
            #expect(size(part(1, of: system)) > 50_000)
            #expect(!FileManager.default.fileExists(atPath: part(2, of: system).path))
        }
    }
}
