import Foundation
import SordinoMedia
import Testing

/// Channels keep their loudspeakers through encoders and containers; other decoders say where they are.
@Suite(.enabled(if: OutsideTool.path("ffmpeg") != nil && OutsideTool.hasLibrary, "ffmpeg or libavcodec is not there"))
struct LayoutTests {
    /// A file with loudspeakers of its own.
    struct Kind: CustomTestStringConvertible, Sendable {
        var codec: FourCC
        var fileType: FourCC
        var mask: UInt32
        /// The name of the layout in ffprobe.
        var name: String
        /// For each channel that ffmpeg decodes that of the frames that went in.
        var order: [Int]
        var testDescription: String { "\(codec) \(name) in \(fileType)" }
    }

    private static let rate = 48000.0

    /// A sine for each channel, low enough for the one of low frequencies.
    private static func sines(_ count: Int) -> [[Float]] {
        (0..<count).map { channel in
            (0..<24_000).map { 0.3 * Float(sin(2 * .pi * hertz(channel) * Double($0) / rate)) }
        }
    }

    private static func hertz(_ channel: Int) -> Double { [500, 700, 900, 100, 1100, 1300, 1500, 1700][channel] }

    /// The channel whose sine is heard; nil if none is.
    private static func heard(_ samples: [Double]) -> Int? {
        let powers = (0..<8).map { channel in
            let step = 2 * .pi * hertz(channel) / rate
            let part = samples[6000..<15_600]
            let (sine, cosine) = part.enumerated().reduce((0.0, 0.0)) {
                ($0.0 + $1.element * sin(step * Double($1.offset)), $0.1 + $1.element * cos(step * Double($1.offset)))
            }
            return (sine * sine + cosine * cosine).squareRoot() / Double(part.count / 2)
        }
        guard let most = powers.max(), most > 0.1 else { return nil }
        return powers.firstIndex(of: most)
    }

    static let kinds = [
        Kind(codec: "aac ", fileType: "m4af", mask: 0x7, name: "3.0", order: [0, 1, 2]),
        Kind(codec: "aac ", fileType: "m4af", mask: 0x33, name: "quad", order: [0, 1, 2, 3]),
        Kind(codec: "aac ", fileType: "m4af", mask: 0x3F, name: "5.1", order: [0, 1, 2, 3, 4, 5]),
        Kind(codec: "aac ", fileType: "m4af", mask: 0x107, name: "4.0", order: [0, 1, 2, 3]),
        Kind(codec: "aac ", fileType: "m4af", mask: 0x37, name: "5.0", order: [0, 1, 2, 3, 4]),
        Kind(codec: "aac ", fileType: "m4af", mask: 0x13F, name: "6.1", order: [0, 1, 2, 3, 4, 5, 6]),
        Kind(codec: "aac ", fileType: "m4af", mask: 0xFF, name: "7.1(wide)", order: [0, 1, 2, 3, 4, 5, 6, 7]),
        Kind(codec: "aac ", fileType: "m4af", mask: 0x63F, name: "7.1", order: [0, 1, 2, 3, 4, 5, 6, 7]),
        Kind(codec: "aac ", fileType: "m4af", mask: 0x637, name: "7.0", order: [0, 1, 2, 3, 4, 5, 6]),
        Kind(codec: "aac ", fileType: "adts", mask: 0x3F, name: "5.1", order: [0, 1, 2, 3, 4, 5]),
        Kind(codec: "aac ", fileType: "adts", mask: 0xFF, name: "7.1(wide)", order: [0, 1, 2, 3, 4, 5, 6, 7]),
        Kind(codec: "aach", fileType: "m4af", mask: 0x3F, name: "5.1", order: [0, 1, 2, 3, 4, 5]),
        Kind(codec: "alac", fileType: "m4af", mask: 0x3F, name: "5.1", order: [0, 1, 2, 3, 4, 5]),
        Kind(codec: "alac", fileType: "m4af", mask: 0x13F, name: "6.1", order: [0, 1, 2, 3, 4, 5, 6]),
        // Left and right of the side become those of the back, which stand before the centre of the back.
        Kind(codec: "alac", fileType: "m4af", mask: 0x70F, name: "6.1", order: [0, 1, 2, 3, 5, 6, 4]),
        Kind(codec: "alac", fileType: "m4af", mask: 0xFF, name: "7.1(wide)", order: [0, 1, 2, 3, 4, 5, 6, 7]),
        Kind(codec: "opus", fileType: "Oggf", mask: 0x7, name: "3.0", order: [0, 1, 2]),
        Kind(codec: "opus", fileType: "Oggf", mask: 0x33, name: "quad", order: [0, 1, 2, 3]),
        Kind(codec: "opus", fileType: "Oggf", mask: 0x37, name: "5.0", order: [0, 1, 2, 3, 4]),
        Kind(codec: "opus", fileType: "Oggf", mask: 0x3F, name: "5.1", order: [0, 1, 2, 3, 4, 5]),
        // Left and right of the side stand behind the centre of the back, those of the back before it.
        Kind(codec: "opus", fileType: "Oggf", mask: 0x70F, name: "6.1", order: [0, 1, 2, 3, 4, 5, 6]),
        Kind(codec: "opus", fileType: "Oggf", mask: 0x13F, name: "6.1", order: [0, 1, 2, 3, 6, 4, 5]),
        Kind(codec: "opus", fileType: "Oggf", mask: 0x63F, name: "7.1", order: [0, 1, 2, 3, 4, 5, 6, 7]),
        Kind(codec: "flac", fileType: "flac", mask: 0x107, name: "4.0", order: [0, 1, 2, 3]),
        Kind(codec: "flac", fileType: "flac", mask: 0x33, name: "quad", order: [0, 1, 2, 3]),
    ]

    @Test(arguments: kinds) func whatIsEncodedIsHeardAtItsPlaceElsewhere(kind: Kind) throws {
        let count = kind.mask.nonzeroBitCount
        let bits = kind.codec == "flac" || kind.codec == "alac" ? 16 : 0
        let format = EncoderTests.compressed(kind.codec, rate: Self.rate, channelCount: count, bits: bits)
        let description = MediaDescription(format, layout: ChannelLayout(bitmap: kind.mask))
        let bytes = try written(Self.sines(count), kind.fileType, description)
        let folder = try TemporaryFolder()
        let path = folder.file("a." + (Containers.named(kind.fileType)?.extensions.first ?? ""))
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        // Otherwise ffmpeg takes the channel configuration 7 for another one, which encoders often mean by it.
        let said = try OutsideTool.run(
            "ffprobe",
            ["-v", "error", "-strict", "1", "-show_entries", "stream=channel_layout", "-of", "csv=p=0", path])
        let name = String(decoding: said, as: UTF8.self)
        // ffmpeg 7 has no name for what a program config element says of 7.0, and leaves its channels in the stream's order.
        let isNamed = name.hasPrefix(kind.name)
        #expect(isNamed || kind.name == "7.0" && name.hasPrefix("unknown"), "\(name)")
        let decoded = OutsideTool.doubles(
            try OutsideTool.run("ffmpeg", ["-v", "error", "-strict", "1", "-i", path, "-f", "f64le", "-"]))
        let order = kind.order.indices.map { channel in
            Self.heard(stride(from: channel, to: decoded.count, by: count).map { decoded[$0] })
        }
        #expect(isNamed ? order == kind.order : Set(order) == Set(kind.order), "\(order)")
        // The layout read here agrees with it.
        let reader = try MediaReader(bytes: bytes)
        #expect(reader.layout?.waveMask.map { $0.nonzeroBitCount } == count)
        for (channel, samples) in try allFrames(reader).enumerated() {
            #expect(Self.heard(samples.map { Double($0) }) == kind.order[channel], "channel \(channel) read here")
        }
    }

    @Test func theLoudspeakersThatFFmpegWritesIntoFLACAreRead() throws {
        let folder = try TemporaryFolder()
        for (name, mask) in [("4.0", 0x107), ("quad", 0x33), ("2.1", 0xB), ("5.0", 0x37)] as [(String, UInt32)] {
            let path = folder.file("\(mask).flac")
            let sum = (0..<mask.nonzeroBitCount).map { "sin(\($0 + 1)*1000*t)" }.joined(separator: "|")
            _ = try OutsideTool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "aevalsrc='\(sum)':s=48000:d=0.1:c=\(name)", "-y", path])
            let file = try PacketFile(FileByteSource(path: path))
            #expect(file.properties.layout?.waveMask == mask, "\(name)")
        }
    }
}
