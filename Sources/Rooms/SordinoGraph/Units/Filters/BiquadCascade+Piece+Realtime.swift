import SordinoSignal

extension BiquadCascade {
    /// Renders a piece of a unit.
    @_noAllocation @_noLocks
    func render(_ piece: UnitPiece) { render(piece.inputs, into: piece.outputs, frameCount: piece.frameCount) }
}
