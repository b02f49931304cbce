import Foundation
import Testing

/// Options of `afconvert` that say how a file is to be read, or what cannot be had.
@Suite(.enabled(if: ProgramRun.isBuilt("afconvert"), "afconvert was not built")) struct ConvertOptionTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func convert(_ words: String...) throws -> ProgramRun {
        try ProgramRun("afconvert", words, in: scratch.folder)
    }

    /// The samples of a 16-bit WAVE file of ours: behind its `data` chunk's head.
    private func samples(_ name: String) throws -> [Int16] {
        let bytes = [UInt8](try Data(contentsOf: scratch.folder.appendingPathComponent(name)))
        let mark = Array("data".utf8)
        let at = try #require(
            stride(from: 12, to: bytes.count - 8, by: 2).first { Array(bytes[$0..<$0 + 4]) == mark })
        return bytes[(at + 8)...].withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }

    /// Frames of the two ends that are not heard may be told anew: nothing, or more than the file says.
    @Test func theFramesThatAreHeardCanBeToldAnew() throws {
        _ = try scratch.sine("in.wav", channels: 1, frames: 20_011)
        #expect(try convert("-f", "m4af", "-d", "alac", "in.wav", "lossless.m4a").status == 0)
        let original = try samples("in.wav")
        func read(_ before: String, _ behind: String, _ words: String...) throws -> [Int16] {
            let run = try ProgramRun(
                "afconvert",
                words + ["-f", "WAVE", "-d", "LEI16", "--prime-override", before, behind, "lossless.m4a", "out.wav"],
                in: scratch.folder)
            #expect(run.status == 0, "\(run.complaint)")
            return try samples("out.wav")
        }
        #expect(try read("-1", "-1") == original)
        #expect(try read("11", "-1") == Array(original[11...]))
        #expect(try read("0", "100") == Array(original[..<19_911]))

        guard try convert("-f", "m4af", "-d", "aac", "in.wav", "lossy.m4a").status == 0 else { return }
        #expect(
            try convert("-f", "WAVE", "-d", "LEI16", "--prime-override", "0", "0", "lossy.m4a", "all.wav").status == 0)
        let all = try samples("all.wav")
        #expect(all.count % 1024 == 0 && all.count >= 20_011 + 1024)
        #expect(try convert("-f", "WAVE", "-d", "LEI16", "lossy.m4a", "heard.wav").status == 0)
        #expect(try samples("heard.wav").count == 20_011)
        // Packets that are copied take it along.
        let copied = try convert("-d", "0", "-f", "caff", "--prime-override", "1024", "1000", "lossy.m4a", "copy.caf")
        #expect(copied.status == 0, "\(copied.complaint)")
        let told = try ProgramRun("afinfo", [scratch.path("copy.caf")]).output
        #expect(
            told.contains("audio \(all.count - 2024) valid frames + 1024 priming + 1000 remainder = \(all.count)"),
            "\(told)")
    }

    @Test func anyTrackOfAFileCanBeRead() throws {
        let ffmpeg = try #require(ProgramRun.outside("ffmpeg"), "ffmpeg is not installed; skipped")
        let made = try ProgramRun(
            ffmpeg,
            [
                "-v", "error", "-f", "lavfi", "-i", "sine=440:d=1:r=44100", "-f", "lavfi", "-i", "sine=880:d=2:r=48000",
                "-map",
                "0:a", "-map", "1:a", "-c:a:0", "aac", "-c:a:1", "alac", scratch.path("two.mp4"),
            ])
        try #require(made.status == 0, "\(made.complaint)")
        #expect(try ProgramRun("afinfo", [scratch.path("two.mp4")]).output.contains("Num Tracks:     2\n"))
        for (track, rate, frames) in [("0", 44100, 44100), ("1", 48000, 96000)] {
            let run = try convert("--read-track", track, "-f", "WAVE", "-d", "LEI16", "two.mp4", "out\(track).wav")
            #expect(run.status == 0, "\(run.complaint)")
            let told = try ProgramRun("afinfo", [scratch.path("out\(track).wav")]).output
            #expect(told.contains("\(rate) Hz") && told.contains("audio packets: \(frames)\n"), "\(told)")
        }
        #expect(try convert("--read-track", "1", "-d", "0", "-f", "caff", "two.mp4", "copy.caf").status == 0)
        #expect(try ProgramRun("afinfo", [scratch.path("copy.caf")]).output.contains("alac"))
        #expect(try convert("--read-track", "2", "two.mp4", "out.wav").status == 1)
        #expect(try convert("--read-track", "1", "out0.wav", "out.wav").complaint.hasSuffix("('op??')\n"))
    }

    @Test(arguments: [
        (["-d", "aac/5", "in.wav", "out.m4a"], "('fmt?')"), (["-d", "aac#960", "in.wav", "out.m4a"], "('fmt?')"),
        (["-d", "opus/1", "in.wav", "out.caf"], "('fmt?')"), (["-d", "alac/7", "in.wav", "out.m4a"], "('fmt?')"),
    ]) func whatNoEncoderDoesIsRefused(words: [String], code: String) throws {
        _ = try scratch.sine("in.wav", frames: 1000)
        let run = try ProgramRun("afconvert", words, in: scratch.folder)
        #expect(run.status == 1)
        #expect(run.complaint.hasSuffix("\(code)\n"), "\(run.complaint)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["in.wav"])
    }

    @Test func theUsualFlagsAndPacketsMayBeTold() throws {
        _ = try scratch.sine("in.wav", frames: 5000)
        #expect(try convert("-d", "aac/2#1024", "in.wav", "out.m4a").status == 0)
        #expect(try convert("-d", "alac/3", "in.wav", "out24.m4a").status == 0)
        #expect(try ProgramRun("afinfo", [scratch.path("out24.m4a")]).output.contains("source bit depth: I24"))
    }

    /// Options that macOS knows and that have no effect here are named, and the file is made.
    @Test func whatScriptsSayIsAccepted() throws {
        _ = try scratch.sine("in.wav", frames: 5000)
        let first = try convert("in.wav", "in.caf", "-d", "0", "-f", "caff", "--anchor-generate", "--no-filler")
        #expect(first.status == 0)
        #expect(first.complaint == "afconvert: --anchor-generate has no effect here\n")
        let second = try convert(
            "in.caf", "-d", "aac", "-f", "m4af", "-u", "pgcm", "2", "--generate-hash", "-b", "128000", "-q", "127",
            "-s",
            "2", "out.m4a")
        #expect(second.status == 0)
        #expect(second.complaint == "afconvert: --generate-hash has no effect here\n")
        #expect(try ProgramRun("afinfo", ["--leaks", "-b", scratch.path("out.m4a")]).status == 0)
    }
}
