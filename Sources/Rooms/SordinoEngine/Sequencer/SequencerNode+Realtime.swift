import SordinoGraph

/// Renders a block of the sequencer as a step of the plan.
@_noAllocation @_noLocks
func runSequencer(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let io = io.assumingMemoryBound(to: StepIO.self)
    let clock = io.pointee.clock
    state.assumingMemoryBound(to: SequencerState.self).pointee.render(
        frameCount: clock.pointee.frameCount, sampleRate: clock.pointee.sampleRate,
        hostNanoseconds: clock.pointee.cycle.hostNanoseconds)
}
