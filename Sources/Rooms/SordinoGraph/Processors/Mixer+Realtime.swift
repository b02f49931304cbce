import SordinoSignal
import Synchronization

/// Runs the step of a mixer: `state` is a `MixerState`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runMixer(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let io = io.assumingMemoryBound(to: StepIO.self)
    guard let bank = io.pointee.bank else { return io.pointee.outputs[0].pointee.publishSilence() }
    state.assumingMemoryBound(to: MixerState.self).pointee.render(io, bank)
}

extension MixerState {
    /// Adds up one block.
    @_noAllocation @_noLocks
    mutating func render(_ io: UnsafeMutablePointer<StepIO>, _ bank: UnsafePointer<Bank>) {
        let buffer = io.pointee.outputs[0]
        let frameCount = io.pointee.frameCount
        let sampleRate = io.pointee.clock.pointee.sampleRate
        aimOutput(sampleRate: sampleRate)
        let found =
            buffer.pointee.channelCount == 2 ? gatherStereo(bank, sampleRate) : gather(bank, sampleRate)
        if !found.isHeard {
            buffer.pointee.publishSilence()
        } else if found.isGathered {
            let sources = bank.pointee.scratch.assumingMemoryBound(to: MixSource.self)
            let (left, right) = (buffer.pointee.own[0], buffer.pointee.own[1])
            add(sources, count: found.left, to: left, isFirst: true, frameCount: frameCount)
            add(
                sources + bank.pointee.sourceLimit, count: found.right, to: right, isFirst: true,
                frameCount: frameCount)
            finish(buffer, frameCount: frameCount)
        } else {
            let channelCount = buffer.pointee.channelCount
            for channel in 0..<channelCount {
                sum(
                    bank, into: buffer.pointee.own[channel], channel: channel, of: channelCount,
                    frameCount: frameCount)
            }
            finish(buffer, frameCount: frameCount)
        }
        if !found.isResting { advance(bank, frameCount) }
        output.advance(frameCount)
    }

    /// Lets a block pass for the gains of all inputs.
    @_noAllocation @_noLocks
    private func advance(_ bank: UnsafePointer<Bank>, _ frameCount: Int) {
        for number in 0..<bank.pointee.chunkCount {
            let chunk = bank.pointee.chunks[number]
            for index in 0..<chunk.inputCount { chunk.inputs[index].mix.pointee.advance(frameCount) }
        }
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
    private func gather(_ bank: UnsafePointer<Bank>, _ sampleRate: Double) -> MixerFindings {
        var found = MixerFindings()
        for number in 0..<bank.pointee.chunkCount {
            let chunk = bank.pointee.chunks[number]
            for index in 0..<chunk.inputCount {
                if !chunk.inputs[index].mix.pointee.aim(sampleRate: sampleRate) { found.isResting = false }
                if !chunk.inputs[index].buffer.pointee.isSilent { found.isHeard = true }
            }
        }
        return found
    }

    /// The same for two channels, and, if no gain glides, the sources of either side in one pass: each input is touched
    /// once.
    @_noAllocation @_noLocks
    private func gatherStereo(_ bank: UnsafePointer<Bank>, _ sampleRate: Double) -> MixerFindings {
        let left = bank.pointee.scratch.assumingMemoryBound(to: MixSource.self)
        let right = left + bank.pointee.sourceLimit
        var found = MixerFindings()
        found.isGathered = true
        for number in 0..<bank.pointee.chunkCount {
            let chunk = bank.pointee.chunks[number]
            for index in 0..<chunk.inputCount {
                gatherStereo(chunk.inputs[index], sampleRate, left, right, &found)
            }
        }
        return found
    }

    /// The sources of one input.
    @_noAllocation @_noLocks @inline(__always)
    private func gatherStereo(
        _ input: BankInput, _ sampleRate: Double, _ left: UnsafeMutablePointer<MixSource>,
        _ right: UnsafeMutablePointer<MixSource>, _ found: inout MixerFindings
    ) {
        let mix = input.mix
        if !mix.pointee.aim(sampleRate: sampleRate) { (found.isResting, found.isGathered) = (false, false) }
        let buffer = input.buffer
        if buffer.pointee.isSilent { return }
        found.isHeard = true
        let channels = buffer.pointee.channels
        let (leftGain, rightGain) = (mix.pointee.leftGain, mix.pointee.rightGain)
        if let fold = input.fold {
            let count = buffer.pointee.channelCount
            // Assigned channels may have their sides elsewhere.
            let sides = input.sides
            let gains = (
                mix.pointee.ramp(output: 0, of: 2, sides).target, mix.pointee.ramp(output: 1, of: 2, sides).target
            )
            append(channels, count, fold, gains.0, to: left, &found.left)
            append(channels, count, fold + count, gains.1, to: right, &found.right)
            return
        }
        // A mono input is heard on both sides.
        let second = buffer.pointee.channelCount > 1 ? 1 : 0
        if leftGain != 0 {
            left[found.left] = MixSource(samples: channels[0], gain: leftGain)
            found.left &+= 1
        }
        if rightGain != 0 {
            right[found.right] = MixSource(samples: channels[second], gain: rightGain)
            found.right &+= 1
        }
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

    /// Adds all inputs up in one output channel, in the order of their buses.
    @_noAllocation @_noLocks
    private func sum(
        _ bank: UnsafePointer<Bank>, into samples: UnsafeMutablePointer<Float>, channel: Int, of channelCount: Int,
        frameCount: Int
    ) {
        let sources = bank.pointee.scratch.assumingMemoryBound(to: MixSource.self)
        var waiting = 0
        var isBegun = false
        for number in 0..<bank.pointee.chunkCount {
            let chunk = bank.pointee.chunks[number]
            for index in 0..<chunk.inputCount {
                let (input, mix) = (chunk.inputs[index].buffer, chunk.inputs[index].mix)
                if input.pointee.isSilent { continue }
                let ramp = mix.pointee.ramp(output: channel, of: channelCount, chunk.inputs[index].sides)
                if ramp.isSilent { continue }
                let inputs = input.pointee.channelCount
                let fold = chunk.inputs[index].fold
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
                        sources[waiting] = MixSource(
                            samples: input.pointee.channels[from], gain: ramp.target * factor)
                        waiting &+= 1
                    }
                }
            }
        }
        add(sources, count: waiting, to: samples, isFirst: !isBegun, frameCount: frameCount)
    }

    /// Adds the waiting sources to the sum, or begins the sum with them.
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
