import CKernels

/// The audio thread's end of a `Resampler`.
///
/// One thread at a time; no heap, no lock in any function.
package struct ResamplerRenderer: BitwiseCopyable {
    let state: UnsafeMutablePointer<ResamplerState>
    /// Does all the work when there is one.
    let fourier: FourierRenderer?

    /// Forgets the past, as if newly made; a step that was set stays.
    @_noAllocation @_noLocks
    package func reset() {
        if let fourier { return fourier.reset() }
        switch state.pointee.priming {
        case .aligned: state.pointee.filled = state.pointee.past
        case .delayed: state.pointee.filled = state.pointee.window &- 1
        case .provided: state.pointee.filled = 0
        }
        for channel in 0..<state.pointee.channelCount {
            Mixing.clear(state.pointee.history[channel], frameCount: state.pointee.filled)
        }
        state.pointee.index = state.pointee.past
        state.pointee.units = 0
        state.pointee.output = 0
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

    /// Returns the number of further input frames that `process` needs to produce `outputFrames`.
    @_noAllocation @_noLocks
    package func inputFramesNeeded(forOutput outputFrames: Int) -> Int {
        if let fourier { return fourier.inputFramesNeeded(forOutput: outputFrames) }
        guard outputFrames > 0 else { return 0 }
        // The product in two halves: with 48 bits of fraction it would not fit into one.
        let last = state.pointee.step.multipliedFullWidth(by: UInt64(outputFrames &- 1))
        let (low, carry) = last.low.addingReportingOverflow(state.pointee.units)
        let high = last.high &+ (carry ? 1 : 0)
        let frames = state.pointee.unitsPerFrame.dividingFullWidth((high, low)).quotient
        let end = state.pointee.index &+ Int(frames) &+ state.pointee.ahead &+ 1
        return max(0, end &- state.pointee.filled)
    }

    /// Returns the number of output frames that `process` would produce from `inputFrames` more.
    @_noAllocation @_noLocks
    package func outputFrames(fromInput inputFrames: Int) -> Int {
        if let fourier { return fourier.outputFrames(fromInput: inputFrames) }
        let last = state.pointee.filled &+ inputFrames &- state.pointee.ahead
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
        if let fourier {
            return fourier.process(
                input, inputOffset: inputOffset, inputFrames: inputFrames, into: output, outputOffset: outputOffset,
                outputFrames: outputFrames)
        }
        let past = state.pointee.past
        var consumed = 0
        var produced = 0
        while produced < outputFrames {
            // Frames of the history that the next output still sees; below 0: frames to come that no output sees.
            let seen = state.pointee.filled &- (state.pointee.index &- past)
            if seen <= consumed, inputFrames &- consumed &+ seen > 0 {
                // All of them are also in this call's input: read on there, without copying.
                consumed &-= seen
                state.pointee.filled = 0
                state.pointee.index = past
                let made = render(
                    from: input, at: inputOffset &+ consumed, available: inputFrames &- consumed, into: output,
                    at: outputOffset &+ produced, room: outputFrames &- produced)
                produced &+= made
                if made == 0 { break }
                let passed = min(state.pointee.index &- past, inputFrames &- consumed)
                consumed &+= passed
                state.pointee.index &-= passed
            } else {
                let made = render(
                    from: UnsafePointer(state.pointee.history), at: 0, available: state.pointee.filled, into: output,
                    at: outputOffset &+ produced, room: outputFrames &- produced)
                produced &+= made
                if made > 0 { continue }
                // No more than the window needs to advance without copying, in whole groups of the kernel.
                let limit = state.pointee.isWholeUpsampling ? (state.pointee.window &+ 30) / 32 &* 32 : Int.max
                let taken = take(input, at: inputOffset &+ consumed, frames: min(inputFrames &- consumed, limit))
                consumed &+= taken
                if taken == 0 { break }
            }
        }
        // The frames of this block that lie in the windows of outputs to come are kept.
        consumed &+= take(input, at: inputOffset &+ consumed, frames: inputFrames &- consumed)
        return (consumed, produced)
    }

    /// Takes silence instead of input, and puts out the frames that the filter still holds.
    ///
    /// - Returns: Frames produced: `outputFrames`, always.
    @_noAllocation @_noLocks @discardableResult
    package func drain(
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, outputOffset: Int = 0, outputFrames: Int
    ) -> Int {
        if let fourier {
            let needed = fourier.inputFramesNeeded(forOutput: outputFrames)
            return fourier.process(
                nil, inputOffset: 0, inputFrames: needed, into: output, outputOffset: outputOffset,
                outputFrames: outputFrames
            ).produced
        }
        var produced = 0
        while true {
            produced &+=
                process(
                    output, inputFrames: 0, into: output, outputOffset: outputOffset &+ produced,
                    outputFrames: outputFrames &- produced
                ).produced
            guard produced < outputFrames else { return produced }
            dropWhatIsBehind()
            let room = state.pointee.historyCapacity &- state.pointee.filled
            let needed = min(room, inputFramesNeeded(forOutput: outputFrames &- produced))
            for channel in 0..<state.pointee.channelCount {
                Mixing.clear(state.pointee.history[channel] + state.pointee.filled, frameCount: needed)
            }
            state.pointee.filled &+= needed
        }
    }

    /// Frames that were taken and that outputs to come depend on; of mastering between fixed rates more than there ever
    /// are.
    package var heldFrames: Int {
        @_noAllocation @_noLocks get { fourier == nil ? state.pointee.filled : 1 << 48 }
    }

    /// The distance from the place of the next output to the end of the frames taken, in frames and their fraction; 0 of
    /// mastering between fixed rates.
    package var framesAhead: Double {
        @_noAllocation @_noLocks get {
            guard fourier == nil else { return 0 }
            let fraction = Double(state.pointee.units) / Double(state.pointee.unitsPerFrame)
            return Double(state.pointee.filled &- state.pointee.index) - fraction
        }
    }

    /// Takes silence and gives silence, without computing it; only while all `heldFrames` are silence too.
    ///
    /// - Returns: As `process`; the state afterwards is the same as if the silence had been computed.
    @_noAllocation @_noLocks
    package func passSilence(inputFrames: Int, outputFrames: Int) -> (consumed: Int, produced: Int) {
        state.pointee.filled &+= inputFrames
        let ready = self.outputFrames(before: state.pointee.filled &- state.pointee.ahead)
        let produced = min(max(ready, 0), outputFrames)
        var left = produced
        while left > 0 {
            let count = min(left, ResamplerState.outputsAtOnce)
            advance(count)
            left &-= count
        }
        if state.pointee.roundStarts != nil {
            state.pointee.output =
                (state.pointee.output &+ produced) % Int(truncatingIfNeeded: state.pointee.unitsPerFrame)
        }
        let behind = min(state.pointee.index &- state.pointee.past, state.pointee.filled)
        if behind > 0 {
            state.pointee.filled &-= behind
            state.pointee.index &-= behind
        }
        let surplus = max(0, state.pointee.filled &- state.pointee.historyCapacity)
        state.pointee.filled &-= surplus
        for channel in 0..<state.pointee.channelCount {
            Mixing.clear(state.pointee.history[channel], frameCount: state.pointee.filled)
        }
        return (inputFrames &- surplus, produced)
    }

    /// Copies input to the end of the history, as much as there is room for.
    @_noAllocation @_noLocks
    private func take(_ input: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int, frames: Int) -> Int {
        guard frames > 0 else { return 0 }
        dropWhatIsBehind()
        let taken = min(state.pointee.historyCapacity &- state.pointee.filled, frames)
        for channel in 0..<state.pointee.channelCount {
            Mixing.copy(
                input[channel] + offset, into: state.pointee.history[channel] + state.pointee.filled,
                frameCount: taken)
        }
        state.pointee.filled &+= taken
        return taken
    }

    /// Makes room in the history: frames before the window of the next output are not needed any more.
    @_noAllocation @_noLocks
    private func dropWhatIsBehind() {
        let behind = min(state.pointee.index &- state.pointee.past, state.pointee.filled)
        guard behind > 0 else { return }
        let kept = state.pointee.filled &- behind
        if kept > 0 {
            for channel in 0..<state.pointee.channelCount {
                let history = state.pointee.history[channel]
                // Forward, element by element: source and target may overlap.
                for frame in 0..<kept { history[frame] = history[frame &+ behind] }
            }
        }
        state.pointee.filled = kept
        state.pointee.index &-= behind
    }

    /// Computes the outputs that `available` frames suffice for, `room` at most, and moves on.
    ///
    /// - Parameters:
    ///   - offset: Where in the samples' planes the frame lies from which `index` counts.
    /// - Returns: Outputs made, not more than are made at once.
    @_noAllocation @_noLocks
    private func render(
        from samples: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int, available: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, at outputOffset: Int, room: Int
    ) -> Int {
        let ready = min(outputFrames(before: available &- state.pointee.ahead), room)
        guard ready > 0 else { return 0 }
        let first = offset &+ state.pointee.index
        if state.pointee.bankCount == 0 {
            // Positions count 2^16 frames at most.
            let isLarge = state.pointee.step >= 64 << 48
            let count = min(
                ready, isLarge ? ResamplerState.outputsAtOnce : ResamplerState.listedOutputsAtOnce)
            for channel in 0..<state.pointee.channelCount {
                ckernels_linear(
                    output[channel] + outputOffset, samples[channel] + first, state.pointee.units, state.pointee.step,
                    count)
            }
            advance(count)
            return count
        }
        if state.pointee.isWholeUpsampling {
            renderUpsampled(ready, from: samples, at: first, into: output, at: outputOffset)
            advance(ready)
            return ready
        }
        if state.pointee.wholeDownsampling > 0 {
            renderDownsampled(ready, from: samples, at: first, into: output, at: outputOffset)
            advance(ready)
            return ready
        }
        if let starts = state.pointee.roundStarts, let rows = state.pointee.roundRows {
            let count = min(ready, ResamplerState.listedOutputsAtOnce)
            let at = first &- Int(starts[state.pointee.output])
            renderRound(
                count, starts + state.pointee.output, rows + state.pointee.output, from: samples, at: at, into: output,
                at: outputOffset)
            let number = state.pointee.output &+ count
            state.pointee.output = number % Int(truncatingIfNeeded: state.pointee.unitsPerFrame)
            advance(count)
            return count
        }
        var count = min(ready, ResamplerState.outputsAtOnce)
        if state.pointee.wide != nil { count = min(count, outputsAtOnceInDouble) }
        renderBetween(count, from: samples, at: first, into: output, at: outputOffset)
        advance(count)
        return count
    }

    /// Outputs of a fixed ratio: places from the round's list, a row for each.
    @_noAllocation @_noLocks
    private func renderRound(
        _ count: Int, _ starts: UnsafePointer<Int32>, _ rows: UnsafePointer<Int32>,
        from samples: UnsafePointer<UnsafeMutablePointer<Float>>, at first: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, at outputOffset: Int
    ) {
        let bank = state.pointee.banks[0]
        let firstTap = first &- bank.past
        var channel = 0
        while channel &+ 1 < state.pointee.channelCount {
            ckernels_fir2(
                output[channel] + outputOffset, output[channel &+ 1] + outputOffset, samples[channel] + firstTap,
                samples[channel &+ 1] + firstTap, bank.coefficients, bank.tapCount, starts, rows, count)
            channel &+= 2
        }
        if channel < state.pointee.channelCount {
            ckernels_fir(
                output[channel] + outputOffset, samples[channel] + firstTap, bank.coefficients, bank.tapCount, starts,
                rows, count)
        }
    }

    /// Outputs of any other ratio: places computed, rows interpolated.
    @_noAllocation @_noLocks
    private func renderBetween(
        _ count: Int, from samples: UnsafePointer<UnsafeMutablePointer<Float>>, at first: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, at outputOffset: Int
    ) {
        var bank = state.pointee.banks[0]
        var next = 1
        while state.pointee.step > bank.largestStep, next < state.pointee.bankCount {
            bank = state.pointee.banks[next]
            next &+= 1
        }
        let (starts, rows, fractions) = (state.pointee.starts, state.pointee.rows, state.pointee.fractions)
        ckernels_places(
            starts, rows, fractions, state.pointee.units, state.pointee.step,
            UInt32(truncatingIfNeeded: bank.rowCount), count)
        let firstTap = first &- bank.past
        if let wide = state.pointee.wide {
            return renderBetweenInDouble(
                count, bank, from: samples, at: firstTap, by: wide, into: output, at: outputOffset)
        }
        var channel = 0
        while channel &+ 1 < state.pointee.channelCount {
            ckernels_fir_between2(
                output[channel] + outputOffset, output[channel &+ 1] + outputOffset, samples[channel] + firstTap,
                samples[channel &+ 1] + firstTap, bank.coefficients, bank.tapCount, starts, rows, fractions, count)
            channel &+= 2
        }
        if channel < state.pointee.channelCount {
            ckernels_fir_between(
                output[channel] + outputOffset, samples[channel] + firstTap, bank.coefficients, bank.tapCount, starts,
                rows, fractions, count)
        }
    }

    @_noAllocation @_noLocks
    private func advance(_ count: Int) {
        let place = state.pointee.units &+ state.pointee.step &* UInt64(truncatingIfNeeded: count)
        let frames = place / state.pointee.unitsPerFrame
        state.pointee.units = place &- frames &* state.pointee.unitsPerFrame
        state.pointee.index &+= Int(truncatingIfNeeded: frames)
    }
}
