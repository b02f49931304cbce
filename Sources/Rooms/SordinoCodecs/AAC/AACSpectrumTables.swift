import CMath

/// The tables that reading a spectrum needs, made once a process: about 100 KB.
final class AACSpectrumTables: @unchecked Sendable {
    /// The tables of the process.
    static let shared = AACSpectrumTables()

    /// The codes of books 1 to 11, at the book's number; 0 is not used.
    let codes: UnsafeMutablePointer<AACDecodeTable>
    /// The code of scalefactor differences, each plus 60.
    let scalefactorCode: AACDecodeTable
    /// The dequantised values of the words of books 1 to 4, four each, at the places `quadStart`.
    let quads: UnsafeMutablePointer<SIMD4<Float>>
    /// For each word of book 3 (and 4), the bits of the values that are not 0, the first value the highest.
    let quadMasks: UnsafeMutablePointer<UInt8>
    /// Sign bits for the four values: at mask << 4 | four bits, the last of which is the last sign.
    let quadSigns: UnsafeMutablePointer<SIMD4<UInt32>>
    /// The dequantised values of the words of books 5 to 11, two each, 289 places a book.
    let pairs: UnsafeMutablePointer<SIMD2<Float>>
    /// For each of these words, the mask of values that are not 0, the first value the bit 1; 4 if one is an escape.
    let pairMasks: UnsafeMutablePointer<UInt8>
    /// Sign bits for the two values: at mask << 2 | two bits, the last of which is the last sign.
    let pairSigns: UnsafeMutablePointer<SIMD2<UInt32>>
    /// q^(4/3) for q from 0 to 8191.
    let powers: UnsafeMutablePointer<Float>
    /// 2^((sf - 100) / 4) for scalefactors sf from 0 to 255.
    let gains: UnsafeMutablePointer<Float>

    private init() {
        codes = .allocate(capacity: 12)
        quads = .allocate(capacity: 4 * 81)
        quadMasks = .allocate(capacity: 81)
        quadSigns = .allocate(capacity: 256)
        pairs = .allocate(capacity: 7 * 289)
        pairMasks = .allocate(capacity: 7 * 289)
        pairSigns = .allocate(capacity: 32)
        powers = .allocate(capacity: 8192)
        gains = .allocate(capacity: 256)
        for q in 0..<8192 {
            let value = Double(q)
            powers[q] = q == 0 ? 0 : Float(value * cmath_pow(value, 1.0 / 3))
        }
        for sf in 0..<256 { gains[sf] = Float(cmath_pow(2, Double(sf - 100) / 4)) }
        pairs.initialize(repeating: .zero, count: 7 * 289)
        pairMasks.initialize(repeating: 0, count: 7 * 289)
        scalefactorCode = AACDecodeTable(
            words: AACCodebook.scalefactorWords, lengths: AACCodebook.scalefactorLengths, firstBits: 8)
        codes.initialize(to: scalefactorCode)
        for book in AACCodebook.all {
            if book.dimension == 4 { addQuads(book) } else { addPairs(book) }
            let code = AACDecodeTable(
                words: book.words.map { UInt32($0) }, lengths: book.lengths, signCounts: signCounts(book), firstBits: 9)
            (codes + book.number).initialize(to: code)
        }
        makeSigns()
    }

    private func signCounts(_ book: AACCodebook) -> [UInt8] {
        if book.isSigned { return [] }
        return book.words.indices.map { index in
            let mask = book.dimension == 4 ? quadMasks[index] : pairMasks[(book.number - 5) * 289 + index] & 3
            return UInt8(mask.nonzeroBitCount)
        }
    }

    private func value(_ digit: Int, _ book: AACCodebook) -> Float {
        let q = digit - book.offset
        return q < 0 ? -powers[-q] : powers[q]
    }

    private func addQuads(_ book: AACCodebook) {
        for index in 0..<81 {
            let digits = [index / 27, index / 9 % 3, index / 3 % 3, index % 3]
            let values = digits.map { value($0, book) }
            quads[(book.number - 1) * 81 + index] = SIMD4(values[0], values[1], values[2], values[3])
            guard book.number == 3 else { continue }
            quadMasks[index] = digits.reduce(0) { $0 << 1 | ($1 == 0 ? 0 : 1) }
        }
    }

    private func addPairs(_ book: AACCodebook) {
        for index in book.words.indices {
            let place = (book.number - 5) * 289 + index
            let (first, second) = (index / book.modulus, index % book.modulus)
            pairs[place] = SIMD2(value(first, book), value(second, book))
            let escape = book.number == 11 && (first == 16 || second == 16) ? 4 : 0
            pairMasks[place] = UInt8(escape | (first == 0 ? 0 : 2) | (second == 0 ? 0 : 1))
        }
    }

    private func makeSigns() {
        for mask in 0..<16 {
            for bits in 0..<16 {
                var signs = SIMD4<UInt32>.zero
                var bit = 0
                for lane in (0..<4).reversed() where mask >> (3 - lane) & 1 == 1 {
                    signs[lane] = UInt32(bits >> bit & 1) << 31
                    bit += 1
                }
                (quadSigns + mask << 4 + bits).initialize(to: signs)
            }
        }
        for mask in 0..<8 {
            for bits in 0..<4 {
                let second = mask & 1 == 0 ? 0 : UInt32(bits & 1) << 31
                let first = mask & 2 == 0 ? 0 : UInt32(mask & 1 == 0 ? bits & 1 : bits >> 1) << 31
                (pairSigns + mask << 2 + bits).initialize(to: SIMD2(first, second))
            }
        }
    }
}
