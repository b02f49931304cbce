import SordinoSignal

/// The step of a reverberation.
@_noAllocation @_noLocks
func runReverb(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<ReverbKernel>.self)
    unit.pointee.core.begin(io.assumingMemoryBound(to: StepIO.self))
    let renderer = unit.pointee.kernel.renderer
    while true {
        switch unit.pointee.core.next() {
        case .aim(let frames): unit.pointee.kernel.aim(unit.pointee.core.values, frames: frames)
        case .render(let piece):
            let (position, isSilent) = (unit.pointee.core.position, unit.pointee.core.isInputSilent)
            unit.pointee.kernel.catchUp(to: position, andRender: piece.frameCount)
            renderer.process(piece.inputs, into: piece.outputs, frameCount: piece.frameCount, isSilent: isSilent)
        // The lines calm themselves.
        case .calm: break
        case .clear: unit.pointee.kernel.forget()
        case .end: return unit.pointee.core.finish(isAtRest: renderer.isAtRest)
        }
    }
}

extension ReverbKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        renderer.reset()
        position = 0
    }

    /// Forgets what came in; the pairs go on turning where the unit's time is.
    @_noAllocation @_noLocks
    func forget() {
        renderer.reset()
        renderer.skip(Int(position))
    }

    /// The pairs turn on while the unit rests.
    @_noAllocation @_noLocks
    mutating func catchUp(to now: Int64, andRender frames: Int) {
        if now > position { renderer.skip(Int(now &- position)) }
        position = now &+ Int64(frames)
    }

    /// Sets out for what the parameters ask for.
    @_noAllocation @_noLocks
    func aim(_ values: ParameterValues, frames: Int) {
        var settings = renderer.settings
        for slot in 0..<7 { settings.set(slot, values[slot]) }
        renderer.set(settings, frames: frames)
    }
}
