import CKernels

/// Outputs in double precision.
extension ResamplerRenderer {
    /// The number of outputs for which the memory of double samples suffices.
    var outputsAtOnceInDouble: Int {
        @_noAllocation @_noLocks get {
            let frames = UInt64(truncatingIfNeeded: state.pointee.wideCapacity &- state.pointee.window &- 1)
            let step = max(state.pointee.step, 1)
            let reach = frames.multipliedFullWidth(by: state.pointee.unitsPerFrame)
            guard reach.high < step else { return Int.max }
            return max(1, Int(truncatingIfNeeded: step.dividingFullWidth(reach).quotient >> 1))
        }
    }

    /// Outputs of any other ratio, whose places are in the scratch lists: rows by cubics, all in double precision.
    @_noAllocation @_noLocks
    func renderBetweenInDouble(
        _ count: Int, _ bank: ResamplerState.Bank, from samples: UnsafePointer<UnsafeMutablePointer<Float>>,
        at firstTap: Int, by wide: UnsafeMutablePointer<Double>,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, at outputOffset: Int
    ) {
        let (starts, rows, fractions) = (state.pointee.starts, state.pointee.rows, state.pointee.fractions)
        let begin = Int(starts[0])
        let frames = Int(starts[count &- 1]) &- begin &+ bank.tapCount
        let row = state.pointee.wideRow
        var channel = 0
        while channel < state.pointee.channelCount {
            ckernels_widen(wide, samples[channel] + (firstTap &+ begin), frames)
            let isPair = channel &+ 1 < state.pointee.channelCount
            let wide1 = wide + state.pointee.wideCapacity
            if isPair { ckernels_widen(wide1, samples[channel &+ 1] + (firstTap &+ begin), frames) }
            for index in 0..<count {
                ckernels_row_between(
                    row, bank.doubles + Int(rows[index]) &* bank.tapCount, bank.tapCount, Double(fractions[index]))
                let start = Int(starts[index]) &- begin
                output[channel][outputOffset &+ index] = ckernels_dot_double(wide + start, row, bank.tapCount)
                if isPair {
                    output[channel &+ 1][outputOffset &+ index] =
                        ckernels_dot_double(wide1 + start, row, bank.tapCount)
                }
            }
            channel &+= 2
        }
    }
}
