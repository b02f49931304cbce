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
        let firstTap = first &- (bank.tapCount / 2 &- 1)
        let phase = Int(truncatingIfNeeded: state.pointee.units)
        let outer = bank.outerCount
        var doubles = CKernelsMiddleDoubleBank(
            left: bank.coefficients, right: bank.coefficients + bank.rowCount &* outer, middles: bank.doubles,
            outer: outer, middle: bank.tapCount &- 2 &* outer)
        for channel in 0..<state.pointee.channelCount {
            if outer > 0 {
                ckernels_upsample_middle_double(
                    output[channel] + outputOffset, samples[channel] + firstTap, &doubles, bank.rowCount, phase, count)
            } else {
                ckernels_upsample(
                    output[channel] + outputOffset, samples[channel] + firstTap, bank.coefficients, bank.tapCount,
                    bank.rowCount, phase, count)
            }
        }
    }
}
