import SordinoSignal
import Synchronization

/// The mixer's step.
@_noAllocation @_noLocks
func runMixer(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let step = state.assumingMemoryBound(to: MixerStep.self)
    step.pointee.mixer.pointee.render(io.assumingMemoryBound(to: StepIO.self), step)
}

extension MixerState {
    /// Adds up one block.
    @_noAllocation @_noLocks
    mutating func render(_ io: UnsafeMutablePointer<StepIO>, _ step: UnsafeMutablePointer<MixerStep>) {
        let buffer = io.pointee.outputs[0]
        let frameCount = io.pointee.frameCount
        aimOutput(sampleRate: io.pointee.clock.pointee.sampleRate)
        let found = buffer.pointee.channelCount == 2 ? gatherStereo(io, step) : gather(io)
        if !found.isHeard {
            buffer.pointee.publishSilence()
        } else if found.isGathered {
            let sources = io.pointee.scratch.assumingMemoryBound(to: MixSource.self)
            let (left, right) = (buffer.pointee.own[0], buffer.pointee.own[1])
            add(sources, count: found.left, to: left, isFirst: true, frameCount: frameCount)
            add(
                sources + step.pointee.sourceLimit, count: found.right, to: right, isFirst: true,
                frameCount: frameCount)
            finish(buffer, frameCount: frameCount)
        } else {
            for channel in 0..<buffer.pointee.channelCount {
                sum(io, step, into: buffer.pointee.own[channel], channel: channel, frameCount: frameCount)
            }
            finish(buffer, frameCount: frameCount)
        }
        if !found.isResting {
            for index in 0..<io.pointee.inputCount { mixInput(io, index)?.pointee.advance(frameCount) }
        }
        output.advance(frameCount)
    }

    /// The volume of the whole, and the block is there.
    @_noAllocation @_noLocks
    private func finish(_ buffer: UnsafeMutablePointer<BusBuffer>, frameCount: Int) {
        if !output.isUnity {
            for channel in 0..<buffer.pointee.channelCount {
                let samples = buffer.pointee.own[channel]
                output.scale(samples, into: samples, frameCount: frameCount)
            }
        }
        buffer.pointee.publishOwn()
    }

    /// Reads the volume of the whole.
    @_noAllocation @_noLocks
    private mutating func aimOutput(sampleRate: Double) {
        let volume = Float(bitPattern: setting.pointee.outputVolume.load(ordering: .relaxed))
        if isSet {
            output.aim(at: volume, frames: glideFrames(sampleRate: sampleRate))
        } else {
            isSet = true
            output.jump(to: volume)
        }
    }

    /// Reads all that was set since the last block.
    @_noAllocation @_noLocks
    private func gather(_ io: UnsafeMutablePointer<StepIO>) -> MixerFindings {
        let sampleRate = io.pointee.clock.pointee.sampleRate
        var found = MixerFindings()
        for index in 0..<io.pointee.inputCount {
            if let mix = mixInput(io, index), !mix.pointee.aim(sampleRate: sampleRate) { found.isResting = false }
            if !io.pointee.inputs[index].pointee.isSilent { found.isHeard = true }
        }
        return found
    }

    /// The same for two channels, and, if no gain glides, the sources of either side in one pass: each input is touched once.
    @_noAllocation @_noLocks
    private func gatherStereo(
        _ io: UnsafeMutablePointer<StepIO>, _ step: UnsafeMutablePointer<MixerStep>
    ) -> MixerFindings {
        let sampleRate = io.pointee.clock.pointee.sampleRate
        let count = io.pointee.inputCount
        let inputs = io.pointee.inputs
        let attachments = io.pointee.attachments
        let left = io.pointee.scratch.assumingMemoryBound(to: MixSource.self)
        let right = left + step.pointee.sourceLimit
        var found = MixerFindings()
        found.isGathered = true
        for index in 0..<count {
            guard let mix = attachments[index]?.assumingMemoryBound(to: MixInputState.self) else { continue }
            if !mix.pointee.aim(sampleRate: sampleRate) { (found.isResting, found.isGathered) = (false, false) }
            let input = inputs[index]
            if input.pointee.isSilent { continue }
            found.isHeard = true
            let channels = input.pointee.channels
            if let fold = step.pointee.folds?[index] {
                let inputs = input.pointee.channelCount
                let (leftGain, rightGain) = (mix.pointee.leftGain, mix.pointee.rightGain)
                append(channels, inputs, fold, leftGain, to: left, &found.left)
                append(channels, inputs, fold + inputs, rightGain, to: right, &found.right)
                continue
            }
            // A mono input is heard on both sides.
            let second = input.pointee.channelCount > 1 ? 1 : 0
            let (leftGain, rightGain) = (mix.pointee.leftGain, mix.pointee.rightGain)
            if leftGain != 0 {
                left[found.left] = MixSource(samples: channels[0], gain: leftGain)
                found.left &+= 1
            }
            if rightGain != 0 {
                right[found.right] = MixSource(samples: channels[second], gain: rightGain)
                found.right &+= 1
            }
        }
        return found
    }

    /// Adds the channels of a folded input that are heard to the sources of one side.
    @_noAllocation @_noLocks
    private func append(
        _ channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ count: Int, _ gains: UnsafePointer<Float>,
        _ gain: Float, to sources: UnsafeMutablePointer<MixSource>, _ sourceCount: inout Int
    ) {
        for channel in 0..<count where gains[channel] * gain != 0 {
            sources[sourceCount] = MixSource(samples: channels[channel], gain: gains[channel] * gain)
            sourceCount &+= 1
        }
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
        _ io: UnsafeMutablePointer<StepIO>, _ step: UnsafeMutablePointer<MixerStep>,
        into samples: UnsafeMutablePointer<Float>, channel: Int, frameCount: Int
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
            let fold = step.pointee.folds?[index]
            let isMean = channelCount == 1 && inputs > 1
            for part in 0..<(fold != nil ? inputs : isMean ? 2 : 1) {
                let from = fold != nil || isMean ? part : inputs == 1 && channel < 2 ? 0 : channel
                if from >= inputs { break }
                var factor: Float = isMean ? 0.5 : 1
                if let fold { factor = fold[channel &* inputs &+ from] }
                if factor == 0 { continue }
                if ramp.isGliding {
                    add(sources, count: waiting, to: samples, isFirst: !isBegun, frameCount: frameCount)
                    (waiting, isBegun) = (0, true)
                    ramp.times(factor).add(input.pointee.channels[from], to: samples, frameCount: frameCount)
                } else {
                    sources[waiting] = MixSource(samples: input.pointee.channels[from], gain: ramp.target * factor)
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
        } else if count == 1 {
            Mixing.scale(sources[0].samples, gain: sources[0].gain, into: samples, frameCount: frameCount)
        } else {
            Mixing.clear(samples, frameCount: frameCount)
            Mixing.add(sources, sourceCount: count, to: samples, frameCount: frameCount)
        }
    }
}
