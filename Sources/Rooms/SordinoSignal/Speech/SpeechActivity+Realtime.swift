extension SpeechActivity {
    /// Analyses the next samples.
    ///
    /// - Parameters:
    ///   - samples: One channel, nominal range ±1; NaN and infinity count as silence.
    ///   - sampleRate: 4 kHz or more; another than before forgets everything.
    /// - Returns: Whether there is speech.
    @_noAllocation @_noLocks
    package mutating func listen(_ samples: UnsafePointer<Float>, frameCount: Int, sampleRate: Double) -> Bool {
        if sampleRate != self.sampleRate { begin(at: sampleRate) }
        for frame in 0..<frameCount {
            let sample = samples[frame]
            // Below 1e30 a square is still a number.
            let value = abs(sample) < 1e30 ? Double(sample) : 0
            let filtered = secondLowPass.filter(lowPass.filter(highPass.filter(value)))
            phase &+= 1
            guard phase >= step else { continue }
            phase = 0
            history[4 &* pieceFrames &+ filled] = Float(filtered)
            filled &+= 1
            if filled == pieceFrames { judge() }
        }
        return isSpeech
    }

    /// Forgets all sound so far and reports no speech.
    @_noAllocation @_noLocks
    package mutating func reset() {
        sampleRate = 0
        isSpeech = false
    }

    @_noAllocation @_noLocks
    private mutating func begin(at sampleRate: Double) {
        self.sampleRate = sampleRate
        step = max(Int(sampleRate / 8000), 1)
        let rate = sampleRate / Double(step)
        pieceFrames = min(max(Int(rate / 100), 16), Self.pieceLimit)
        (phase, filled) = (0, 0)
        highPass = SpeechFilter(
            .highPass(BiquadCorner(hertz: 100, q: .butterworthQ, sampleRate: sampleRate)))
        // Butterworth of the fourth order: nothing that could be folded down is left at half the rate after stepping.
        let edge = min(3400, 0.4 * rate)
        lowPass = SpeechFilter(.lowPass(BiquadCorner(hertz: edge, q: 0.541_196_1, sampleRate: sampleRate)))
        secondLowPass = SpeechFilter(.lowPass(BiquadCorner(hertz: edge, q: 1.306_562_9, sampleRate: sampleRate)))
        for index in 0..<5 &* Self.pieceLimit { history[index] = 0 }
        for index in 0..<Self.minimumCount { minima[index] = .infinity }
        (power, least, leastCount, place) = (0, .infinity, 0, 0)
        (voiced, quietPieces, isSpeech) = (0, 0, false)
    }

    /// Looks at a piece that is complete.
    @_noAllocation @_noLocks
    private mutating func judge() {
        let isVoice = isLoud() && isPeriodic()
        for index in 0..<4 &* pieceFrames { history[index] = history[index &+ pieceFrames] }
        filled = 0
        voiced = voiced << 1 | (isVoice ? 1 : 0)
        quietPieces = isVoice ? 0 : quietPieces &+ 1
        if isSpeech {
            if quietPieces > 70 { isSpeech = false }
        } else if (voiced & 0xFFF).nonzeroBitCount >= 8 {
            isSpeech = true
        }
    }

    /// Indicates whether the newest piece is 9 dB above the steady background, and above -55 dBFS.
    @_noAllocation @_noLocks
    private mutating func isLoud() -> Bool {
        let piece = history + 4 &* pieceFrames
        var sum: Float = 0
        for index in 0..<pieceFrames { sum += piece[index] * piece[index] }
        let mean = sum / Float(pieceFrames)
        power += 0.3 * (mean - power)
        // At the beginning the smoothed power starts at that of the piece, not at zero.
        if least == .infinity && leastCount == 0 && minima[0] == .infinity { power = mean }
        least = min(least, power)
        leastCount &+= 1
        if leastCount == 20 {
            minima[place] = least
            place = place &+ 1 == Self.minimumCount ? 0 : place &+ 1
            (least, leastCount) = (.infinity, 0)
        }
        var floor = least
        for index in 0..<Self.minimumCount { floor = min(floor, minima[index]) }
        return mean > 3.16e-6 && mean > 8 * floor
    }

    /// Indicates whether the last 30 ms repeat themselves as a voice does.
    @_noAllocation @_noLocks
    private func isPeriodic() -> Bool {
        let start = history + 2 &* pieceFrames
        let count = 3 &* pieceFrames
        var energy: Float = 1e-12
        for index in 0..<count { energy += start[index] * start[index] }
        // Above 400 Hz a voice has no pitch; a whistle has.
        let shortest = pieceFrames / 4
        let longest = 10 &* pieceFrames / 7
        var (fast, slow): (Float, Float) = (0, 0)
        var hasFallen = false
        for lag in 1..<longest &+ 1 {
            let before = start - lag
            var (product, earlier): (Float, Float) = (0, 1e-12)
            for index in 0..<count {
                product += start[index] * before[index]
                earlier += before[index] * before[index]
            }
            // The square of the likeness, which needs no root.
            let likeness = product > 0 ? product * product / (energy * earlier) : 0
            if likeness < 0.25 { hasFallen = true }
            guard hasFallen else { continue }
            if lag < shortest { fast = max(fast, likeness) } else { slow = max(slow, likeness) }
        }
        return slow > 0.36 && fast < 0.9 * slow
    }
}

extension SpeechFilter {
    /// The next sample, in the transposed second form.
    @_noAllocation @_noLocks
    mutating func filter(_ input: Double) -> Double {
        let output = coefficients.b0 * input + z1
        z1 = coefficients.b1 * input - coefficients.a1 * output + z2
        z2 = coefficients.b2 * input - coefficients.a2 * output
        // Far below any audible level, and far above denormals, which are slow.
        if abs(z1) < 1e-100 { z1 = 0 }
        if abs(z2) < 1e-100 { z2 = 0 }
        return output
    }
}
