/// Noise added before samples are rounded to integers, so that the error of rounding is hiss and not distortion.
///
/// Triangular, two steps of the integer wide from end to end: the error's mean and power do not depend on the signal.
/// The same seed gives the same noise. One for each channel, one thread at a time; no heap, no lock.
///
/// - Source: S. P. Lipshitz, R. A. Wannamaker, J. Vanderkooy, "Quantization and Dither: A Theoretical Survey" (1992).
package struct Dither: BitwiseCopyable, Sendable {
    private var state: UInt64

    /// A source of noise.
    @_noAllocation @_noLocks
    package init(seed: UInt64 = 1) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// Adds the noise to samples that will become integers of `bitCount` bits.
    ///
    /// - Parameter bitCount: 2 to 24; wider integers are finer than float32 and get none.
    @_noAllocation @_noLocks
    package mutating func add(to samples: UnsafeMutablePointer<Float>, bitCount: Int, frameCount: Int) {
        guard bitCount >= 2, bitCount <= 24 else { return }
        // A 16-bit fraction of one step.
        let unit = 1 / (Float(Int32(1) << Int32(bitCount &- 1)) * 65536)
        for frame in 0..<max(frameCount, 0) {
            samples[frame] += Float(nextDifference()) * unit
        }
    }

    /// The next of the noise, in steps of the integer: above -1 and below 1.
    @_noAllocation @_noLocks
    mutating func nextSteps() -> Double { Double(nextDifference()) / 65536 }

    /// The difference of two evenly spread numbers of 16 bits.
    @_noAllocation @_noLocks
    private mutating func nextDifference() -> Int32 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        let first = Int32(truncatingIfNeeded: (state >> 16) & 0xFFFF)
        let second = Int32(truncatingIfNeeded: (state >> 40) & 0xFFFF)
        return first &- second
    }
}
