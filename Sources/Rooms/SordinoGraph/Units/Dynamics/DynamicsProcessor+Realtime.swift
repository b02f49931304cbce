import SordinoRealtime
import SordinoSignal

/// The step of the dynamics processor.
@_noAllocation @_noLocks
func runDynamics(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<DynamicsKernel>.self)
    unit.pointee.core.begin(io.assumingMemoryBound(to: StepIO.self))
    while true {
        switch unit.pointee.core.next() {
        case .aim(let frames): unit.pointee.kernel.aim(unit.pointee.core.values, frames: frames)
        case .render(let piece): unit.pointee.kernel.render(piece)
        case .calm: unit.pointee.kernel.calm()
        case .clear: unit.pointee.kernel.clear()
        case .end:
            unit.pointee.kernel.meters.show(on: unit.pointee.core.port, amount: 7, input: 8, output: 9)
            return unit.pointee.core.finish(isAtRest: unit.pointee.kernel.isAtRest)
        }
    }
}

extension DynamicsKernel {
    @_noAllocation @_noLocks
    mutating func clear() { follower.jump(to: restingGain) }

    /// Sets out for what the parameters ask for; the gain follows them with its own times.
    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, frames: Int) {
        if values.hasChanged(0..<4) {
            curve = LevelCurve(
                threshold: values[0], headroom: values[1], expansionThreshold: values[3], ratio: values[2])
            restingGain = curve.gain(of: 0)
        }
        if values.hasChanged(4..<6) {
            follower.set(attackSeconds: values[4], releaseSeconds: values[5], sampleRate: sampleRate)
        }
        if frames == 0 { follower.jump(to: restingGain) }
        if values.hasChanged(6) {
            let factor = RealtimeMath.pow(10, values[6] / 20)
            if frames > 0 { overall.glide(to: factor, frames: frames) } else { overall.jump(to: factor) }
        }
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        let frames = piece.frameCount
        clearSamples(gains, count: frames)
        for channel in 0..<piece.channelCount {
            Mixing.takeLevel(of: piece.inputs[channel], into: gains, frameCount: frames)
        }
        meters.takeInput(gains, frameCount: frames)
        curve.apply(gains, frameCount: frames)
        follower.follow(gains, frameCount: frames)
        meters.takeGain(follower.state)
        Mixing.makeFactors(gains, frameCount: frames)
        for channel in 0..<piece.channelCount {
            let output = piece.outputs[channel]
            Mixing.scale(piece.inputs[channel], byEach: gains, into: output, frameCount: frames)
            if !overall.isUnity { overall.scale(output, into: output, frameCount: frames) }
            meters.takeOutput(output, frameCount: frames, scratch: gains, isLast: channel == piece.channelCount &- 1)
        }
        overall.advance(frames)
    }

    /// Lets the gain arrive that is closer to its rest than 10^-5 dB.
    @_noAllocation @_noLocks
    mutating func calm() {
        if abs(follower.state - restingGain) < 2e-6 { follower.jump(to: restingGain) }
    }

    /// Whether the gain has arrived where silence leaves it.
    var isAtRest: Bool {
        @_noAllocation @_noLocks get { follower.state == restingGain }
    }
}

extension DynamicsMeters {
    @_noAllocation @_noLocks
    mutating func takeInput(_ levels: UnsafePointer<Float>, frameCount: Int) {
        input = max(input, greatest(levels, frameCount))
    }

    @_noAllocation @_noLocks
    mutating func takeGain(_ power: Float) { least = min(least, power) }

    /// Looks at one channel of the output; the gains are not needed any more after the last one.
    @_noAllocation @_noLocks
    mutating func takeOutput(
        _ samples: UnsafePointer<Float>, frameCount: Int, scratch: UnsafeMutablePointer<Float>, isLast: Bool
    ) {
        guard isLast else { return }
        clearSamples(scratch, count: frameCount)
        Mixing.takeLevel(of: samples, into: scratch, frameCount: frameCount)
        output = max(output, greatest(scratch, frameCount))
    }

    /// Takes the output's level from the input's and the gain, where nobody sums the output itself.
    @_noAllocation @_noLocks
    mutating func takeOutputFromInput() { output = input * RealtimeMath.exp2(least) }

    @_noAllocation @_noLocks
    private func greatest(_ levels: UnsafePointer<Float>, _ count: Int) -> Float {
        var lanes = SIMD8<Float>(repeating: 0)
        let raw = UnsafeRawPointer(levels)
        var index = 0
        while index &+ 8 <= count {
            let next = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self)
            lanes.replace(with: next, where: next .> lanes)
            index &+= 8
        }
        var result: Float = 0
        while index < count {
            result = max(result, levels[index])
            index &+= 1
        }
        for lane in 0..<8 { result = max(result, lanes[lane]) }
        return result
    }

    /// Shows what was seen in a block, in decibels, and begins anew.
    @_noAllocation @_noLocks
    mutating func show(on port: ParameterPort, amount: Int, input inputSlot: Int, output outputSlot: Int) {
        port.publish(least * -6.020_6, slot: amount)
        port.publish(decibels(input), slot: inputSlot)
        port.publish(decibels(output), slot: outputSlot)
        (least, input, output) = (0, 0, 0)
    }

    @_noAllocation @_noLocks
    private func decibels(_ level: Float) -> Float { level > 1e-6 ? 20 * RealtimeMath.log10(level) : -120 }
}
