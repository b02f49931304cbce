import SordinoSignal

/// Runs the step of a converter: `state` is a `RateConverterState`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runRateConverter(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    state.assumingMemoryBound(to: RateConverterState.self).pointee.render(io.assumingMemoryBound(to: StepIO.self))
}

/// Frames that the converter must be brought to give `frames`.
@_noAllocation @_noLocks
func demandRateConverter(_ state: UnsafeMutableRawPointer, _ frames: Int) -> Int {
    let state = state.assumingMemoryBound(to: RateConverterState.self)
    state.pointee.takeSpeed()
    return max(0, state.pointee.resampler.inputFramesNeeded(forOutput: frames) &- state.pointee.keptCount)
}

extension RateConverterState {
    /// Goes on at the speed that was set, from the block on that is about to be asked for.
    @_noAllocation @_noLocks
    mutating func takeSpeed() {
        guard let speed else { return }
        let wanted = ratio * Double(speed.pointee.value)
        if wanted == step { return }
        step = wanted
        resampler.setStep(wanted)
    }

    /// Converts the frames of one block.
    @_noAllocation @_noLocks
    mutating func render(_ io: UnsafeMutablePointer<StepIO>) {
        let input = io.pointee.inputs[0]
        let output = io.pointee.outputs[0]
        let frameCount = io.pointee.frameCount
        let broughtCount = io.pointee.inputClock.pointee.frameCount
        let wasQuiet = quietFrames >= keptCount &+ resampler.heldFrames
        quietFrames = input.pointee.isSilent ? QuietFrames.sum(quietFrames, broughtCount) : 0
        if input.pointee.isSilent && wasQuiet {
            sleep(broughtCount, frameCount)
            return output.pointee.publishSilence()
        }
        if input.pointee.isSilent {
            // Silence must be there as samples: the filter still holds earlier frames.
            input.pointee.needOwn(broughtCount)
            input.pointee.clearOwn(from: 0, frameCount: broughtCount)
        }
        let samples = input.pointee.isSilent ? input.pointee.own : input.pointee.channels
        let own = UnsafePointer(output.pointee.own)
        let first = resampler.process(
            UnsafePointer(kept), inputFrames: keptCount, into: own, outputFrames: frameCount)
        dropKept(first.consumed)
        var (consumed, produced) = (0, first.produced)
        if keptCount == 0 && produced < frameCount {
            let second = resampler.process(
                UnsafePointer(samples), inputFrames: broughtCount, into: own, outputOffset: produced,
                outputFrames: frameCount &- produced)
            consumed = second.consumed
            produced &+= second.produced
        }
        keep(samples, from: consumed, frameCount: broughtCount &- consumed)
        if produced < frameCount { output.pointee.clearOwn(from: produced, frameCount: frameCount &- produced) }
        output.pointee.publishOwn()
    }

    /// Lets time pass: everything that came and comes is silence.
    @_noAllocation @_noLocks
    private mutating func sleep(_ broughtCount: Int, _ frameCount: Int) {
        let brought = keptCount &+ broughtCount
        let passed = resampler.passSilence(inputFrames: brought, outputFrames: frameCount)
        keptCount = min(brought &- passed.consumed, keptCapacity)
        for channel in 0..<channelCount { clearSamples(kept[channel], count: keptCount) }
    }

    /// Removes frames from the front of the kept ones.
    @_noAllocation @_noLocks
    private mutating func dropKept(_ count: Int) {
        guard count > 0 else { return }
        keptCount &-= count
        for channel in 0..<channelCount {
            // Forward, element by element: source and target may overlap.
            for frame in 0..<keptCount { kept[channel][frame] = kept[channel][frame &+ count] }
        }
    }

    /// Keeps the frames that were rendered and not needed.
    @_noAllocation @_noLocks
    private mutating func keep(
        _ samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, from start: Int, frameCount: Int
    ) {
        let count = min(frameCount, keptCapacity &- keptCount)
        guard count > 0 else { return }
        for channel in 0..<channelCount {
            Mixing.copy(samples[channel] + start, into: kept[channel] + keptCount, frameCount: count)
        }
        keptCount &+= count
    }
}
