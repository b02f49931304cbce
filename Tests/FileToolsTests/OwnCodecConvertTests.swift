import Foundation
import Testing

/// The kinds of AAC and iLBC that afconvert writes, heard by another decoder and by our own.
@Suite(
    .enabled(if: ProgramRun.isBuilt("afconvert") && ProgramRun.isBuilt("afinfo"), "afconvert or afinfo was not built"))
struct OwnCodecConvertTests {
    /// The written format, and its name by ffprobe.
    struct Kind: Sendable, CustomTestStringConvertible {
        var code: String
        var fileType: String
        var ending: String
        var rate = 44100
        var channels = 2
        /// The codec and its profile; nil for what libavcodec refuses to open.
        var probe: String?
        var testDescription: String { "\(code) in \(fileType)" }
    }

    static let kinds: [Kind] = [
        Kind(code: "aacl", fileType: "m4af", ending: "m4a", probe: "aac,LD"),
        Kind(code: "aace", fileType: "m4af", ending: "m4a", probe: "aac,ELD"),
        // "Low Delay SBR is not implemented" there.
        Kind(code: "aacf", fileType: "m4af", ending: "m4a"),
        Kind(code: "aach", fileType: "m4af", ending: "m4a", probe: "aac,HE-AAC"),
        Kind(code: "aacp", fileType: "m4af", ending: "m4a", probe: "aac,HE-AACv2"),
        Kind(code: "ilbc", fileType: "caff", ending: "caf", rate: 8000, channels: 1, probe: "ilbc,unknown"),
    ]

    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// The level of both sines of `sine`, or of the one that there is, without the ends.
    private func level(_ samples: [Float]) -> Double {
        let middle = samples.dropFirst(samples.count / 4).prefix(samples.count / 2)
        return 10 * log10(middle.reduce(1e-9) { $0 + Double($1) * Double($1) } / Double(middle.count))
    }

    private func samples(_ bytes: Data, dropping count: Int = 0) -> [Float] {
        bytes.dropFirst(count).withUnsafeBytes { raw in
            (0..<raw.count / 2).map {
                Float(Int16(littleEndian: raw.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))) / 32768
            }
        }
    }

    @Test(arguments: [("aac", 192_000, 96_000), ("ilbc", 44_100, 8_000)])
    func aRateThatACodecDoesNotHaveIsSaid(code: String, rate: Int, used: Int) throws {
        let source = try scratch.sine("in.wav", rate: rate, channels: 1, frames: rate)
        let run = try ProgramRun("afconvert", ["-f", "caff", "-d", code, source, "out.caf"], in: scratch.folder)
        #expect(run.status == 0)
        #expect(
            run.complaint == "afconvert: \(source): \(code) cannot be encoded at \(rate) Hz; converted to \(used) Hz "
                + "(-d \(code)@RATE chooses another rate)\n")
        // Nothing is said of a rate that was asked for, nor of one that is kept.
        let asked = try ProgramRun(
            "afconvert", ["-f", "caff", "-d", "\(code)@\(used)", source, "asked.caf"], in: scratch.folder)
        #expect(asked.status == 0 && asked.complaint.isEmpty, "\(asked.complaint)")
        let kept = try ProgramRun("afconvert", ["-f", "caff", "-d", code, "out.caf", "kept.caf"], in: scratch.folder)
        #expect(kept.status == 0 && kept.complaint.isEmpty, "\(kept.complaint)")
    }

    /// Of a sine and noise, at each quality.
    @Test func moreQualityIsLessErrorAtTheSameRate() throws {
        let sine = try scratch.sine("in.wav", channels: 1, frames: 88_200)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: sine))
        var random: UInt32 = 1
        for place in stride(from: 44, to: bytes.count, by: 2) {
            random = random &* 1_664_525 &+ 1_013_904_223
            let sample = Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8) / 2
            let noisy = UInt16(bitPattern: sample &+ Int16(truncatingIfNeeded: Int32(bitPattern: random) >> 19))
            (bytes[place], bytes[place + 1]) = (UInt8(noisy & 0xFF), UInt8(noisy >> 8))
        }
        try bytes.write(to: URL(fileURLWithPath: sine))
        let original = samples(bytes, dropping: 44)
        func made(_ words: [String]) throws -> (error: Double, bytes: Data) {
            let all = ["-f", "m4af", "-d", "aac", "-b", "32000", "-s", "0"] + words + [sine, "out.m4a"]
            #expect(try ProgramRun("afconvert", all, in: scratch.folder).status == 0)
            let back = try ProgramRun(
                "afconvert", ["-f", "WAVE", "-d", "LEI16", "out.m4a", "back.wav"], in: scratch.folder)
            #expect(back.status == 0)
            let file = try Data(contentsOf: URL(fileURLWithPath: scratch.path("back.wav")))
            let heard = samples(file, dropping: try #require(file.range(of: Data("data".utf8))).upperBound + 4)
            #expect(heard.count == original.count)
            let error = zip(original, heard).reduce(0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
            return (10 * log10(error), try Data(contentsOf: URL(fileURLWithPath: scratch.path("out.m4a"))))
        }
        let all = try ["0", "20", "64", "127"].map { try made(["-q", $0]) }
        #expect(all[0].error > all[1].error + 0.05 && all[1].error > all[2].error + 0.05, "\(all.map(\.error))")
        #expect(all[2].error > all[3].error - 0.05, "\(all.map(\.error))")
        #expect(abs(all[0].bytes.count - all[3].bytes.count) < all[3].bytes.count / 50)
        #expect(try made([]).bytes == all[2].bytes)
    }

    @Test(arguments: kinds) func whatIsWrittenIsHeardByOthersAndByUs(kind: Kind) throws {
        let source = try scratch.sine("in.wav", rate: kind.rate, channels: kind.channels, frames: kind.rate)
        let name = "out." + kind.ending
        let run = try ProgramRun(
            "afconvert", ["-f", kind.fileType, "-d", kind.code, source, scratch.path(name)], in: scratch.folder)
        try #require(run.status == 0, "\(run.complaint)")
        let info = try ProgramRun("afinfo", [scratch.path(name)])
        #expect(info.status == 0 && info.output.contains(" \(kind.code) "), "\(info.output)")
        // Ours gives back the length and the level: two sines of half of full scale are at -9 dB, each in its channel.
        let back = try ProgramRun(
            "afconvert", ["-f", "WAVE", "-d", "LEI16", name, "back.wav"], in: scratch.folder)
        try #require(back.status == 0, "\(back.complaint)")
        let ours = samples(try Data(contentsOf: scratch.folder.appendingPathComponent("back.wav")), dropping: 44)
        #expect(abs(ours.count - kind.rate * kind.channels) < 100, "\(ours.count)")
        #expect(abs(level(ours) + 9) < 1, "\(level(ours)) dB")
        guard let ffprobe = ProgramRun.outside("ffprobe"), let ffmpeg = ProgramRun.outside("ffmpeg") else { return }
        guard let expected = kind.probe else { return }
        let probe = try ProgramRun(
            ffprobe,
            ["-v", "error", "-show_entries", "stream=codec_name,profile", "-of", "csv=p=0", scratch.path(name)])
        #expect(probe.output.trimmingCharacters(in: .whitespacesAndNewlines) == expected)
        let heard = try ProgramRun(ffmpeg, ["-v", "error", "-i", scratch.path(name), "-f", "s16le", "-"])
        #expect(heard.status == 0 && heard.complaint.isEmpty, "\(heard.complaint)")
        #expect(abs(level(samples(heard.bytes)) - level(ours)) < 1, "\(level(samples(heard.bytes))) dB")
    }

    /// A seed of the fuzzers whose configuration then states object type 42.
    @Test func extendedHighEfficiencyIsNamedAndRefusedInOneSentence() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var bytes = try Data(contentsOf: root.appending(path: "Fuzz/Seeds/enhanced.m4a"))
        let config = try #require(bytes.range(of: Data([0xF8, 0xE8, 0x40])))
        bytes.replaceSubrange(config, with: [0xF9, 0x48, 0x40])
        try bytes.write(to: scratch.folder.appendingPathComponent("extended.m4a"))
        let info = try ProgramRun("afinfo", ["extended.m4a"], in: scratch.folder)
        #expect(info.status == 0 && info.output.contains("44100 Hz, usac "), "\(info.output)")
        let words = ["-f", "WAVE", "-d", "LEI16", "extended.m4a", "a.wav"]
        let run = try ProgramRun("afconvert", words, in: scratch.folder)
        #expect(run.status != 0)
        let lines = run.complaint.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("MPEG-D USAC (Extended High Efficiency AAC)"), "\(lines)")
    }
}
