import SordinoRealtime

extension VoiceLevel {
    /// Applies the gain to a block, in place.
    ///
    /// - Parameters:
    ///   - isSpeech: Whether there is speech at the microphone.
    ///   - noise: The mean power of the noise that suppression left in the block.
    @_noAllocation @_noLocks
    mutating func process(_ samples: UnsafeMutablePointer<Float>, frameCount: Int, isSpeech: Bool, noise: Float) {
        let seconds = Float(frameCount) / sampleRate
        var (sum, peak): (Float, Float) = (0, 0)
        for frame in 0..<frameCount {
            sum += samples[frame] * samples[frame]
            peak = max(peak, abs(samples[frame]))
        }
        let now = sum / Float(frameCount)
        let before = gain
        if isSpeech && now > 1e-7 && now > 0.03 * power {
            heardSeconds = min(heardSeconds + seconds, 4)
            power += (now - power) * min(seconds / heardSeconds, 1)
            follow(seconds, noise: noise)
        }
        limitPeaks(samples, frameCount: frameCount, from: before, peak: peak, seconds: seconds)
    }

    /// Moves the gain towards the one that brings the speech to the target.
    @_noAllocation @_noLocks
    private mutating func follow(_ seconds: Float, noise: Float) {
        // A fifth of a second of speech is enough to begin with.
        guard heardSeconds > 0.2 else { return }
        var wanted = RealtimeMath.sqrt(Self.target / power)
        // Noise is not brought above -50 dBFS.
        wanted = min(wanted, max(RealtimeMath.sqrt(1e-5 / max(noise, 1e-12)), 1))
        wanted = min(max(wanted, 0.1), 40)
        // 3 dB a second; 15 while the talker is new.
        let step = RealtimeMath.exp2(seconds * (heardSeconds < 2 ? 2.5 : 0.45))
        gain = min(max(wanted, gain / step), gain * step)
    }

    @_noAllocation @_noLocks
    private mutating func limitPeaks(
        _ samples: UnsafeMutablePointer<Float>, frameCount: Int, from before: Float, peak: Float, seconds: Float
    ) {
        let loudest = peak * max(gain, before)
        let needed = loudest > Self.ceiling ? Self.ceiling / loudest : 1
        let last = limit
        // Back in a tenth of a second.
        limit = needed < limit ? needed : min(needed, limit * RealtimeMath.exp2(seconds * 20))
        // Down within an eighth of a block; peaks above full scale until then are clipped.
        let ramp = limit < last ? max(frameCount / 8, 1) : frameCount
        for frame in 0..<frameCount {
            let place = Float(frame &+ 1) / Float(frameCount)
            let part = min(Float(frame &+ 1) / Float(ramp), 1)
            let factor = (before + (gain - before) * place) * (last + (limit - last) * part)
            samples[frame] = min(max(samples[frame] * factor, -1), 1)
        }
    }
}
