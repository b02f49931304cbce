import SordinoSignal

/// The matrix mixer's step.
@_noAllocation @_noLocks
func runMatrix(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<MatrixKernel>.self)
    let io = io.assumingMemoryBound(to: StepIO.self)
    unit.pointee.core.begin(io)
    while true {
        switch unit.pointee.core.next() {
        case .aim(let frames): unit.pointee.kernel.aim(unit.pointee.core.values, frames: frames)
        case .render(let piece): unit.pointee.kernel.render(piece, io)
        case .calm, .clear: break
        case .end: return unit.pointee.core.finish(isAtRest: true)
        }
    }
}

extension MatrixKernel {
    @_noAllocation @_noLocks
    func clear() {}

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
    func render(_ piece: UnitPiece, _ io: UnsafeMutablePointer<StepIO>) {
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
}
