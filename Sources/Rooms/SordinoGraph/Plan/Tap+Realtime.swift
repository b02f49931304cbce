import SordinoRealtime

/// Runs the step of a tap: `state` is a `TapState`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runTap(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    state.assumingMemoryBound(to: TapState.self).pointee.render(io.assumingMemoryBound(to: StepIO.self))
}

extension TapState {
    /// Copies one block, or loses it whole.
    @_noAllocation @_noLocks
    mutating func render(_ io: UnsafeMutablePointer<StepIO>) {
        let frameCount = io.pointee.frameCount
        let input = io.pointee.inputs[0]
        let sampleTime = io.pointee.clock.pointee.sampleTime
        guard frameCount > 0 else { return }
        guard input.pointee.channelCount == channelCount, ring.writableFrameCount >= frameCount,
            stamps.writableCount > 0
        else {
            lost.raise()
            bell.pointee.ring(io.pointee.clock.pointee.cycle)
            return
        }
        if input.pointee.isSilent {
            _ = ring.writeSilence(frameCount: frameCount)
        } else {
            _ = ring.write(from: input.pointee.channels, frameCount: frameCount)
        }
        _ = stamps.push(
            TapStamp(
                sampleTime: sampleTime, hostNanoseconds: io.pointee.clock.pointee.cycle.hostNanoseconds,
                frameCount: frameCount, isDiscontinuous: sampleTime != expectedSampleTime))
        expectedSampleTime = sampleTime &+ Int64(frameCount)
        framesSinceRing &+= frameCount
        if framesSinceRing >= bufferFrameCount {
            framesSinceRing %= bufferFrameCount
            bell.pointee.ring(io.pointee.clock.pointee.cycle)
        }
    }
}
