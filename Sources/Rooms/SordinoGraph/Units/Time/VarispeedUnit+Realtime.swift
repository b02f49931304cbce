import SordinoRealtime
import SordinoSignal

/// Frames that a varispeed must be brought to give `frames`.
@_noAllocation @_noLocks
func demandVarispeed(_ state: UnsafeMutableRawPointer, _ frames: Int) -> Int {
    let unit = state.assumingMemoryBound(to: UnitState<VarispeedKernel>.self)
    return unit.pointee.kernel.demand(frames, unit.pointee.core)
}

/// The step of a varispeed.
@_noAllocation @_noLocks
func runVarispeed(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<VarispeedKernel>.self)
    unit.pointee.kernel.take(io.assumingMemoryBound(to: StepIO.self))
    // Silence too has its place in time: the unit always runs, but nothing is computed for silence.
    runUnit(
        state, io, aim: { values, _ in unit.pointee.kernel.aim(values) },
        render: { unit.pointee.kernel.render($0) }, calm: {}, clear: { unit.pointee.kernel.clear() },
        isAtRest: { false }, isSilent: { unit.pointee.kernel.isAsleep })
}

extension VarispeedKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        renderer.reset()
        queue.clear()
        place.pointee.isFresh = true
        quietFrames = QuietFrames.most
    }

    /// Notes how fast the block may run, and asks for as much as that needs.
    @_noAllocation @_noLocks
    mutating func demand(_ frames: Int, _ core: UnitCore) -> Int {
        guard frames > 0 else { return 0 }
        if core.port.isBypassed != isBypassed {
            isBypassed = core.port.isBypassed
            greatestStep = 4
        }
        var needed = renderer.inputFramesNeeded(forOutput: frames)
        if core.mayChange || step != target {
            let fastest = speed(core.reach(of: 0).greatest, core.reach(of: 1).greatest)
            greatestStep = max(fastest, isBypassed ? 1 : 0)
            needed &+= Int(max(greatestStep - step, 0) * Double(frames)) &+ 4
        } else {
            greatestStep = step
        }
        return max(0, needed &- queue.count)
    }

    @_noAllocation @_noLocks
    mutating func take(_ io: UnsafeMutablePointer<StepIO>) {
        let wasQuiet = quietFrames >= queue.count &+ renderer.heldFrames
        guard io.pointee.inputCount > 0 else {
            isAsleep = wasQuiet
            return
        }
        let (input, frames) = (io.pointee.inputs[0], io.pointee.inputClock.pointee.frameCount)
        place.pointee.begin(io.pointee.inputClock, late: lateFrames)
        isAsleep = wasQuiet && input.pointee.isSilent
        quietFrames = input.pointee.isSilent ? QuietFrames.sum(quietFrames, frames) : 0
        queue.append(input, frameCount: frames)
    }

    /// Takes the speed from the parameters, for the next block.
    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues) { wanted = speed(values[0], values[1]) }

    @_noAllocation @_noLocks
    private func speed(_ rate: Float, _ cents: Float) -> Double {
        min(max(Double(rate) * RealtimeMath.exp2(Double(cents) / 1_200), 0.25), 4)
    }

    private var target: Double {
        @_noAllocation @_noLocks get { isBypassed ? 1 : wanted }
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        // A value that was set after the frames were asked for has to wait.
        let allowed = min(target, greatestStep)
        if allowed != step {
            step = allowed
            renderer.setStep(step)
        }
        place.pointee.pass(piece, by: step * Double(piece.frameCount))
        if isAsleep {
            let passed = renderer.passSilence(inputFrames: queue.count, outputFrames: piece.frameCount)
            return queue.drop(passed.consumed)
        }
        let result = renderer.process(
            UnsafePointer(queue.planes), inputOffset: queue.start, inputFrames: queue.count,
            into: UnsafePointer(piece.outputs), outputFrames: piece.frameCount)
        queue.drop(result.consumed)
        if result.produced < piece.frameCount {
            // The queue has no more frames in this block.
            for channel in 0..<piece.channelCount {
                clearSamples(piece.outputs[channel] + result.produced, count: piece.frameCount &- result.produced)
            }
        }
    }
}
