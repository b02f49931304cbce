import SordinoSignal

/// The step of a distortion.
@_noAllocation @_noLocks
func runDistortion(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<DistortionKernel>.self)
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { unit.pointee.kernel.render($0) }, clear: { unit.pointee.kernel.renderer.reset() },
        isAtRest: { unit.pointee.kernel.renderer.isAtRest })
}

extension DistortionKernel {
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

    /// Sets targets from the parameters.
    @_noAllocation @_noLocks
    func aim(_ values: ParameterValues, frames: Int) {
        var settings = renderer.settings
        for slot in 0..<16 { settings.set(slot, values[slot]) }
        renderer.set(settings, frames: frames)
    }
}
