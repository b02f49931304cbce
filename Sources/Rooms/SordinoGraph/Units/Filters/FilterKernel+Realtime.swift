import SordinoRealtime
import SordinoSignal

/// The step of the units that are one section.
@_noAllocation @_noLocks
func runFilter(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<FilterKernel>.self)
    unit.pointee.core.begin(io.assumingMemoryBound(to: StepIO.self))
    while true {
        switch unit.pointee.core.next() {
        case .aim(let frames): unit.pointee.kernel.aim(unit.pointee.core.values, frames: frames)
        case .render(let piece):
            unit.pointee.kernel.cascade.render(piece.inputs, into: piece.outputs, frameCount: piece.frameCount)
        case .calm: unit.pointee.kernel.cascade.calm()
        case .clear: unit.pointee.kernel.clear()
        case .end: return unit.pointee.core.finish(isAtRest: unit.pointee.kernel.cascade.isAtRest)
        }
    }
}

extension FilterKernel {
    @_noAllocation @_noLocks
    func clear() { cascade.clear() }

    /// Sets out for the section that the parameters ask for.
    @_noAllocation @_noLocks
    func aim(_ values: ParameterValues, frames: Int) {
        let target: Biquad
        switch kind {
        case .lowPass:
            target = .lowPass(
                BiquadCorner(
                    hertz: Double(values[0]), q: RealtimeMath.pow(10, Double(values[1]) / 20), sampleRate: sampleRate))
        }
        cascade.aim(0, at: target, frames: frames)
    }
}
