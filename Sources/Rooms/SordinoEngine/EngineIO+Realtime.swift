import SordinoGraph
import SordinoHardware
import Synchronization

/// The callback of an engine's stream.
@_noAllocation @_noLocks
func renderEngine(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
    let state = context.assumingMemoryBound(to: EngineIOState.self)
    let cycle = cycle.assumingMemoryBound(to: StreamCycle.self)
    // The output is zeros already.
    let news = state.pointee.news
    guard !news.pointee.isHalted.load(ordering: .relaxed) else { return }
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
    if state.pointee.risenFrames < state.pointee.riseFrames { raise(state, cycle) }
    if let voice = state.pointee.voice { voice.pointee.listen(cycle) }
}

/// Lets a sound that continues on another stream rise from silence.
@_noAllocation @_noLocks
private func raise(_ state: UnsafeMutablePointer<EngineIOState>, _ cycle: UnsafePointer<StreamCycle>) {
    guard let output = cycle.pointee.output else { return }
    let (risen, total) = (state.pointee.risenFrames, state.pointee.riseFrames)
    for channel in 0..<cycle.pointee.outputChannelCount {
        for frame in 0..<min(cycle.pointee.frameCount, total &- risen) {
            output[channel][frame] *= Float(risen &+ frame &+ 1) / Float(total)
        }
    }
    state.pointee.risenFrames = min(risen &+ cycle.pointee.frameCount, total)
}
