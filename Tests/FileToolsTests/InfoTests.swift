import Foundation
import Testing

@Suite(.enabled(if: ProgramRun.isBuilt("afinfo"), "afinfo was not built")) struct InfoTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func aWAVEFileIsToldLineByLine() throws {
        let file = try scratch.sine("sine.wav", rate: 48000, channels: 1, frames: 24000)
        let run = try ProgramRun("afinfo", [file])
        #expect(run.status == 0)
        #expect(
            run.output == """
                File:           \(file)
                File type ID:   WAVE
                Num Tracks:     1
                ----
                Data format:     1 ch,  48000 Hz, Int16
                                no channel layout.
                estimated duration: 0.500000 sec
                audio bytes: 48000
                audio packets: 24000
                bit rate: 768000 bits per second
                packet size upper bound: 2
                maximum packet size: 2
                audio data file offset: 44
                optimized
                source bit depth: I16
                ----

                """)
        #expect(
            try ProgramRun("afinfo", ["-b", file]).output.hasSuffix("0.500 sec, format:   1 ch,  48000 Hz, Int16\n"))
    }

    @Test func severalFilesGoOnBehindOneThatCannotBeOpened() throws {
        let file = try scratch.sine("sine.wav", frames: 10)
        let run = try ProgramRun("afinfo", ["-b", scratch.path("nothing.wav"), file, "--brief"])
        #expect(run.status == 1)
        #expect(run.output.contains("Int16, interleaved"))
        #expect(run.complaint.contains("nothing.wav: No such file or directory (-43)"))
    }

    @Test func otherBytesAreNoSound() throws {
        let file = scratch.path("text.wav")
        try Data("This is a letter to a friend, and no sound at all.".utf8).write(to: URL(fileURLWithPath: file))
        let run = try ProgramRun("afinfo", [file])
        #expect(run.status == 1)
        #expect(run.complaint.contains("('typ?')"))
    }

    @Test(arguments: [["--nonsense"], []]) func aWrongCommandLineIsToldTheUsage(words: [String]) throws {
        let run = try ProgramRun("afinfo", words)
        #expect(run.status == 2)
        #expect(run.complaint.contains("usage: afinfo"))
    }

    @Test func jsonAndXMLSayWhatFFprobeFinds() throws {
        let ffprobe = try #require(ProgramRun.outside("ffprobe"), "ffprobe is not installed; skipped")
        let file = try scratch.sine("sine.wav", rate: 22050, channels: 2, frames: 33075)
        let run = try ProgramRun("afinfo", ["--json", file])
        let told = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        let format = try #require(told.first?["format"] as? [String: Any])
        let probe = try ProgramRun(
            ffprobe,
            ["-v", "error", "-show_entries", "stream=sample_rate,channels,duration", "-of", "csv=p=0", file])
        #expect(probe.output.hasPrefix("\(format["sampleRate"] ?? ""),\(format["channels"] ?? ""),"))
        #expect(told.first?["seconds"] as? Double == 1.5)
        let xml = try ProgramRun("afinfo", ["-x", file]).output
        #expect(xml.contains("<audio_packets>33075</audio_packets>"))
        #expect(xml.hasSuffix("</audio_info>\n"))
    }
}

/// Files that open and hold nothing: every tool says so and fails.
@Suite(.enabled(if: ProgramRun.isBuilt("afinfo") && ProgramRun.isBuilt("afconvert"), "the tools were not built"))
struct EmptyFileTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(arguments: [
        ("afinfo", ["none.wav"]), ("afinfo", ["-b", "none.wav"]), ("afconvert", ["none.wav", "out.caf"]),
        ("afconvert", ["-d", "0", "none.wav", "out.caf"]),
    ])
    func aFileWithoutSoundIsNamedAndFails(tool: String, words: [String]) throws {
        _ = try scratch.sine("none.wav", frames: 0)
        let run = try ProgramRun(tool, words, in: scratch.folder)
        #expect(run.status == 1)
        #expect(run.complaint.contains("none.wav contains no audio"), "\(run.complaint)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("out.caf")))
    }

    @Test func whatLiesBehindTheEndIsNothing() throws {
        _ = try scratch.sine("in.wav", frames: 100)
        let run = try ProgramRun("afconvert", ["--offset", "100", "in.wav", "out.caf"], in: scratch.folder)
        #expect(run.status == 1)
        #expect(run.complaint.contains("in.wav contains no audio behind frame 100"), "\(run.complaint)")
    }

    @Test func everyComplaintNamesItsFile() throws {
        _ = try scratch.sine("in.wav", frames: 100)
        for words in [["-d", "opus@44100", "in.wav", "out.caf"], ["-f", "flac", "-d", "LEI16", "in.wav", "out.flac"]] {
            let run = try ProgramRun("afconvert", words, in: scratch.folder)
            #expect(run.status == 1)
            #expect(run.complaint.contains("in.wav"), "\(run.complaint)")
        }
    }
}
