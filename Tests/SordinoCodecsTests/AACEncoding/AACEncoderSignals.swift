import Foundation

/// Signals that the AAC encoder's tests make; each is planes of floats.
enum AACEncoderSignals {
    /// A seeded generator of numbers: x64 by Marsaglia.
    struct Chance {
        var state: UInt64
        mutating func next() -> Float {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
        }
    }

    /// Plucked strings with noise between them: tonal, with attacks, and different in the two channels.
    static func plucked(frameCount: Int, channelCount: Int, sampleRate: Int, seed: UInt64) -> [[Float]] {
        var chance = Chance(state: seed)
        var planes = [[Float]](repeating: [Float](repeating: 0, count: frameCount), count: channelCount)
        let spacing = sampleRate * 3 / 10
        for (note, start) in stride(from: sampleRate / 20, to: frameCount, by: spacing).enumerated() {
            let base = 220 * pow(2, Double([0, 4, 7, 12, 5, 9][note % 6]) / 12)
            for frame in start..<min(frameCount, start + spacing * 2) {
                let time = Double(frame - start) / Double(sampleRate)
                var value = 0.0
                for partial in 1...12 {
                    let hertz = base * Double(partial)
                    guard hertz < Double(sampleRate) * 0.45 else { break }
                    value +=
                        sin(2 * .pi * hertz * time + Double(partial)) / Double(partial)
                        * exp(-time * (3 + Double(partial)))
                }
                for channel in 0..<channelCount {
                    let side = 0.5 + 0.5 * cos(Double(note) + Double(channel) * 2)
                    planes[channel][frame] += Float(0.2 * side * value)
                }
            }
        }
        for frame in 0..<frameCount {
            let common = chance.next() * 0.004
            for channel in 0..<channelCount { planes[channel][frame] += common + chance.next() * 0.002 }
        }
        return planes
    }

    /// Clicks with a short resonance, in silence: hard for transforms.
    static func clicks(frameCount: Int, sampleRate: Int, seed: UInt64) -> [[Float]] {
        var chance = Chance(state: seed)
        var planes = [[Float]](repeating: [Float](repeating: 0, count: frameCount), count: 2)
        var start = sampleRate / 10
        while start < frameCount {
            let loud = 0.3 + 0.3 * abs(chance.next())
            for frame in start..<min(frameCount, start + sampleRate / 20) {
                let time = Float(frame - start) / Float(sampleRate)
                let value =
                    loud * exp(-time / 0.006) * (sin(2 * .pi * 2300 * time) + 0.4 * chance.next() * exp(-time / 0.002))
                planes[0][frame] += value
                planes[1][frame] += value * 0.6
            }
            start += sampleRate * (2 + Int(abs(chance.next()) * 3)) / 16
        }
        return planes
    }

    /// Struck bars of a glockenspiel: inharmonic partials of high pitch, which decay slowly, behind sharp attacks.
    static func bars(frameCount: Int, sampleRate: Int) -> [[Float]] {
        var planes = [[Float]](repeating: [Float](repeating: 0, count: frameCount), count: 2)
        let spacing = sampleRate / 4
        // The partials of a bar with free ends, and their shares.
        let partials: [(ratio: Double, share: Double)] = [(1, 1), (2.756, 0.5), (5.404, 0.25)]
        for (note, start) in stride(from: sampleRate / 20, to: frameCount, by: spacing).enumerated() {
            let base = 1568 * pow(2, Double([0, 7, 4, 12, 9][note % 5]) / 12)
            for frame in start..<min(frameCount, start + 4 * spacing) {
                let time = Double(frame - start) / Double(sampleRate)
                var value = 0.0
                for (index, partial) in partials.enumerated() where base * partial.ratio < Double(sampleRate) * 0.45 {
                    value +=
                        partial.share * sin(2 * .pi * base * partial.ratio * time) * exp(-time * Double(3 + 6 * index))
                }
                for channel in 0..<2 {
                    planes[channel][frame] += Float(0.15 * value * (channel == note % 2 ? 1 : 0.6))
                }
            }
        }
        return planes
    }
}
