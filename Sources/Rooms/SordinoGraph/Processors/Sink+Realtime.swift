import CoreAudioTypes

/// Runs the step of a sink: `state` is a `SinkState`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runSink(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    state.assumingMemoryBound(to: SinkState.self).pointee.render(io.assumingMemoryBound(to: StepIO.self))
}

extension SinkState {
    /// Shows one block to the program.
    @_noAllocation @_noLocks
    func render(_ io: UnsafeMutablePointer<StepIO>) {
        let frameCount = io.pointee.frameCount
        guard io.pointee.inputCount > 0, frameCount > 0 else { return }
        let input = io.pointee.inputs[0]
        if input.pointee.isSilent {
            input.pointee.needOwn(frameCount)
            input.pointee.clearOwn(from: 0, frameCount: frameCount)
        }
        let samples = input.pointee.isSilent ? input.pointee.own : input.pointee.channels
        let buffers = UnsafeMutablePointer(mutating: bufferArray(of: list))
        for channel in 0..<min(channelCount, input.pointee.channelCount) {
            buffers[channel].mNumberChannels = 1
            buffers[channel].mDataByteSize = UInt32(truncatingIfNeeded: frameCount &* 4)
            buffers[channel].mData = UnsafeMutableRawPointer(samples[channel])
        }
        var exchange = SourceExchange(frameCount: frameCount, time: io.pointee.timeStamp(at: 0), list: list)
        _ = withUnsafeMutablePointer(to: &exchange) { block(UnsafeMutableRawPointer($0)) }
    }
}
