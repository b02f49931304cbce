import CKernels

/// Ratios that are whole numbers.
extension ResamplerRenderer {
    /// Outputs of upsampling by a whole number: `units` counts the phases of a frame.
    @_noAllocation @_noLocks
    func renderUpsampled(
        _ count: Int, from samples: UnsafePointer<UnsafeMutablePointer<Float>>, at first: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, at outputOffset: Int
    ) {
        let bank = state.pointee.banks[0]
        let firstTap = first &- bank.past
        let phase = Int(truncatingIfNeeded: state.pointee.units)
        for channel in 0..<state.pointee.channelCount {
            ckernels_upsample(
                output[channel] + outputOffset, samples[channel] + firstTap, bank.coefficients, bank.tapCount,
                bank.rowCount, phase, count)
        }
    }

    /// Outputs of downsampling by a whole number: each lies on a frame.
    @_noAllocation @_noLocks
    func renderDownsampled(
        _ count: Int, from samples: UnsafePointer<UnsafeMutablePointer<Float>>, at first: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, at outputOffset: Int
    ) {
        let bank = state.pointee.banks[0]
        let firstTap = first &- bank.past
        let factor = state.pointee.wholeDownsampling
        var channel = 0
        while channel &+ 1 < state.pointee.channelCount {
            ckernels_downsample2(
                output[channel] + outputOffset, output[channel &+ 1] + outputOffset, samples[channel] + firstTap,
                samples[channel &+ 1] + firstTap, bank.coefficients, bank.tapCount, factor, count)
            channel &+= 2
        }
        if channel < state.pointee.channelCount {
            ckernels_downsample(
                output[channel] + outputOffset, samples[channel] + firstTap, bank.coefficients, bank.tapCount, factor,
                count)
        }
    }
}
