import CKernels
import SordinoRealtime

/// The audio thread's end of a `Delay`: one thread at a time, no heap, no lock.
package struct DelayRenderer: BitwiseCopyable {
    let state: UnsafeMutablePointer<DelayState>

    /// Forgets the input so far; settings stay.
    @_noAllocation @_noLocks
    package func reset() { state.pointee.reset() }

    /// Sets the time of an echo, rounded to a frame and at least one; NaN changes nothing.
    @_noAllocation @_noLocks
    package func setTime(seconds: Double, atOnce: Bool = false) {
        guard !seconds.isNaN else { return }
        let clamped = min(max(seconds, 0), 2)
        state.pointee.ring.move(to: Int(clamped * state.pointee.sampleRate + 0.5), atOnce: atOnce)
    }

    /// Sets the factor from one echo to the next, -1 to 1, with a glide over `frames`; NaN changes nothing.
    @_noAllocation @_noLocks
    package func setFeedback(_ factor: Float, frames: Int = 0) {
        guard !factor.isNaN else { return }
        state.pointee.feedback.glide(to: min(max(factor, -1), 1), frames: frames)
    }

    /// Sets where the low-pass takes 3 dB, 10 Hz to half the rate; NaN changes nothing.
    @_noAllocation @_noLocks
    package func setCutoff(hertz: Double) {
        guard !hertz.isNaN else { return }
        state.pointee.designLowPass(max(min(hertz, state.pointee.sampleRate / 2), 10))
    }

    /// Sets the crossfade from dry (0) to wet (1), at equal power, with a glide over `frames`; NaN changes nothing.
    @_noAllocation @_noLocks
    package func setMix(_ mix: Float, frames: Int = 0) {
        guard !mix.isNaN else { return }
        let shares = equalPowerShares(mix)
        state.pointee.dry.glide(to: shares.dry, frames: frames)
        state.pointee.wet.glide(to: shares.wet, frames: frames)
    }

    /// Indicates whether silence in would give silence out for ever.
    package var isAtRest: Bool {
        @_noAllocation @_noLocks get { state.pointee.quietFrames > state.pointee.ring.capacity }
    }

    /// Frames until an impulse has become `decibels` weaker, by time and feedback alone; `Int.max` if it never does.
    @_noAllocation @_noLocks
    package func tailFrames(decibels: Double) -> Int {
        let factor = Double(abs(state.pointee.feedback.target))
        let time = Double(state.pointee.ring.wanted)
        if factor >= 1 { return Int.max }
        if factor < 1e-6 { return Int(time) }
        let echoes = decibels / (-20 * RealtimeMath.log10(factor))
        return echoes * time > 1e15 ? Int.max : Int(time * (1 + echoes) + 1)
    }

    /// Renders a block.
    ///
    /// - Parameters:
    ///   - input: One plane for each channel.
    ///   - output: One plane for each channel; may be the input.
    @_noAllocation @_noLocks
    package func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, into output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frameCount: Int
    ) {
        state.pointee.process(input, into: output, frameCount: frameCount)
    }
}

/// Factors of dry and wet for a crossfade at equal power; exact at the ends.
@_noAllocation @_noLocks
package func equalPowerShares(_ mix: Float) -> (dry: Float, wet: Float) {
    if mix <= 0 { return (1, 0) }
    if mix >= 1 { return (0, 1) }
    let angle = Double(mix) * 0.5 * Double.pi
    return (Float(RealtimeMath.cos(angle)), Float(RealtimeMath.sin(angle)))
}

extension DelayState {
    @_noAllocation @_noLocks
    mutating func reset() {
        ring.reset()
        for channel in 0..<ring.channelCount {
            Mixing.clear(fed[channel], frameCount: Self.reach)
            Mixing.clear(filtered[channel], frameCount: Self.reach)
        }
        feedback.jump(to: feedback.target)
        dry.jump(to: dry.target)
        wet.jump(to: wet.target)
        quietFrames = Int.max / 2
    }

    /// The pole that takes 3 dB at the cutoff.
    @_noAllocation @_noLocks
    mutating func designLowPass(_ cutoff: Double) {
        let turn = 2 * Double.pi * min(cutoff / sampleRate, 0.5)
        let b = 2 - RealtimeMath.cos(turn)
        let p = b - RealtimeMath.sqrt(b * b - 1)
        let p2 = p * p
        let (p4, p8) = (p2 * p2, p2 * p2 * p2 * p2)
        pole = CKernelsPole(
            p: Float(p), p2: Float(p2), p4: Float(p4), p8: Float(p8), p16: Float(p8 * p8), gain: Float(1 - p))
    }

    @_noAllocation @_noLocks
    mutating func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, into output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frameCount: Int
    ) {
        var done = 0
        while done < frameCount {
            ring.beginMove()
            let count = ring.run(atMost: frameCount &- done)
            var isQuiet = true
            for channel in 0..<ring.channelCount {
                let isHeard = render(channel, input[channel] + done, output[channel] + done, count)
                isQuiet = isQuiet && !isHeard
            }
            quietFrames = isQuiet ? min(quietFrames &+ count, Int.max / 2) : 0
            feedback.advance(count)
            dry.advance(count)
            wet.advance(count)
            ring.advance(count)
            done &+= count
        }
    }

    /// One channel of one piece.
    ///
    /// - Returns: Whether anything goes round.
    @_noAllocation @_noLocks
    private mutating func render(
        _ channel: Int, _ input: UnsafeMutablePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int
    ) -> Bool {
        let past = ring.past(channel, frameCount: count)
        let (x, y) = (fed[channel] + Self.reach, filtered[channel])
        let line = ring.rings[channel] + ring.write
        if !feedback.isGliding && !dry.isGliding && !wet.isGliding {
            // The same in one pass.
            return ckernels_echo(
                output, input, past, line, x, y, &pole, feedback.target, dry.target, wet.target, count) != 0
        }
        Mixing.copy(input, into: x, frameCount: count)
        feedback.add(past, to: x, frameCount: count)
        dry.scale(input, into: output, frameCount: count)
        wet.add(past, to: output, frameCount: count)
        return ckernels_low_pass(line, x, y, &pole, count) != 0
    }
}
