import CMath

/// Numbers that all AAC encoders share: powers for quantising, and the lengths of the words of pairs of codebooks.
///
/// Immutable after `init`, so that threads may share the one instance.
final class AACEncoderTables: @unchecked Sendable {
    /// The instance that all encoders share.
    static let shared = AACEncoderTables()

    /// q to the power 4/3, for q from 0 to 8191: ISO/IEC 14496-3, 4.6.1.3.
    let power: UnsafePointer<Float>
    /// 2 to the power -3/16 s, at s + 128; s from -128 to 191.
    let fine: UnsafePointer<Float>
    /// 2 to the power s/4, at s + 128.
    let step: UnsafePointer<Float>
    /// For codebooks 1 and 2, signed quadruples in base 3: the lengths in the low and the high half.
    let quads12: UnsafePointer<UInt32>
    /// For 3 and 4, magnitudes in base 3, with the bits of the signs.
    let quads34: UnsafePointer<UInt32>
    /// For 5 and 6, signed pairs in base 9.
    let pairs56: UnsafePointer<UInt32>
    /// For 7 and 8, magnitudes in base 8, with the bits of the signs.
    let pairs78: UnsafePointer<UInt32>
    /// For 9 and 10, magnitudes in base 13, with the bits of the signs.
    let pairs910: UnsafePointer<UInt32>
    /// For 11, magnitudes in base 17, with the bits of the signs, without the escapes.
    let pairs11: UnsafePointer<UInt32>
    /// Words of codebooks 1 to 11: the word in the high bits, its length in the low 8; at `wordStart[book]` + index.
    let words: UnsafePointer<UInt32>
    /// The first word of each codebook, 0 to 11.
    let wordStart: UnsafePointer<Int>
    /// Lengths of the scalefactor words, at difference + 60.
    let scaleLengths: UnsafePointer<Float>
    /// Lengths of the words of steps of scalefactors, at 260 less the step; infinite where there is no word.
    let stepLengths: UnsafePointer<Float>
    /// Words of scalefactor differences: the word in the high bits, its length in the low 8; at difference + 60.
    let scaleWords: UnsafePointer<UInt32>

    private init() {
        let powers = UnsafeMutablePointer<Float>.allocate(capacity: 8208)
        for q in 0..<8208 { powers[q] = Float(q == 0 ? 0 : cmath_pow(Double(q), 4.0 / 3)) }
        power = UnsafePointer(powers)
        let fines = UnsafeMutablePointer<Float>.allocate(capacity: 320)
        let steps = UnsafeMutablePointer<Float>.allocate(capacity: 320)
        for s in 0..<320 {
            fines[s] = Float(cmath_exp2(-3.0 / 16 * Double(s - 128)))
            steps[s] = Float(cmath_exp2(Double(s - 128) / 4))
        }
        fine = UnsafePointer(fines)
        step = UnsafePointer(steps)
        quads12 = Self.lengths(1, 2)
        quads34 = Self.lengths(3, 4)
        pairs56 = Self.lengths(5, 6)
        pairs78 = Self.lengths(7, 8)
        pairs910 = Self.lengths(9, 10)
        pairs11 = Self.lengths(11, 11)
        let starts = UnsafeMutablePointer<Int>.allocate(capacity: 12)
        let all = UnsafeMutablePointer<UInt32>.allocate(capacity: 81 * 6 + 64 * 2 + 169 * 2 + 289)
        starts[0] = 0
        var place = 0
        for book in AACCodebook.all {
            starts[book.number] = place
            for (word, length) in zip(book.words, book.lengths) {
                all[place] = UInt32(word) << 8 | UInt32(length)
                place += 1
            }
        }
        words = UnsafePointer(all)
        wordStart = UnsafePointer(starts)
        let scales = UnsafeMutablePointer<Float>.allocate(capacity: 121)
        let scaleCodes = UnsafeMutablePointer<UInt32>.allocate(capacity: 121)
        for (index, length) in AACCodebook.scalefactorLengths.enumerated() where index < 121 {
            scales[index] = Float(length)
            scaleCodes[index] = AACCodebook.scalefactorWords[index] << 8 | UInt32(length)
        }
        let lengths = UnsafeMutablePointer<Float>.allocate(capacity: 560)
        // The step from a state to a scalefactor falls as the state rises.
        for place in 0..<560 {
            let step = 260 - place
            lengths[place] = step >= -60 && step <= 60 ? scales[step + 60] : .infinity
        }
        stepLengths = UnsafePointer(lengths)
        scaleLengths = UnsafePointer(scales)
        scaleWords = UnsafePointer(scaleCodes)
    }

    /// The place of four values of magnitude 1 in the tables of signed quadruples, less 40.
    @inline(__always)
    static func quad(_ values: UnsafePointer<Int32>) -> Int {
        let high: Int32 = values[0] &* 9 &+ values[1] &* 3
        let low: Int32 = values[2] &* 3 &+ values[3]
        return Int(high &* 3 &+ low)
    }

    /// The place of the magnitudes of four values, up to 2, in the tables of quadruples.
    @inline(__always)
    static func magnitudeQuad(_ values: UnsafePointer<Int32>) -> Int {
        let high: Int32 = abs(values[0]) &* 9 &+ abs(values[1]) &* 3
        let low: Int32 = abs(values[2]) &* 3 &+ abs(values[3])
        return Int(high &* 3 &+ low)
    }

    /// The place of a pair in the tables of signed pairs, less half the table.
    @inline(__always)
    static func pair(_ values: UnsafePointer<Int32>, _ base: Int) -> Int { Int(values[0]) &* base &+ Int(values[1]) }

    /// The place of the magnitudes of a pair, bounded to `most`.
    @inline(__always)
    static func magnitudePair(_ values: UnsafePointer<Int32>, _ base: Int, _ most: Int) -> Int {
        let first = Int(min(abs(values[0]), Int32(truncatingIfNeeded: most)))
        let second = Int(min(abs(values[1]), Int32(truncatingIfNeeded: most)))
        return first &* base &+ second
    }

    /// The lengths of two books of one shape: the first in the low half, the second in the high half, signs included.
    private static func lengths(_ first: Int, _ second: Int) -> UnsafePointer<UInt32> {
        let (a, b) = (AACCodebook.all[first - 1], AACCodebook.all[second - 1])
        let table = UnsafeMutablePointer<UInt32>.allocate(capacity: a.lengths.count)
        for index in 0..<a.lengths.count {
            var signs: UInt32 = 0
            if !a.isSigned {
                var rest = index
                for _ in 0..<a.dimension {
                    if rest % a.modulus != 0 { signs += 1 }
                    rest /= a.modulus
                }
            }
            table[index] = UInt32(a.lengths[index]) + signs | (UInt32(b.lengths[index]) + signs) << 16
        }
        return UnsafePointer(table)
    }
}
