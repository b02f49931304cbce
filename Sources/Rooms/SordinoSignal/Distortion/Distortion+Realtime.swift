import CKernels
import SordinoRealtime

/// The audio thread's end of a `Distortion`: one thread at a time, no heap, no lock.
package struct DistortionRenderer: BitwiseCopyable {
    let state: UnsafeMutablePointer<DistortionState>

    /// Forgets the input so far; settings stay.
    @_noAllocation @_noLocks
    package func reset() { state.pointee.reset() }

    /// Sets everything, with a glide over `frames`; 0: at once.
    @_noAllocation @_noLocks
    package func set(_ settings: DistortionSettings, frames: Int) {
        state.pointee.settings = settings
        state.pointee.settingsChanged(frames)
    }

    /// The settings that were set last.
    package var settings: DistortionSettings {
        @_noAllocation @_noLocks get { state.pointee.settings }
    }

    /// Lets time pass in which nothing was to be rendered.
    @_noAllocation @_noLocks
    package func skip(_ frameCount: Int) { state.pointee.turn(frameCount) }

    /// Indicates whether silence in would give silence out for ever.
    package var isAtRest: Bool {
        @_noAllocation @_noLocks get { state.pointee.quietFrames > state.pointee.ring.capacity }
    }

    /// Frames until an impulse's echoes have become `decibels` weaker.
    @_noAllocation @_noLocks
    package func tailFrames(decibels: Double) -> Int {
        let settings = state.pointee.settings
        let hold = state.pointee.sampleRate / 500
        guard settings.delayMix > 0, settings.finalMix > 0 else { return Int(hold) }
        let lost = 8.685889638 * Double(settings.decay)
        return Int(Double(state.pointee.ring.wanted) * (1 + decibels / lost) + hold)
    }

    /// Renders a block.
    ///
    /// - Parameters:
    ///   - input: One plane for each channel.
    ///   - output: One plane for each channel; may be the input.
    ///   - isSilent: The input holds zeros, so that it pays to look whether the tail has ended.
    @_noAllocation @_noLocks
    package func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, into output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frameCount: Int, isSilent: Bool = false
    ) {
        state.pointee.process(input, into: output, frameCount: frameCount, isSilent: isSilent)
    }
}

extension DistortionState {
    @_noAllocation @_noLocks
    mutating func reset() {
        ring.reset()
        Mixing.clear(held, frameCount: channelCount)
        (phase1, phase2, holdPhase, quietFrames) = (0, 0, 0, Int.max / 2)
        isEchoing = false
        factors.glide(frames: 0)
    }

    /// Computes the coefficients of the stages from the settings.
    @_noAllocation @_noLocks
    mutating func settingsChanged(_ frames: Int) {
        let s = settings
        ring.move(to: Int(Double(s.delayMilliseconds) * 0.001 * sampleRate + 0.5), atOnce: frames == 0)
        let targets = factors.targets
        targets[0] = RealtimeMath.pow(10, s.gainDecibels / 20)
        targets[1] = RealtimeMath.exp(0 - s.decay)
        (targets[2], targets[3]) = (1 - s.delayMix * 0.01, s.delayMix * 0.01)
        (targets[4], targets[5]) = (1 - s.decimationMix * 0.01, s.decimationMix * 0.01)
        (targets[6], targets[7]) = (1 - s.finalMix * 0.01, s.finalMix * 0.01)
        let mix = s.polynomialMix * 0.01
        (targets[8], targets[9], targets[10]) = (1 - mix + mix * s.linear, mix * s.squared, mix * s.cubic)
        targets[11] = s.ringMix * 0.01
        (targets[12], targets[13]) = (1 - s.ringBalance * 0.01, s.ringBalance * 0.01)
        increment1 = turns(Double(s.ringFrequency1))
        increment2 = turns(Double(s.ringFrequency2))
        let ticks = 48_000 * RealtimeMath.exp2(-6.584962500721156 * Double(s.decimation) * 0.01)
        holdIncrement = s.decimation == 0 || ticks >= sampleRate ? 0 : turns(ticks)
        roundingStep = s.rounding == 0 ? 0 : RealtimeMath.exp2(-15 * (1 - s.rounding * 0.01))
        factors.glide(frames: frames)
    }

    /// A frequency as a part of 2^32 for each frame; below half the rate.
    @_noAllocation @_noLocks
    private func turns(_ hertz: Double) -> UInt32 {
        UInt32(min(hertz / sampleRate, 0.999_999) * 4_294_967_296)
    }

    @_noAllocation @_noLocks
    mutating func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, into output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frameCount: Int, isSilent: Bool
    ) {
        var done = 0
        while done < frameCount {
            let count = beginPiece(atMost: frameCount &- done)
            let isQuiet = renderPiece(input, output, at: done, count)
            quietFrames = isSilent && isQuiet ? min(quietFrames &+ count, Int.max / 2) : 0
            turn(count)
            factors.advance(count)
            if hasEcho { ring.advance(count) }
            done &+= count
        }
    }

    private var hasEcho: Bool {
        @_noAllocation @_noLocks get { !factors.rests(3, at: 0) }
    }
    private var hasRing: Bool {
        @_noAllocation @_noLocks get { !factors.rests(11, at: 0) }
    }
    private var hasShortEcho: Bool {
        @_noAllocation @_noLocks get {
            hasEcho && !ring.isFading && !factors.isGliding && ring.delay < Self.shortDelay
        }
    }

    @_noAllocation @_noLocks
    private mutating func beginPiece(atMost limit: Int) -> Int {
        var count = min(factors.run(atMost: limit), EchoRing.blockFrames)
        if hasEcho {
            ring.beginMove()
            isEchoing = true
            if !hasShortEcho { count = ring.run(atMost: count) }
        } else if isEchoing {
            isEchoing = false
            ring.reset()
        }
        return count
    }

    @_noAllocation @_noLocks
    mutating func turn(_ count: Int) {
        let frames = UInt32(truncatingIfNeeded: count)
        phase1 = phase1 &+ increment1 &* frames
        phase2 = phase2 &+ increment2 &* frames
        holdPhase = holdPhase &+ holdIncrement &* frames
    }

    /// All channels of one piece.
    ///
    /// - Returns: Whether nothing goes round.
    @_noAllocation @_noLocks
    private func renderPiece(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, _ output: UnsafePointer<UnsafeMutablePointer<Float>>,
        at offset: Int, _ count: Int
    ) -> Bool {
        if hasRing {
            ckernels_sine(oscillator1, phase1, increment1, count)
            ckernels_sine(oscillator2, phase2, increment2, count)
        }
        var isQuiet = true
        for channel in 0..<channelCount {
            let source = input[channel] + offset
            factors.scale(0, source, into: work, frameCount: count)
            if hasEcho { isQuiet = echo(channel, count) && isQuiet }
            if hasRing { ckernels_ring(work, oscillator1, oscillator2, factors.lines + 22, factors.first, count) }
            coarsen(channel, count)
            if !factors.rests(8, at: 1) || !factors.rests(9, at: 0) || !factors.rests(10, at: 0) {
                ckernels_polynomial(work, factors.lines + 16, factors.first, count)
            }
            ckernels_soft_clip(work, count)
            factors.scale(6, source, into: output[channel] + offset, frameCount: count)
            factors.add(7, work, to: output[channel] + offset, frameCount: count)
        }
        return isQuiet
    }

    /// The stage of echoes.
    @_noAllocation @_noLocks
    private func echo(_ channel: Int, _ count: Int) -> Bool {
        let samples = ring.rings[channel]
        if hasShortEcho {
            ckernels_short_echo(
                other, work, samples, UInt32(truncatingIfNeeded: ring.capacity &- 1),
                UInt32(truncatingIfNeeded: ring.write), UInt32(truncatingIfNeeded: ring.delay),
                factors.lines[2], count)
            factors.scale(2, work, into: work, frameCount: count)
            factors.add(3, other, to: work, frameCount: count)
            return ckernels_peak(other, count) == 0
        }
        let past = ring.past(channel, frameCount: count)
        Mixing.copy(work, into: other, frameCount: count)
        factors.add(1, past, to: other, frameCount: count)
        factors.scale(2, work, into: work, frameCount: count)
        factors.add(3, past, to: work, frameCount: count)
        ckernels_keep(samples + ring.write, other, count)
        return ckernels_peak(samples + ring.write, count) == 0
    }

    /// The stage of decimation and rounding.
    @_noAllocation @_noLocks
    private func coarsen(_ channel: Int, _ count: Int) {
        guard !factors.rests(5, at: 0), holdIncrement > 0 || roundingStep > 0 else { return }
        Mixing.copy(work, into: other, frameCount: count)
        if holdIncrement > 0 { ckernels_hold(other, held + channel, holdPhase, holdIncrement, count) }
        if roundingStep > 0 { ckernels_round_to(other, roundingStep, 1 / roundingStep, count) }
        factors.scale(4, work, into: work, frameCount: count)
        factors.add(5, other, to: work, frameCount: count)
    }
}
