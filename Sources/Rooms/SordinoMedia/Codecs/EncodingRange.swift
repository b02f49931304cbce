import CoreAudioTypes
import SordinoRealtime

/// The settings that an encoder accepts, for interfaces that offer a choice.
package struct EncodingRange: Sendable {
    /// Rates in hertz; empty if any whole rate will do.
    package let sampleRates: [Double]
    /// The largest number of channels.
    package let channelLimit: Int
    /// The smallest number of channels.
    package let fewestChannels: Int
    /// Indicates whether decoding gives back the samples exactly, so that their depth matters.
    package let isLossless: Bool
    /// Bit rates that are offered, of all channels together; empty if the codec has none to choose.
    private let bitRates: [Int]
    /// The layouts that its packets have, as tags; nil for the usual ones.
    private let ownLayoutTags: [UInt32]?
    /// Bits a second of one channel: at least and at most, given a rate.
    private let bitRatesPerChannel: @Sendable (Double) -> ClosedRange<Double>

    /// The range of a codec; nil if nothing here encodes it, or if its packets are frames.
    package static func of(_ codec: FourCC) -> EncodingRange? {
        guard let codec = Codecs.named(codec), codec.isEncoded else { return nil }
        return codec.range
    }

    /// The bit rates that audio tools offer.
    static let usualBitRates =
        [
            8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 288, 320, 384,
            448, 512, 640, 768, 1024,
        ].map { 1000 * $0 }

    init(
        sampleRates: [Double] = [], channelLimit: Int, fewestChannels: Int = 1, isLossless: Bool = false,
        bitRates: [Int] = [], layoutTags: [UInt32]? = nil,
        bitRatesPerChannel: @escaping @Sendable (Double) -> ClosedRange<Double> = { _ in 0...0 }
    ) {
        self.sampleRates = sampleRates
        self.channelLimit = channelLimit
        self.fewestChannels = min(fewestChannels, channelLimit)
        ownLayoutTags = layoutTags
        self.isLossless = isLossless
        self.bitRates = bitRates
        self.bitRatesPerChannel = bitRatesPerChannel
    }

    /// Indicates whether there is a bit rate to choose.
    package var hasBitRate: Bool { !bitRates.isEmpty }

    /// All bit rates that some rate and number of channels has.
    package var availableBitRates: [Int] { bitRates }

    /// The bit rates that are offered at a rate and with so many channels.
    package func bitRates(sampleRate: Double, channelCount: Int) -> [Int] {
        bitRates.filter { takes(bitRate: $0, sampleRate: sampleRate, channelCount: channelCount) }
    }

    /// Returns whether a rate is possible; NaN and infinities are not.
    package func takes(sampleRate: Double) -> Bool {
        sampleRates.isEmpty ? SoundLimits.accepts(sampleRate: sampleRate) : sampleRates.contains(sampleRate)
    }

    /// Returns whether a bit rate is possible, offered or not; none is at a rate that is not.
    package func takes(bitRate: Int, sampleRate: Double, channelCount: Int) -> Bool {
        hasBitRate && takes(sampleRate: sampleRate)
            && bitRatesPerChannel(sampleRate).contains(Double(bitRate) / Double(max(1, channelCount)))
    }

    /// The bit rate when none is asked for: 64 kbit/s a channel, or the nearest that there is; 0 if there is no choice
    /// or the rate is not possible.
    package func usualBitRate(sampleRate: Double, channelCount: Int) -> Int {
        guard hasBitRate, takes(sampleRate: sampleRate) else { return 0 }
        let bounds = bitRatesPerChannel(sampleRate)
        return Int(max(bounds.lowerBound, min(64000, bounds.upperBound))) * channelCount
    }

    /// The offered rate nearest to a quality of 0 to 127; 0 if there is no choice.
    package func bitRate(quality: Int, sampleRate: Double, channelCount: Int) -> Int {
        let offered = bitRates(sampleRate: sampleRate, channelCount: channelCount)
        guard !offered.isEmpty else { return 0 }
        return offered[(offered.count - 1) * max(0, min(127, quality)) / 127]
    }

    /// The numbers of channels that the encoder takes.
    package var channelCounts: ClosedRange<Int> { ClosedRange(uncheckedBounds: (fewestChannels, channelLimit)) }

    /// The layouts of one to eight channels that the encoder takes, as tags.
    package var layoutTags: [UInt32] {
        if let ownLayoutTags { return ownLayoutTags }
        let tags: [UInt32] = [
            kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_MPEG_3_0_A,
            kAudioChannelLayoutTag_Quadraphonic, kAudioChannelLayoutTag_MPEG_5_0_A, kAudioChannelLayoutTag_MPEG_5_1_A,
            kAudioChannelLayoutTag_MPEG_6_1_A, kAudioChannelLayoutTag_MPEG_7_1_C,
        ]
        return Array(tags.prefix(channelLimit))
    }
}
