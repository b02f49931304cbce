import SordinoSignal

/// The step of the equaliser with presets.
@_noAllocation @_noLocks
func runIPodEQ(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<IPodEQKernel>.self)
    let cascade = unit.pointee.kernel.cascade
    runUnit(
        state, io, filters: cascade, aim: { unit.pointee.kernel.aim($0, frames: $1) }, render: { cascade.render($0) })
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
