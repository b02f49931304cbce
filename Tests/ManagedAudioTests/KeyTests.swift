import Foundation
import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// Keys of a desktop, pressed with `playerctl`, in a real program.
    @Suite(
        .serialized, .enabled(if: PrivatePipeWire.path(of: "playerctl") != nil, "skipped: playerctl is not installed"))
    struct KeyTests {
        private func playerctl(_ system: WholeSystem, _ words: String...) throws -> String {
            let program = try RunningProgram(
                try #require(PrivatePipeWire.path(of: "playerctl")), words, environment: system.environment)
            _ = program.finish()
            return program.said.joined(separator: "\n")
        }

        @Test func playerctlSteersAfplay() throws {
            let system = try WholeSystem(hasWorld: true)
            let files = try ["first", "second"].enumerated().map { number, name in
                let file = system.server.folder.appendingPathComponent("\(name).wav")
                try WaveFile.write(level: number == 0 ? 0.25 : 0.125, seconds: 60, to: file)
                return file.path
            }
            let player = try RunningProgram("afplay", files, environment: system.environment)
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            func waits(_ words: String, says text: String) -> Bool {
                system.recorder.wait {
                    (try? playerctl(system, "-p", "sordino.afplay", words))?.contains(text) == true
                }
            }
            #expect(waits("status", says: "Playing"))
            #expect(try playerctl(system, "-l") == "sordino.afplay")
            #expect(waits("metadata", says: "first.wav"))
            #expect(try playerctl(system, "metadata", "mpris:length") == "60000000")
            _ = try playerctl(system, "pause")
            #expect(system.hear(until: isSilence) != nil)
            #expect(waits("status", says: "Paused"))
            _ = try playerctl(system, "play-pause")
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            _ = try playerctl(system, "position", "30")
            #expect(
                system.recorder.wait {
                    (try? playerctl(system, "position")).flatMap { Double($0) }.map { $0 >= 30 && $0 < 60 } == true
                })
            _ = try playerctl(system, "next")
            #expect(system.hear { $0.allSatisfy { $0 == 0.125 } } != nil)
            // At once: after some seconds of a file it is begun again.
            _ = try playerctl(system, "previous")
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            _ = try playerctl(system, "next")
            #expect(system.hear { $0.allSatisfy { $0 == 0.125 } } != nil)
            #expect(waits("metadata", says: "second.wav"))
            _ = try playerctl(system, "stop")
            #expect(player.finish() == 0)
            #expect(system.recorder.wait { (try? playerctl(system, "-l"))?.contains("No players") == true })
        }

        @Test func afplayPlaysOnAfterTheServiceAndTheServerDied() throws {
            let system = try WholeSystem()
            let file = system.server.folder.appendingPathComponent("long.wav")
            // Each second has a level of its own: where it continues can be told.
            try WaveFile.write((0..<48_000 * 60).map { Float($0 / 48_000 + 1) / 128 }, to: file)
            let player = try RunningProgram("afplay", [file.path], environment: system.environment)
            func level() -> Float? { system.hear { $0.allSatisfy { $0 == $0 && $0 > 0 } }?[0].last }
            let first = try #require(level())
            system.daemon?.kill()
            #expect(system.hear(until: isSilence) != nil)
            try system.startDaemon()
            let second = try #require(level())
            #expect(second >= first, "it goes on where it was, not at the beginning")
            system.server.stop()
            try system.server.start()
            let hand = try #require(GraphHand(system.server))
            let speaker = try #require(hand.plug(WholeSystem.speakerUID, type: "Speaker"))
            let recorder = try #require(GraphRecorder(hand, monitorOf: speaker, channels: 2))
            #expect(recorder.wait { (recorder.samples[0].last ?? 0) >= second })
            player.kill()
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func aSoundThatEndsGivesTheMusicBack(signal number: Int32) throws {
            let system = try WholeSystem()
            let music = try system.witness()
            #expect(music.tell("category AVAudioSessionCategoryPlayback"))
            #expect(music.tell("play 0.25"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            let short = system.server.folder.appendingPathComponent("short.wav")
            try WaveFile.write([Float](repeating: 0.5, count: 24_000), to: short)
            let sound = try RunningProgram("afplay", [short.path], environment: system.environment)
            #expect(sound.finish() == 0)
            #expect(music.says("interrupted"))
            #expect(music.says("ended true"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
            let count = music.said.count
            let long = system.server.folder.appendingPathComponent("long.wav")
            try WaveFile.write(level: 0.5, seconds: 60, to: long)
            let other = try RunningProgram("afplay", [long.path], environment: system.environment)
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            kill(other.id, number)
            #expect(other.finish() == 128 + number)
            #expect(music.says("ended true", after: count))
            #expect(system.hear { $0.allSatisfy { $0 == 0.25 } } != nil)
        }
    }
}
