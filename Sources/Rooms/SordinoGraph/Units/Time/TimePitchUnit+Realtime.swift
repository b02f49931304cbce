import SordinoSignal

/// Frames that a time-pitch must be brought to give `frames`.
@_noAllocation @_noLocks
func demandTimePitch(_ state: UnsafeMutableRawPointer, _ frames: Int) -> Int {
    let unit = state.assumingMemoryBound(to: UnitState<TimePitchKernel>.self)
    return unit.pointee.kernel.demand(frames, unit.pointee.core)
}

/// The step of a time-pitch.
@_noAllocation @_noLocks
func runTimePitch(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<TimePitchKernel>.self)
    unit.pointee.kernel.take(io.assumingMemoryBound(to: StepIO.self))
    // Silence too has its place in time: the unit always runs, but little is computed for silence.
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, isFirst: $1 == 0) },
        render: { unit.pointee.kernel.render($0) }, calm: {}, clear: { unit.pointee.kernel.clear() },
        isAtRest: { false }, isSilent: { unit.pointee.kernel.isSilent })
}

extension TimePitchKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        renderer.reset()
        queue.clear()
        place.pointee.isFresh = true
    }

    /// Notes how far the parameters may go in the block, and asks for as much as that needs.
    @_noAllocation @_noLocks
    mutating func demand(_ frames: Int, _ core: UnitCore) -> Int {
        guard frames > 0 else { return 0 }
        let wasBypassed = isBypassed
        isBypassed = core.port.isBypassed
        let mayChange = core.mayChange || isWaiting || wasBypassed != isBypassed
        let (rates, pitches) = (core.reach(of: 0), core.reach(of: 1))
        if wasBypassed != isBypassed { set() }
        let isPlain = rates == (1, 1) && pitches == (0, 0)
        let needed: Int
        if renderer.isThrough, isBypassed || !mayChange || isPlain {
            // Samples pass unchanged: exactly these, so that a live input can be the source.
            needed = renderer.inputFramesNeeded(forOutput: frames)
        } else if mayChange {
            let fastest = max(Double(rates.greatest), 1)
            needed =
                cushionFrames
                &+ renderer.inputFramesBound(forOutput: frames, rate: fastest, cents: Double(pitches.least))
        } else {
            needed = cushionFrames &+ renderer.inputFramesNeeded(forOutput: frames)
        }
        allowed = (rates.least, rates.greatest, pitches.least, pitches.greatest)
        return max(0, needed &- queue.count)
    }

    @_noAllocation @_noLocks
    mutating func take(_ io: UnsafeMutablePointer<StepIO>) {
        isSilent = io.pointee.inputCount == 0 || io.pointee.inputs[0].pointee.isSilent
        guard io.pointee.inputCount > 0 else { return }
        place.pointee.begin(io.pointee.inputClock, late: -renderer.inputPlace)
        queue.append(io.pointee.inputs[0], frameCount: io.pointee.inputClock.pointee.frameCount)
        if isWaiting { set() }
    }

    /// Sets speed, pitch and quality from the parameters.
    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, isFirst: Bool) {
        (rate, cents) = (values[0], values[1])
        set()
        if values.hasChanged(2) { renderer.setOverlap(values[2]) }
        if values.hasChanged(3) { renderer.setSharesTurns(values[3] >= 0.5) }
        if values.hasChanged(4) { renderer.setKeepsTransients(values[4] >= 0.5) }
        // Nothing was heard yet: begins where this speed begins.
        if isFirst { renderer.reset() }
    }

    /// Sets the values that this block allows: one from after the frames were asked for has to wait for the next block.
    @_noAllocation @_noLocks
    private mutating func set() {
        let rate = isBypassed ? 1 : min(max(self.rate, allowed.0), allowed.1)
        let cents = isBypassed ? 0 : min(max(self.cents, allowed.2), allowed.3)
        isWaiting = !isBypassed && (rate != self.rate || cents != self.cents)
        renderer.setPitch(cents: Double(cents))
        renderer.setRate(Double(rate))
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        let before = renderer.inputPlace
        defer { place.pointee.pass(piece, by: renderer.inputPlace - before) }
        var produced = 0
        while produced < piece.frameCount {
            let wanted = piece.frameCount &- produced
            // Only the needed frames: the rest stays in the queue, where it counts against the next demand.
            let result = stretch(renderer.inputFramesNeeded(forOutput: wanted), into: piece, at: produced)
            if result.produced == 0, result.consumed == 0 {
                // An onset needs more frames than were estimated.
                let more = stretch(queue.count, into: piece, at: produced)
                if more.produced == 0 { break }
                produced &+= more.produced
            }
            produced &+= result.produced
        }
        if isSilent {
            // While there is input, the peak need not be measured.
            for channel in 0..<piece.channelCount
            where Mixing.peak(piece.outputs[channel], frameCount: produced) > 0 { isSilent = false }
        }
        if produced < piece.frameCount {
            // The queue has no more frames in this block.
            for channel in 0..<piece.channelCount {
                clearSamples(piece.outputs[channel] + produced, count: piece.frameCount &- produced)
            }
        }
    }

    /// Offers frames of the queue, and puts the result at a place of the output.
    @_noAllocation @_noLocks
    private mutating func stretch(
        _ offered: Int, into piece: UnitPiece, at place: Int
    ) -> (consumed: Int, produced: Int) {
        let result = renderer.process(
            UnsafePointer(queue.planes), inputOffset: queue.start, inputFrames: min(offered, queue.count),
            into: UnsafePointer(piece.outputs), outputOffset: place, outputFrames: piece.frameCount &- place)
        queue.drop(result.consumed)
        return result
    }
}
