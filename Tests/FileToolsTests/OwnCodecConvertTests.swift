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
