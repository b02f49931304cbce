import SordinoSignal

/// The step of a pitch.
@_noAllocation @_noLocks
func runPitch(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<PitchKernel>.self)
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { unit.pointee.kernel.render($0) }, clear: { unit.pointee.kernel.clear() },
        quietFrames: { unit.pointee.kernel.quietFrames })
}

extension PitchKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        renderer.reset()
        queue.clear()
        for channel in 0..<queue.channelCount { clearSamples(queue.planes[channel], count: heldFrames) }
        queue.count = heldFrames
        dry.clear()
        quietFrames = QuietFrames.most
    }

    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, frames: Int) {
        renderer.setPitch(cents: Double(values[0]))
        dry.aim(values[1] / 100, frames: frames)
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        quietFrames = piece.isSilent ? QuietFrames.sum(quietFrames, piece.frameCount) : 0
        queue.append(piece.inputs, frameCount: piece.frameCount)
        let result = renderer.process(
            UnsafePointer(queue.planes), inputOffset: queue.start, inputFrames: queue.count,
            into: UnsafePointer(piece.outputs), outputFrames: piece.frameCount)
        queue.drop(result.consumed)
        if result.produced < piece.frameCount {
            for channel in 0..<piece.channelCount {
                clearSamples(piece.outputs[channel] + result.produced, count: piece.frameCount &- result.produced)
            }
        }
        dry.mix(piece)
    }
}
