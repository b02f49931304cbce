import SordinoRealtime
import SordinoSignal

/// The step of the compressor in bands.
@_noAllocation @_noLocks
func runMultiband(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<MultibandKernel>.self)
    unit.pointee.core.begin(io.assumingMemoryBound(to: StepIO.self))
    while true {
        switch unit.pointee.core.next() {
        case .aim(let frames): unit.pointee.kernel.aim(unit.pointee.core.values, frames: frames)
        case .render(let piece): unit.pointee.kernel.render(piece)
        case .calm: unit.pointee.kernel.calm()
        case .clear: unit.pointee.kernel.clear()
        case .end:
            unit.pointee.kernel.show(on: unit.pointee.core.port)
            return unit.pointee.core.finish(isAtRest: unit.pointee.kernel.isAtRest)
        }
    }
}

extension MultibandKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        for band in 0..<4 {
            bands[band].cascade.clear()
            bands[band].follower.jump(to: 0)
        }
    }

    /// Whether the filters are silent and every gain has come back to 1.
    var isAtRest: Bool {
        @_noAllocation @_noLocks get {
            for band in 0..<4 where !bands[band].cascade.isAtRest || bands[band].follower.state != 0 { return false }
            return true
        }
    }

    @_noAllocation @_noLocks
    mutating func calm() {
        for band in 0..<4 {
            bands[band].cascade.calm()
            if abs(bands[band].follower.state) < 2e-6 { bands[band].follower.jump(to: 0) }
        }
    }

    /// Sets out for what the parameters ask for.
    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, frames: Int) {
        if values.hasChanged(0) { pregain.go(toDecibels: values[0], frames: frames) }
        if values.hasChanged(1) { postgain.go(toDecibels: values[1], frames: frames) }
        let corner = MultibandCompressor.Slot.crossover
        if values.hasChanged(corner..<corner &+ 3) { part(values, frames: frames) }
        let attack = MultibandCompressor.Slot.attack
        let hasNewTimes = values.hasChanged(attack..<attack &+ 2)
        for band in 0..<4 {
            let (threshold, headroom) = (
                MultibandCompressor.Slot.threshold &+ band, MultibandCompressor.Slot.headroom &+ band
            )
            if values.hasChanged(threshold) || values.hasChanged(headroom) {
                bands[band].curve = LevelCurve(threshold: values[threshold], headroom: values[headroom])
            }
            if hasNewTimes {
                bands[band].follower.set(
                    attackSeconds: values[attack], releaseSeconds: values[attack &+ 1], sampleRate: sampleRate)
            }
            let gain = MultibandCompressor.Slot.gain &+ band
            if values.hasChanged(gain) { bands[band].gain.go(toDecibels: values[gain], frames: frames) }
        }
    }

    /// Makes the crossovers: each band runs through both sides that it is on, twice, and through the phase of the third.
    @_noAllocation @_noLocks
    private func part(_ values: ParameterValues, frames: Int) {
        let slot = MultibandCompressor.Slot.crossover
        let first = Double(values[slot])
        let second = max(Double(values[slot &+ 1]), first)
        let third = max(Double(values[slot &+ 2]), second)
        let low = BiquadCorner(hertz: first, q: .butterworthQ, sampleRate: sampleRate)
        let middle = BiquadCorner(hertz: second, q: .butterworthQ, sampleRate: sampleRate)
        let high = BiquadCorner(hertz: third, q: .butterworthQ, sampleRate: sampleRate)
        for band in 0..<4 {
            let cascade = bands[band].cascade
            let half: Biquad = band < 2 ? .lowPass(middle) : .highPass(middle)
            let inner = band < 2 ? low : high
            let quarter: Biquad = band % 2 == 0 ? .lowPass(inner) : .highPass(inner)
            cascade.aim(0, at: half, frames: frames)
            cascade.aim(1, at: half, frames: frames)
            cascade.aim(2, at: .allPass(band < 2 ? high : low), frames: frames)
            cascade.aim(3, at: quarter, frames: frames)
            cascade.aim(4, at: quarter, frames: frames)
        }
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        let frames = piece.frameCount
        for channel in 0..<channelCount {
            pregain.scale(piece.inputs[channel], into: raised[channel], frameCount: frames)
        }
        pregain.advance(frames)
        for band in 0..<4 {
            bands[band].cascade.render(raised, into: part, frameCount: frames)
            clearSamples(gains, count: frames)
            for channel in 0..<channelCount { Mixing.takeLevel(of: part[channel], into: gains, frameCount: frames) }
            bands[band].meters.takeInput(gains, frameCount: frames)
            bands[band].curve.apply(gains, frameCount: frames)
            bands[band].follower.follow(gains, frameCount: frames)
            bands[band].meters.takeGain(bands[band].follower.state)
            Mixing.makeFactors(gains, frameCount: frames)
            let gain = bands[band].gain
            if !gain.isUnity { gain.scale(gains, into: gains, frameCount: frames) }
            bands[band].gain.advance(frames)
            for channel in 0..<channelCount {
                let output = piece.outputs[channel]
                if band == 0 {
                    Mixing.scale(part[channel], byEach: gains, into: output, frameCount: frames)
                } else {
                    Mixing.add(part[channel], byEach: gains, to: output, frameCount: frames)
                }
            }
        }
        for channel in 0..<channelCount where !postgain.isUnity {
            postgain.scale(piece.outputs[channel], into: piece.outputs[channel], frameCount: frames)
        }
        postgain.advance(frames)
    }

    /// Shows every band's reduction and levels.
    @_noAllocation @_noLocks
    func show(on port: ParameterPort) {
        let slot = MultibandCompressor.Slot.amount
        for band in 0..<4 {
            // What leaves a band is what enters it, less the reduction at its loudest.
            bands[band].meters.takeOutputFromInput()
            bands[band].meters.show(
                on: port, amount: slot &+ band, input: slot &+ 4 &+ band, output: slot &+ 8 &+ band)
        }
    }
}

extension GainRamp {
    /// Sets out for a gain in decibels; without frames it is there at once.
    @_noAllocation @_noLocks
    mutating func go(toDecibels decibels: Float, frames: Int) {
        let factor = RealtimeMath.pow(10, decibels / 20)
        if frames > 0 { glide(to: factor, frames: frames) } else { jump(to: factor) }
    }
}
