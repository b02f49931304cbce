/// The accepted ranges of numbers from outside: from files, streams, playlists and programs' formats.
///
/// Code that receives such a number checks it here before it is used, and reports its own error. Code behind that check
/// uses the number without checking it again.
package enum SoundLimits {
    /// Sample rates in hertz: lower ones are no audio, and no audio device has a higher one.
    package static let sampleRates = 1_000.0...768_000.0
    /// Numbers of channels: no layout has more, and buffers are sized by the number.
    package static let channelCounts = 1...1_024
    /// The largest ratio of two accepted rates; the smallest is its inverse.
    package static let rateRatio = 768.0
    /// The maximum number of bytes in one packet of a codec.
    package static let packetByteCount = 1 << 24
    /// The maximum number of frames in one packet of a codec.
    package static let packetFrameCount = 1 << 24
    /// The maximum number of bytes of a resource, and the maximum offset in one; sums of a few such numbers cannot
    /// overflow.
    package static let resourceByteCount: Int64 = 1 << 53
    /// The maximum number of samples, of all channels, that are decoded before they are played: 64 MiB.
    package static let samplesAhead = 1 << 24

    /// Returns whether a sample rate is accepted; NaN is not.
    package static func accepts(sampleRate: Double) -> Bool { sampleRates.contains(sampleRate) }

    /// Returns whether a number of channels is accepted.
    package static func accepts(channelCount: Int) -> Bool { channelCounts.contains(channelCount) }

    /// Returns whether a sample rate and a number of channels are accepted.
    package static func accepts(sampleRate: Double, channelCount: Int) -> Bool {
        accepts(sampleRate: sampleRate) && accepts(channelCount: channelCount)
    }

    /// Returns whether a resampler can convert between two rates: both must be accepted.
    package static func converts(from inputRate: Double, to outputRate: Double) -> Bool {
        accepts(sampleRate: inputRate) && accepts(sampleRate: outputRate)
    }
}

extension FixedWidthInteger {
    /// Makes the integer nearest to a number from outside: the largest or smallest for numbers beyond the type's range,
    /// 0 for NaN.
    package init(nearest value: Double) {
        let whole = value.rounded()
        if let exact = Self(exactly: whole) {
            self = exact
        } else {
            self = value.isNaN ? 0 : value < 0 ? .min : .max
        }
    }
}
