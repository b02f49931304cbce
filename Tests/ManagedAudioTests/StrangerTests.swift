import Foundation
import Glibc
import PrivatePipeWire
import RunningProgram
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// Programs without a session that do what no one expects, and tools whose sink goes: nobody is silent for ever.
    @Suite(.serialized) struct StrangerTests {
        private static let isWavePlayable = PrivatePipeWire.path(of: "pw-play") != nil

        /// A file of so many seconds of one level.
        private static func file(_ system: WholeSystem, level: Float, seconds: Int = 60) throws -> URL {
            let file = system.server.folder.appendingPathComponent("level.wav")
            try WaveFile.write(level: level, seconds: seconds, to: file)
            return file
        }

        private static func isLevel(_ level: Float) -> ([Float]) -> Bool {
            { $0.allSatisfy { abs($0 - level) < 1e-5 } }
        }

        /// Its desktop entries are named pipes without a writer.
        @Test(.enabled(if: isWavePlayable, "skipped: pw-play is not installed"))
        func aNamedPipeUnderAStrangersDataFolderStopsNobody() throws {
            let system = try WholeSystem(options: ["--manage", "all"])
            let folder = system.server.folder.appendingPathComponent("data")
            let entries = folder.appendingPathComponent("applications")
            try FileManager.default.createDirectory(at: entries, withIntermediateDirectories: true)
            for name in ["pw-play", "pw-cat"] {
                #expect(mkfifo(entries.appendingPathComponent("\(name).desktop").path, 0o600) == 0)
            }
            let file = try Self.file(system, level: 0)
            let environment = system.environment.merging(["XDG_DATA_HOME": folder.path]) { $1 }
            let stranger = try RunningProgram(
                try #require(PrivatePipeWire.path(of: "pw-play")), [file.path], environment: environment)
            defer { stranger.kill() }
            // The service knows of it.
            #expect(
                system.recorder.wait {
                    let status = (try? system.audioctl("status")) ?? []
                    return status.contains { $0.contains("pw-play") || $0.contains("pw-cat") }
                })
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(system.hear(until: Self.isLevel(0.5)) != nil)
        }

        @Test func afplayPausesWhereThereIsAnotherSink() throws {
            let system = try WholeSystem()
            _ = try #require(system.plug("headphones", type: "Headphones"))
            let file = try Self.file(system, level: 0.25)
            let player = try RunningProgram("afplay", [file.path], environment: system.environment)
            defer { player.kill() }
            #expect(
                system.recorder.wait {
                    (try? system.audioctl("status"))?.contains {
                        $0.contains("afplay") && $0.contains("full") && $0.contains("headphones")
                    } == true
                })
            system.hand.unplug("headphones")
            #expect(
                system.recorder.wait {
                    (try? system.audioctl("why", "afplay"))?.contains { $0.contains("was unplugged") } == true
                })
            // Nothing of it was heard on the loudspeaker up to here.
            #expect(system.recorder.samples[0].allSatisfy { abs($0) < 0.01 })
            kill(player.id, SIGCONT)
            #expect(system.hear(until: Self.isLevel(0.25)) != nil)
        }

        @Test func afplayEndsWithASentenceWhereThereIsNone() throws {
            let system = try WholeSystem()
            let file = try Self.file(system, level: 0.25)
            let player = try RunningProgram("afplay", [file.path], environment: system.environment)
            #expect(system.hear(until: Self.isLevel(0.25)) != nil)
            system.hand.unplug(WholeSystem.speakerUID)
            #expect(player.finish() == 1)
            #expect(
                player.said.contains("afplay: the output was removed, and no other has appeared"),
                "\(player.said)")
        }

        /// A shell's ringtone is a stream like others; the call that it announces does not silence it.
        @Test(
            .enabled(if: isWavePlayable, "skipped: pw-play is not installed"), arguments: ["Notification", "Phone", ""])
        func aTelephonesRingtoneRings(role: String) throws {
            let system = try WholeSystem(options: ["--manage", "all"])
            try system.audioctl("call", "ring")
            #expect(system.hear(until: isRingtoneAlone) != nil)
            let file = try Self.file(system, level: 0.25)
            // Without the option it would say that it plays music.
            let words = ["--media-role", role, file.path]
            let ringtone = try RunningProgram(
                try #require(PrivatePipeWire.path(of: "pw-play")), words, environment: system.environment)
            defer { ringtone.kill() }
            // Beside the tone that the service makes up, of the same amplitude.
            let both = system.hear { ($0.min() ?? -1) > -0.01 && ($0.max() ?? 0) > 0.49 }
            #expect(both != nil)
        }

        /// A loopback's sink is the default, as that of an equalizer is: what it is given continues to the loudspeaker.
        @Test(
            .enabled(
                if: isWavePlayable && PrivatePipeWire.path(of: "pw-loopback") != nil,
                "skipped: PipeWire's tools are not installed"),
            .enabled(if: PrivatePipeWire.path(of: "wireplumber") != nil, "skipped: WirePlumber is not installed"))
        func aVirtualSinkThatIsTheDefaultIsHeard() throws {
            let system = try WholeSystem(
                quantum: 2_048, withSessionManager: true, hasClock: false, options: ["--manage", "all"])
            try system.waitForDefault()
            let loopback = try RunningProgram(
                try #require(PrivatePipeWire.path(of: "pw-loopback")),
                [
                    "--capture-props={ node.name = equalizer media.class = Audio/Sink audio.position = [ FL FR ] }",
                    "--playback-props={ node.name = equalizer.output node.target = \(WholeSystem.speakerUID) "
                        + "audio.position = [ FL FR ] }",
                ], environment: system.environment)
            defer { loopback.kill() }
            #expect(system.hand.node("equalizer") != nil)
            system.choose("equalizer")
            #expect(
                system.recorder.wait {
                    (try? system.audioctl("status"))?.contains { $0.contains("→") && $0.contains("equalizer") } == true
                })
            let file = try Self.file(system, level: 0.25)
            let player = try RunningProgram(
                try #require(PrivatePipeWire.path(of: "pw-play")), [file.path], environment: system.environment)
            defer { player.kill() }
            #expect(system.hear(until: Self.isLevel(0.25)) != nil)
            // And it is managed there. The ringtone comes to the loudspeaker directly and through the virtual sink, later.
            try system.audioctl("call", "ring")
            let ringtone = system.hear { samples in
                (samples.min() ?? 0) < -0.05
                    && zip(samples, samples.dropFirst(60)).allSatisfy { abs($0 - $1) < 1e-4 }
            }
            #expect(ringtone != nil)
            try system.audioctl("call", "decline")
            #expect(system.hear(until: Self.isLevel(0.25)) != nil)
        }

        /// OpenAL's programs say that their streams may not be moved.
        @Test(
            .enabled(if: isWavePlayable, "skipped: pw-play is not installed"),
            .enabled(if: PrivatePipeWire.path(of: "wireplumber") != nil, "skipped: WirePlumber is not installed"))
        func aStreamThatTheSessionManagerDoesNotMoveIsHeard() throws {
            let system = try WholeSystem(
                quantum: 2_048, withSessionManager: true, hasClock: false, options: ["--manage", "all"])
            try system.waitForDefault()
            let file = try Self.file(system, level: 0.25)
            let path = try #require(PrivatePipeWire.path(of: "pw-play"))
            func start() throws -> RunningProgram {
                try RunningProgram(
                    path, ["-P", "{ node.dont-reconnect = true }", file.path], environment: system.environment)
            }
            var player = try start()
            defer { player.kill() }
            // WirePlumber ends such a stream at once when it has no target for it at that moment.
            for _ in 0..<3 {
                let isLed = system.hand.wait { graph in
                    let leads = graph.links.values.contains { link in
                        graph.nodes[link.outputNode]?.properties["node.name"] == "pw-play"
                    }
                    return leads ? true : player.isRunning ? nil : false
                }
                if isLed == true { break }
                player = try start()
            }
            #expect(system.hear(until: Self.isLevel(0.25)) != nil, "\(player.said)")
            try system.audioctl("call", "ring")
            #expect(system.hear(until: isRingtoneAlone) != nil)
            try system.audioctl("call", "decline")
            #expect(system.hear(until: Self.isLevel(0.25)) != nil)
        }
    }
}
