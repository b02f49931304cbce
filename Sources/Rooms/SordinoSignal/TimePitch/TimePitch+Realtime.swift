import SordinoRealtime

/// The audio thread's end of a `TimePitch`: one thread at a time, no heap, no lock.
package struct TimePitchRenderer: BitwiseCopyable {
    let state: UnsafeMutablePointer<TimePitchState>

    /// Forgets the past, as if newly made; rate, pitch and overlap stay.
    @_noAllocation @_noLocks
    package func reset() { state.pointee.reset() }

    /// Changes the speed, from the frames on that are not made yet.
    ///
    /// - Parameter rate: Input frames for each output frame, clamped to 1/32...32; NaN changes nothing.
    @_noAllocation @_noLocks
    package func setRate(_ rate: Double) {
        guard !rate.isNaN else { return }
        state.pointee.rate = min(max(rate, 1.0 / 32), 32)
        state.pointee.apply()
    }

    /// Changes the pitch; only for a unit made for it.
    ///
    /// - Parameter cents: Clamped to -2400...2400; NaN changes nothing.
    @_noAllocation @_noLocks
    package func setPitch(cents: Double) {
        guard !cents.isNaN, state.pointee.resampler != nil else { return }
        let clamped = min(max(cents, -2_400), 2_400)
        state.pointee.step = clamped == 0 ? 1 : RealtimeMath.exp2(clamped / 1_200)
        if clamped != 0 { state.pointee.beginResampling() }
        state.pointee.apply()
    }

    /// Changes how many windows lie over each other: more is smoother and costs more.
    ///
    /// - Parameter overlap: Clamped to 3...32; 8 at first.
    @_noAllocation @_noLocks
    package func setOverlap(_ overlap: Float) {
        guard !overlap.isNaN else { return }
        state.pointee.stretcher.setOverlap(min(max(overlap, 3), 32))
    }

    /// Indicates whether attacks go through as they are; at first they do.
    @_noAllocation @_noLocks
    package func setKeepsTransients(_ keeps: Bool) { state.pointee.stretcher.keepsTransients = keeps }

    /// Indicates whether neighbouring bins of the spectrum turn together, so that tones stay whole; at first they do.
    @_noAllocation @_noLocks
    package func setSharesTurns(_ shares: Bool) {
        for index in 0..<state.pointee.stretcher.bandCount {
            state.pointee.stretcher.bands[index].sharesTurns = shares
        }
    }

    /// Indicates whether samples pass unchanged at present.
    package var isThrough: Bool {
        @_noAllocation @_noLocks get { state.pointee.stretcher.isThrough && !state.pointee.isResampling }
    }

    /// Returns the greatest number of further input frames that `process` needs for a block in which rate and pitch may
    /// change.
    ///
    /// - Parameters:
    ///   - rate: The greatest rate that may be set.
    ///   - cents: The lowest pitch that may be set.
    @_noAllocation @_noLocks
    package func inputFramesBound(forOutput outputFrames: Int, rate: Double, cents: Double) -> Int {
        let fastest = min(max(rate, 1.0 / 32), 32)
        let step = RealtimeMath.exp2(min(max(cents, -2_400), 0) / 1_200)
        let place = state.pointee.inputPlace + fastest * Double(outputFrames)
        let needed = state.pointee.stretcher.inputFramesBound(
            untilPlace: place, outputLead: state.pointee.leadFrames &+ 64, fastest: fastest / step)
        return max(needed, inputFramesNeeded(forOutput: outputFrames))
    }

    /// The input position of the next output frame, in frames since the reset; negative while a delay passes.
    package var inputPlace: Double {
        @_noAllocation @_noLocks get { state.pointee.inputPlace }
    }

    /// From where on the present rate holds: a frame of output and its place in the input.
    ///
    /// Without pitch only.
    package var beginning: (outputFrame: Int, inputPlace: Double) {
        @_noAllocation @_noLocks get { (state.pointee.stretcher.mapOutput, state.pointee.stretcher.mapInput) }
    }

    /// Output frames still to come until input frame `end` is reached, at the present rate.
    @_noAllocation @_noLocks
    package func outputFramesLeft(untilInput end: Int) -> Int {
        max(0, Stretcher.nearest((Double(end) - state.pointee.inputPlace) / state.pointee.rate))
    }

    /// Returns the number of further input frames that `process` needs to produce `outputFrames`.
    ///
    /// An onset that turns up in them can make it a little more: when `process` gives less than asked for, ask again.
    @_noAllocation @_noLocks
    package func inputFramesNeeded(forOutput outputFrames: Int) -> Int {
        state.pointee.inputFramesNeeded(forOutput: outputFrames)
    }

    /// Takes input and gives output until the output is full or the input is used up.
    ///
    /// - Parameters:
    ///   - input: One plane for each channel.
    ///   - inputOffset: The first frame to take.
    ///   - inputFrames: Frames on offer, also none.
    ///   - output: One plane for each channel, not overlapping the input.
    ///   - outputOffset: Where the first frame goes.
    ///   - outputFrames: Room, in frames.
    /// - Returns: Frames consumed and produced. Input that is not consumed must be offered again; the frames that
    ///   `inputFramesNeeded` asked for are consumed entirely.
    @_noAllocation @_noLocks
    package func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, inputOffset: Int = 0, inputFrames: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, outputOffset: Int = 0, outputFrames: Int
    ) -> (consumed: Int, produced: Int) {
        state.pointee.process(
            input, inputOffset: inputOffset, inputFrames: inputFrames, into: output, outputOffset: outputOffset,
            outputFrames: outputFrames)
    }

    /// Takes silence instead of input: puts out the frames still on their way, and then silence.
    @_noAllocation @_noLocks
    package func drain(
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, outputOffset: Int = 0, outputFrames: Int
    ) {
        state.pointee.drain(into: output, outputOffset: outputOffset, outputFrames: outputFrames)
    }
}

extension TimePitchState {
    @_noAllocation @_noLocks
    mutating func reset() {
        isResampling = false
        (stagingStart, stagingEnd, resamplerPlace) = (0, 0, 0)
        for channel in 0..<channelCount { Mixing.clear(lead[channel], frameCount: leadFrames) }
        stretcher.reset(isDelayed: isDelayed, speed: rate)
        if step != 1 { beginResampling() }
    }

    @_noAllocation @_noLocks
    mutating func apply() {
        resampler?.setStep(step)
        stretcher.setRate(rate / step)
    }

    /// Puts the resampler between the stretcher and the output, so that it continues after the frames put out last.
    @_noAllocation @_noLocks
    mutating func beginResampling() {
        guard let resampler, !isResampling else { return }
        isResampling = true
        resampler.setStep(step)
        resampler.reset()
        resamplerPlace = Double(stretcher.outputFrame)
        (stagingStart, stagingEnd, quietFrames) = (0, 0, 0)
        // Gives nothing yet: these frames are the past of its first output.
        _ = resampler.process(lead, inputFrames: leadFrames, into: staging, outputFrames: 0)
        _ = resampler.process(lead, inputFrames: 0, into: staging, outputFrames: 0)
    }

    var inputPlace: Double {
        @_noAllocation @_noLocks get {
            guard isResampling else { return stretcher.place(ofOutput: stretcher.outputFrame) }
            let whole = Int(resamplerPlace)
            let first = stretcher.place(ofOutput: whole)
            return first + (stretcher.place(ofOutput: whole &+ 1) - first) * (resamplerPlace - Double(whole))
        }
    }

    @_noAllocation @_noLocks
    func inputFramesNeeded(forOutput frames: Int) -> Int {
        guard isResampling, let resampler else { return stretcher.inputFramesNeeded(forOutput: frames) }
        let staged = stagingEnd &- stagingStart
        return stretcher.inputFramesNeeded(forOutput: resampler.inputFramesNeeded(forOutput: frames) &- staged)
    }

    @_noAllocation @_noLocks
    mutating func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, inputOffset: Int, inputFrames: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, outputOffset: Int, outputFrames: Int
    ) -> (consumed: Int, produced: Int) {
        guard isResampling, let resampler else {
            let result = stretcher.process(
                input, inputOffset: inputOffset, inputFrames: inputFrames, into: output, outputOffset: outputOffset,
                outputFrames: outputFrames)
            keepLead(output, outputOffset, result.produced)
            return result
        }
        var (consumed, produced) = (0, 0)
        while true {
            produced &+= resample(resampler, into: output, at: outputOffset &+ produced, outputFrames &- produced)
            guard produced < outputFrames else {
                consumed &+=
                    stretcher.process(
                        input, inputOffset: inputOffset &+ consumed, inputFrames: inputFrames &- consumed,
                        into: staging, outputOffset: 0, outputFrames: 0
                    ).consumed
                return (consumed, produced)
            }
            let missing = min(
                resampler.inputFramesNeeded(forOutput: outputFrames &- produced), TimePitchState.staged)
            let result = stretcher.process(
                input, inputOffset: inputOffset &+ consumed, inputFrames: inputFrames &- consumed, into: staging,
                outputOffset: 0, outputFrames: missing)
            consumed &+= result.consumed
            stage(result.produced)
            if result.produced == 0 { return (consumed, produced) }
        }
    }

    @_noAllocation @_noLocks
    mutating func drain(
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, outputOffset: Int, outputFrames: Int
    ) {
        guard isResampling, let resampler else {
            stretcher.drain(into: output, at: outputOffset, outputFrames: outputFrames)
            keepLead(output, outputOffset, outputFrames)
            return
        }
        var produced = 0
        while true {
            produced &+= resample(resampler, into: output, at: outputOffset &+ produced, outputFrames &- produced)
            guard produced < outputFrames else { return }
            let missing = resampler.inputFramesNeeded(forOutput: outputFrames &- produced)
            let count = max(1, min(missing, TimePitchState.staged))
            stretcher.drain(into: staging, at: 0, outputFrames: count)
            stage(count)
        }
    }

    private static var staged: Int {
        @_noAllocation @_noLocks get { 1_024 }
    }

    /// Puts the latest frames of the stretcher into the staging area.
    @_noAllocation @_noLocks
    private mutating func stage(_ count: Int) {
        (stagingStart, stagingEnd) = (0, count)
        quietFrames &+= count
        for channel in 0..<channelCount where Mixing.peak(staging[channel], frameCount: count) > 0 { quietFrames = 0 }
    }

    /// Resamples the frames of the staging area.
    @_noAllocation @_noLocks
    private mutating func resample(
        _ resampler: ResamplerRenderer, into output: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int,
        _ limit: Int
    ) -> Int {
        let staged = stagingEnd &- stagingStart
        if quietFrames >= staged &+ resampler.heldFrames {
            let passed = resampler.passSilence(inputFrames: staged, outputFrames: limit)
            stagingStart &+= passed.consumed
            for channel in 0..<channelCount {
                Mixing.clear(output[channel] + offset, frameCount: passed.produced)
            }
            resamplerPlace += Double(passed.produced) * step
            return passed.produced
        }
        let result = resampler.process(
            staging, inputOffset: stagingStart, inputFrames: stagingEnd &- stagingStart, into: output,
            outputOffset: offset, outputFrames: limit)
        stagingStart &+= result.consumed
        resamplerPlace += Double(result.produced) * step
        return result.produced
    }

    /// Remembers the last frames of output for the resampler's beginning.
    @_noAllocation @_noLocks
    private func keepLead(_ output: UnsafePointer<UnsafeMutablePointer<Float>>, _ offset: Int, _ count: Int) {
        guard leadFrames > 0, count > 0 else { return }
        let kept = max(0, leadFrames &- count)
        for channel in 0..<channelCount {
            let end = output[channel] + (offset &+ count)
            Mixing.copy(lead[channel] + (leadFrames &- kept), into: lead[channel], frameCount: kept)
            Mixing.copy(end - (leadFrames &- kept), into: lead[channel] + kept, frameCount: leadFrames &- kept)
        }
    }
}
