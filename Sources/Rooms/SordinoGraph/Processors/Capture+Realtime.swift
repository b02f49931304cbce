import SordinoRealtime
import Synchronization

/// Runs the step of a capture: `state` is a `CaptureState`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runCapture(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    state.assumingMemoryBound(to: CaptureState.self).pointee.render(io.assumingMemoryBound(to: StepIO.self))
}

extension CaptureState {
    /// Takes the frames of one block that are captured.
    @_noAllocation @_noLocks
    mutating func render(_ io: UnsafeMutablePointer<StepIO>) {
        guard io.pointee.inputCount > 0, io.pointee.frameCount > 0, framesLeft > 0 else { return }
        let input = io.pointee.inputs[0]
        guard input.pointee.channelCount == channelCount else { return }
        let start = firstFrame(io)
        guard start < io.pointee.frameCount else { return }
        let frameCount = min(io.pointee.frameCount &- start, framesLeft)
        if owedFrames > 0 { owedFrames &-= ring.writeSilence(frameCount: owedFrames) }
        var given = 0
        if owedFrames == 0 {
            given =
                input.pointee.isSilent
                ? ring.writeSilence(frameCount: frameCount)
                : ring.write(from: input.pointee.channels, offset: start, frameCount: frameCount)
        }
        if given < frameCount {
            owedFrames &+= frameCount &- given
            news.pointee.lost.wrappingAdd(frameCount &- given, ordering: .relaxed)
        }
        if news.pointee.isMetered.load(ordering: .relaxed) {
            for channel in 0..<channelCount {
                if input.pointee.isSilent {
                    meters[channel].addSilence(frameCount: frameCount)
                } else {
                    meters[channel].add(input.pointee.channels[channel] + start, frameCount: frameCount)
                }
            }
        }
        news.pointee.taken.wrappingAdd(frameCount, ordering: .releasing)
        if framesLeft != .max {
            framesLeft &-= frameCount
            if framesLeft == 0 { news.pointee.isComplete.store(true, ordering: .releasing) }
        }
    }

    /// The first frame of the block that is taken; beyond its end while the start is still to come.
    @_noAllocation @_noLocks
    private mutating func firstFrame(_ io: UnsafeMutablePointer<StepIO>) -> Int {
        guard let due = startHostNanoseconds else { return 0 }
        let clock = io.pointee.clock
        let now = clock.pointee.cycle.hostNanoseconds
        // A host time that is far off must not overflow: a day is far enough.
        let seconds = now < 0 ? 0 : min(max(Double(due &- now) / 1e9, -86_400), 86_400)
        let offset = nearestInteger(seconds * clock.pointee.sampleRate)
        if offset < Int64(io.pointee.frameCount) { startHostNanoseconds = nil }
        return Int(max(offset, 0))
    }
}
