import Foundation
import Glibc
import PrivateBus
import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// Messages of tools when there is no sound to be had: the reason and the way out, and they fail.
    @Suite(.serialized) struct NoSoundTests {
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "no-sound-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

        /// An environment without any server or bus.
        private var nowhere: [String: String] {
            [
                "XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "nobody",
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus",
            ]
        }

        private func expectFailure(
            of name: String, _ arguments: [String], _ environment: [String: String], says sentence: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let program = try RunningProgram(name, arguments, environment: environment)
            #expect(program.says("\(name): no sound: \(sentence)"), "\(program.said)", sourceLocation: sourceLocation)
            #expect(program.finish() == 1, sourceLocation: sourceLocation)
        }

        private func expectPlayerFails(
            _ environment: [String: String], says sentence: String, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let file = folder.appendingPathComponent("sound.wav")
            try WaveFile.write([Float](repeating: 0.25, count: 4_800), to: file)
            try expectFailure(
                of: "afplay", [file.path], environment, says: sentence, sourceLocation: sourceLocation)
        }

        private func expectRecorderFails(
            _ environment: [String: String], says sentence: String, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let file = folder.appendingPathComponent("take.caf").path
            try expectFailure(
                of: "record-caf", [file, "0.1"], environment, says: sentence, sourceLocation: sourceLocation)
            #expect(!FileManager.default.fileExists(atPath: file), sourceLocation: sourceLocation)
        }

        @Test func withoutAServerThereIsNeitherPlayingNorRecording() throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let sentence = "no PipeWire server answers, and the ALSA device \"default\" cannot be opened"
            try expectPlayerFails(nowhere, says: sentence)
            try expectRecorderFails(nowhere, says: sentence)
        }

        /// One sentence, not a second line about the variable.
        @Test func aMisspeltDeviceIsAPartOfTheReason() throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("sound.wav")
            try WaveFile.write([Float](repeating: 0.25, count: 4_800), to: file)
            let environment = nowhere.merging(["SORDINO_BACKEND": "virtaul"]) { $1 }
            let player = try RunningProgram("afplay", [file.path], environment: environment)
            #expect(player.finish() == 1)
            try #require(player.said.count == 1, "\(player.said)")
            #expect(
                player.said[0].hasPrefix(
                    "afplay: no sound: no PipeWire server answers, and the ALSA device \"default\" cannot be opened"),
                "\(player.said)")
            #expect(
                player.said[0].contains(", and SORDINO_BACKEND names the unknown \"virtaul\"; start"), "\(player.said)")
        }

        @Test func aServerWithoutOutputsPlaysNothing() throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let server = try PrivatePipeWire()
            let environment = nowhere.merging(server.environment) { $1 }
            try expectPlayerFails(
                environment, says: "the audio server has no output; connect loudspeakers or headphones,")
        }

        /// ALSA's default device leads to the same server, so nothing else can be heard.
        @Test(arguments: [true, false]) func aServerThatHangsIsNamed(hasService: Bool) throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let system = try WholeSystem(withDaemon: hasService)
            let server = try #require(system.server.id)
            #expect(kill(server, SIGSTOP) == 0)
            defer { kill(server, SIGCONT) }
            let environment = system.environment.merging(["ALSA_CONFIG_PATH": ""]) { $1 }
            let sentence = "the PipeWire server accepts connections and answers none; restart it"
            try expectPlayerFails(environment, says: sentence)
            try expectRecorderFails(environment, says: sentence)
        }

        @Test func aServiceWithoutOutputsPlaysNothing() throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let (server, bus) = (try PrivatePipeWire(), try PrivateBus())
            let environment = server.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
            let daemon = try RunningProgram("audiosessiond", ["--no-world"], environment: environment)
            #expect(daemon.says("audiosessiond: PipeWire: its server answers"))
            try expectPlayerFails(
                environment, says: "the audio server has no output; connect loudspeakers or headphones,")
            for command in ["status", "why"] {
                let asked = try RunningProgram("audioctl", [command], environment: environment)
                #expect(asked.finish() == 0)
                #expect(asked.said.joined().contains("there is no output: nothing can be heard"), "\(asked.said)")
            }
            daemon.kill()
        }

        @Test func withoutAMicrophoneNothingIsRecorded() throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let system = try WholeSystem(withDaemon: false)
            try expectRecorderFails(
                system.environment, says: "the audio server has no input to record from; connect a microphone")
        }
    }
}
