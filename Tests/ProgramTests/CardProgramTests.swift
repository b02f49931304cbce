import Foundation
import RunningProgram
import TestPlugIns
import Testing

/// A player on an ALSA card that takes frames by a clock.
@Suite(.enabled(if: Programs.named("afplay") != nil && TestPlugIns.compiler != nil, "no compiler, or no afplay"))
struct CardProgramTests {
    /// A card with blocks of 8,192 frames still has a third of a second when the player has given it the last frame.
    @Test func aFileIsHeardToItsEndBeforeTheProgramEnds() throws {
        let folder = try Folder()
        let heard = folder.file("heard")
        let configuration = try card(folder, "heard \"\(heard.path)\" least 8192")
        try play(folder, configuration)
        let end = nanoseconds()
        let samples = try Data(contentsOf: heard).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let last = try #require(samples.lastIndex { $0 != 0 }) / 2
        #expect(last >= 47_900)
        // The card takes two blocks at once when it starts, and the sound has them.
        let first = try #require(samples.firstIndex { $0 != 0 }) / 2
        #expect((first...last).split { samples[2 * $0] != 0 }.map(\.count).max() ?? 0 < 32)
        let starts = try String(contentsOf: heard.appendingPathExtension("start"), encoding: .utf8)
        let start = try #require(starts.split(separator: "\n").last).split(separator: " ").compactMap { Int64($0) }
        #expect(start.count == 2)
        #expect(start[1] + (end - start[0]) * 48_000 / 1_000_000_000 > last)
    }

    @Test func aCardThatAnotherProgramTookIsNamed() throws {
        let folder = try Folder()
        let configuration = try card(folder, "taken \"\(folder.file("taken").path)\"")
        let player = try player(folder, configuration)
        #expect(player.finish() == 1)
        #expect(
            player.said == [
                "afplay: no sound: the ALSA device \"card\" is busy: another program has it (snd_pcm_open: Device or resource busy); end that program, or name another device in SORDINO_ALSA (aplay -L lists them)"
            ])
    }

    /// Some plugins of ALSA write what they hold only when they are closed.
    @Test func aPluginThatWritesIntoAFileHasTheWholeSound() throws {
        let folder = try Folder()
        let (configuration, heard) = (folder.file("asound.conf"), folder.file("heard"))
        try Data(
            """
            pcm.nothing { type null }
            pcm.card { type file file "\(heard.path)" format raw slave.pcm nothing }
            """.utf8
        ).write(to: configuration)
        try play(folder, configuration)
        let samples = try Data(contentsOf: heard).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(try #require(samples.lastIndex { $0 != 0 }) / 2 >= 47_900)
    }

    /// Makes a configuration with a card that takes frames by a clock.
    private func card(_ folder: Folder, _ words: String) throws -> URL {
        let (library, configuration) = (folder.file("clock.so"), folder.file("asound.conf"))
        do {
            try TestPlugIns.compile("alsa-clock.c", to: library, linking: ["asound"])
        } catch {
            try Test.cancel("skipped: libasound2-dev is not installed")
        }
        try Data(
            """
            pcm_type.clock { lib "\(library.path)" }
            pcm.card { type clock \(words) }
            """.utf8
        ).write(to: configuration)
        return configuration
    }

    /// Plays a sine of a second on the card of a configuration, until the program ends.
    private func play(_ folder: Folder, _ configuration: URL) throws {
        let player = try player(folder, configuration)
        #expect(player.finish() == 0, "\(player.said)")
    }

    private func player(_ folder: Folder, _ configuration: URL) throws -> RunningProgram {
        try RunningProgram(
            "afplay", [folder.sine("sound.wav", seconds: 1).path],
            environment: [
                "SORDINO_BACKEND": "alsa", "SORDINO_ALSA": "card", "SORDINO_SESSION": "inprocess",
                "ALSA_CONFIG_PATH": configuration.path,
            ])
    }

    private func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
