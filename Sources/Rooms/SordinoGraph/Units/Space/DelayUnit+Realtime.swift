import SordinoSignal

/// The step of a delay.
@_noAllocation @_noLocks
func runDelay(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<DelayKernel>.self)
    let renderer = unit.pointee.kernel.renderer
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { renderer.process($0.inputs, into: $0.outputs, frameCount: $0.frameCount) },
        clear: { renderer.reset() }, isAtRest: { renderer.isAtRest })
}

extension DelayKernel {
    @_noAllocation @_noLocks
    func clear() { renderer.reset() }

    /// Sets targets from the parameters.
    @_noAllocation @_noLocks
    func aim(_ values: ParameterValues, frames: Int) {
        if values.hasChanged(0) { renderer.setMix(values[0] * 0.01, frames: frames) }
        if values.hasChanged(1) { renderer.setTime(seconds: Double(values[1]), atOnce: frames == 0) }
        if values.hasChanged(2) { renderer.setFeedback(values[2] * 0.01, frames: frames) }
        if values.hasChanged(3) { renderer.setCutoff(hertz: Double(values[3])) }
    }
}
