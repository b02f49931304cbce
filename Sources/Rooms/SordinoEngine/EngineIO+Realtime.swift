import SordinoGraph
import SordinoHardware

/// The callback of an engine's stream.
@_noAllocation @_noLocks
func renderEngine(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
    let state = context.assumingMemoryBound(to: EngineIOState.self)
    let cycle = cycle.assumingMemoryBound(to: StreamCycle.self)
    // The output is zeros already.
    guard cycle.pointee.sampleRate == state.pointee.sampleRate else { return }
    state.pointee.renderer.pointee.render(
        frameCount: cycle.pointee.frameCount, hostNanoseconds: cycle.pointee.hostNanoseconds,
        output: cycle.pointee.output, outputChannelCount: cycle.pointee.outputChannelCount, input: cycle.pointee.input,
        inputChannelCount: cycle.pointee.inputChannelCount)
}
