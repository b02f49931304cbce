import SordinoSignal

/// Renders the stream: outputs the fetched samples, and keeps the captured ones.
@_noAllocation @_noLocks
func renderRelayCell(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
    context.assumingMemoryBound(to: RelayCell.self).pointee.render(cycle.assumingMemoryBound(to: StreamCycle.self))
}

extension RelayCell {
    /// One block.
    ///
    /// - Thread: render. No heap, no lock.
    @_noAllocation @_noLocks
    mutating func render(_ cycle: UnsafePointer<StreamCycle>) {
        let frameCount = min(cycle.pointee.frameCount, frameCapacity)
        nextSampleTime = cycle.pointee.sampleTime &+ Int64(cycle.pointee.frameCount)
        if fetchedFrames == frameCount, let into = cycle.pointee.output {
            for channel in 0..<min(outputChannelCount, cycle.pointee.outputChannelCount) {
                Mixing.copy(output[channel], into: into[channel], frameCount: frameCount)
            }
        } else if outputChannelCount > 0 {
            missedBlocks &+= 1
        }
        fetchedFrames = 0
        heardFrames = 0
        guard let from = cycle.pointee.input else { return }
        for channel in 0..<min(inputChannelCount, cycle.pointee.inputChannelCount) {
            Mixing.copy(from[channel], into: input[channel], frameCount: frameCount)
        }
        heardFrames = frameCount
    }
}
