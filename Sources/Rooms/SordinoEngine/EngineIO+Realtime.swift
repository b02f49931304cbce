import SordinoGraph
import SordinoHardware
import Synchronization

/// The callback of an engine's stream.
@_noAllocation @_noLocks
func renderEngine(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
    let state = context.assumingMemoryBound(to: EngineIOState.self)
    let cycle = cycle.assumingMemoryBound(to: StreamCycle.self)
    // The output is zeros already.
    guard !state.pointee.news.pointee.isHalted.load(ordering: .relaxed) else { return }
    guard cycle.pointee.sampleRate == state.pointee.sampleRate else { return }
    var input = cycle.pointee.input
    var inputChannelCount = cycle.pointee.inputChannelCount
    if let voice = state.pointee.voice, let clean = voice.pointee.process(cycle) {
        (input, inputChannelCount) = (clean, 1)
    }
    state.pointee.renderer.pointee.render(
        frameCount: cycle.pointee.frameCount, hostNanoseconds: cycle.pointee.hostNanoseconds,
        output: cycle.pointee.output, outputChannelCount: cycle.pointee.outputChannelCount, input: input,
        inputChannelCount: inputChannelCount)
    if let voice = state.pointee.voice { voice.pointee.listen(cycle) }
}
