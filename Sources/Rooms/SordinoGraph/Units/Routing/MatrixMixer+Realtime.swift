import SordinoSignal

/// The matrix mixer's step.
@_noAllocation @_noLocks
func runMatrix(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<MatrixKernel>.self)
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { piece in
            unit.pointee.kernel.render(piece)
            unit.pointee.kernel.measure(piece, unit.pointee.core)
        })
}

extension MatrixKernel {
    /// Slots: the whole; volumes and switches of the inputs, of the outputs, and of the crosspoints by input.
    @_noAllocation @_noLocks
    func aim(_ values: ParameterValues, frames: Int) {
        let limit = 32
        let crosspoints = 1 &+ 4 &* limit
        for output in 0..<outputCount {
            let outputSlot = 1 &+ 2 &* limit &+ output
            let outer = values[outputSlot &+ limit] >= 0.5 ? values[outputSlot] * values[0] : 0
            for input in 0..<inputCount {
                let cross = crosspoints &+ input &* limit &+ output
                var factor: Float = 0
                if values[1 &+ limit &+ input] >= 0.5, values[cross &+ limit &* limit] >= 0.5 {
                    factor = outer * values[1 &+ input] * values[cross]
                }
                let ramp = output &* inputCount &+ input
                guard frames == 0 || ramps[ramp].target != factor else { continue }
                if frames > 0 {
                    ramps[ramp].glide(to: factor, frames: frames)
                } else {
                    ramps[ramp].jump(to: factor)
                }
            }
        }
    }

    @_noAllocation @_noLocks
    func render(_ piece: UnitPiece) {
        guard let io = piece.io else { return }
        for output in 0..<channelCount {
            let target = piece.outputs[output]
            clearSamples(target, count: piece.frameCount)
            guard output < outputCount else { continue }
            for input in 0..<inputCount {
                let bus = io.pointee.inputs[buses[input]]
                let ramp = output &* inputCount &+ input
                if !bus.pointee.isSilent, !ramps[ramp].isSilent {
                    ramps[ramp].add(
                        bus.pointee.channels[places[input]] + piece.offset, to: target, frameCount: piece.frameCount)
                }
                ramps[ramp].advance(piece.frameCount)
            }
        }
    }

    /// Measures the channels of the busses that are to be.
    ///
    /// Slots behind those of `aim`: eight meters of the input channels, one kind after the other, then of the output
    /// channels. An output channel whose volume is 0 shows nothing before it either.
    @_noAllocation @_noLocks
    func measure(_ piece: UnitPiece, _ core: UnitCore) {
        guard let io = piece.io else { return }
        let limit = 32
        let first = 1 &+ 4 &* limit &+ 2 &* limit &* limit
        for input in 0..<inputCount where meters.isOn(input: busNumbers[input]) {
            let bus = io.pointee.inputs[buses[input]]
            var level = PieceLevel()
            if !bus.pointee.isSilent {
                level.add(bus.pointee.channels[places[input]] + piece.offset, frameCount: piece.frameCount)
            }
            let isOn = core.values[1 &+ limit &+ input] >= 0.5
            show(input, level, piece, core, slot: first &+ input, before: 1, after: isOn ? core.values[1 &+ input] : 0)
        }
        guard meters.isOutputOn else { return }
        for output in 0..<outputCount {
            var level = PieceLevel()
            level.add(piece.outputs[output], frameCount: piece.frameCount)
            let slot = 1 &+ 2 &* limit &+ output
            let factor = core.values[slot &+ limit] >= 0.5 ? core.values[slot] : 0
            show(
                inputCount &+ output, level, piece, core, slot: first &+ 8 &* limit &+ output,
                before: factor > 0 ? 1 / factor : 0, after: 1)
        }
    }

    @_noAllocation @_noLocks
    private func show(
        _ meter: Int, _ level: PieceLevel, _ piece: UnitPiece, _ core: UnitCore, slot: Int, before: Float, after: Float
    ) {
        let limit = 32
        levels[meter].take(level, frameCount: piece.frameCount, sampleRate: core.sampleRate)
        levels[meter].show(on: core.port, average: slot, peak: slot &+ limit, factor: before)
        levels[meter].show(on: core.port, average: slot &+ 2 &* limit, peak: slot &+ 3 &* limit, factor: after)
        levels[meter].showLinear(
            on: core.port, average: slot &+ 4 &* limit, peak: slot &+ 5 &* limit, factor: before)
        levels[meter].showLinear(
            on: core.port, average: slot &+ 6 &* limit, peak: slot &+ 7 &* limit, factor: after)
    }
}
