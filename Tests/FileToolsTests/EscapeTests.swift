import Foundation
import Glibc
import Testing

/// Names that hold a terminal's control sequences, given to every tool.
@Suite struct EscapeTests {
    /// Sets the window's title, clears the screen by a C1 character, and turns the direction of writing.
    private static let name = "a\u{1B}]0;x\u{7}\u{9B}2J\u{202E}b.wav"

    /// The tools, and command lines that make them speak of the name.
    private static let runs: [(tool: String, words: [String])] = [
        ("afinfo", [name]), ("afconvert", [name, "out.wav"]), ("afplay", [name]), ("afrecord", ["/no/\(name)"]),
        ("audioctl", [name]), ("audioctl", ["simulate", name]), ("audioctl", ["replay", name]),
        ("audioctl", ["timeline", name]), ("audioctl", ["policy", "check", name]), ("midictl", [name]),
        ("afinfo", ["--\(name)"]), ("afplay", ["--\(name)"]), ("afrecord", ["--\(name)"]),
        ("audioctl", ["--\(name)"]), ("midictl", ["--\(name)"]), ("audiosessiond", ["--\(name)"]),
        ("afconvert", ["--\(name)"]),
    ].filter { ProgramRun.isBuilt($0.0) }

    @Test(arguments: runs.indices) func noToolPrintsANameThatSteersTheTerminal(index: Int) throws {
        let (tool, words) = Self.runs[index]
        let scratch = try Scratch()
        let run = try ProgramRun(tool, words, in: scratch.folder, environment: ["SORDINO_BACKEND": "virtual"])
        #expect(run.status != 0)
        for text in [run.output, run.complaint] {
            let raw = text.unicodeScalars.filter {
                $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
            }
            #expect(raw.isEmpty && !text.contains("\u{202E}"), "\(tool) \(words.count): \(text.debugDescription)")
        }
        #expect(!run.complaint.isEmpty)
        // A word that is an option is named; afconvert reads its words itself.
        if words[0].hasPrefix("--"), tool != "afconvert" {
            #expect(run.complaint.contains("\\u{1B}]0;x"), "\(tool): \(run.complaint)")
        }
    }
}

/// Links that another user laid where a tool is about to write.
@Suite(.enabled(if: ProgramRun.isBuilt("afconvert"), "afconvert was not built")) struct LaidLinkTests {
    private let scratch: Scratch
    private let precious = Data("not to be touched".utf8)

    init() throws {
        scratch = try Scratch()
        try precious.write(to: scratch.folder.appendingPathComponent("precious"))
    }

    private func lay(_ name: String) throws {
        let path = scratch.path(name)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: scratch.path("precious"))
    }

    private func expectUntouched() throws {
        #expect(try Data(contentsOf: scratch.folder.appendingPathComponent("precious")) == precious)
    }

    @Test(.enabled(if: dlopen("libebur128.so.1", RTLD_NOW) != nil, "libebur128 is not there"))
    func theFileWithItsLoudnessIsNotWrittenThroughOne() throws {
        _ = try scratch.sine("in.wav", frames: 48_000)
        try lay("out.caf.sordino-new")
        let words = ["-f", "caff", "-d", "LEI16", "--soundcheck-generate", "in.wav", "out.caf"]
        #expect(try ProgramRun("afconvert", words, in: scratch.folder).status == 0)
        try expectUntouched()
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
        #expect(left == ["in.wav", "out.caf", "out.caf.sordino-new", "precious"])
    }

    @Test func aPartOfAManifestIsNotWrittenThroughOne() throws {
        _ = try scratch.sine("in.wav", frames: 4_800)
        try "in.wav\tout.caf\n".write(toFile: scratch.path("list"), atomically: true, encoding: .utf8)
        try lay("out.caf.part")
        let run = try ProgramRun(
            "afconvert", ["-f", "caff", "-d", "ima4", "--manifest", "list"], in: scratch.folder)
        try expectUntouched()
        #expect(run.status != 0)
    }
}
