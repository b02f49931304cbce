/// The amount of work that a resampler spends on purity.
///
/// Taps are counted at the lower of the two rates.
package enum ResamplerQuality: Sendable, Equatable, CaseIterable {
    /// A straight line between neighbours: cheap, but bright sounds alias audibly.
    case linear
    /// 16 taps, 60 dB: for hundreds of voices.
    case voice
    /// 32 taps, 80 dB: the default of mixer inputs.
    case good
    /// 72 taps, 131 dB at the edge of the stopband and more beyond, flat to 0.907 of the lower Nyquist frequency:
    /// files, recordings, speech for models.
    case high
    /// 176 taps, 167 dB, flat within 0.0006 dB, summed in double precision: the only error is the rounding of float32
    /// samples. Nothing is let through above the lower Nyquist frequency. For masters.
    case mastering

    /// Taps when the lower Nyquist frequency is beyond hearing.
    ///
    /// Twice as many else.
    var tapCount: Int {
        switch self {
        case .linear: 2
        case .voice: 16
        case .good: 32
        case .high, .mastering: 0
        }
    }

    /// The filter of those that keep the band up to 0.907 of the lower Nyquist frequency flat.
    ///
    /// - Parameter stopsAtNyquist: Nothing passes above the lower Nyquist frequency.
    func filter(stopsAtNyquist: Bool) -> OptimalLowPass? {
        switch self {
        case .linear, .voice, .good: nil
        case .high: stopsAtNyquist ? .sharp : .wide
        case .mastering: .mastering
        }
    }

    /// Attenuation beyond the transition band of those whose taps are counted.
    var attenuationDecibels: Double { self == .voice ? 62 : 80 }

    /// Rows when the ratio is not a small fraction and rows are interpolated.
    ///
    /// The error of a straight line between rows is (pi / rows)^2 / 8 at the input's Nyquist frequency: -73, -94 and
    /// -130 dB. Mastering goes by a cubic through four rows: 3 (pi / rows)^4 / 128, -168 dB.
    var interpolatedRowCount: Int {
        switch self {
        case .linear: 1
        case .voice: 128
        case .good: 256
        case .high: 2048
        case .mastering: 192
        }
    }

    /// The precision of a bank for positions between rows.
    var precision: SincBank.Precision { self == .mastering ? .double : .single }
}
