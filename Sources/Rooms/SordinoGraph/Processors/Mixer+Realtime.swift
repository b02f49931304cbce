import SordinoSignal
import Synchronization

/// The mixer's step.
@_noAllocation @_noLocks
func runMixer(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    state.assumingMemoryBound(to: MixerState.self).pointee.render(io.assumingMemoryBound(to: StepIO.self))
}

extension MixerState {
    /// Adds up one block.
    @_noAllocation @_noLocks
    mutating func render(_ io: UnsafeMutablePointer<StepIO>) {
        let buffer = io.pointee.outputs[0]
        let frameCount = io.pointee.frameCount
        let sampleRate = io.pointee.clock.pointee.sampleRate
        let isHeard = aim(io, sampleRate: sampleRate)
        if isHeard {
            for channel in 0..<buffer.pointee.channelCount {
                let samples = buffer.pointee.own[channel]
                sum(io, into: samples, channel: channel, frameCount: frameCount)
                if !output.isUnity { output.scale(samples, into: samples, frameCount: frameCount) }
            }
            buffer.pointee.publishOwn()
        } else {
            buffer.pointee.publishSilence()
        }
        for index in 0..<io.pointee.inputCount { mixInput(io, index)?.pointee.advance(frameCount) }
        output.advance(frameCount)
    }

    /// Reads all that was set since the last block.
    ///
    /// - Returns: Whether any input has sound.
    @_noAllocation @_noLocks
    private mutating func aim(_ io: UnsafeMutablePointer<StepIO>, sampleRate: Double) -> Bool {
        var isHeard = false
        for index in 0..<io.pointee.inputCount {
            mixInput(io, index)?.pointee.aim(sampleRate: sampleRate)
            if !io.pointee.inputs[index].pointee.isSilent { isHeard = true }
        }
        let volume = Float(bitPattern: setting.pointee.outputVolume.load(ordering: .relaxed))
        if isSet {
            output.aim(at: volume, frames: glideFrames(sampleRate: sampleRate))
        } else {
            isSet = true
            output.jump(to: volume)
        }
        return isHeard
    }

    /// Gains of the input at `index`.
    @_noAllocation @_noLocks
    private func mixInput(
        _ io: UnsafeMutablePointer<StepIO>, _ index: Int
    ) -> UnsafeMutablePointer<MixInputState>? {
        io.pointee.attachments[index]?.assumingMemoryBound(to: MixInputState.self)
    }

    /// Adds all inputs up in one output channel, in the order of their buses.
    @_noAllocation @_noLocks
    private func sum(
        _ io: UnsafeMutablePointer<StepIO>, into samples: UnsafeMutablePointer<Float>, channel: Int, frameCount: Int
    ) {
        let sources = io.pointee.scratch.assumingMemoryBound(to: MixSource.self)
        let channelCount = io.pointee.outputs[0].pointee.channelCount
        var waiting = 0
        var isBegun = false
        for index in 0..<io.pointee.inputCount {
            let input = io.pointee.inputs[index]
            guard let mix = mixInput(io, index), !input.pointee.isSilent else { continue }
            let ramp = mix.pointee.ramp(output: channel, of: channelCount)
            if ramp.isSilent { continue }
            let inputs = input.pointee.channelCount
            let isMean = channelCount == 1 && inputs > 1
            for part in 0..<(isMean ? 2 : 1) {
                let from = isMean ? part : inputs == 1 && channel < 2 ? 0 : channel
                if from >= inputs { break }
                if ramp.isGliding {
                    add(sources, count: waiting, to: samples, isFirst: !isBegun, frameCount: frameCount)
                    (waiting, isBegun) = (0, true)
                    ramp.add(input.pointee.channels[from], to: samples, frameCount: frameCount)
                } else {
                    let gain = isMean ? ramp.target * 0.5 : ramp.target
                    sources[waiting] = MixSource(samples: input.pointee.channels[from], gain: gain)
                    waiting &+= 1
                }
            }
        }
        add(sources, count: waiting, to: samples, isFirst: !isBegun, frameCount: frameCount)
    }

    /// Adds what waits, or begins with it.
    @_noAllocation @_noLocks
    private func add(
        _ sources: UnsafeMutablePointer<MixSource>, count: Int, to samples: UnsafeMutablePointer<Float>, isFirst: Bool,
        frameCount: Int
    ) {
        if !isFirst {
            Mixing.add(sources, sourceCount: count, to: samples, frameCount: frameCount)
        } else if count == 1 && sources[0].gain == 1 {
            Mixing.copy(sources[0].samples, into: samples, frameCount: frameCount)
        } else {
            Mixing.clear(samples, frameCount: frameCount)
            Mixing.add(sources, sourceCount: count, to: samples, frameCount: frameCount)
        }
    }
}
