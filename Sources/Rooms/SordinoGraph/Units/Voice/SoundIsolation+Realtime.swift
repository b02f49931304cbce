import SordinoSignal

/// The step of sound isolation.
@_noAllocation @_noLocks
func runSoundIsolation(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<SoundIsolationKernel>.self)
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { unit.pointee.kernel.render($0) }, clear: { unit.pointee.kernel.clear() },
        quietFrames: { unit.pointee.kernel.quietFrames })
}

extension SoundIsolationKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        for channel in 0..<channelCount { voices[channel].pointee.reset() }
        dry.clear()
        quietFrames = QuietFrames.most
    }

    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, frames: Int) {
        // A quarter of the input limits the suppression to 12 dB.
        let most: Float = values[1] >= 0.5 ? 1 : 0.75
        dry.aim(most * values[0] / 100, frames: frames)
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        quietFrames = piece.isSilent ? QuietFrames.sum(quietFrames, piece.frameCount) : 0
        for channel in 0..<channelCount {
            voices[channel].pointee.process(
                piece.inputs[channel], reference: nil, referenceCount: 0, into: piece.outputs[channel],
                frameCount: piece.frameCount, parts: .noise)
        }
        dry.mix(piece)
    }
}
