import SordinoRealtime
import SordinoSignal

/// The step of the dynamics processor.
@_noAllocation @_noLocks
func runDynamics(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<DynamicsKernel>.self)
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { unit.pointee.kernel.render($0) }, calm: { unit.pointee.kernel.calm() },
        clear: { unit.pointee.kernel.clear() },
        isAtRest: {
            unit.pointee.kernel.meters.show(on: unit.pointee.core.port, amount: 7, input: 8, output: 9)
            return unit.pointee.kernel.isAtRest
        }, isSilent: { false })
}

extension DynamicsKernel {
    @_noAllocation @_noLocks
    mutating func clear() { follower.jump(to: curve.floor) }

    /// Sets targets from the parameters; the level detector has times of its own.
    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, frames: Int) {
        if values.hasChanged(0..<4) {
            curve = LevelCurve(
                threshold: values[0], headroom: values[1], expansionThreshold: values[3], ratio: values[2])
        }
        if values.hasChanged(4..<6) {
            follower.set(attackSeconds: values[4], releaseSeconds: values[5], sampleRate: sampleRate)
        }
        if frames == 0 { follower.jump(to: curve.floor) }
        if values.hasChanged(6) { overall.go(toDecibels: values[6], frames: frames) }
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        let frames = piece.frameCount
        clearSamples(levels, count: frames)
        for channel in 0..<piece.channelCount {
            Mixing.takeLevel(of: piece.inputs[channel], into: levels, frameCount: frames)
        }
        Mixing.copy(levels, into: gains, frameCount: frames)
        curve.takeLogarithms(of: gains, frameCount: frames)
        follower.follow(gains, frameCount: frames)
        curve.makeGains(of: gains, frameCount: frames)
        meters.take(levels, gains, factor: overall.target, frameCount: frames)
        for channel in 0..<piece.channelCount {
            let output = piece.outputs[channel]
            Mixing.scale(piece.inputs[channel], byEach: gains, into: output, frameCount: frames)
            if !overall.isUnity { overall.scale(output, into: output, frameCount: frames) }
        }
        overall.advance(frames)
    }

    /// Lets the level arrive that is closer to its floor than 10^-5 dB.
    @_noAllocation @_noLocks
    mutating func calm() {
        if abs(follower.state - Double(curve.floor)) < 2e-6 { follower.jump(to: curve.floor) }
    }

    /// Indicates whether the level has arrived where silence leaves it.
    var isAtRest: Bool {
        @_noAllocation @_noLocks get { follower.state == Double(curve.floor) }
    }
}

extension DynamicsMeters {
    /// Looks at a piece: levels before, and the gains that they are given.
    @_noAllocation @_noLocks
    mutating func take(
        _ levels: UnsafePointer<Float>, _ gains: UnsafePointer<Float>, factor: Float, frameCount: Int
    ) {
        input = max(input, Mixing.greatest(levels, frameCount: frameCount))
        output = max(output, Mixing.greatest(levels, byEach: gains, frameCount: frameCount) * factor)
        // The gain changes slowly: its last value stands for the piece.
        least = min(least, gains[frameCount &- 1])
    }

    /// Shows the extremes of a block, in decibels, and begins anew.
    @_noAllocation @_noLocks
    mutating func show(on port: ParameterPort, amount: Int, input inputSlot: Int, output outputSlot: Int) {
        port.publish(max(-decibels(least), 0), slot: amount)
        port.publish(decibels(input), slot: inputSlot)
        port.publish(decibels(output), slot: outputSlot)
        (least, input, output) = (1, 0, 0)
    }

    @_noAllocation @_noLocks
    private func decibels(_ level: Float) -> Float { level > 1e-6 ? 20 * RealtimeMath.log10(level) : -120 }
}
