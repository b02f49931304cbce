import SordinoRealtime

/// The coefficients of one section: `y = b0 x + b1 x1 + b2 x2 - a1 y1 - a2 y2`.
///
/// - Source: the formulae of Robert Bristow-Johnson's "Cookbook formulae for audio equalizer biquad filter
///   coefficients": analogue prototypes through the bilinear transform, with the bandwidth corrected for its warping.
package struct Biquad: BitwiseCopyable, Equatable, Sendable {
    package var b0: Double
    package var b1: Double
    package var b2: Double
    package var a1: Double
    package var a2: Double

    /// Lets everything pass as it is.
    @_noAllocation @_noLocks
    package init() { (b0, b1, b2, a1, a2) = (1, 0, 0, 0, 0) }

    @_noAllocation @_noLocks
    private init(_ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double) {
        let scale = 1 / a0
        self.b0 = b0 * scale
        self.b1 = b1 * scale
        self.b2 = b2 * scale
        self.a1 = a1 * scale
        self.a2 = a2 * scale
    }

    /// Passes frequencies below the corner; the gain at the corner is `q`.
    @_noAllocation @_noLocks
    package static func lowPass(_ corner: BiquadCorner) -> Biquad {
        let rest = 1 - corner.cosine
        return Biquad(rest / 2, rest, rest / 2, 1 + corner.alpha, -2 * corner.cosine, 1 - corner.alpha)
    }

    /// Passes frequencies above the corner; the gain at the corner is `q`.
    @_noAllocation @_noLocks
    package static func highPass(_ corner: BiquadCorner) -> Biquad {
        let rest = 1 + corner.cosine
        return Biquad(rest / 2, -rest, rest / 2, 1 + corner.alpha, -2 * corner.cosine, 1 - corner.alpha)
    }

    /// Passes frequencies around the corner, which is at 0 dB.
    @_noAllocation @_noLocks
    package static func bandPass(_ corner: BiquadCorner) -> Biquad {
        Biquad(corner.alpha, 0, -corner.alpha, 1 + corner.alpha, -2 * corner.cosine, 1 - corner.alpha)
    }

    /// Stops frequencies around the corner.
    @_noAllocation @_noLocks
    package static func bandStop(_ corner: BiquadCorner) -> Biquad {
        Biquad(1, -2 * corner.cosine, 1, 1 + corner.alpha, -2 * corner.cosine, 1 - corner.alpha)
    }

    /// Turns phases around the corner and leaves every level as it is.
    @_noAllocation @_noLocks
    package static func allPass(_ corner: BiquadCorner) -> Biquad {
        Biquad(
            1 - corner.alpha, -2 * corner.cosine, 1 + corner.alpha, 1 + corner.alpha, -2 * corner.cosine,
            1 - corner.alpha)
    }

    /// Raises or lowers frequencies around the corner.
    @_noAllocation @_noLocks
    package static func peak(_ corner: BiquadCorner, decibels: Double) -> Biquad {
        let root = amplitude(ofHalf: decibels)
        let (up, down) = (corner.alpha * root, corner.alpha / root)
        return Biquad(1 + up, -2 * corner.cosine, 1 - up, 1 + down, -2 * corner.cosine, 1 - down)
    }

    /// Raises or lowers frequencies below the corner, which has half the gain in decibels.
    @_noAllocation @_noLocks
    package static func lowShelf(_ corner: BiquadCorner, decibels: Double) -> Biquad {
        let a = amplitude(ofHalf: decibels)
        let (c, slope) = (corner.cosine, 2 * RealtimeMath.sqrt(a) * corner.alpha)
        return Biquad(
            a * (a + 1 - (a - 1) * c + slope), 2 * a * (a - 1 - (a + 1) * c), a * (a + 1 - (a - 1) * c - slope),
            a + 1 + (a - 1) * c + slope, -2 * (a - 1 + (a + 1) * c), a + 1 + (a - 1) * c - slope)
    }

    /// Raises or lowers frequencies above the corner, which has half the gain in decibels.
    @_noAllocation @_noLocks
    package static func highShelf(_ corner: BiquadCorner, decibels: Double) -> Biquad {
        let a = amplitude(ofHalf: decibels)
        let (c, slope) = (corner.cosine, 2 * RealtimeMath.sqrt(a) * corner.alpha)
        return Biquad(
            a * (a + 1 + (a - 1) * c + slope), -2 * a * (a - 1 + (a + 1) * c), a * (a + 1 + (a - 1) * c - slope),
            a + 1 - (a - 1) * c + slope, 2 * (a - 1 - (a + 1) * c), a + 1 - (a - 1) * c - slope)
    }

    /// The square root of a gain's factor.
    @_noAllocation @_noLocks
    private static func amplitude(ofHalf decibels: Double) -> Double {
        RealtimeMath.exp(decibels * (2.302_585_092_994_046 / 40))
    }
}

/// The frequency and the width of a section.
package struct BiquadCorner: BitwiseCopyable, Sendable {
    /// Cosine of the angular frequency per sample.
    package let cosine: Double
    /// Half the sine of that divided by Q.
    package let alpha: Double

    /// A corner with a quality.
    ///
    /// - Parameters:
    ///   - hertz: 1 Hz to just below half the rate; other values are moved to the nearer end.
    ///   - q: Above 0.
    @_noAllocation @_noLocks
    package init(hertz: Double, q: Double, sampleRate: Double) {
        let angle = BiquadCorner.angle(hertz, sampleRate)
        cosine = RealtimeMath.cos(angle)
        alpha = RealtimeMath.sin(angle) / (2 * max(q, 1e-4))
    }

    /// A corner with a width.
    ///
    /// - Parameter octaves: Between the points of half the gain in decibels, or of -3 dB; above 0.
    @_noAllocation @_noLocks
    package init(hertz: Double, octaves: Double, sampleRate: Double) {
        let angle = BiquadCorner.angle(hertz, sampleRate)
        let sine = RealtimeMath.sin(angle)
        cosine = RealtimeMath.cos(angle)
        // Close to half the rate the width would exceed the range of numbers.
        let half = min(0.346_573_590_279_972_65 * octaves * angle / sine, 40)
        let grown = RealtimeMath.exp(half)
        alpha = sine * (grown - 1 / grown) / 2
    }

    @_noAllocation @_noLocks
    private static func angle(_ hertz: Double, _ sampleRate: Double) -> Double {
        2 * Double.pi * min(max(hertz, 1), 0.499 * sampleRate) / sampleRate
    }
}

extension Double {
    /// The square root of a half: the quality of a Butterworth section.
    package static var butterworthQ: Double {
        @_noAllocation @_noLocks get { 0.707_106_781_186_547_5 }
    }
}
