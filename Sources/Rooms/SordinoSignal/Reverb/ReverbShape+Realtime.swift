import SordinoRealtime

extension ReverbShape {
    /// Works out the room.
    ///
    /// Lines lie between the shortest and the longest way in equal ratios, each moved a little by chance, and are
    /// primes, so that their echoes seldom meet. A line of m frames takes 60 m / (rate * T) dB at 0 Hz and at half the
    /// rate; its filter of one zero goes from the one to the other.
    @_noAllocation @_noLocks
    mutating func set(_ settings: ReverbSettings, sampleRate: Double) {
        let low = Double(min(settings.shortestSeconds, settings.longestSeconds)) * sampleRate
        let high = Double(max(settings.shortestSeconds, settings.longestSeconds)) * sampleRate
        var chance = Chance(seed: UInt64(max(settings.reflections, 1)))
        let count = Self.lineCount
        shortest = Int.max
        for line in 0..<count {
            let place =
                line == 0 ? 0 : line == count &- 1 ? 1 : (Double(line) + chance.next() - 0.5) / Double(count &- 1)
            var frames = ReverbState.prime(from: max(Int(low * ratio(high / low, place)), 2))
            for other in 0..<line where lengths[other] == frames { frames = ReverbState.prime(from: frames &+ 1) }
            // Lengths before are in ascending order, so one that was met can be met again only upwards.
            for other in 0..<line where lengths[other] == frames { frames = ReverbState.prime(from: frames &+ 1) }
            lengths[line] = frames
            shortest = min(shortest, frames)
            let seconds = Double(frames) / sampleRate
            let bass = RealtimeMath.pow(10, -3 * seconds / Double(settings.decayAt0HzSeconds))
            let treble = RealtimeMath.pow(10, -3 * seconds / Double(settings.decayAtNyquistSeconds))
            let (a, b) = ((bass + treble) / 2, (bass - treble) / 2)
            direct[line] = Float(a / 4)
            before[line] = Float(b / 4)
        }
        // The energy that an impulse on every channel leaves in one channel, summed over all rounds, is brought to
        // three quarters.
        lateGain = Float(RealtimeMath.sqrt(0.75 * Double(count) / (rounds() * Double(channelCount))))
        setTaps(low, high, settings, &chance)
        mixUp(&chance)
    }

    /// Returns the number of rounds until the energy is gone: over all lines, and over sixteen parts of the spectrum.
    @_noAllocation @_noLocks
    private func rounds() -> Double {
        var sum = 0.0
        for part in 0..<16 {
            let cosine = RealtimeMath.cos(Double.pi * (Double(part) + 0.5) / 16)
            var left = 0.0
            for line in 0..<Self.lineCount {
                let (a, b) = (Double(direct[line]), Double(before[line]))
                left += a * a + b * b + 2 * a * b * cosine
            }
            // Sixteen lines, each at a quarter: the mean.
            sum += left / max(1 - left, 1e-9) / 16
        }
        return max(sum, 1e-9)
    }

    /// The single reflections: later ones weaker, their energy a quarter.
    @_noAllocation @_noLocks
    private func setTaps(_ low: Double, _ high: Double, _ settings: ReverbSettings, _ chance: inout Chance) {
        let count = Self.tapCount
        for channel in 0..<channelCount {
            var energy = 0.0
            let first = tapFrames + channel &* count
            let gains = tapGains + channel &* count
            for tap in 0..<count {
                let place = tap == 0 ? 0 : (Double(tap) + 0.8 * chance.next()) / Double(count)
                let span = ratio(max(high / low, 1.5), place)
                first[tap] = max(Int(min(low * span, high)), 1)
                let gain = 1 / span * (chance.next() < 0.5 ? -1 : 1)
                gains[tap] = Float(gain)
                energy += gain * gain
            }
            let factor = Float(RealtimeMath.sqrt(0.25 / energy))
            for tap in 0..<count { gains[tap] *= factor }
        }
    }

    /// Deals the lines out anew, so that neighbours in the matrix are not neighbours in length.
    @_noAllocation @_noLocks
    private func mixUp(_ chance: inout Chance) {
        for line in 1..<Self.lineCount {
            let other = Int(chance.next() * Double(line &+ 1))
            (lengths[line], lengths[other]) = (lengths[other], lengths[line])
            (direct[line], direct[other]) = (direct[other], direct[line])
            (before[line], before[other]) = (before[other], before[line])
        }
    }

    @_noAllocation @_noLocks
    private func ratio(_ whole: Double, _ part: Double) -> Double { RealtimeMath.pow(whole, part) }

    @_noAllocation @_noLocks
    mutating func copy(_ other: ReverbShape) {
        for line in 0..<Self.lineCount {
            lengths[line] = other.lengths[line]
            direct[line] = other.direct[line]
            before[line] = other.before[line]
        }
        for tap in 0..<(Self.tapCount &* channelCount) {
            tapFrames[tap] = other.tapFrames[tap]
            tapGains[tap] = other.tapGains[tap]
        }
        (lateGain, shortest) = (other.lateGain, other.shortest)
    }
}

extension ReverbState {
    /// The first prime from here on; 2 for everything below.
    @_noAllocation @_noLocks
    static func prime(from number: Int) -> Int {
        if number <= 2 { return 2 }
        var candidate = number | 1
        while true {
            var divisor = 3
            while divisor &* divisor <= candidate, candidate % divisor != 0 { divisor &+= 2 }
            if divisor &* divisor > candidate { return candidate }
            candidate &+= 2
        }
    }
}

/// Numbers by chance, the same for the same seed.
struct Chance {
    private var state: UInt64

    @_noAllocation @_noLocks
    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for _ in 0..<4 { _ = next() }
    }

    /// Returns the next random number, 0 ..< 1.
    @_noAllocation @_noLocks
    mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 11) * 0x1p-53
    }
}
