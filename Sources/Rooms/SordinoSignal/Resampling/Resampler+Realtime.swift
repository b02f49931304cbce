import CKernels

/// The audio thread's end of a `Resampler`.
///
/// One thread at a time; no heap, no lock in any function.
package struct ResamplerRenderer: @unchecked Sendable {
    let state: UnsafeMutablePointer<ResamplerState>

    /// Forgets the past, as if newly made; a step that was set stays.
    @_noAllocation @_noLocks
    package func reset() {
        let half = state.pointee.window / 2
        switch state.pointee.priming {
        case .aligned: state.pointee.filled = half &- 1
        case .delayed: state.pointee.filled = 2 &* half &- 1
        case .provided: state.pointee.filled = 0
        }
        for channel in 0..<state.pointee.channelCount {
            Mixing.clear(state.pointee.history[channel], frameCount: state.pointee.filled)
        }
        state.pointee.index = half &- 1
        state.pointee.units = 0
    }

    /// Changes the ratio from the next output on; only for a resampler made with a largest step.
    ///
    /// - Parameter inputFramesPerOutputFrame: 0 to the largest step, clamped.
    @_noAllocation @_noLocks
    package func setStep(_ inputFramesPerOutputFrame: Double) {
        guard !state.pointee.isFraction, inputFramesPerOutputFrame >= 0 else { return }
        let largest = Double(state.pointee.largestStep)
        state.pointee.step = UInt64(min(inputFramesPerOutputFrame * 0x1p48, largest))
    }

    /// How many more input frames `process` needs to produce `outputFrames`.
    @_noAllocation @_noLocks
    package func inputFramesNeeded(forOutput outputFrames: Int) -> Int {
        guard outputFrames > 0 else { return 0 }
        // The product in two halves: with 48 bits of fraction it would not fit into one.
        let last = state.pointee.step.multipliedFullWidth(by: UInt64(outputFrames &- 1))
        let (low, carry) = last.low.addingReportingOverflow(state.pointee.units)
        let high = last.high &+ (carry ? 1 : 0)
        let frames = state.pointee.unitsPerFrame.dividingFullWidth((high, low)).quotient
        let end = state.pointee.index &+ Int(frames) &+ state.pointee.window / 2 &+ 1
        return max(0, end &- state.pointee.filled)
    }

    /// How many output frames `process` would produce from `inputFrames` more.
    @_noAllocation @_noLocks
    package func outputFrames(fromInput inputFrames: Int) -> Int {
        let last = state.pointee.filled &+ inputFrames &- state.pointee.window / 2
        return outputFrames(before: last)
    }

    /// Outputs whose place lies before frame `limit` of the history.
    @_noAllocation @_noLocks
    private func outputFrames(before limit: Int) -> Int {
        let frames = limit &- state.pointee.index
        guard frames > 0 else { return 0 }
        let step = state.pointee.step
        guard step > 0 else { return Int.max }
        // ceil((frames * unitsPerFrame - units) / step)
        let reach = UInt64(frames).multipliedFullWidth(by: state.pointee.unitsPerFrame)
        let (low1, borrow) = reach.low.subtractingReportingOverflow(state.pointee.units)
        let high1 = reach.high &- (borrow ? 1 : 0)
        let (low2, carry) = low1.addingReportingOverflow(step &- 1)
        let high2 = high1 &+ (carry ? 1 : 0)
        guard high2 < step else { return Int.max }
        return Int(truncatingIfNeeded: step.dividingFullWidth((high2, low2)).quotient)
    }

    /// Takes input and gives output until one of them is used up.
    ///
    /// - Parameters:
    ///   - input: One plane for each channel.
    ///   - inputOffset: The first frame to take.
    ///   - inputFrames: Frames on offer, also none.
    ///   - output: One plane for each channel, not overlapping the input.
    ///   - outputOffset: Where the first frame goes.
    ///   - outputFrames: Room, in frames.
    /// - Returns: Frames consumed and produced. Input that is not consumed must be offered again.
    @_noAllocation @_noLocks
    package func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, inputOffset: Int = 0, inputFrames: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, outputOffset: Int = 0, outputFrames: Int
    ) -> (consumed: Int, produced: Int) {
        var consumed = 0
        var produced = 0
        while true {
            let ready = self.outputFrames(before: state.pointee.filled &- state.pointee.window / 2)
            let count = min(min(ready, outputFrames &- produced), ResamplerState.outputsAtOnce)
            if count > 0 {
                render(count, into: output, at: outputOffset &+ produced)
                produced &+= count
                continue
            }
            guard produced < outputFrames, consumed < inputFrames else { return (consumed, produced) }
            dropWhatIsBehind()
            let room = state.pointee.historyCapacity &- state.pointee.filled
            let taken = min(room, inputFrames &- consumed)
            for channel in 0..<state.pointee.channelCount {
                Mixing.copy(
                    input[channel] + (inputOffset &+ consumed),
                    into: state.pointee.history[channel] + state.pointee.filled, frameCount: taken)
            }
            state.pointee.filled &+= taken
            consumed &+= taken
        }
    }

    /// Takes silence instead of input: what is still in the filter comes out.
    ///
    /// - Returns: Frames produced: `outputFrames`, always.
    @_noAllocation @_noLocks @discardableResult
    package func drain(
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, outputOffset: Int = 0, outputFrames: Int
    ) -> Int {
        var produced = 0
        while produced < outputFrames {
            produced &+=
                process(
                    output, inputFrames: 0, into: output, outputOffset: outputOffset &+ produced,
                    outputFrames: outputFrames &- produced
                ).produced
            guard produced < outputFrames else { break }
            dropWhatIsBehind()
            let room = state.pointee.historyCapacity &- state.pointee.filled
            let needed = min(room, inputFramesNeeded(forOutput: outputFrames &- produced))
            for channel in 0..<state.pointee.channelCount {
                Mixing.clear(state.pointee.history[channel] + state.pointee.filled, frameCount: needed)
            }
            state.pointee.filled &+= needed
        }
        return produced
    }

    /// Makes room in the history: frames before the window of the next output are not needed any more.
    @_noAllocation @_noLocks
    private func dropWhatIsBehind() {
        let behind = min(state.pointee.index &- (state.pointee.window / 2 &- 1), state.pointee.filled)
        guard behind > 0 else { return }
        let kept = state.pointee.filled &- behind
        for channel in 0..<state.pointee.channelCount {
            let history = state.pointee.history[channel]
            // Forward, element by element: source and target may overlap.
            for frame in 0..<kept { history[frame] = history[frame &+ behind] }
        }
        state.pointee.filled = kept
        state.pointee.index &-= behind
    }

    /// Computes `count` outputs, whose input is all there, and moves on.
    @_noAllocation @_noLocks
    private func render(
        _ count: Int, into output: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int
    ) {
        if state.pointee.bankCount == 0 {
            renderLines(count, into: output, at: offset)
            return
        }
        var bank = state.pointee.banks[0]
        var next = 1
        while state.pointee.step > bank.largestStep, next < state.pointee.bankCount {
            bank = state.pointee.banks[next]
            next &+= 1
        }
        let firstTap = state.pointee.index &- (bank.tapCount / 2 &- 1)
        if state.pointee.isFraction { listRows(count) } else { listFractions(count, rowCount: bank.rowCount) }
        let starts = state.pointee.starts
        let rows = state.pointee.rows
        var channel = 0
        while channel < state.pointee.channelCount {
            let samples0 = state.pointee.history[channel] + firstTap
            let out0 = output[channel] + offset
            if channel &+ 1 < state.pointee.channelCount {
                let samples1 = state.pointee.history[channel &+ 1] + firstTap
                let out1 = output[channel &+ 1] + offset
                if state.pointee.isFraction {
                    ckernels_fir2(
                        out0, out1, samples0, samples1, bank.coefficients, bank.tapCount, starts, rows, count)
                } else {
                    ckernels_fir_between2(
                        out0, out1, samples0, samples1, bank.coefficients, bank.tapCount, starts, rows,
                        state.pointee.fractions, count)
                }
            } else if state.pointee.isFraction {
                ckernels_fir(out0, samples0, bank.coefficients, bank.tapCount, starts, rows, count)
            } else {
                ckernels_fir_between(
                    out0, samples0, bank.coefficients, bank.tapCount, starts, rows, state.pointee.fractions, count)
            }
            channel &+= 2
        }
        advance(count)
    }

    /// Fills in, for each output, its first tap from the next output's first tap, and its row.
    @_noAllocation @_noLocks
    private func listRows(_ count: Int) {
        let perFrame = Int32(truncatingIfNeeded: state.pointee.unitsPerFrame)
        let step = Int32(truncatingIfNeeded: state.pointee.step)
        let (wholeStep, rest) = (step / perFrame, step % perFrame)
        var (start, row) = (Int32(0), Int32(truncatingIfNeeded: state.pointee.units))
        let (starts, rows) = (state.pointee.starts, state.pointee.rows)
        for output in 0..<count {
            starts[output] = start
            rows[output] = row
            row &+= rest
            let carry: Int32 = row >= perFrame ? 1 : 0
            row &-= carry &* perFrame
            start &+= wholeStep &+ carry
        }
    }

    /// The same where rows are interpolated: the row before, and how far to the next.
    @_noAllocation @_noLocks
    private func listFractions(_ count: Int, rowCount: Int) {
        let (starts, rows, fractions) = (state.pointee.starts, state.pointee.rows, state.pointee.fractions)
        let step = state.pointee.step
        var place = state.pointee.units
        for output in 0..<count {
            starts[output] = Int32(truncatingIfNeeded: place >> 48)
            // 36 bits of the fraction times at most 4096 rows: 48 bits.
            let inRows = ((place >> 12) & 0xF_FFFF_FFFF) &* UInt64(truncatingIfNeeded: rowCount)
            rows[output] = Int32(truncatingIfNeeded: inRows >> 36)
            fractions[output] = Float(Int32(truncatingIfNeeded: (inRows >> 12) & 0xFF_FFFF)) * 0x1p-24
            place &+= step
        }
    }

    @_noAllocation @_noLocks
    private func renderLines(
        _ count: Int, into output: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int
    ) {
        for channel in 0..<state.pointee.channelCount {
            ckernels_linear(
                output[channel] + offset, state.pointee.history[channel] + state.pointee.index, state.pointee.units,
                state.pointee.step, count)
        }
        advance(count)
    }

    @_noAllocation @_noLocks
    private func advance(_ count: Int) {
        let place = state.pointee.units &+ state.pointee.step &* UInt64(truncatingIfNeeded: count)
        let frames = place / state.pointee.unitsPerFrame
        state.pointee.units = place &- frames &* state.pointee.unitsPerFrame
        state.pointee.index &+= Int(truncatingIfNeeded: frames)
    }
}
