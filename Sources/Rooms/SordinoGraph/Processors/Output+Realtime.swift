import SordinoSignal
import Synchronization

/// Runs the step of an output: `state` is an `OutputState`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runOutput(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    state.assumingMemoryBound(to: OutputState.self).pointee.render(io.assumingMemoryBound(to: StepIO.self))
}

extension OutputState {
    /// Hands one block over, or silence.
    @_noAllocation @_noLocks
    func render(_ io: UnsafeMutablePointer<StepIO>) {
        let frameCount = io.pointee.frameCount
        let cycle = io.pointee.clock.pointee.cycle
        guard let output = cycle.output, cycle.outputChannelCount > 0 else { return }
        let outputChannels = cycle.outputChannelCount
        guard io.pointee.inputCount > 0, !io.pointee.inputs[0].pointee.isSilent else {
            for channel in 0..<outputChannels { clearSamples(output[channel] + cycle.frameOffset, count: frameCount) }
            return
        }
        let input = io.pointee.inputs[0]
        let inputChannels = input.pointee.channelCount
        let fold = outputChannels <= foldLimit ? folds[outputChannels] : nil
        for channel in 0..<outputChannels {
            let samples = output[channel] + cycle.frameOffset
            if mapCount > 0 {
                let from = channel < mapCount ? map[channel] : -1
                if from >= 0 && from < inputChannels {
                    Mixing.copy(input.pointee.channels[from], into: samples, frameCount: frameCount)
                } else {
                    clearSamples(samples, count: frameCount)
                }
            } else if let fold {
                Mixing.clear(samples, frameCount: frameCount)
                for from in 0..<inputChannels {
                    let gain = fold[channel &* inputChannels &+ from]
                    if gain == 0 { continue }
                    Mixing.add(input.pointee.channels[from], gain: gain, to: samples, frameCount: frameCount)
                }
            } else if outputChannels == 1 && inputChannels > 1 {
                Mixing.scale(input.pointee.channels[0], gain: 0.5, into: samples, frameCount: frameCount)
                Mixing.add(input.pointee.channels[1], gain: 0.5, to: samples, frameCount: frameCount)
            } else if channel < inputChannels || (inputChannels == 1 && channel < 2) {
                let from = min(channel, inputChannels - 1)
                Mixing.copy(input.pointee.channels[from], into: samples, frameCount: frameCount)
            } else {
                clearSamples(samples, count: frameCount)
            }
            // NaN and infinity must not reach a loudspeaker.
            if !isFinite(samples, count: frameCount) {
                clearSamples(samples, count: frameCount)
                health.pointee.count()
            }
        }
    }
}
