import SordinoRealtime

/// Window functions: factors for a piece of signal before it is transformed, or for an impulse response to end it.
///
/// - Source: F. J. Harris, "On the Use of Windows for Harmonic Analysis with the Discrete Fourier Transform" (1978);
///   J. F. Kaiser, "Nonrecursive Digital Filter Design Using the I0-Sinh Window Function" (1974).
package enum Window: Sendable, Equatable {
    /// All ones: no window.
    case rectangular
    /// 0.5 - 0.5 cos: sidelobes from -31 dB, falling 18 dB an octave.
    case hann
    /// Four cosine terms: sidelobes below -92 dB.
    case blackmanHarris
    /// Kaiser's, with its shape parameter; `kaiserShape` finds it for an attenuation.
    case kaiser(shape: Double)

    /// The window's value at `position` of its span, 0 at the beginning, 1 at the end; outside it is 0.
    package func value(at position: Double) -> Double {
        guard position >= 0, position <= 1 else { return 0 }
        let angle = 2 * Double.pi * position
        switch self {
        case .rectangular:
            return 1
        case .hann:
            return 0.5 - 0.5 * RealtimeMath.cos(angle)
        case .blackmanHarris:
            // Harris 1978, table 1, minimum 4-term.
            return 0.35875 - 0.48829 * RealtimeMath.cos(angle) + 0.14128 * RealtimeMath.cos(2 * angle)
                - 0.01168 * RealtimeMath.cos(3 * angle)
        case .kaiser(let shape):
            let fromMiddle = 2 * position - 1
            let root = RealtimeMath.sqrt(max(0, 1 - fromMiddle * fromMiddle))
            return Self.besselI0(shape * root) / Self.besselI0(shape)
        }
    }

    /// `count` values for analysis: periodic, so that shifted copies add up evenly.
    package func periodic(count: Int) -> [Float] {
        (0..<count).map { Float(value(at: Double($0) / Double(count))) }
    }

    /// `count` values for filter design: symmetric, first and last alike.
    package func symmetric(count: Int) -> [Float] {
        count == 1 ? [1] : (0..<count).map { Float(value(at: Double($0) / Double(count - 1))) }
    }

    /// Kaiser's shape parameter for a stopband attenuation.
    ///
    /// - Parameter attenuationDecibels: Positive, e.g. 100.
    package static func kaiserShape(attenuationDecibels attenuation: Double) -> Double {
        if attenuation > 50 { return 0.1102 * (attenuation - 8.7) }
        if attenuation < 21 { return 0 }
        return 0.5842 * RealtimeMath.pow(attenuation - 21, 0.4) + 0.07886 * (attenuation - 21)
    }

    /// The width of the band between pass and stop of a Kaiser-windowed low-pass filter, in cycles a sample.
    package static func kaiserTransition(attenuationDecibels attenuation: Double, tapCount: Int) -> Double {
        (attenuation - 7.95) / (2.285 * 2 * Double.pi * Double(tapCount - 1))
    }

    /// The modified Bessel function of the first kind and order 0, by its power series.
    static func besselI0(_ x: Double) -> Double {
        let quarter = x * x / 4
        var term = 1.0
        var sum = 1.0
        var index = 1.0
        while term > sum * 1e-17 {
            term *= quarter / (index * index)
            sum += term
            index += 1
        }
        return sum
    }
}
