import Foundation
import Testing

/// The sentences and files of `afconvert` where something around it is wrong.
@Suite(.enabled(if: ProgramRun.isBuilt("afconvert"), "afconvert was not built")) struct ConvertFaultTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func convert(_ words: String..., environment: [String: String] = [:]) throws -> ProgramRun {
        try ProgramRun("afconvert", words, in: scratch.folder, environment: environment)
    }

    /// Runs words of a shell, in which `$tool` is afconvert.
    private func shell(_ words: String) throws -> ProgramRun {
        let tool = ProgramRun.folder.appendingPathComponent("afconvert").path
        return try ProgramRun("/bin/sh", ["-c", words], in: scratch.folder, environment: ["tool": tool])
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: scratch.path(name), encoding: .utf8)
    }

    private func fileNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
    }

    // MARK: An existing file

    /// A limit on the size of files fails as a full disk does.
    @Test(arguments: ["LEI16", "flac", "0"]) func anExistingFileStaysIfTheNewOneFails(format: String) throws {
        _ = try scratch.sine("in.wav", frames: 100_000)
        try Data("old\n".utf8).write(to: URL(fileURLWithPath: scratch.path("out.caf")))
        let run = try shell("trap '' XFSZ; ulimit -f 8; exec \"$tool\" -f caff -d \(format) in.wav -o out.caf")
        #expect(run.status == 1)
        #expect(run.complaint.contains("out.caf") && !run.complaint.contains(".sordino"), "\(run.complaint)")
        #expect(try text("out.caf") == "old\n")
        #expect(try fileNames() == ["in.wav", "out.caf"])
    }

    @Test func aReplacedFileKeepsItsPermissionsAndItsLink() throws {
        _ = try scratch.sine("in.wav", frames: 1000)
        let old = scratch.path("old.caf")
        try Data("old\n".utf8).write(to: URL(fileURLWithPath: old))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: old)
        try FileManager.default.createSymbolicLink(atPath: scratch.path("link.caf"), withDestinationPath: "old.caf")
        let run = try convert("-f", "caff", "-d", "LEI16", "in.wav", "-o", "link.caf")
        #expect(run.status == 0, "\(run.complaint)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("link.caf")) == "old.caf")
        let facts = try FileManager.default.attributesOfItem(atPath: old)
        #expect(facts[.posixPermissions] as? Int == 0o640)
        #expect(facts[.size] as? Int ?? 0 > 2000)
        #expect(try fileNames() == ["in.wav", "link.caf", "old.caf"])
    }

    // MARK: The standard streams

    @Test func theStandardStreamsHaveTheirNames() throws {
        _ = try scratch.sine("in.wav", frames: 1000)
        let nothing = try convert("-f", "WAVE", "-", "-o", "out.wav")
        #expect(nothing.status == 1)
        let complaint = nothing.complaint
        #expect(complaint.contains("standard input") && !complaint.contains("/proc"), "\(complaint)")
        let full = try shell("exec \"$tool\" -f WAVE in.wav - > /dev/full")
        #expect(full.status == 1)
        #expect(full.complaint == "afconvert: cannot write the standard output: No space left on device (-34)\n")
        let limited = try shell("trap '' XFSZ; ulimit -f 1; exec \"$tool\" -f WAVE in.wav - > /dev/null")
        #expect(limited.status == 1)
        #expect(limited.complaint.contains("standard output") && !limited.complaint.contains("/proc"))
        let said = try shell("exec \"$tool\" -v -f WAVE -d LEI16 - -o out.wav < in.wav")
        #expect(said.status == 0 && said.output.hasPrefix("standard input\n"), "\(said.output)")
    }

    // MARK: Inputs and variables

    @Test(arguments: ["flac", "caff", "Oggf"]) func aSumThatDoesNotMatchIsTold(fileType: String) throws {
        _ = try scratch.sine("in.wav", frames: 10_000)
        try #require(convert("-f", fileType, "-d", "flac", "in.wav", "-o", "a.flac").status == 0)
        let whole = try convert("-f", "WAVE", "-d", "LEI16", "a.flac", "-o", "a.wav")
        #expect(whole.status == 0 && whole.complaint.isEmpty, "\(whole.complaint)")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("a.flac")))
        // The sum ends the description of the stream: 4 bytes of head and 34 of facts behind the mark, 16 of them it.
        guard fileType == "flac" else { return }
        bytes[41] ^= 1
        try bytes.write(to: URL(fileURLWithPath: scratch.path("b.flac")))
        let altered = try convert("-f", "WAVE", "-d", "LEI16", "b.flac", "-o", "b.wav")
        #expect(altered.status == 0 && altered.complaint.contains("MD5"), "\(altered.complaint)")
        #expect(altered.complaint.split(separator: "\n").count == 1)
        // A part of the stream has no sum.
        let part = try convert("-f", "WAVE", "--offset", "9000", "b.flac", "-o", "c.wav")
        #expect(part.status == 0 && part.complaint.isEmpty, "\(part.complaint)")
    }

    @Test(arguments: ["afconvert", "afinfo"]) func anUnknownChoiceOfCodecsIsToldOnce(tool: String) throws {
        _ = try scratch.sine("in.wav", frames: 1000)
        let words = tool == "afinfo" ? ["in.wav"] : ["-f", "flac", "in.wav", "-o", "out"]
        func complaint(_ value: String) throws -> String {
            let run = try ProgramRun(tool, words, in: scratch.folder, environment: ["SORDINO_CODECS": value])
            #expect(run.status == 0)
            return run.complaint
        }
        let bogus = try complaint("bo\u{1B}gus")
        #expect(bogus.hasPrefix("\(tool): SORDINO_CODECS is set to the unknown value") && !bogus.contains("\u{1B}"))
        #expect(bogus.split(separator: "\n").count == 1 && bogus.contains("own, library"), "\(bogus)")
        for value in ["", "own", "library"] { #expect(try complaint(value).isEmpty) }
    }

    @Test func theChannelsThatACodecHasNotNameTheOption() throws {
        _ = try scratch.sine("in.wav", channels: 2, frames: 8000)
        let run = try convert("-f", "caff", "-d", "ilbc", "in.wav", "-o", "out")
        #expect(run.status == 1)
        #expect(run.complaint.contains("1 channel at most, not 2; -c 1"), "\(run.complaint)")
        #expect(try convert("-f", "caff", "-d", "ilbc", "-c", "1", "--mix", "in.wav", "-o", "out").status == 0)
    }
}
