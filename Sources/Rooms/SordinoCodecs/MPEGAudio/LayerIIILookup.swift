/// Turns the printed codes of layer III into tables that decode by looking up.
///
/// The first look-up of a pair takes `LayerIIITables.pairWidth` bits. Its entry is one of:
/// - code and signs together: bits 0 to 5 count their bits, 8 to 12 and 16 to 20 are the signed values;
/// - bit 31: a code without its signs; bits 0 to 5 count its bits, 8 to 11 and 16 to 19 are the values;
/// - bits 31 and 30: a longer code; bits 0 to 5 count the bits of a second look-up, 6 to 29 are the start of its table.
enum LayerIIILookup {
    /// Marks an entry that the short way does not decode.
    static let slow: UInt32 = 1 << 31
    /// Marks an entry that leads to a second table.
    static let link: UInt32 = 1 << 30

    /// A code of a pair.
    private struct Code {
        var word: Int
        var length: Int
        var x: Int
        var y: Int
    }

    private static let printed: [(tables: ClosedRange<Int>, words: [UInt16], lengths: [UInt8])] = [
        (1...1, LayerIIIHuffmanCodes.words1, LayerIIIHuffmanCodes.lengths1),
        (2...2, LayerIIIHuffmanCodes.words2, LayerIIIHuffmanCodes.lengths2),
        (3...3, LayerIIIHuffmanCodes.words3, LayerIIIHuffmanCodes.lengths3),
        (5...5, LayerIIIHuffmanCodes.words5, LayerIIIHuffmanCodes.lengths5),
        (6...6, LayerIIIHuffmanCodes.words6, LayerIIIHuffmanCodes.lengths6),
        (7...7, LayerIIIHuffmanCodes.words7, LayerIIIHuffmanCodes.lengths7),
        (8...8, LayerIIIHuffmanCodes.words8, LayerIIIHuffmanCodes.lengths8),
        (9...9, LayerIIIHuffmanCodes.words9, LayerIIIHuffmanCodes.lengths9),
        (10...10, LayerIIIHuffmanCodes.words10, LayerIIIHuffmanCodes.lengths10),
        (11...11, LayerIIIHuffmanCodes.words11, LayerIIIHuffmanCodes.lengths11),
        (12...12, LayerIIIHuffmanCodes.words12, LayerIIIHuffmanCodes.lengths12),
        (13...13, LayerIIIHuffmanCodes.words13, LayerIIIHuffmanCodes.lengths13),
        (15...15, LayerIIIHuffmanCodes.words15, LayerIIIHuffmanCodes.lengths15),
        (16...23, LayerIIIHuffmanCodes.words16, LayerIIIHuffmanCodes.lengths16),
        (24...31, LayerIIIHuffmanCodes.words24, LayerIIIHuffmanCodes.lengths24),
    ]

    /// The tables of pairs, one behind the other, and the start of each by `table_select`; -1 where there is none.
    static func pairs() -> (entries: [UInt32], starts: [Int32]) {
        var entries: [UInt32] = []
        var starts = [Int32](repeating: -1, count: 32)
        for (tables, words, lengths) in printed {
            var side = 1
            while side * side < words.count { side += 1 }
            let codes = words.indices.map {
                Code(word: Int(words[$0]), length: Int(lengths[$0]), x: $0 / side, y: $0 % side)
            }
            for table in tables { starts[table] = Int32(entries.count) }
            append(codes, hasExtraBits: tables.lowerBound > 15, to: &entries)
        }
        return (entries, starts)
    }

    private static func append(_ codes: [Code], hasExtraBits: Bool, to entries: inout [UInt32]) {
        let width = Int(LayerIIITables.pairWidth)
        let start = entries.count
        entries += [UInt32](repeating: 0, count: 1 << width)
        var longest = [Int](repeating: 0, count: 1 << width)
        for code in codes where code.length > width {
            let prefix = code.word >> (code.length - width)
            longest[prefix] = max(longest[prefix], code.length)
        }
        for prefix in longest.indices where longest[prefix] > 0 {
            let second = longest[prefix] - width
            entries[start + prefix] = slow | link | UInt32(entries.count) << 6 | UInt32(second)
            entries += [UInt32](repeating: 0, count: 1 << second)
        }
        for code in codes {
            let leaf = slow | UInt32(code.x) << 8 | UInt32(code.y) << 16 | UInt32(code.length)
            if code.length > width {
                let prefix = code.word >> (code.length - width)
                let unused = longest[prefix] - code.length
                let base = Int(entries[start + prefix] >> 6 & 0xFF_FFFF)
                let low = code.word & ((1 << (code.length - width)) - 1)
                for index in 0..<1 << unused { entries[base + low << unused + index] = leaf }
                continue
            }
            let unused = width - code.length
            let signCount = (code.x > 0 ? 1 : 0) + (code.y > 0 ? 1 : 0)
            let isWhole = signCount <= unused && !(hasExtraBits && (code.x == 15 || code.y == 15))
            for index in 0..<1 << unused {
                let entry = isWhole ? signed(code, bits: index >> (unused - signCount), signCount) : leaf
                entries[start + code.word << unused + index] = entry
            }
        }
    }

    /// The entry of a code with its signs: that of `x` is the higher bit.
    private static func signed(_ code: Code, bits: Int, _ signCount: Int) -> UInt32 {
        let isXNegative = code.x > 0 && bits >> (signCount - 1) & 1 == 1
        let isYNegative = code.y > 0 && bits & 1 == 1
        let x = UInt32(truncatingIfNeeded: isXNegative ? -code.x : code.x) & 31
        let y = UInt32(truncatingIfNeeded: isYNegative ? -code.y : code.y) & 31
        return x << 8 | y << 16 | UInt32(code.length + signCount)
    }

    /// The code words of the first table of quadruples, and their lengths.
    static let quadWords: [UInt8] = [1, 5, 4, 5, 6, 5, 4, 4, 7, 3, 6, 0, 7, 2, 3, 1]
    /// The lengths of the code words of the first table of quadruples.
    static let quadLengths: [UInt8] = [1, 4, 4, 5, 4, 6, 5, 6, 4, 5, 5, 6, 5, 6, 6, 6]

    /// The tables of quadruples: an entry counts its bits, signs included, in bits 0 to 3; above is the index of the values.
    static func quads() -> (entries: [UInt16], values: [SIMD4<Float>]) {
        let width = Int(LayerIIITables.quadWidth)
        var entries = [UInt16](repeating: 0, count: 2 << width)
        let signOf: [Float] = [0, 1, -1]
        let values = (0..<81).map { index in
            SIMD4(signOf[index / 27], signOf[index / 9 % 3], signOf[index / 3 % 3], signOf[index % 3])
        }
        for table in 0..<2 {
            for value in 0..<16 {
                let word = table == 0 ? Int(quadWords[value]) : 15 - value
                let length = table == 0 ? Int(quadLengths[value]) : 4
                let signCount = value.nonzeroBitCount
                for signs in 0..<1 << signCount {
                    var (index, left) = (0, signCount)
                    for bit in [3, 2, 1, 0] {
                        index *= 3
                        guard value >> bit & 1 == 1 else { continue }
                        left -= 1
                        index += signs >> left & 1 == 1 ? 2 : 1
                    }
                    let unused = width - length - signCount
                    let start = table << width + (word << signCount | signs) << unused
                    for place in start..<start + 1 << unused {
                        entries[place] = UInt16(index << 4 | (length + signCount))
                    }
                }
            }
        }
        return (entries, values)
    }
}
