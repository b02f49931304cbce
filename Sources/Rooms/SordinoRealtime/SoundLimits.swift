/// The numbers of sound that are accepted from outside: files, streams, playlists, and programs' formats.
///
/// Every reader of strangers' numbers asks here before anything is made from them, and answers with an error of its own. Behind these
/// doors a number is used without another look.
package enum SoundLimits {
    /// Frames a second: below lies no audio, above no converter's clock.
    package static let sampleRates = 1_000.0...768_000.0
    /// Channels: no layout names more, and buffers are sized by them.
    package static let channelCounts = 1...1_024
    /// The ratio of two accepted rates, at most; that of the other two is its inverse.
    package static let rateRatio = 768.0
    /// Bytes of one packet of a codec.
    package static let packetByteCount = 1 << 24
    /// Frames of one packet of a codec.
    package static let packetFrameCount = 1 << 24
    /// Bytes of a resource, and the place of a part of it; sums of a few such numbers stay far from overflow.
    package static let resourceByteCount: Int64 = 1 << 53
    /// Samples of all channels that are decoded in advance of their being heard: 64 MiB.
    package static let samplesAhead = 1 << 24

    /// Returns whether sound of a rate is accepted; of no number it is not.
    package static func accepts(sampleRate: Double) -> Bool { sampleRates.contains(sampleRate) }

    /// Returns whether sound of so many channels is accepted.
    package static func accepts(channelCount: Int) -> Bool { channelCounts.contains(channelCount) }

    /// Returns whether a rate and so many channels are accepted.
    package static func accepts(sampleRate: Double, channelCount: Int) -> Bool {
        accepts(sampleRate: sampleRate) && accepts(channelCount: channelCount)
    }

    /// Returns whether a resampler stands between two rates: both are accepted.
    package static func converts(from inputRate: Double, to outputRate: Double) -> Bool {
        accepts(sampleRate: inputRate) && accepts(sampleRate: outputRate)
    }
}

extension FixedWidthInteger {
    /// Makes the whole number that is nearest to a number from outside: the largest or smallest for what lies beyond, 0 for what is no
    /// number.
    package init(nearest value: Double) {
        let whole = value.rounded()
        if let exact = Self(exactly: whole) {
            self = exact
        } else {
            self = value.isNaN ? 0 : value < 0 ? .min : .max
        }
    }
}
