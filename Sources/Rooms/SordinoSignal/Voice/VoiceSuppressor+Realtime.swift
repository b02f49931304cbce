import CKernels
import SordinoRealtime

extension VoiceSuppressor {
    /// Clears spectra and estimates, so that the next block begins after silence.
    @_noAllocation @_noLocks
    mutating func reset() {
        for plane in 0..<2 { Mixing.clear(plane == 0 ? errorFrame : echoFrame, frameCount: frame) }
        for bin in 0..<binCount {
            (smoothError[bin], smoothEcho[bin], residue[bin]) = (0, 0, 0)
            (leak[bin], noise[bin], presence[bin], prior[bin]) = (1, 0, 0, 0)
            (smoothPower[bin], least[bin], floor[bin]) = (0, Self.unknown, Self.unknown)
            (echoGain[bin], noiseGain[bin]) = (1, 1)
        }
        for index in 0..<binCount &* Self.pieceCount { pastLeast[index] = Self.unknown }
        (place, blocksInPiece) = (0, 0)
        Mixing.clear(overlap, frameCount: block)
        (age, nearness, speech, highGain) = (0, 1, 0, 1)
        (talk, gate) = (0, 1)
    }

    /// Raises the estimated leak after a change of the path to the microphone, since earlier estimates do not apply any
    /// more.
    @_noAllocation @_noLocks
    mutating func forgetLeak() {
        for bin in 0..<binCount { leak[bin] = max(leak[bin], 0.05) }
    }

    /// Cleans a block; the output is two blocks late.
    ///
    /// - Parameters:
    ///   - error: A block from the filter.
    ///   - echo: The echo that the filter has taken away.
    ///   - spread: The power of echo that the filter's model leaves uncertain, in bins a fourth as fine.
    ///   - alarm: The suspicion that the path has changed, 0 to 1.
    ///   - output: Receives a block.
    @_noAllocation @_noLocks
    mutating func process(
        error: UnsafePointer<Float>, echo: UnsafePointer<Float>, spread: UnsafePointer<Float>, alarm: Float,
        output: UnsafeMutablePointer<Float>, parts: VoiceParts
    ) {
        age = min(age &+ 1, 1 << 20)
        take(echo, into: echoFrame)
        fft.forward(time, real: scratchReal, imaginary: scratchImaginary)
        ckernels_powers(echoPower, scratchReal, scratchImaginary, binCount)
        take(error, into: errorFrame)
        fft.forward(time, real: real, imaginary: imaginary)
        ckernels_powers(power, real, imaginary, binCount)
        if parts.has(.echo) {
            trackLeak()
            findEchoGain(spread, alarm)
        } else {
            for bin in 0..<binCount { (residue[bin], echoGain[bin]) = (0, 1) }
            nearness = 100
        }
        trackNoise()
        findNoiseGain(parts)
        apply(parts)
        fft.inverse(real: real, imaginary: imaginary, samples: time)
        let first = frame &- 2 &* block
        for index in 0..<block {
            output[index] = overlap[index] + time[first &+ index] * synthesis[first &+ index]
            overlap[index] = time[first &+ block &+ index] * synthesis[first &+ block &+ index]
        }
    }

    /// Moves a frame on by a block and leaves it under the window in `time`.
    @_noAllocation @_noLocks
    private func take(_ samples: UnsafePointer<Float>, into kept: UnsafeMutablePointer<Float>) {
        for index in 0..<frame &- block { kept[index] = kept[index &+ block] }
        Mixing.copy(samples, into: kept + (frame &- block), frameCount: block)
        for index in 0..<frame { time[index] = kept[index] * analysis[index] }
    }

    /// Follows the share of the modelled echo that is left: down at once, up slowly, since it may be a talker, and
    /// hardly while one is likely.
    @_noAllocation @_noLocks
    private func trackLeak() {
        let width = Self.bandWidth
        let growth: Float = nearness > 2 ? 0.001 : 0.004
        var first = 0
        while first < binCount {
            let end = min(first &+ width, binCount)
            var (left, whole, quiet): (Float, Float, Float) = (0, 0, 0)
            for bin in first..<end {
                smoothError[bin] += 0.4 * (power[bin] - smoothError[bin])
                smoothEcho[bin] += 0.4 * (echoPower[bin] - smoothEcho[bin])
                left += smoothError[bin]
                whole += smoothEcho[bin]
                quiet += noise[bin]
            }
            if whole > 10 * quiet + 1e-9 {
                let share = min(max(left - quiet, 0.05 * left) / whole, 4)
                var now = leak[first]
                now += (share < now ? 0.1 * (share - now) : min(growth * now, share - now))
                for bin in first..<end { leak[bin] = max(now, 1e-5) }
            }
            first = end
        }
    }

    @_noAllocation @_noLocks
    private mutating func findEchoGain(_ spread: UnsafePointer<Float>, _ alarm: Float) {
        var (all, echoes): (Float, Float) = (1e-12, 1e-12)
        // Of the whole uncertainty, most of which cancels out.
        let scale: Float = 0.144
        let ratio = (binCount &- 1) / block
        let low = binCount / 24
        let high = binCount * 5 / 8
        for bin in 0..<binCount {
            // The bins of the filter are wider.
            let below = bin / ratio
            let part = Float(bin &- below &* ratio) / Float(ratio)
            let unknown = spread[below] + part * (spread[min(below &+ 1, block)] - spread[below])
            let now = max(leak[bin], 0.5 * alarm) * max(smoothEcho[bin], echoPower[bin]) + scale * unknown
            residue[bin] = max(now, 0.85 * residue[bin])
            if bin >= low && bin < high {
                let share = 1 / (smoothError[bin] + 1e-9)
                all += max(smoothError[bin], power[bin]) * share
                echoes += min(residue[bin] * share, 4)
            }
        }
        let now: Float = min(all / echoes, 100)
        nearness += (now > nearness ? 0.4 : 0.1) * (now - nearness)
        // Between 1, nothing but echo, and so much more that a talker is certain.
        let far = min(max((4 - nearness) / (4 - 1), 0), 1)
        let over: Float = 2 + 80 * far
        let least: Float = 0.003
        for bin in 0..<binCount {
            let level = max(smoothError[bin], 1e-12)
            let wanted = max(1 - over * residue[bin] / level, least)
            let before = echoGain[bin]
            echoGain[bin] =
                wanted < before ? before + 0.6 * (wanted - before) : before + 0.3 * (wanted - before)
        }
    }

    /// A power above any real one, for estimates not made yet.
    static var unknown: Float { @_noAllocation @_noLocks get { 1e30 } }

    /// Follows the least power of the last 1.6 seconds.
    @_noAllocation @_noLocks
    private mutating func trackFloor(isNew: Bool) {
        for bin in 0..<binCount {
            smoothPower[bin] = isNew ? noise[bin] : smoothPower[bin] + 0.1 * (power[bin] - smoothPower[bin])
            if !isNew { least[bin] = min(least[bin], smoothPower[bin]) }
        }
        guard !isNew else { return }
        let pieces = Self.pieceCount
        blocksInPiece &+= 1
        if blocksInPiece == Self.blocksOfPiece {
            blocksInPiece = 0
            Mixing.copy(least, into: pastLeast + place &* binCount, frameCount: binCount)
            place = place &+ 1 == pieces ? 0 : place &+ 1
            for bin in 0..<binCount { least[bin] = smoothPower[bin] }
        }
        // The pieces before change with a new one only; the present one does with each block.
        if blocksInPiece == 0 || age < 64 {
            for bin in 0..<binCount {
                var lowest = pastLeast[bin]
                for piece in 1..<pieces { lowest = min(lowest, pastLeast[piece &* binCount &+ bin]) }
                floor[bin] = lowest
            }
        }
    }

    /// Follows the noise, weighted by the probability that there is no speech.
    @_noAllocation @_noLocks
    private mutating func trackNoise() {
        var (sum, count): (Float, Float) = (0, 0)
        let low = binCount / 32
        let high = binCount / 2
        let isNew = age < 12
        trackFloor(isNew: isNew)
        for bin in 0..<binCount {
            let now = power[bin]
            if isNew {
                noise[bin] += (now - noise[bin]) / Float(max(age, 1))
                continue
            }
            // Speech 15 dB above the noise: 31.6.
            let post = min(now / (noise[bin] + 1e-12), 200)
            var chance = 1 / (1 + 32.6 * RealtimeMath.exp(-0.969 * post))
            presence[bin] += 0.03 * (chance - presence[bin])
            if presence[bin] > 0.99 { chance = min(chance, 0.99) }
            if bin >= low && bin < high {
                sum += residue[bin] > 0.3 * now ? 0 : chance
                count += 1
            }
            if residue[bin] <= 0.5 * noise[bin] { noise[bin] += 0.05 * (1 - chance) * (now - noise[bin]) }
            // The least of a smoothed power is two fifths of its mean or less.
            noise[bin] = min(noise[bin], 2.5 * min(floor[bin], least[bin]))
        }
        speech = isNew ? 0 : sum / max(count, 1)
    }

    @_noAllocation @_noLocks
    private mutating func findNoiseGain(_ parts: VoiceParts) {
        guard parts.has(.noise) else {
            for bin in 0..<binCount { noiseGain[bin] = 1 }
            return
        }
        let least = Self.leastNoiseGain(parts)
        let memory: Float = 0.8
        // More than the mean of the noise: its peaks would be heard.
        let over: Float = 2.4
        for bin in 0..<binCount {
            let now = power[bin] * echoGain[bin] * echoGain[bin]
            let post = now / (over * noise[bin] + 1e-12)
            let ratio = max(memory * prior[bin] + (1 - memory) * max(post - 1, 0), 0.003)
            let gain = ratio / (1 + ratio)
            prior[bin] = min(gain * gain * post, 1e4)
            noiseGain[bin] = max(gain, least)
        }
        smoothNoiseGain()
        if parts.has(.isolation) { isolate() }
    }

    /// Returns the lowest gain for noise: -22 dB, -30 dB while the voice is isolated, -3 dB where noise stays.
    @_noAllocation @_noLocks
    private static func leastNoiseGain(_ parts: VoiceParts) -> Float {
        parts.has(.isolation) ? 0.03 : parts.has(.noise) ? 0.08 : 0.7
    }

    /// Brings each gain nearer to those of its neighbours: single peaks of noise that pass are musical, and speech
    /// fills several bins.
    @_noAllocation @_noLocks
    private mutating func smoothNoiseGain() {
        let share: Float = 0.4
        var before = noiseGain[0]
        for bin in 1..<binCount &- 1 {
            let now = noiseGain[bin]
            noiseGain[bin] = now + share * (0.5 * (before + noiseGain[bin &+ 1]) - now)
            before = now
        }
    }

    /// Lets through the talker beside the microphone alone: sound 12 dB and more below that voice is turned down twice
    /// as far, to -24 dB.
    @_noAllocation @_noLocks
    private mutating func isolate() {
        var left: Float = 0
        for bin in 0..<binCount {
            let gain = echoGain[bin] * noiseGain[bin]
            left += power[bin] * gain * gain
        }
        left /= windowPower
        talk += (left > talk ? 0.1 : 0.0004) * (left - talk)
        let share = left / max(0.063 * talk, 1e-10)
        let wanted = min(max(share, 0.063), 1)
        // Open within two blocks, closed after a tenth of a second.
        gate += (wanted > gate ? 0.6 : 0.04) * (wanted - gate)
        for bin in 0..<binCount { noiseGain[bin] *= gate }
    }

    /// Applies the gains, and fills in noise where the echo's gain removed it.
    @_noAllocation @_noLocks
    private mutating func apply(_ parts: VoiceParts) {
        var high: Float = 0
        (noisePower, noiseLeft) = (0, 0)
        let first = binCount * 3 / 4
        let least = Self.leastNoiseGain(parts)
        for bin in 0..<binCount {
            let gain = echoGain[bin] * noiseGain[bin]
            real[bin] *= gain
            imaginary[bin] *= gain
            if bin >= first { high += gain }
            noisePower += noise[bin] / windowPower
            noiseLeft += noise[bin] * noiseGain[bin] * noiseGain[bin] / windowPower
            let hole = 1 - echoGain[bin] * echoGain[bin]
            guard hole > 0.01 else { continue }
            // The level at which the noise would pass if there were no echo.
            let level = RealtimeMath.sqrt(noise[bin] * hole) * least
            random = random &* 1_664_525 &+ 1_013_904_223
            real[bin] += level * 1.22 * (Float(random >> 8) / 8_388_608 - 1)
            random = random &* 1_664_525 &+ 1_013_904_223
            imaginary[bin] += level * 1.22 * (Float(random >> 8) / 8_388_608 - 1)
        }
        highGain = high / Float(binCount &- first)
    }
}
