import CKernels

/// One source of one output channel: where its samples begin, and its gain.
package typealias MixSource = CKernelsSource
/// One interleaved stereo source with a gain for each side.
package typealias MixStereoSource = CKernelsStereoSource
/// One int16 source of one output channel; it stays int16 until it is mixed.
package typealias MixInt16Source = CKernelsInt16Source
/// One interleaved int16 stereo source with a gain for each side.
package typealias MixInt16StereoSource = CKernelsInt16StereoSource

/// Sums and products of whole blocks.
///
/// Every product and every sum is rounded to float32, sources in the order given; so a mix does not depend on the
/// machine, on how many sources are handed over at once, or on how time is cut into blocks. Gains are amplitudes, not
/// decibels. All functions: any thread, no heap, no lock. Outputs must not overlap inputs unless stated otherwise.
package enum Mixing {
    /// `sum[i] += source[i] * gain`.
    @_noAllocation @_noLocks
    package static func add(
        _ source: UnsafePointer<Float>, gain: Float = 1, to sum: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        guard frameCount > 0 else { return }
        var only = MixSource(samples: source, gain: gain)
        ckernels_mix(sum, &only, 1, frameCount)
    }

    /// Adds many sources to one channel, in their order: the cheap way to mix hundreds of voices.
    @_noAllocation @_noLocks
    package static func add(
        _ sources: UnsafePointer<MixSource>, sourceCount: Int, to sum: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        guard frameCount > 0, sourceCount > 0 else { return }
        ckernels_mix(sum, sources, sourceCount, frameCount)
    }

    /// Adds many interleaved stereo sources to two planes, in their order.
    @_noAllocation @_noLocks
    package static func add(
        _ sources: UnsafePointer<MixStereoSource>, sourceCount: Int, toLeft left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        guard frameCount > 0, sourceCount > 0 else { return }
        ckernels_mix_stereo(left, right, sources, sourceCount, frameCount)
    }

    /// Adds many int16 sources to one channel, in their order.
    @_noAllocation @_noLocks
    package static func add(
        _ sources: UnsafePointer<MixInt16Source>, sourceCount: Int, to sum: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) {
        guard frameCount > 0, sourceCount > 0 else { return }
        ckernels_mix_int16(sum, sources, sourceCount, frameCount)
    }

    /// Adds many interleaved int16 stereo sources to two planes, in their order.
    @_noAllocation @_noLocks
    package static func add(
        _ sources: UnsafePointer<MixInt16StereoSource>, sourceCount: Int, toLeft left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        guard frameCount > 0, sourceCount > 0 else { return }
        ckernels_mix_stereo_int16(left, right, sources, sourceCount, frameCount)
    }

    /// `target[i] = source[i] * gain`; in place when `target` is `source`.
    @_noAllocation @_noLocks
    package static func scale(
        _ source: UnsafePointer<Float>, gain: Float, into target: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        guard frameCount > 0 else { return }
        ckernels_scale(target, source, gain, frameCount)
    }

    /// Computes `target[i] *= factors[i]`, sample by sample.
    @_noAllocation @_noLocks
    package static func multiply(
        _ target: UnsafeMutablePointer<Float>, by factors: UnsafePointer<Float>, frameCount: Int
    ) {
        guard frameCount > 0 else { return }
        ckernels_multiply(target, factors, frameCount)
    }

    /// `target[i] = source[i]`, bit for bit.
    @_noAllocation @_noLocks
    package static func copy(
        _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        guard frameCount > 0 else { return }
        UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: frameCount &* MemoryLayout<Float>.stride)
    }

    /// Sets `frameCount` samples to zero.
    @_noAllocation @_noLocks
    package static func clear(_ target: UnsafeMutablePointer<Float>, frameCount: Int) {
        for frame in 0..<max(frameCount, 0) { target[frame] = 0 }
    }

    /// The largest absolute value of the block, 0 for an empty one; NaNs do not count.
    @_noAllocation @_noLocks
    package static func peak(_ samples: UnsafePointer<Float>, frameCount: Int) -> Float {
        frameCount > 0 ? ckernels_peak(samples, frameCount) : 0
    }

    /// The sum of the squares of the block, in an order that is the same on every machine.
    @_noAllocation @_noLocks
    package static func sumOfSquares(_ samples: UnsafePointer<Float>, frameCount: Int) -> Float {
        frameCount > 0 ? ckernels_sum_of_squares(samples, frameCount) : 0
    }
}
