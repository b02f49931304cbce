import Foundation
import SordinoMedia
import SordinoSignal
import Testing

/// The formats of Apple's guide "Using Audio" (tables 1-1 and 1-2) are recorded into files and played from them; without the
/// trait FFmpeg nothing but this package does it.
@Suite struct GuideFormatTests {
    /// A format of the tables with a file that holds it.
    struct Row: Sendable, CustomTestStringConvertible {
        var codec: FourCC
        var fileType: FourCC = "caff"
        var rate = 44_100.0
        var channelCount = 2
        var encoding: SampleEncoding?
        var testDescription: String { "\(codec) in \(fileType)" }
    }

    static let rows: [Row] = [
        Row(codec: "aac ", fileType: "m4af"), Row(codec: "alac", fileType: "m4af"), Row(codec: "alac"),
        Row(codec: "aach", fileType: "m4af"), Row(codec: "aacp", fileType: "m4af"),
        Row(codec: "aacl"), Row(codec: "aace", fileType: "m4af"), Row(codec: "aacf", fileType: "m4af"),
        Row(codec: "ilbc", rate: 8000, channelCount: 1), Row(codec: "ima4"), Row(codec: "ima4", fileType: "AIFC"),
        Row(codec: "lpcm", fileType: "WAVE", encoding: .int16(.little)),
        Row(codec: "lpcm", encoding: .float32(.little)),
        Row(codec: "ulaw", fileType: "WAVE", encoding: .muLaw), Row(codec: "alaw", fileType: "WAVE", encoding: .aLaw),
        Row(codec: "flac", fileType: "flac"),
    ]

    /// Harmonics of a low tone that swell twice in the second that they last.
    private static func sound(_ row: Row) -> [[Float]] {
        let plane = (0..<Int(row.rate)).map { frame -> Float in
            let time = Double(frame) / row.rate
            let sum = (1...12).reduce(0.0) { $0 + cos(Double($1) * 2 * .pi * 130 * time) / Double($1) }
            return Float(0.2 * sum * abs(sin(2 * .pi * time)))
        }
        return [[Float]](repeating: plane, count: row.channelCount)
    }

    private static func level(_ samples: some Sequence<Float>) -> Double {
        10 * log10(samples.reduce(1e-12) { $0 + Double($1) * Double($1) })
    }

    private static func played(_ bytes: [UInt8]) throws -> [[Float]] {
        let reader = try MediaReader(bytes: bytes)
        var channels = [[Float]](repeating: [], count: reader.format.channelCount)
        let planes = channels.map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 4096) }
        defer { for plane in planes { plane.deallocate() } }
        while true {
            let count = try reader.read(into: planes, frameCount: 4096)
            if count == 0 { return channels }
            for (index, plane) in planes.enumerated() {
                channels[index] += UnsafeBufferPointer(start: plane, count: count)
            }
        }
    }

    @Test(arguments: rows) func aFormatOfTheGuideIsRecordedAndPlayed(row: Row) throws {
        let codec = try #require(Codecs.named(row.codec))
        #if !SORDINO_FFMPEG
        // The library is not asked.
        #expect(codec.decoderImplementations.contains(.sordino) && codec.encoderImplementations.contains(.sordino))
        #endif
        let format =
            row.encoding.map { MediaFormat($0, sampleRate: row.rate, channelCount: row.channelCount) }
            ?? codec.usualFormat(sampleRate: row.rate, channelCount: row.channelCount)
        let sink = MemoryByteSink()
        let writer = try MediaWriter(sink, try #require(Containers.named(row.fileType)), MediaDescription(format))
        let sound = Self.sound(row)
        let planes = sound.map { plane in
            let copy = UnsafeMutablePointer<Float>.allocate(capacity: plane.count)
            copy.initialize(from: plane, count: plane.count)
            return UnsafeMutableRawPointer(copy)
        }
        defer { for plane in planes { plane.deallocate() } }
        try planes.withUnsafeBufferPointer { pointers in
            let block = SampleBlock(
                .float32, channelCount: planes.count, isInterleaved: false, buffers: try #require(pointers.baseAddress))
            try writer.write(block, frameCount: sound[0].count)
        }
        try writer.finish()
        let heard = try Self.played(sink.bytes)
        #expect(heard.count == row.channelCount)
        // IMA 4:1 in AIFF-C has whole packets of 64 frames.
        #expect(heard[0].count >= sound[0].count && heard[0].count < sound[0].count + 64)
        for (heard, sound) in zip(heard, sound) {
            #expect(abs(Self.level(heard) - Self.level(sound)) < 1.5, "\(Self.level(heard)) of \(Self.level(sound)) dB")
        }
    }

    /// MP3 is played, not recorded: a seed of the fuzzers.
    @Test(arguments: ["cbr.mp3", "vbr.mp3", "layer2.mp2"]) func mp3IsPlayed(name: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let bytes = [UInt8](try Data(contentsOf: root.appending(path: "Fuzz/Seeds/" + name)))
        let heard = try Self.played(bytes)
        #expect(heard.count == 2 && heard[0].count > 4000)
        #expect(heard.allSatisfy { $0.contains { abs($0) > 0.05 } })
    }
}
