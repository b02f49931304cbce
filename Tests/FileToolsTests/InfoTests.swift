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

    @Test func theStandardInputIsAFile() throws {
        let file = try scratch.sine("sine.wav", rate: 48000, channels: 1, frames: 24000)
        let afinfo = try ProgramRun("afinfo", [file])
        let tool = ProgramRun.folder.appendingPathComponent("afinfo").path
        let run = try ProgramRun("/bin/sh", ["-c", "cat '\(file)' | '\(tool)' -"])
        #expect(run.status == 0, "\(run.complaint)")
        #expect(run.output == afinfo.output.replacing(file, with: "standard input"))
        let text = try ProgramRun("/bin/sh", ["-c", "echo no sound | '\(tool)' -j -"])
        #expect(text.status == 1)
        #expect(text.complaint.hasPrefix("afinfo: cannot open standard input: "), "\(text.complaint)")
        #expect(text.complaint.contains("('typ?')"))
        let full = try ProgramRun("/bin/sh", ["-c", "'\(tool)' '\(file)' > /dev/full"])
        #expect(full.status == 1)
        #expect(full.complaint.hasPrefix("afinfo: cannot write to the standard output: "), "\(full.complaint)")
        for name in ["afinfo", "afplay", "afrecord", "afconvert", "audioctl", "midictl"] {
            let tool = ProgramRun.folder.appendingPathComponent(name).path
            #expect(try ProgramRun("/bin/sh", ["-c", "'\(tool)' --help > /dev/full"]).status == 1, "\(name)")
        }
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

    /// The first packets are silence, which is short in AAC of a variable rate: an estimate from them is far too long.
    @Test(.enabled(if: ProgramRun.isBuilt("afconvert"), "afconvert was not built"))
    func theDurationIsThatOfThePacketsThatAreCounted() throws {
        let sine = try scratch.sine("sine.wav", channels: 1, frames: 441_000)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: sine))
        bytes.replaceSubrange(44..<44 + 2 * 88_200, with: Data(count: 2 * 88_200))
        try bytes.write(to: URL(fileURLWithPath: sine))
        let file = scratch.path("sine.aac")
        #expect(try ProgramRun("afconvert", ["-f", "adts", "-d", "aac", "-s", "3", sine, file]).status == 0)
        let told = try JSONSerialization.jsonObject(with: Data(ProgramRun("afinfo", ["-j", file]).output.utf8))
        let first = try #require((told as? [[String: Any]])?.first)
        let packets = try #require((first["audio"] as? [String: Any] ?? first)["packets"] as? Int, "\(first)")
        // 441,000 frames, and less than two packets before and behind them.
        #expect(abs(packets - 432) <= 2)
        #expect(abs((first["seconds"] as? Double ?? 0) - Double(packets) * 1_024 / 44_100) < 1e-6)
        let real = try ProgramRun("afinfo", ["-r", "-b", file]).output
        #expect(real.contains(String(format: "%.3f sec", Double(packets) * 1_024 / 44_100)), "\(real)")
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

    /// Pipes and devices are not opened as files; `afconvert` says how it takes a stream.
    @Test(.timeLimit(.minutes(20))) func whatIsNoRegularFileIsToldAsSuch() throws {
        _ = try scratch.sine("in.wav", frames: 100)
        #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
        for path in ["pipe", "/dev/null", "/dev/zero"] {
            let told = try ProgramRun("afinfo", [path], in: scratch.folder)
            #expect(told.status == 1)
            #expect(told.complaint == "afinfo: cannot open \(path): it is not a regular file ('wht?')\n")
            let made = try ProgramRun("afconvert", [path, "out.caf"], in: scratch.folder)
            #expect(made.status == 1)
            #expect(
                made.complaint.contains("\(path): it is not a regular file; use - for a stream"), "\(made.complaint)")
        }
        let written = try ProgramRun(
            "afconvert", ["-f", "WAVE", "-d", "LEI16", "in.wav", "/dev/full"], in: scratch.folder)
        #expect(written.status == 1)
        #expect(
            written.complaint.contains("/dev/full: it is not a regular file; use - for a stream"),
            "\(written.complaint)")
        #expect(try ProgramRun("afinfo", [""]).complaint == "afinfo: cannot open '': an empty file name (-43)\n")
    }

    @Test func aLimitOfTheSampleRateIsTold() throws {
        let file = try scratch.sine("slow.wav", rate: 100, frames: 100)
        let run = try ProgramRun("afinfo", [file])
        #expect(run.status == 1)
        #expect(run.complaint.contains("a sample rate of 100.0 Hz; 1000 to 768000 Hz are read"), "\(run.complaint)")
    }

    @Test func aBankThatIsNoneIsNamed() throws {
        let bytes: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
        try Data(bytes + Array("MTrk".utf8) + [0, 0, 0, 4, 0, 0xFF, 0x2F, 0])
            .write(to: URL(fileURLWithPath: scratch.path("a.mid")))
        try Data("<region> sample=a.wav".utf8).write(to: URL(fileURLWithPath: scratch.path("x.sfz")))
        let run = try ProgramRun("afconvert", ["--bank", "x.sfz", "a.mid", "out.wav"], in: scratch.folder)
        #expect(run.status == 1)
        #expect(run.complaint.contains("cannot open x.sfz"), "\(run.complaint)")
    }
}
