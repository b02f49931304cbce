import CoreAudioTypes
import Foundation
import SordinoMedia
import Testing

/// Every rate and number of channels that the registry offers for an encoder is encoded and decoded, and what encoders
/// take is offered.
@Suite struct EveryShapeTests {
    /// The codecs that Sordino encodes itself.
    static let codecs: [FourCC] = ["aac ", "aach", "aacp", "aacl", "aace", "aacf", "alac", "flac", "ilbc", "ima4"]

    /// A sine of another frequency for each channel.
    ///
    /// - Parameter low: The channel of low frequencies, whose band is narrow.
    private static func sines(
        _ channelCount: Int, _ frameCount: Int, rate: Double, low: Int? = nil
    ) -> [[Float]] {
        (0..<channelCount).map { channel in
            let hertz = channel == low ? 80 : min(500 + 150 * Double(channel), rate / 6)
            let (step, start) = (2 * Double.pi * hertz / rate, Double(channel))
            return (0..<frameCount).map { frame -> Float in Float(0.4 * sin(step * Double(frame) + start)) }
        }
    }

    private static func format(_ codec: FourCC, _ rate: Double, _ channelCount: Int) throws -> MediaFormat {
        let named = try #require(Codecs.named(codec))
        return named.usualFormat(sampleRate: rate, channelCount: channelCount)
    }

    /// The correlation of a channel with what went in: 1 for the same.
    private static func likeness(_ one: [Float], _ other: [Float]) -> Double {
        var (product, first, second) = (0.0, 1e-9, 1e-9)
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                for index in 0..<min(one.count, other.count) {
                    let (a, b) = (Double(one[index]), Double(other[index]))
                    product += a * b
                    first += a * a
                    second += b * b
                }
            }
        }
        return product / (first * second).squareRoot()
    }

    @Test(arguments: codecs) func everyOfferedRateAndNumberOfChannelsComesBack(codec: FourCC) throws {
        let range = try #require(EncodingRange.of(codec))
        let rates = range.sampleRates.isEmpty ? [8000, 44_100, 96_000, 192_000] : range.sampleRates
        let isLong = ProcessInfo.processInfo.environment["SORDINO_SOAK"] != nil
        for (place, rate) in rates.enumerated() {
            // Each rate and each number to eight at least once; all pairs in a soak.
            let counts = Array(range.channelCounts.prefix(8))
            let some = place == rates.count / 2 ? counts : [counts[place % counts.count]]
            for count in isLong ? counts : some {
                let samples = Self.sines(count, 6 * 2048, rate: rate, low: count >= 6 ? 3 : nil)
                let back = try EncoderTests().throughPackets(try Self.format(codec, rate, count), samples)
                let likes = zip(back, samples).map {
                    Self.likeness(Array($0.dropFirst(4096)), Array($1.dropFirst(4096)))
                }
                // Parametric stereo keeps the sum and the balance, not each channel.
                let least = codec == "aacp" ? 0.3 : codec == "ilbc" ? 0.7 : 0.9
                #expect(back.map(\.count) == samples.map(\.count), "\(codec), \(rate) Hz, \(count) channels")
                #expect(likes.allSatisfy { $0 > least }, "\(codec), \(rate) Hz, \(count) channels: \(likes)")
            }
        }
    }

    @Test(arguments: codecs) func whatTheEncoderTakesIsOffered(codec: FourCC) throws {
        let range = try #require(EncodingRange.of(codec))
        let rates: [Double] = [
            4000, 5512, 6000, 7350, 8000, 11_024, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 37_800, 44_100,
            48_000, 64_000, 88_200, 96_000, 176_400, 192_000,
        ]
        for rate in rates {
            for count in 1...10 {
                let isTaken = (try? Codecs.encoder(for: try Self.format(codec, rate, count))) != nil
                let isOffered = range.takes(sampleRate: rate) && range.channelCounts.contains(count)
                #expect(isTaken == isOffered, "\(codec), \(rate) Hz, \(count) channels")
            }
        }
    }

    @Test(arguments: codecs) func everyOfferedLayoutIsTakenInItsOrder(codec: FourCC) throws {
        let range = try #require(EncodingRange.of(codec))
        for tag in range.layoutTags where tag & 0xFFFF > 2 {
            let count = Int(tag & 0xFFFF)
            let layout = ChannelLayout(tag: tag)
            let wanted = try #require(layout.wavePlacement)
            let bits = (0..<18).filter { wanted.mask >> UInt32($0) & 1 == 1 }
            let low = bits.firstIndex(of: 3).map { wanted.channels[$0] }
            let samples = Self.sines(count, 4 * 2048, rate: 48_000, low: low)
            let bytes = try written(
                samples, codec == "flac" ? "flac" : "caff",
                MediaDescription(try Self.format(codec, 48_000, count), layout: layout))
            let reader = try MediaReader(bytes: bytes)
            let back = try allFrames(reader)
            guard codec != "flac" || reader.layout != nil else { continue }
            let heard = try #require(reader.layout?.wavePlacement, "\(codec) \(layout)")
            #expect(heard.mask == wanted.mask, "\(codec) \(layout)")
            for (one, other) in zip(heard.channels, wanted.channels) {
                let like = Self.likeness(back[one], samples[other])
                #expect(like > 0.85, "\(codec) \(layout), channel \(one): \(like)")
            }
            // The file states the order of channels in packets.
            let stated = try #require(reader.properties.layout)
            #expect(codec == "flac" || stated.tag == tag, "\(codec): \(stated), not \(tag)")
        }
    }

    @Test func fourCornersInAppleLosslessAreRefusedByName() throws {
        let description = MediaDescription(
            try Self.format("alac", 48_000, 4), layout: ChannelLayout(tag: kAudioChannelLayoutTag_Quadraphonic))
        var message = ""
        do {
            _ = try written(Self.sines(4, 100, rate: 48_000), "caff", description)
        } catch let error as MediaError { message = error.description }
        #expect(message.contains("quadraphonic") && message.contains("back centre"), "\(message)")
    }
}
