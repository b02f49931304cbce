/// Reduces samples to few bits: adds dither and moves the rounding error to frequencies where the ear is least
/// sensitive.
///
/// Each sample is dithered, rounded to the integer's step and clamped; the error goes through a filter into the samples
/// to come. The output are floats that lie on the integer's steps exactly, so that encoding them loses nothing more.
/// The same seed gives the same noise. One for each channel, one thread at a time; no heap, no lock. Any split into
/// blocks gives the same samples.
///
/// - Source: R. A. Wannamaker, "Psychoacoustically Optimal Noise Shaping" (1992): the three-coefficient filter.
package struct ShapedDither: BitwiseCopyable, Sendable {
    /// The coefficients of the filter for the rounding error, latest error first; made for rates around 44.1 kHz.
    package static var coefficients: (Double, Double, Double) {
        @_noAllocation @_noLocks get { (1.623, -0.982, 0.109) }
    }

    private var dither: Dither
    private var errors: (Double, Double, Double) = (0, 0, 0)

    /// A source of noise without a past.
    @_noAllocation @_noLocks
    package init(seed: UInt64 = 1) { dither = Dither(seed: seed) }

    /// Puts samples on the steps of an integer of `bitCount` bits, in place.
    ///
    /// - Parameter bitCount: 2 to 24; other widths leave the samples alone.
    @_noAllocation @_noLocks
    package mutating func quantize(_ samples: UnsafeMutablePointer<Float>, bitCount: Int, frameCount: Int) {
        guard bitCount >= 2, bitCount <= 24, frameCount > 0 else { return }
        let full = Double(Int32(1) << Int32(bitCount &- 1))
        let (c1, c2, c3) = Self.coefficients
        for frame in 0..<frameCount {
            let sample = samples[frame]
            // NaN and infinities clear the errors, so that they leave no trace in later samples.
            guard sample.isFinite else {
                samples[frame] = sample > 0 ? Float((full - 1) / full) : sample < 0 ? -1 : 0
                errors = (0, 0, 0)
                continue
            }
            let wanted = Double(sample) * full - (c1 * errors.0 + c2 * errors.1 + c3 * errors.2)
            let dithered = wanted + dither.nextSteps()
            let clamped = min(max(dithered, -full), full - 1)
            // A double this large has no bits below one: adding and taking it away rounds half to even.
            let kept = (clamped + 0x1.8p52) - 0x1.8p52
            // Clamping is no error to make good later: the filter would swing.
            let error = clamped == dithered ? kept - wanted : 0
            errors = (error, errors.0, errors.1)
            samples[frame] = Float(kept / full)
        }
    }
}
