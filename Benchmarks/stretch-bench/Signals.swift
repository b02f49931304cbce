import Glibc

/// Sounds whose right answer is known: made here, the same in every run.
enum Signals {
    static let sampleRate = 48_000.0

    /// Sines of these frequencies, each with its number of partials falling as 1/n, at 0.3 of full scale.
    static func chord(_ fundamentals: [Double], partials: Int, seconds: Double) -> (samples: [Float], hertz: [Double]) {
        var numbers = Numbers(1)
        var sum = [Double](repeating: 0, count: Int(seconds * sampleRate))
        var frequencies: [Double] = []
        for fundamental in fundamentals {
            for partial in 1...partials where fundamental * Double(partial) < 16_000 {
                let frequency = fundamental * Double(partial)
                let phase = numbers.next() * 2 * Double.pi
                for frame in sum.indices {
                    sum[frame] += cos(2 * Double.pi * frequency * Double(frame) / sampleRate + phase) / Double(partial)
                }
                frequencies.append(frequency)
            }
        }
        let scale = 0.3 / (sum.map { abs($0) }.max() ?? 1)
        return (sum.map { Float($0 * scale) }, frequencies)
    }

    /// The same with a millisecond of noise, a third as loud, every 0.27 s; itself it leaves 37 dB of a chord's SNR.
    static func withTicks(_ samples: [Float]) -> [Float] {
        var numbers = Numbers(4)
        var sum = samples
        for place in stride(from: 12_960, to: samples.count - 48, by: 12_960) {
            for frame in place..<place + 48 { sum[frame] += Float(0.2 * numbers.next() - 0.1) }
        }
        return sum
    }

    /// Twelve bursts of noise, half a second apart, that begin at once and die away in 30 ms.
    static func attacks() -> (samples: [Float], places: [Int]) {
        var numbers = Numbers(2)
        var samples = [Float](repeating: 0, count: Int(7 * sampleRate))
        let places = (0..<12).map { Int((0.5 + 0.5 * Double($0)) * sampleRate) }
        for place in places {
            for frame in 0..<Int(0.2 * sampleRate) {
                let level = 0.3 * exp(-Double(frame) / sampleRate / 0.03)
                samples[place + frame] += Float(level * numbers.gaussian())
            }
        }
        return (samples, places)
    }
}

/// Numbers that look random.
struct Numbers {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 11) * 0x1p-53
    }

    mutating func gaussian() -> Double { (-2 * log(max(next(), 1e-300))).squareRoot() * cos(2 * Double.pi * next()) }
}
