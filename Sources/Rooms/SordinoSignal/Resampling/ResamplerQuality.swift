/// How much work a resampler spends on purity.
///
/// Taps are counted at the lower of the two rates.
package enum ResamplerQuality: Sendable, Equatable, CaseIterable {
    /// A straight line between neighbours: cheap, bright sounds alias audibly. For those who ask for it.
    case linear
    /// 16 taps, 60 dB: for hundreds of voices.
    case voice
    /// 32 taps, 80 dB: the default of mixer inputs.
    case good
    /// 96 taps, 133 dB: files and masters.
    case high

    /// Taps when the lower Nyquist frequency is beyond hearing.
    var tapCount: Int {
        switch self {
        case .linear: 2
        case .voice: 16
        case .good: 32
        case .high: 96
        }
    }

    /// Attenuation beyond the transition band.
    var attenuationDecibels: Double {
        switch self {
        case .linear: 0
        case .voice: 62
        case .good: 80
        case .high: 133
        }
    }

    /// Rows when the ratio is not a small fraction and rows are interpolated.
    ///
    /// The error of a straight line between rows is (pi / rows)^2 / 8 at the input's Nyquist frequency: -73, -94 and -130 dB.
    var interpolatedRowCount: Int {
        switch self {
        case .linear: 1
        case .voice: 128
        case .good: 256
        case .high: 2048
        }
    }
}
