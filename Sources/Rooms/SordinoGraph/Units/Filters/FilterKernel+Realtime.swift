import SordinoRealtime
import SordinoSignal

/// The step of the units that are one section.
@_noAllocation @_noLocks
func runFilter(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<FilterKernel>.self)
    let cascade = unit.pointee.kernel.cascade
    runUnit(
        state, io, filters: cascade, aim: { unit.pointee.kernel.aim($0, frames: $1) }, render: { cascade.render($0) })
}

extension FilterKernel {
    @_noAllocation @_noLocks
    func clear() { cascade.clear() }

    /// Sets the target of the section from the parameters.
    @_noAllocation @_noLocks
    func aim(_ values: ParameterValues, frames: Int) {
        let third = values.count > 2 ? values[2] : 0
        cascade.aim(
            0, at: FilterKernel.section(kind, values[0], values[1], third, sampleRate: sampleRate), frames: frames)
    }

    /// The section for these values, which stand in the order of the slots.
    @_noAllocation @_noLocks
    static func section(
        _ kind: Kind, _ hertz: Float, _ second: Float, _ third: Float, sampleRate: Double
    ) -> Biquad {
        let hertz = Double(hertz)
        let second = Double(second)
        switch kind {
        case .lowPass, .highPass:
            // The resonance is the gain at the cutoff.
            let q = RealtimeMath.pow(10, second / 20)
            let corner = BiquadCorner(hertz: hertz, q: q, sampleRate: sampleRate)
            if case .lowPass = kind { return .lowPass(corner) }
            return .highPass(corner)
        case .bandPass:
            return .bandPass(BiquadCorner(hertz: hertz, octaves: second / 1200, sampleRate: sampleRate))
        case .lowShelf:
            return .lowShelf(
                BiquadCorner(hertz: hertz, q: .butterworthQ, sampleRate: sampleRate), decibels: second)
        case .highShelf:
            return .highShelf(
                BiquadCorner(hertz: hertz, q: .butterworthQ, sampleRate: sampleRate), decibels: second)
        case .parametric:
            return .peak(
                BiquadCorner(hertz: hertz, q: second, sampleRate: sampleRate), decibels: Double(third))
        }
    }
}
