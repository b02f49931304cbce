import Foundation
import SordinoMedia
import Testing

/// Compressed files that others made, against what ffmpeg decoded.
///
/// They lie beside the project, not in it.
@Suite struct CompressedSamplesTests {
    /// A line of the table of expectations.
    struct Expected: Sendable, CustomTestStringConvertible {
        var file: String
        var outcome: String
        var rate: Double
        var channelCount: Int
        var frameCount: Int
        var untrimmedFrameCount: Int
        var rms: Double
        var testDescription: String { file }
    }

    /// Files whose counts or levels differ from ffmpeg's for a reason.
    static let reasons: [String: String] = [
        "aac/mutagen__empty.aac":
            "ffmpeg does not decode its last frame",
        "flac/ietf__ietf-uncommon-02_-_increasing_number_of_channels.flac":
            "channels that join later are mixed by ffmpeg, left out here",
        "mpegaudio/audioscan__v2.3-mcdi.mp3":
            "ffmpeg decodes what is there of a last frame that was cut",
        "mpegaudio/minimp3__l1-fl2.mp1":
            "ffmpeg takes the first frames for something else",
        "mpegaudio/mm__fl12.mp2":
            "ffmpeg takes the first frames for something else",
        "mpegaudio/minimp3__l3-he_mode.mp3":
            "one channel and two alternate, which ffmpeg mixes otherwise",
        "mpegaudio/minimp3__l3-sin1k0db.mp3":
            "ffmpeg decodes what is there of a last frame that was cut",
        "mpegaudio/mutagen__id3v1v2-combined.mp3":
            "ffmpeg decodes what is there of a last frame that was cut",
        "mpegaudio/taglib__lame_vbr.mp3":
            "ffmpeg decodes what is there of a last frame that was cut",
    ]

    /// Files of one channel without parametric stereo that ffmpeg decodes as two equal channels.
    static let oneChannel: Set<String> = ["aac/fate__tones_afconvert_44100_mono_aac_he.aac"]

    static let table = lines(["aac/", "ac3/", "amr/", "flac/", "gsm/", "loas/", "mpegaudio/"])

    /// The lines about files in some folders.
    static func lines(_ kinds: [String]) -> [Expected] {
        guard let folder = RealSamplesTests.folder,
            let text = try? String(contentsOfFile: folder + "/expected.tsv", encoding: .utf8)
        else { return [] }
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let head = lines.first else { return [] }
        func column(_ name: String) -> Int { head.firstIndex(of: name) ?? 0 }
        return lines.dropFirst().filter { line in kinds.contains { line[0].hasPrefix($0) } }.map { line in
            Expected(
                file: line[0], outcome: line[column("expect")], rate: Double(line[column("rate")]) ?? 0,
                channelCount: Int(line[column("channels")]) ?? 0, frameCount: Int(line[column("samples")]) ?? 0,
                untrimmedFrameCount: Int(line[column("samples_untrimmed")]) ?? 0,
                rms: Double(line[column("rms")]) ?? 0)
        }
    }

    @Test(
        .enabled(if: !table.isEmpty && OutsideTool.hasLibrary, "../shared/samples or libavcodec is not there"),
        arguments: table)
    func whatFFmpegDecodesWeDecodeToo(expected: Expected) throws {
        let path = try #require(RealSamplesTests.folder) + "/" + expected.file
        guard let reader = opened(path, expected) else { return }
        var frames: [[Float]] = []
        var failure: String?
        do { frames = try allFrames(reader, step: 4096) } catch { failure = "\(error)" }
        if expected.outcome != "ok" || Self.reasons[expected.file] != nil { return }
        #expect(failure == nil)
        #expect(reader.format.sampleRate == expected.rate)
        #expect(reader.format.channelCount == (Self.oneChannel.contains(expected.file) ? 1 : expected.channelCount))
        #expect(Int(reader.frameCount) == frames.first?.count)
        #expect(frames.first?.count == expected.frameCount, "untrimmed \(expected.untrimmedFrameCount)")
        let count = frames.reduce(0) { $0 + $1.count }
        let energy = frames.reduce(0.0) { $0 + $1.reduce(0.0) { $0 + Double($1) * Double($1) } }
        let rms = (energy / Double(max(1, count))).squareRoot()
        #expect(abs(rms - expected.rms) <= max(2e-5, 0.002 * expected.rms), "\(rms), not \(expected.rms)")
    }

    @Test(
        .enabled(if: !table.isEmpty, "../shared/samples is not there"),
        arguments: [
            ("aac/fate__tones_afconvert_44100_mono_aac_he.aac", 1, "aach"),
            ("mp4/fate__al_sbr_ps_06_new.mp4", 2, "aach"),
            ("mp4/fate__tones_afconvert_44100_stereo_aac_he2.m4a", 2, "aacp"),
            ("aac/fate__File1_fixed.aac", 2, "aacp"), ("mp4/fate__tones_nero_44100_stereo_aac_he2.mp4", 2, "aacp"),
        ])
    func oneChannelOfHighEfficiencyIsTwoOnlyWithParametricStereo(
        file: String, channelCount: Int, codec: FourCC
    ) throws {
        let reader = try MediaReader(path: try #require(RealSamplesTests.folder) + "/" + file)
        #expect(reader.format.channelCount == channelCount)
        #expect(reader.format.codec == codec)
    }

    @Test func oneEncodedChannelOfHighEfficiencyStaysOneChannel() throws {
        let samples = EncoderTests.chord(channelCount: 1, frameCount: 30_000)
        for (fileType, codec) in [("m4af", "aach"), ("caff", "aach")] as [(FourCC, FourCC)] {
            let format = EncoderTests.compressed(codec, channelCount: 1)
            let reader = try MediaReader(bytes: try written(samples, fileType, MediaDescription(format)))
            #expect(reader.format.channelCount == 1 && reader.format.codec == "aach")
            #expect(reader.frameCount == 30_000)
            #expect(try allFrames(reader).map(\.count) == [30_000])
        }
    }

    private func opened(_ path: String, _ expected: Expected) -> MediaReader? {
        do {
            return try MediaReader(path: path)
        } catch {
            #expect(!error.description.isEmpty)
            #expect(expected.outcome != "ok" || Self.reasons[expected.file] != nil, "\(error)")
            return nil
        }
    }
}
