import Glibc

/// Measures of a stretched sound.
enum Measures {
    /// The energy of the chord's partials over that of the rest, in decibels.
    ///
    /// In windows of 0.1 s each partial is fitted with a cosine and a sine, and both times time: that forgives small detuning
    /// and slow swells. The first and the last second do not count.
    static func chordRatio(_ samples: [Float], hertz: [Double]) -> Double {
        let count = Int(0.1 * Signals.sampleRate)
        let basis = orthonormal(count: count, hertz: hertz)
        var (fitted, rest) = (0.0, 0.0)
        var start = Int(Signals.sampleRate)
        while start + count <= samples.count - Int(Signals.sampleRate) {
            let window = samples[start..<start + count].map(Double.init)
            var left = window
            for vector in basis {
                var product = 0.0
                for index in 0..<count { product += left[index] * vector[index] }
                for index in 0..<count { left[index] -= product * vector[index] }
            }
            let (all, remainder) = (energy(window), energy(left))
            fitted += all - remainder
            rest += remainder
            start += count
        }
        return 10 * log10(fitted / max(rest, 1e-30))
    }

    private static func orthonormal(count: Int, hertz: [Double]) -> [[Double]] {
        var basis: [[Double]] = []
        for frequency in hertz {
            let times = (0..<count).map { (Double($0) - Double(count) / 2) / Signals.sampleRate }
            let cosine = times.map { cos(2 * Double.pi * frequency * $0) }
            let sine = times.map { sin(2 * Double.pi * frequency * $0) }
            for vector in [cosine, sine, zip(cosine, times).map(*), zip(sine, times).map(*)] {
                let before = energy(vector)
                var rest = vector
                for _ in 0..<2 {
                    for other in basis {
                        var product = 0.0
                        for index in 0..<count { product += rest[index] * other[index] }
                        for index in 0..<count { rest[index] -= product * other[index] }
                    }
                }
                let norm = energy(rest)
                if norm > 1e-9 * before { basis.append(rest.map { $0 / norm.squareRoot() }) }
            }
        }
        return basis
    }

    /// Energy from 50 to 5 ms before the attacks over that of the 100 ms after, in decibels, and the share of these that comes
    /// within 20 ms.
    static func attacks(_ samples: [Float], places: [Int], rate: Double) -> (preEcho: Double, early: Double) {
        let perMillisecond = Signals.sampleRate / 1_000
        func sum(_ from: Int, _ to: Int) -> Double {
            energy(samples[max(0, from)..<min(samples.count, to)].map(Double.init))
        }
        var (before, after, early) = (0.0, 0.0, 0.0)
        for place in places {
            // The attack as it is heard: where 2 ms first hold a tenth of the most that any 2 ms hold.
            let from = Int(Double(place) / rate - 60 * perMillisecond)
            let width = Int(2 * perMillisecond)
            let energies = (0..<Int(180 * perMillisecond)).map { sum(from + $0 - width, from + $0) }
            let most = energies.max() ?? 0
            let found = from + (energies.firstIndex { $0 > 0.1 * most } ?? 0) - width / 2
            let margin = Int(5 * perMillisecond)
            before += sum(found - Int(50 * perMillisecond), found - margin)
            let whole = sum(found - margin, found + Int(100 * perMillisecond))
            after += whole
            early += sum(found - margin, found + Int(20 * perMillisecond)) / whole
        }
        return (10 * log10((before + 1e-20) / after), early / Double(places.count))
    }

    static func energy(_ samples: [Double]) -> Double { samples.reduce(0) { $0 + $1 * $1 } }
}
