import SordinoRealtime
import SordinoSignal

/// The step of the units that bring inputs together.
@_noAllocation @_noLocks
func runMixing(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<MixingKernel>.self)
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { piece in
            unit.pointee.kernel.render(piece)
            unit.pointee.kernel.measure(piece, unit.pointee.core)
        })
}

extension MixingKernel {
    /// Slots: `busLimit` volumes, as many switches and pans, then volume and switch of the output.
    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, frames: Int) {
        guard busLimit > 0 else { return }
        for index in 0..<inputCount {
            let bus = buses[index]
            guard bus < busLimit else { continue }
            let (switchSlot, panSlot) = (busLimit &+ bus, 2 &* busLimit &+ bus)
            guard values.hasChanged(bus) || values.hasChanged(switchSlot) || values.hasChanged(panSlot) else {
                continue
            }
            let volume = values[switchSlot] >= 0.5 ? values[bus] : 0
            let (left, right) = Gains.balance(pan: values[panSlot])
            set(index &* 3, to: volume * left, frames: frames)
            set(index &* 3 &+ 1, to: volume * right, frames: frames)
            set(index &* 3 &+ 2, to: volume, frames: frames)
        }
        let last = 3 &* busLimit
        if values.hasChanged(last) || values.hasChanged(last &+ 1) {
            let factor = values[last &+ 1] >= 0.5 ? values[last] : 0
            if frames > 0 { output.glide(to: factor, frames: frames) } else { output.jump(to: factor) }
        }
    }

    @_noAllocation @_noLocks
    private func set(_ ramp: Int, to factor: Float, frames: Int) {
        if frames > 0 { ramps[ramp].glide(to: factor, frames: frames) } else { ramps[ramp].jump(to: factor) }
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        guard let io = piece.io else { return }
        let frames = piece.frameCount
        let measuresOutput = meters?.isOutputOn ?? false
        outputLevel = PieceLevel()
        for channel in 0..<channelCount {
            let target = piece.outputs[channel]
            clearSamples(target, count: frames)
            for index in 0..<min(inputCount, io.pointee.inputCount) {
                add(io.pointee.inputs[index], index, to: target, channel: channel, piece)
            }
            if measuresOutput { outputLevel.add(target, frameCount: frames) }
            if !output.isUnity { output.scale(target, into: target, frameCount: frames) }
        }
        for ramp in 0..<inputCount &* 3 { ramps[ramp].advance(frames) }
        output.advance(frames)
    }

    /// Measures the busses that are to be.
    ///
    /// Slots behind those of `aim`: four meters of each input, one kind after the other, then four of the output.
    @_noAllocation @_noLocks
    func measure(_ piece: UnitPiece, _ core: UnitCore) {
        guard let io = piece.io, let meters else { return }
        let first = 3 &* busLimit &+ 2
        for index in 0..<min(inputCount, io.pointee.inputCount) {
            let bus = buses[index]
            guard bus < busLimit, meters.isOn(input: bus) else { continue }
            let input = io.pointee.inputs[index]
            var level = PieceLevel()
            if !input.pointee.isSilent {
                for channel in 0..<input.pointee.channelCount {
                    level.add(input.pointee.channels[channel] + piece.offset, frameCount: piece.frameCount)
                }
            }
            meters.noteClipping(bus, level)
            levels[index].take(level, frameCount: piece.frameCount, sampleRate: core.sampleRate)
            let slot = first &+ bus
            levels[index].show(on: core.port, average: slot, peak: slot &+ busLimit, factor: 1)
            levels[index].show(
                on: core.port, average: slot &+ 2 &* busLimit, peak: slot &+ 3 &* busLimit,
                factor: ramps[index &* 3 &+ 2].target)
        }
        guard meters.isOutputOn else { return }
        meters.noteClipping(meters.inputLimit, outputLevel)
        levels[inputCount].take(outputLevel, frameCount: piece.frameCount, sampleRate: core.sampleRate)
        let slot = first &+ 4 &* busLimit
        levels[inputCount].show(on: core.port, average: slot, peak: slot &+ 1, factor: 1)
        levels[inputCount].show(on: core.port, average: slot &+ 2, peak: slot &+ 3, factor: output.target)
    }

    /// Adds one input to one channel of the output.
    @_noAllocation @_noLocks
    private func add(
        _ input: UnsafeMutablePointer<BusBuffer>, _ index: Int, to target: UnsafeMutablePointer<Float>, channel: Int,
        _ piece: UnitPiece
    ) {
        let isAlone = channelCount == 1
        let ramp = ramps[index &* 3 &+ sides.side(of: channel, of: channelCount)]
        if input.pointee.isSilent || ramp.isSilent { return }
        let inputs = input.pointee.channelCount
        let fold = folds[index]
        if fold != nil || (isAlone && inputs > 1) {
            for from in 0..<(fold != nil ? inputs : 2) {
                var factor: Float = 0.5
                if let fold { factor = fold[channel &* inputs &+ from] }
                if factor == 0 { continue }
                ramp.times(factor).add(
                    input.pointee.channels[from] + piece.offset, to: target, frameCount: piece.frameCount)
            }
            return
        }
        let from = inputs == 1 && channel < 2 ? 0 : channel
        if from >= inputs { return }
        ramp.add(input.pointee.channels[from] + piece.offset, to: target, frameCount: piece.frameCount)
    }
}
