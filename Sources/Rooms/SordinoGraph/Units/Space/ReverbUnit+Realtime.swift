import SordinoSignal

/// The step of a reverberation.
@_noAllocation @_noLocks
func runReverb(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<ReverbKernel>.self)
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { unit.pointee.kernel.render($0) }, clear: { unit.pointee.kernel.forget() },
        isAtRest: { unit.pointee.kernel.renderer.isAtRest })
}

extension ReverbKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        renderer.reset()
        position = 0
    }

    /// Renders a piece, after the oscillators have been advanced by the frames that the unit rested.
    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        renderer.skip(piece.pass(&position))
        renderer.process(piece.inputs, into: piece.outputs, frameCount: piece.frameCount, isSilent: piece.isSilent)
    }

    /// Forgets the input so far; the pairs of lines continue to turn, in step with the time of the unit.
    @_noAllocation @_noLocks
    func forget() {
        renderer.reset()
        renderer.skip(Int(position))
    }

    /// Sets targets from the parameters.
    @_noAllocation @_noLocks
    func aim(_ values: ParameterValues, frames: Int) {
        var settings = renderer.settings
        for slot in 0..<7 { settings.set(slot, values[slot]) }
        renderer.set(settings, frames: frames)
    }
}
