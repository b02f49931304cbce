import Foundation
import Testing

/// `audioctl listen`, and the other commands that need no service.
@Suite(.enabled(if: ProgramRun.isBuilt("audioctl"), "audioctl was not built")) struct ListenTests {
    /// Writes zeros over some frames of a WAVE file of one channel.
    private func damage(_ path: String, at frames: [Int], count: Int) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for frame in frames {
            bytes.replaceSubrange(44 + 2 * frame..<44 + 2 * (frame + count), with: Data(count: 2 * count))
        }
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    @Test func theSummaryComesFirstAndEveryKindHasTwentyLines() throws {
        let scratch = try Scratch()
        let path = try scratch.sine("ill.wav", channels: 1, frames: 88_200)
        try damage(path, at: (1...30).map { $0 * 2_000 + 25 }, count: 4)
        let run = try ProgramRun("audioctl", ["listen", path], in: scratch.folder)
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 1)
        try #require(lines.count > 3, "\(run.output)")
        #expect(lines[0] == "\(path):")
        #expect(lines[1].hasPrefix("  30 x zeros inside sound, the worst "), "\(lines[1])")
        #expect(lines.count { $0.contains("channel 1: zeros inside sound") } == 20)
        #expect(lines.contains("... and 10 more of zeros inside sound (--all prints them)"))
        let all = try ProgramRun("audioctl", ["listen", "--all", path], in: scratch.folder)
        #expect(all.output.split(separator: "\n").count { $0.contains("channel 1: zeros inside sound") } == 30)
        #expect(!all.output.contains("... and"))
    }

    @Test func severalFilesAreHeardAndJSONIsWhole() throws {
        let scratch = try Scratch()
        let ill = try scratch.sine("ill.wav", channels: 1, frames: 441_000)
        try damage(ill, at: (1...210).map { $0 * 2_000 + 25 }, count: 4)
        let well = try scratch.sine("well.wav", channels: 1, frames: 44_100)
        let run = try ProgramRun("audioctl", ["--json", "listen", ill, well], in: scratch.folder)
        #expect(run.status == 1)
        #expect(run.output.split(separator: "\n").count { $0.contains("\"kind\":\"zeros\"") } == 210)
        let words = try ProgramRun("audioctl", ["listen", well, ill, "missing.wav"], in: scratch.folder)
        #expect(words.status == 2)
        #expect(words.output.contains("\(ill):\n") && words.output.contains("210 x zeros inside sound"))
        #expect(words.complaint.contains("missing.wav"))
    }

    @Test func aCommandThatDoesNotExistIsWrongWithoutABus() throws {
        let scratch = try Scratch()
        // Neither an address nor a folder with a bus.
        let nowhere = ["-u", "DBUS_SESSION_BUS_ADDRESS", "-u", "XDG_RUNTIME_DIR"]
        func run(_ words: String...) throws -> ProgramRun {
            let program = ProgramRun.folder.appendingPathComponent("audioctl").path
            return try ProgramRun("/usr/bin/env", nowhere + [program] + words, in: scratch.folder)
        }
        let wrong = try run("statsu")
        #expect(wrong.status == 2)
        #expect(wrong.complaint.hasSuffix("there is no command \"statsu\"; did you mean \"status\"?\n"))
        let status = try run("status")
        #expect(status.status == 3)
        #expect(status.complaint.hasPrefix("audioctl: there is no message bus (DBUS_SESSION_BUS_ADDRESS is not set)"))
        let help = try run("help")
        #expect(help.status == 0)
        #expect(help.output.contains("usage: audioctl"))
    }

    @Test func anAccessoryThatDoesNotExistIsAnsweredWithThoseThatDo() throws {
        let run = try ProgramRun("audioctl", ["plug", "banana"])
        #expect(run.status == 2)
        #expect(run.complaint.contains("there is no accessory \"banana\"; there are headphones, headset, line-out"))
    }

    @Test func aMissingScriptOrSoundIsNamedWithItsPath() throws {
        let scratch = try Scratch()
        let none = try ProgramRun("audioctl", ["simulate", "none.scenario"], in: scratch.folder)
        #expect(none.status == 1 && none.complaint == "audioctl: none.scenario: there is no such file\n")
        let script = scratch.path("a.scenario")
        let text = "device phone\nlength 1\napp Music\n    sound missing.wav\nat 0.1\n    Music opens\n"
        try text.write(toFile: script, atomically: true, encoding: .utf8)
        let run = try ProgramRun("audioctl", ["simulate", script], in: scratch.folder)
        #expect(run.status == 2)
        #expect(run.complaint.contains(scratch.path("missing.wav")), "\(run.complaint)")
        #expect(!run.complaint.contains("Domain"))
    }
}
