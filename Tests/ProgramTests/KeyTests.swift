import AVFoundation
import Patience
import RunningProgram
import Testing

/// `afplay` in a terminal that `script` makes, on a virtual device in real time; keys are told through a pipe.
@Suite(
    .enabled(
        if: Programs.named("afplay") != nil && Programs.outside("script") != nil,
        "afplay was not built, or script is not installed"), .serialized)
struct KeyTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Starts `afplay -d` with two files of ten minutes, and what follows when it has ended.
    private func start(then command: String) throws -> RunningProgram {
        let afplay = try #require(Programs.named("afplay"))
        let files = try ["a.wav", "b.wav"].map { try folder.sine($0, seconds: 600, rate: 8_000, channels: 1).path }
        let line = "trap : INT; '\(afplay.path)' -d '\(files[0])' '\(files[1])'; \(command)"
        let environment = [
            "SORDINO_BACKEND": "virtual", "SORDINO_SESSION": "inprocess", "TERM": "dumb", "SHELL": "/bin/sh",
        ]
        return try RunningProgram(
            Programs.outside("script") ?? "", ["-qec", line, "/dev/null"], environment: environment)
    }

    /// The names of the files that it has begun to play.
    private func played(_ program: RunningProgram) -> [String] {
        program.said.compactMap { line in
            line.hasPrefix("Playing ") ? line.split(separator: "/").last.map { String($0.prefix(5)) } : nil
        }
    }

    /// Waits until so many files were begun.
    private func expectPlayed(_ names: [String], _ program: RunningProgram) {
        Patience.until { played(program).count >= names.count }
        #expect(played(program) == names, "\(program.said)")
    }

    @Test(.timeLimit(.minutes(20))) func keysLeadFromFileToFileAndTheTerminalIsAsItWas() throws {
        let program = try start(then: "echo ended $?; stty -a")
        expectPlayed(["a.wav"], program)
        program.type("n")
        expectPlayed(["a.wav", "b.wav"], program)
        program.type("p")
        expectPlayed(["a.wav", "b.wav", "a.wav"], program)
        // Sixty steps of ten seconds lead past the end of the file; pauses and other keys change nothing about that.
        program.type(" ]+-\u{1B}[A\u{1B}[15~" + String(repeating: "\u{1B}[C", count: 60))
        expectPlayed(["a.wav", "b.wav", "a.wav", "b.wav"], program)
        program.type("q")
        try program.wait(for: "ended 0\r")
        _ = program.finish()
        let settings = program.said.joined(separator: " ")
        #expect(settings.contains(" icanon") && !settings.contains("-icanon"), "\(settings)")
        #expect(!settings.contains("-echo "), "\(settings)")
    }

    @Test(.timeLimit(.minutes(20))) func aDumbTerminalGetsNoEscapeSequences() throws {
        let program = try start(then: "true")
        expectPlayed(["a.wav"], program)
        program.type("nq")
        _ = program.finish()
        #expect(!program.said.joined().contains("\u{1B}"), "\(program.said)")
    }

    @Test(.timeLimit(.minutes(20))) func aSignalRestoresTheTerminal() throws {
        let program = try start(then: "echo ended $?; stty -a")
        expectPlayed(["a.wav"], program)
        // Ctrl-C, which the terminal turns into SIGINT.
        program.type("\u{3}")
        _ = program.finish()
        let settings = program.said.joined(separator: " ")
        #expect(settings.contains(" icanon") && !settings.contains("-icanon"), "\(settings)")
    }
}
