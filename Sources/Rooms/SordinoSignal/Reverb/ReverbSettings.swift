import SordinoRealtime

/// The settings of a reverberation, in the units of Apple's parameters.
package struct ReverbSettings: BitwiseCopyable, Equatable, Sendable {
    /// 0 to 100 %: from dry to wet, at equal power.
    package var mix: Float = 100
    /// -20 to 20 dB, of the wet side.
    package var gainDecibels: Float = 0
    /// 0.0001 to 1 s: the shortest way round, and when the first reflection comes.
    package var shortestSeconds: Float = 0.008
    /// 0.0001 to 1 s: the longest way round.
    package var longestSeconds: Float = 0.050
    /// 0.001 to 20 s until a tone at 0 Hz has become 60 dB weaker.
    package var decayAt0HzSeconds: Float = 1
    /// 0.001 to 20 s until a tone at half the rate has become 60 dB weaker.
    package var decayAtNyquistSeconds: Float = 0.5
    /// 1 to 1000: which of many sets of reflections.
    package var reflections: Float = 1

    /// Makes the defaults of Apple's unit.
    package init() {}

    package init(
        shortest: Float, longest: Float, decayAt0Hz: Float, decayAtNyquist: Float, reflections: Float = 1
    ) {
        (shortestSeconds, longestSeconds) = (shortest, longest)
        (decayAt0HzSeconds, decayAtNyquistSeconds) = (decayAt0Hz, decayAtNyquist)
        self.reflections = reflections
    }

    /// All of them in the order of Apple's parameter numbers, 0 to 6.
    package var values: [Float] {
        [
            mix, gainDecibels, shortestSeconds, longestSeconds, decayAt0HzSeconds, decayAtNyquistSeconds, reflections,
        ]
    }

    /// Sets one by Apple's parameter number; other numbers and NaN change nothing.
    @_noAllocation @_noLocks
    package mutating func set(_ number: Int, _ value: Float) {
        if value.isNaN { return }
        switch number {
        case 0: mix = min(max(value, 0), 100)
        case 1: gainDecibels = min(max(value, -20), 20)
        case 2: shortestSeconds = min(max(value, 0.0001), 1)
        case 3: longestSeconds = min(max(value, 0.0001), 1)
        case 4: decayAt0HzSeconds = min(max(value, 0.001), 20)
        case 5: decayAtNyquistSeconds = min(max(value, 0.001), 20)
        case 6: reflections = Float(Int(min(max(value, 1), 1_000)))
        default: break
        }
    }

    /// Seconds until a tone has become 60 dB weaker, at a frequency that is this part of half the rate (0 to 1).
    ///
    /// The rate of decay goes from one end to the other with the square of the frequency at first, as the damping of
    /// air does.
    package func decaySeconds(at part: Double, loopSeconds: Double) -> Double {
        let bass = RealtimeMath.pow(10, -3 * loopSeconds / Double(decayAt0HzSeconds))
        let treble = RealtimeMath.pow(10, -3 * loopSeconds / Double(decayAtNyquistSeconds))
        let (a, b) = ((bass + treble) / 2, (bass - treble) / 2)
        let square = a * a + b * b + 2 * a * b * RealtimeMath.cos(Double.pi * part)
        return -6 * loopSeconds / RealtimeMath.log10(square)
    }
}
