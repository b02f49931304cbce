import CMath

/// Finds attacks in a channel's samples: sudden rises of the energy above some kilohertz.
struct AACAttackDetector {
    private var last1: Float = 0
    private var last2: Float = 0
    private var average: Float = 0
    /// Energies of the eight parts of the last region, and of those of the region before.
    private(set) var energies = SIMD8<Float>(repeating: 1)
    private(set) var energiesBefore = SIMD8<Float>(repeating: 1)

    /// The arithmetic over the geometric mean of energies: 1 for a steady sound.
    static func unsteadiness(_ energies: SIMD8<Float>) -> Float {
        var (sum, logs): (Float, Float) = (0, 0)
        for index in 0..<8 {
            let energy = energies[index] + 1000
            sum += energy
            logs += cmath_log2f(energy)
        }
        return sum / 8 / cmath_exp2f(logs / 8)
    }

    /// The rise, as a ratio of energies, that is an attack.
    static let ratio: Float = 8
    /// The energy of a part below which nothing is an attack: about -70 dB.
    static let floor: Float = 128 * 100

    /// Looks at the next frame's region, in eight parts.
    ///
    /// - Parameters:
    ///   - samples: The region, which follows the last one's.
    ///   - count: Samples of the region.
    /// - Returns: The part that the first attack is in, or nil.
    mutating func find(_ samples: UnsafePointer<Float>, count: Int) -> Int? {
        let part = count / 8
        energiesBefore = energies
        var found: Int?
        for index in 0..<8 {
            var sum: Float = 0
            let source = samples + index &* part
            var (a, b) = (last1, last2)
            for place in 0..<part {
                let value = source[place]
                // The second difference: 12 dB an octave.
                let high = value - 2 * a + b
                sum += high * high
                (b, a) = (a, value)
            }
            (last1, last2) = (a, b)
            let energy = sum + 1
            if energy > Self.floor && energy > Self.ratio * average && found == nil && average > 0 { found = index }
            average = max(energy * 0.5, average * 0.7 + energy * 0.3)
            energies[index] = energy
        }
        return found
    }
}
