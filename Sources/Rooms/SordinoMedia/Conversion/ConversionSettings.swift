import SordinoSignal

/// The method by which a converter resamples.
package enum ResamplingMethod: Equatable, Sendable {
    /// A straight line between neighbours.
    case linear
    /// A windowed sinc of the quality asked for.
    case normal
    /// The best there is.
    case mastering
    /// A filter without pre-ringing.
    case minimumPhase
}

/// The assumption of a converter about frames before its first and after its last ones.
package enum PrimeMethod: UInt32, Sendable {
    /// The input begins with as many frames from before the wanted ones as the filter needs.
    case pre = 0
    /// Silence before and after; no delay.
    case normal = 1
    /// Nothing is looked at in advance: the output comes late by the trailing frames.
    case none = 2
}

/// The number of frames that a converter needs beside the requested ones; for packets, the number of decoded frames to
/// drop.
package struct PrimeInfo: Equatable, Sendable {
    /// Frames before the first.
    package var leadingFrameCount: Int
    /// Frames after the last.
    package var trailingFrameCount: Int

    /// Makes the two counts, in frames.
    package init(leadingFrameCount: Int = 0, trailingFrameCount: Int = 0) {
        self.leadingFrameCount = leadingFrameCount
        self.trailingFrameCount = trailingFrameCount
    }
}

/// Noise that makes quantisation errors independent of the sound.
package enum DitherKind: Equatable, Sendable {
    /// Round to the nearest.
    case none
    /// Triangular noise of two steps' width.
    case triangular
    /// The same, with the rounding error moved to frequencies where the ear is least sensitive.
    case noiseShaped
}

/// All settings of a converter beside its two formats.
package struct ConversionSettings: Equatable, Sendable {
    /// For each channel of the output the channel of the input that it plays, -1 for silence.
    package var channelMap: [Int]?
    /// Gains, one row for each channel of the output; goes before `channelMap`.
    package var mixMap: [Float]?
    /// Indicates whether channels that have no place in the output are mixed into those that there are.
    package var downmixes = false
    /// The dither that is added before samples become integers.
    package var dither = DitherKind.none
    /// The method by which the rate is changed.
    package var resamplingMethod = ResamplingMethod.normal
    /// The amount of work for the change of rate: 0 to 127.
    package var resamplingQuality = 96
    /// The assumption about frames before the input.
    package var primeMethod = PrimeMethod.normal
    /// Frames of a decoder that are not to be heard.
    package var decoderPriming = PrimeInfo()
    /// The options of the encoder.
    package var encoding = EncodingOptions()

    /// Makes the default settings of a converter.
    package init() {}

    /// The quality in the resampler's terms.
    package func resamplerQuality(ratio: Double) -> ResamplerQuality {
        switch resamplingMethod {
        // A straight line leaves all that would have to be filtered out, so half the rate is the lowest.
        case .linear: ratio >= 0.5 ? .linear : .voice
        case .normal where resamplingQuality < 48, .minimumPhase where resamplingQuality < 48: .voice
        case .normal where resamplingQuality < 80, .minimumPhase where resamplingQuality < 80: .good
        case .normal, .minimumPhase: .high
        case .mastering: .mastering
        }
    }

    /// The phase of the filter of the resampler.
    package var resamplerPhase: Resampler.Phase { resamplingMethod == .minimumPhase ? .minimum : .linear }
}
