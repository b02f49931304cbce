import SordinoSignal

/// The step of a delay.
@_noAllocation @_noLocks
func runDelay(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<DelayKernel>.self)
    unit.pointee.core.begin(io.assumingMemoryBound(to: StepIO.self))
    let renderer = unit.pointee.kernel.renderer
    while true {
        switch unit.pointee.core.next() {
        case .aim(let frames): unit.pointee.kernel.aim(unit.pointee.core.values, frames: frames)
        case .render(let piece): renderer.process(piece.inputs, into: piece.outputs, frameCount: piece.frameCount)
        // The lines calm themselves.
        case .calm: break
        case .clear: renderer.reset()
        case .end: return unit.pointee.core.finish(isAtRest: renderer.isAtRest)
        }
    }
}

extension DelayKernel {
    @_noAllocation @_noLocks
    func clear() { renderer.reset() }

    /// Sets out for what the parameters ask for.
    @_noAllocation @_noLocks
    func aim(_ values: ParameterValues, frames: Int) {
        if values.hasChanged(0) { renderer.setMix(values[0] * 0.01, frames: frames) }
        if values.hasChanged(1) { renderer.setTime(seconds: Double(values[1]), atOnce: frames == 0) }
        if values.hasChanged(2) { renderer.setFeedback(values[2] * 0.01, frames: frames) }
        if values.hasChanged(3) { renderer.setCutoff(hertz: Double(values[3])) }
    }
}
