import SordinoSignal

/// The step loop of every unit: it performs the core's actions one after the other, so that a block falls into pieces
/// at the same places of the time line however it is divided.
///
/// Each unit's step calls it with closures over the unit's kernel; they are checked where they stand.
/// - Parameters:
///   - state: A `UnitState`.
///   - aim: Sets the targets, to be reached in so many frames; at 0 at once.
///   - render: Renders a piece.
///   - calm: Sets values too small to be heard to zero.
///   - clear: Forgets the past in the middle of a block.
///   - isAtRest: Whether silence in would give silence out for ever; asked when all is rendered.
///   - isSilent: Whether all that was rendered is silence, though the unit is not at rest.
@_noAllocation @_noLocks
func runUnit(
    _ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer, aim: (ParameterValues, Int) -> Void,
    render: (UnitPiece) -> Void, calm: () -> Void, clear: () -> Void, isAtRest: () -> Bool, isSilent: () -> Bool
) {
    // A state begins with its core.
    let core = state.assumingMemoryBound(to: UnitCore.self)
    core.pointee.begin(io.assumingMemoryBound(to: StepIO.self))
    while true {
        switch core.pointee.next() {
        case .aim(let frames): aim(core.pointee.values, frames)
        case .render(let piece): render(piece)
        case .calm: calm()
        case .clear: clear()
        case .end: return core.pointee.finish(isAtRest: isAtRest(), isSilent: isSilent())
        }
    }
}

/// The step loop of a unit that has nothing too small to be heard, and whose sound is over when it is at rest.
@_noAllocation @_noLocks
func runUnit(
    _ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer, aim: (ParameterValues, Int) -> Void,
    render: (UnitPiece) -> Void, clear: () -> Void, isAtRest: () -> Bool
) {
    runUnit(
        state, io, aim: aim, render: render, calm: {}, clear: clear, isAtRest: isAtRest, isSilent: { false })
}

/// The step loop of a unit that holds sound back: it is at rest after silence of twice its delay.
@_noAllocation @_noLocks
func runUnit(
    _ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer, aim: (ParameterValues, Int) -> Void,
    render: (UnitPiece) -> Void, clear: () -> Void, quietFrames: () -> Int
) {
    let late = state.assumingMemoryBound(to: UnitCore.self).pointee.latencyFrames
    runUnit(state, io, aim: aim, render: render, clear: clear, isAtRest: { quietFrames() > 2 &* late })
}

/// The step loop of a unit without a past.
@_noAllocation @_noLocks
func runUnit(
    _ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer, aim: (ParameterValues, Int) -> Void,
    render: (UnitPiece) -> Void
) {
    runUnit(state, io, aim: aim, render: render, clear: {}, isAtRest: { true })
}

/// The step loop of a unit that is filters, and perhaps more that has no past.
@_noAllocation @_noLocks
func runUnit(
    _ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer, filters: BiquadCascade,
    aim: (ParameterValues, Int) -> Void, render: (UnitPiece) -> Void
) {
    runUnit(
        state, io, aim: aim, render: render, calm: { filters.calm() }, clear: { filters.clear() },
        isAtRest: { filters.isAtRest }, isSilent: { false })
}

extension UnitKernel {
    /// Nothing, for a kernel without a past.
    @_noAllocation @_noLocks
    package mutating func clear() {}
}

extension UnitPiece {
    /// Moves a kernel's own time behind this piece.
    ///
    /// - Parameter time: Where the kernel's oscillators stand, on the unit's own time.
    /// - Returns: The number of frames before this piece in which the unit rested.
    @_noAllocation @_noLocks
    func pass(_ time: inout Int64) -> Int {
        let rested = Int(position &- time)
        time = position &+ Int64(frameCount)
        return rested > 0 ? rested : 0
    }
}
