import Foundation
import Testing

@Suite(.enabled(if: ProgramRun.isBuilt("afconvert"), "afconvert was not built")) struct ConvertTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func convert(_ words: String...) throws -> ProgramRun {
        try ProgramRun("afconvert", words, in: scratch.folder)
    }

    /// The samples that ffmpeg decodes from a file.
    private func heard(_ name: String, as format: String = "s16le") throws -> Data {
        let ffmpeg = try #require(ProgramRun.outside("ffmpeg"), "ffmpeg is not installed; skipped")
        let run = try ProgramRun(ffmpeg, ["-v", "error", "-i", scratch.path(name), "-f", format, "-"])
        #expect(run.status == 0, "\(run.complaint)")
        return run.bytes
    }

    private func floats(_ name: String) throws -> [Float] {
        try heard(name, as: "f32le").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: scratch.path(name)) }

    // MARK: Sound

    @Test(arguments: [
        ["-f", "WAVE", "-d", "LEI16"], ["-f", "AIFF"], ["-f", "AIFC", "-d", "LEI16"], ["-f", "NeXT"],
        ["-f", "caff", "-d", "BEI24"], ["-f", "caff", "-d", "alac"], ["-f", "m4af", "-d", "alac"],
        ["-f", "flac"], ["-f", "WAVE", "-d", "F32"], ["-f", "RF64", "-d", "0"],
    ]) func nothingIsLostWhereNothingHasToBe(words: [String]) throws {
        _ = try scratch.sine("in.wav", frames: 10_000)
        let run = try ProgramRun("afconvert", words + ["in.wav", "-o", "out"], in: scratch.folder)
        #expect(run.status == 0, "\(run.complaint)")
        #expect(try heard("out") == heard("in.wav"))
    }

    /// A picture travels from the ID3 tag of a WAVE file to the places that MPEG-4 and FLAC have for one, and on.
    @Test(arguments: ["m4af", "m4bf", "flac"]) func thePictureOfTheAlbumIsKept(fileType: String) throws {
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + (0..<3000).map { UInt8($0 * 7 % 253) }
        // Latin-1, the type of the picture's file, a front cover, no description (ID3 2.3.0, 4.15).
        let frame = [0] + Array("image/jpeg".utf8) + [0, 3, 0] + picture
        func number(_ value: Int, _ bits: Int) -> [UInt8] {
            (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (bits * $0)) & UInt8(1 << bits - 1 & 0xFF) }
        }
        let tag =
            Array("ID3".utf8) + [3, 0, 0] + number(frame.count + 10, 7) + Array("APIC".utf8) + number(frame.count, 8)
            + [0, 0] + frame
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try scratch.sine("in.wav", frames: 9000))))
        bytes += Array("id3 ".utf8) + number(tag.count, 8).reversed() + tag + (tag.count % 2 == 1 ? [0] : [])
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.path("in.wav")))
        let codec = fileType == "flac" ? "flac" : "alac"
        #expect(try convert("-f", fileType, "-d", codec, "in.wav", "one").status == 0)
        #expect(try convert("-f", fileType, "-d", "0", "one", "two").status == 0)
        let ffmpeg = try #require(ProgramRun.outside("ffmpeg"), "ffmpeg is not installed; skipped")
        for name in ["one", "two"] {
            let words = ["-v", "error", "-i", scratch.path(name), "-map", "0:v", "-c", "copy", "-f", "image2pipe", "-"]
            #expect(try ProgramRun(ffmpeg, words).bytes == Data(picture), "\(name)")
        }
    }

    @Test func aCodecThatIsOnlyDecodedIsRefusedWithThatReason() throws {
        _ = try scratch.sine("in.wav", frames: 100)
        let run = try convert("-f", "mp4f", "-d", "ac-3", "in.wav", "out.mp4")
        #expect(run.status != 0)
        #expect(run.complaint.contains("it can only be decoded"), "\(run.complaint)")
    }

    @Test func anotherRateIsTheSameSineOfTheRightLength() throws {
        _ = try scratch.sine("in.wav", rate: 44100, channels: 1, frames: 44100)
        #expect(try convert("-f", "WAVE", "-d", "LEI24@48000", "in.wav", "out.wav").status == 0)
        let samples = try floats("out.wav")
        #expect(samples.count == 48000)
        let ideal = (0..<48000).map { 0.5 * sin(2 * .pi * 441 * Double($0) / 48000) }
        var (product, power) = (0.0, 0.0)
        for frame in 1000..<47000 {
            product += Double(samples[frame]) * ideal[frame]
            power += ideal[frame] * ideal[frame]
        }
        let gain = product / power
        #expect(abs(20 * log10(gain)) < 0.001)
        // A step of the source's 16 bits.
        let worst = (1000..<47000).reduce(0.0) { max($0, abs(Double(samples[$1]) - gain * ideal[$1])) }
        #expect(worst < 3e-5)
    }

    @Test(arguments: [["-d", "aac", "-b", "128000"], ["-d", "alac"], ["-d", "opus@48000"], ["-d", "flac"]])
    func lengthsComeBackExactly(words: [String]) throws {
        _ = try scratch.sine("in.wav", rate: 48000, frames: 30_011)
        let run = try ProgramRun("afconvert", words + ["-f", "m4af", "in.wav", "out.m4a"], in: scratch.folder)
        #expect(run.status == 0, "\(run.complaint)")
        #expect(try convert("-d", "LEI16", "-f", "WAVE", "out.m4a", "back.wav").status == 0)
        #expect(try heard("back.wav").count == 4 * 30_011)
    }

    @Test func copiedPacketsAreThePacketsOfTheSource() throws {
        _ = try scratch.sine("in.wav", frames: 20_000)
        #expect(try convert("-d", "aac", "in.wav", "in.m4a").status == 0)
        #expect(try convert("-d", "0", "-f", "caff", "in.m4a", "copy.caf").status == 0)
        #expect(try convert("-d", "0", "-f", "adts", "in.m4a", "copy.aac").status == 0)
        #expect(try convert("-d", "LEI16", "-f", "WAVE", "in.m4a", "direct.wav").status == 0)
        #expect(try convert("-d", "LEI16", "-f", "WAVE", "copy.caf", "copied.wav").status == 0)
        #expect(try heard("copied.wav") == heard("direct.wav"))
        // ADTS has no place for what is not to be heard; behind it the sound is the same.
        let ffmpeg = try #require(ProgramRun.outside("ffmpeg"), "ffmpeg is not installed; skipped")
        let sums = try ["in.m4a", "copy.aac"].map { name in
            try ProgramRun(
                ffmpeg,
                [
                    "-v", "error", "-i", scratch.path(name), "-c", "copy", "-bsf:a", "aac_adtstoasc", "-f", "framehash",
                    "-",
                ]
            )
            // The padding of a packet may follow its sum.
            .output.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: ",").dropFirst(5).first ?? "" }
        }
        // The filter is not there yet when the first packet goes by.
        #expect(sums[0].dropFirst() == sums[1].dropFirst())
        #expect(sums[0].count > 10)
    }

    @Test func channelsAreMappedMixedAndDropped() throws {
        _ = try scratch.sine("in.wav", frames: 4000)
        let source = try floats("in.wav")
        #expect(try convert("--channelmap", "1,0,-1", "-d", "F32", "in.wav", "map.wav").status == 0)
        let mapped = try floats("map.wav")
        var expected: [Float] = []
        for frame in 0..<4000 { expected += [source[2 * frame + 1], source[2 * frame], 0] }
        #expect(mapped == expected)
        #expect(try convert("-c", "1", "-d", "F32", "in.wav", "first.wav").status == 0)
        let left: [Float] = (0..<4000).map { source[2 * $0] }
        #expect(try floats("first.wav") == left)
        #expect(try convert("-c", "1", "--mix", "-d", "F32", "in.wav", "mix.wav").status == 0)
        let mixed = try floats("mix.wav")
        var worst: Float = 0
        for frame in 0..<4000 {
            worst = max(worst, abs(mixed[frame] - (source[2 * frame] + source[2 * frame + 1]) / 2))
        }
        #expect(worst < 1e-6)
    }

    /// A tone that continues through two files: with its neighbours known, the encoder leaves no seam.
    @Test func anAlbumWithoutGapsHasNoSeams() throws {
        _ = try scratch.sine("whole.wav", channels: 1, phase: .pi / 2, frames: 44100)
        #expect(try convert("--offset", "22050", "whole.wav", "second.wav").status == 0)
        let whole = try floats("whole.wav")
        #expect(try floats("second.wav") == Array(whole[22050...]))
        let ffmpeg = try #require(ProgramRun.outside("ffmpeg"), "ffmpeg is not installed; skipped")
        let half = scratch.path("first.wav")
        _ = try ProgramRun(
            ffmpeg, ["-v", "error", "-i", scratch.path("whole.wav"), "-af", "atrim=end_sample=22050", half])
        /// The largest errors of the first packet's frames, and of later packets.
        func errors(_ words: [String], _ name: String) throws -> (seam: Float, later: Float) {
            let run = try ProgramRun(
                "afconvert", ["-d", "aac", "-b", "64000", "second.wav", "\(name).m4a"] + words, in: scratch.folder)
            #expect(run.status == 0, "\(run.complaint)")
            #expect(try convert("-d", "F32", "-f", "WAVE", "\(name).m4a", "\(name).wav").status == 0)
            let samples = try floats("\(name).wav")
            #expect(samples.count == 22050)
            let differences = samples.indices.map { abs(samples[$0] - whole[22050 + $0]) }
            return (differences[..<1024].max() ?? 1, differences[2048..<20480].max() ?? 1)
        }
        let alone = try errors([], "alone")
        let together = try errors(["--gapless-before", "first.wav", "--gapless-after", "first.wav"], "together")
        #expect(together.seam <= together.later, "\(together)")
        #expect(together.seam < alone.seam, "\(together) \(alone)")
    }

    @Test func aFileThatWasCutIsSaidToBeCut() throws {
        _ = try scratch.sine("long.wav", frames: 88200)
        let ffmpeg = try #require(ProgramRun.outside("ffmpeg"), "ffmpeg is not installed; skipped")
        // The table of packets stands before the audio.
        _ = try ProgramRun(
            ffmpeg,
            [
                "-v", "error", "-i", scratch.path("long.wav"), "-c:a", "alac", "-movflags", "+faststart",
                scratch.path("a.m4a"),
            ])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("a.m4a")))
        try bytes.prefix(bytes.count * 2 / 3).write(to: URL(fileURLWithPath: scratch.path("cut.m4a")))
        let run = try convert("-f", "WAVE", "-d", "LEI16", "cut.m4a", "-o", "cut.wav")
        #expect(run.status == 0)
        #expect(run.complaint.contains("the file was cut: ") && run.complaint.contains(" packets of its table"))
    }

    // MARK: Tags, names, the library

    @Test(arguments: ["m4a", "flac", "caf", "aiff", "wav"]) func tagsGoAlong(ending: String) throws {
        _ = try scratch.sine("plain.wav", frames: 2000)
        let ffmpeg = try #require(ProgramRun.outside("ffmpeg"), "ffmpeg is not installed; skipped")
        let ffprobe = try #require(ProgramRun.outside("ffprobe"), "ffprobe is not installed; skipped")
        _ = try ProgramRun(
            ffmpeg,
            ["-v", "error", "-i", scratch.path("plain.wav"), "-metadata", "title=Süße Töne", scratch.path("in.wav")])
        #expect(try convert("in.wav", "-o", "out.\(ending)").status == 0)
        let told = try ProgramRun(
            ffprobe,
            ["-v", "error", "-show_entries", "format_tags=title", "-of", "csv=p=0", scratch.path("out.\(ending)")])
        #expect(told.output == "Süße Töne\n")
    }

    @Test func severalFilesLieBesideTheirInputs() throws {
        for name in ["a", "b", "c"] { _ = try scratch.sine("\(name).wav", frames: 100) }
        #expect(try convert("-f", "caff", "a.wav", "b.wav", "c.wav").status == 0)
        #expect(["a.caf", "b.caf", "c.caf"].allSatisfy(exists))
        // A name that is the input's own is not taken.
        #expect(try convert("-d", "LEI24", "a.wav").status == 0)
        #expect(exists("a-1.wav"))
        #expect(try convert("a.wav", "-o", "x.caf", "-f", "caff", "-o", "y.aiff").status == 0)
        #expect(exists("x.caf") && exists("y.aiff"))
    }

    @Test func samplesNeedNoLibrary() throws {
        _ = try scratch.sine("in.wav", frames: 2000)
        let run = try ProgramRun(
            "afconvert", ["-f", "caff", "-d", "ima4", "in.wav", "out.caf"], in: scratch.folder,
            environment: ["LD_DEBUG": "files"])
        #expect(run.status == 0)
        #expect(run.complaint.contains("libc.so"))
        #expect(!run.complaint.contains("libavcodec"))
    }

    // MARK: Refusals

    @Test(arguments: [
        (["-d", "aac", "-b", "3000000", "in.wav", "out.m4a"], "('!dat')"),
        (["-d", "aac@1234", "in.wav", "out.m4a"], "('!dat')"),
        (["-f", "AIFF", "-d", "LEI16", "in.wav", "out.aiff"], "('fmt?')"),
        (["-f", "m4af", "-d", "LEI16", "in.wav", "out.m4a"], "('fmt?')"),
        (["-d", "zzzz", "in.wav", "out.caf"], "('fmt?')"),
        (["-d", "N", "in.wav", "out.wav"], "('fmt?')"),
        (["-d", "0@48000", "in.wav", "out.wav"], "('fmt?')"),
        (["-f", "MPG3", "in.wav", "out.mp3"], "('typ?')"),
        (["in.wav", "out.xyz"], "('typ?')"),
        (["-l", "MPEG_5_1_A", "-c", "2", "in.wav", "out.wav"], "('fmt?')"),
        (["-u", "zzzz", "1", "in.wav", "out.wav"], "('prop')"),
        (["in.wav", "in.wav"], "('prm?')"),
        (["nothing.wav", "out.wav"], "(-43)"),
        (["text.wav", "out.caf"], "('typ?')"),
    ]) func impossibleSettingsAreRefusedWithACode(words: [String], code: String) throws {
        _ = try scratch.sine("in.wav", frames: 1000)
        try Data("This is a letter to a friend, and no sound at all.".utf8).write(
            to: scratch.folder.appendingPathComponent("text.wav"))
        let before = try heard("in.wav")
        let run = try ProgramRun("afconvert", words, in: scratch.folder)
        #expect(run.status == 1)
        #expect(run.complaint.hasSuffix("\(code)\n"), "\(run.complaint)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted() == ["in.wav", "text.wav"])
        #expect(try heard("in.wav") == before)
    }

    @Test(arguments: [[], ["--nonsense", "in.wav"], ["-q", "128", "in.wav"], ["-d"], ["-o", "a", "b", "c"]])
    func aWrongCommandLineIsToldTheUsage(words: [String]) throws {
        let run = try ProgramRun("afconvert", words)
        #expect(run.status == 2)
        #expect(run.complaint.contains("usage: afconvert"))
    }

    /// Every pair on the list is a file that can be made.
    @Test func theListOfFormatsIsTrue() throws {
        _ = try scratch.sine("in.wav", rate: 48000, frames: 4000)
        let list = try ProgramRun("afconvert", ["-hf"])
        #expect(list.status == 0)
        var (type, count) = ("", 0)
        for line in list.output.split(separator: "\n").dropFirst() {
            if line.hasPrefix("'") {
                type = "\(line.dropFirst().prefix(4))"
                continue
            }
            // One of many linear encodings of a kind is enough.
            let text = line.replacing("data_formats:", with: "").replacing("'aac '", with: "'aac'")
            let words = text.split(separator: " ").map { $0.filter { $0 != "'" } }.filter { word in
                word.first?.isLowercase == true || word.hasSuffix("16") || word.hasSuffix("F32")
            }
            for word in words {
                // iLBC has one channel.
                let channels = word == "ilbc" ? ["-c", "1"] : []
                let run = try ProgramRun(
                    "afconvert", ["-f", type, "-d", word] + channels + ["in.wav", "-o", "out"], in: scratch.folder)
                #expect(run.status == 0, "\(type) \(word): \(run.complaint)")
                count += 1
            }
        }
        #expect(count > 20)
    }
}
