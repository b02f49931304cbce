import SordinoSignal

/// The step of the equaliser with presets.
@_noAllocation @_noLocks
func runIPodEQ(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<IPodEQKernel>.self)
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

extension IPodEQKernel {
    @_noAllocation @_noLocks
    func clear() { cascade.clear() }

    @_noAllocation @_noLocks
    func aim(_ values: ParameterValues, frames: Int) {
        var hertz = 16_000.0
        for slot in 0..<10 {
            let band = 9 &- slot
            // Bands that the rate cannot hold are left out.
            if values.hasChanged(band) && hertz < 0.45 * sampleRate {
                let corner = BiquadCorner(hertz: band == 0 ? 32 : hertz, octaves: 1, sampleRate: sampleRate)
                let target = values[band] == 0 ? Biquad() : .peak(corner, decibels: Double(values[band]))
                cascade.aim(band, at: target, frames: frames)
            }
            hertz *= 0.5
        }
    }
}
