import SordinoRealtime
import SordinoSignal

/// The step of the compressor in bands.
@_noAllocation @_noLocks
func runMultiband(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<MultibandKernel>.self)
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { unit.pointee.kernel.render($0) }, calm: { unit.pointee.kernel.calm() },
        clear: { unit.pointee.kernel.clear() },
        isAtRest: {
            unit.pointee.kernel.show(on: unit.pointee.core.port)
            return unit.pointee.kernel.isAtRest
        }, isSilent: { false })
}

extension MultibandKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        for band in 0..<4 {
            bands[band].cascade.clear()
            followers[band].jump(to: bands[band].curve.floor)
        }
    }

    /// Indicates whether the filters are silent and every gain has come back to 1.
    var isAtRest: Bool {
        @_noAllocation @_noLocks get {
            for band in 0..<4 {
                let hasLevel = followers[band].state != Double(bands[band].curve.floor)
                if hasLevel || !bands[band].cascade.isAtRest { return false }
            }
            return true
        }
    }

    @_noAllocation @_noLocks
    mutating func calm() {
        for band in 0..<4 {
            bands[band].cascade.calm()
            let floor = bands[band].curve.floor
            if abs(followers[band].state - Double(floor)) < 2e-6 { followers[band].jump(to: floor) }
        }
    }

    /// Sets targets from the parameters.
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
                followers[band].set(
                    attackSeconds: values[attack], releaseSeconds: values[attack &+ 1], sampleRate: sampleRate)
            }
            if frames == 0 { followers[band].jump(to: bands[band].curve.floor) }
            let gain = MultibandCompressor.Slot.gain &+ band
            if values.hasChanged(gain) { bands[band].gain.go(toDecibels: values[gain], frames: frames) }
        }
    }

    /// Makes the crossovers: each band runs through both sides that it is on, twice, and through the phase of the
    /// third.
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
        let limit = UnitCore.pieceLimit
        for band in 0..<4 {
            let (part, level, gain) = (parts + band &* channelCount, levels + band &* limit, gains + band &* limit)
            bands[band].cascade.render(raised, into: part, frameCount: frames)
            clearSamples(level, count: frames)
            for channel in 0..<channelCount { Mixing.takeLevel(of: part[channel], into: level, frameCount: frames) }
            Mixing.copy(level, into: gain, frameCount: frames)
            bands[band].curve.takeLogarithms(of: gain, frameCount: frames)
        }
        LevelFollower.follow(followers, gains, stride: limit, frameCount: frames)
        for band in 0..<4 {
            let (part, level, gain) = (parts + band &* channelCount, levels + band &* limit, gains + band &* limit)
            bands[band].curve.makeGains(of: gain, frameCount: frames)
            let ramp = bands[band].gain
            bands[band].meters.take(level, gain, factor: ramp.target, frameCount: frames)
            if !ramp.isUnity { ramp.scale(gain, into: gain, frameCount: frames) }
            bands[band].gain.advance(frames)
            for channel in 0..<channelCount {
                let output = piece.outputs[channel]
                if band == 0 {
                    Mixing.scale(part[channel], byEach: gain, into: output, frameCount: frames)
                } else {
                    Mixing.add(part[channel], byEach: gain, to: output, frameCount: frames)
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
            bands[band].meters.show(
                on: port, amount: slot &+ band, input: slot &+ 4 &+ band, output: slot &+ 8 &+ band)
        }
    }
}

extension GainRamp {
    /// Sets the target of a gain in decibels; with 0 frames it is reached at once.
    @_noAllocation @_noLocks
    mutating func go(toDecibels decibels: Float, frames: Int) {
        let factor = RealtimeMath.pow(10, decibels / 20)
        if frames > 0 { glide(to: factor, frames: frames) } else { jump(to: factor) }
    }
}
