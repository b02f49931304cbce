/// Reads the quantised values of one band and stores them dequantised: ISO/IEC 14496-3, 4.6.3 and 4.6.1.
struct AACSpectrumReader {
    private let tables = AACSpectrumTables.shared

    /// Reads the values of one band of one window.
    ///
    /// - Parameters:
    ///   - bits: At the first word. A damaged stream may move it past the end; the caller looks.
    ///   - book: 1 to 11.
    ///   - lines: Receives `count` lines.
    ///   - count: A multiple of 4.
    ///   - gain: The factor that the scalefactor stands for.
    /// - Returns: False if an escape is longer than the standard allows.
    @inline(__always)
    func read(_ bits: inout AACBits, book: Int, lines: UnsafeMutablePointer<Float>, count: Int, gain: Float) -> Bool {
        switch book {
        case 1, 2: readSignedQuads(&bits, book, lines, count, gain)
        case 3, 4: readQuads(&bits, book, lines, count, gain)
        case 5, 6: readSignedPairs(&bits, book, lines, count, gain)
        case 7, 8, 9, 10: readPairs(&bits, book, lines, count, gain)
        default: return readEscapedPairs(&bits, lines, count, gain)
        }
        return true
    }

    @inline(__always)
    private func readSignedQuads(
        _ bits: inout AACBits, _ book: Int, _ lines: UnsafeMutablePointer<Float>, _ count: Int, _ gain: Float
    ) {
        let code = tables.codes[book]
        let values = tables.quads + (book &- 1) &* 81
        var (line, position) = (0, bits.position)
        while line < count {
            let entry = code.entry(bits.window(at: position))
            position &+= entry & 31
            store4(lines + line, values[entry &>> 5] * gain)
            line &+= 4
        }
        bits.position = position
    }

    @inline(__always)
    private func readQuads(
        _ bits: inout AACBits, _ book: Int, _ lines: UnsafeMutablePointer<Float>, _ count: Int, _ gain: Float
    ) {
        let code = tables.codes[book]
        let values = tables.quads + (book &- 1) &* 81
        let (masks, signs) = (tables.quadMasks, tables.quadSigns)
        var (line, position) = (0, bits.position)
        while line < count {
            let window = bits.window(at: position)
            let entry = code.entry(window)
            position &+= entry & 31
            let index = entry &>> 5
            // The signs are the last bits of the word.
            let last = Int(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- (entry & 31))) & 15
            let value =
                unsafeBitCast(values[index] * gain, to: SIMD4<UInt32>.self) ^ signs[Int(masks[index]) &<< 4 | last]
            store4(lines + line, unsafeBitCast(value, to: SIMD4<Float>.self))
            line &+= 4
        }
        bits.position = position
    }

    @inline(__always)
    private func readSignedPairs(
        _ bits: inout AACBits, _ book: Int, _ lines: UnsafeMutablePointer<Float>, _ count: Int, _ gain: Float
    ) {
        let code = tables.codes[book]
        let values = tables.pairs + (book &- 5) &* 289
        var (line, position) = (0, bits.position)
        while line < count {
            let window = bits.window(at: position)
            let first = code.entry(window)
            let second = code.entry(window &<< UInt64(truncatingIfNeeded: first & 31))
            position &+= (first & 31) &+ (second & 31)
            store4(lines + line, SIMD4(lowHalf: values[first &>> 5], highHalf: values[second &>> 5]) * gain)
            line &+= 4
        }
        bits.position = position
    }

    @inline(__always)
    private func readPairs(
        _ bits: inout AACBits, _ book: Int, _ lines: UnsafeMutablePointer<Float>, _ count: Int, _ gain: Float
    ) {
        let code = tables.codes[book]
        let pairs = Pairs(tables, book)
        var (line, position) = (0, bits.position)
        while line < count {
            // Two words with their signs have at most 34 bits.
            let window = bits.window(at: position)
            let first = code.entry(window)
            let rest = window &<< UInt64(truncatingIfNeeded: first & 31)
            let second = code.entry(rest)
            position &+= (first & 31) &+ (second & 31)
            let value = SIMD4(lowHalf: pairs.value(first, window), highHalf: pairs.value(second, rest))
            store4(lines + line, value * gain)
            line &+= 4
        }
        bits.position = position
    }

    @inline(__always)
    private func readEscapedPairs(
        _ bits: inout AACBits, _ lines: UnsafeMutablePointer<Float>, _ count: Int, _ gain: Float
    ) -> Bool {
        let code = tables.codes[11]
        let pairs = Pairs(tables, 11)
        var (line, position) = (0, bits.position)
        while line < count {
            let window = bits.window(at: position)
            let first = code.entry(window)
            let rest = window &<< UInt64(truncatingIfNeeded: first & 31)
            let second = code.entry(rest)
            var (low, high) = (pairs.value(first, window), pairs.value(second, rest))
            if (pairs.masks[first &>> 5] | pairs.masks[second &>> 5]) & 4 == 0 {
                position &+= (first & 31) &+ (second & 31)
            } else {
                bits.position = position &+ (first & 31)
                guard readEscapes(&bits, first &>> 5, &low) else { return false }
                // Behind an escape the second word stands elsewhere.
                let later = bits.window
                let entry = code.entry(later)
                bits.position &+= entry & 31
                high = pairs.value(entry, later)
                guard readEscapes(&bits, entry &>> 5, &high) else { return false }
                position = bits.position
            }
            store4(lines + line, SIMD4(lowHalf: low, highHalf: high) * gain)
            line &+= 4
        }
        bits.position = position
        return true
    }

    /// The tables of a book of unsigned pairs, as local values.
    private struct Pairs {
        let values: UnsafeMutablePointer<SIMD2<Float>>
        let masks: UnsafeMutablePointer<UInt8>
        let signs: UnsafeMutablePointer<SIMD2<UInt32>>

        @inline(__always)
        init(_ tables: AACSpectrumTables, _ book: Int) {
            values = tables.pairs + (book &- 5) &* 289
            masks = tables.pairMasks + (book &- 5) &* 289
            signs = tables.pairSigns
        }

        /// The two values of an entry whose word is at the top of `window`, with their signs.
        @inline(__always)
        func value(_ entry: Int, _ window: UInt64) -> SIMD2<Float> {
            let last = Int(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- (entry & 31))) & 3
            let sign = signs[Int(masks[entry &>> 5]) &<< 2 | last]
            return unsafeBitCast(
                unsafeBitCast(values[entry &>> 5], to: SIMD2<UInt32>.self) ^ sign, to: SIMD2<Float>.self)
        }
    }

    /// Reads the escapes of a word and puts them, with the signs, in the place of magnitudes of 16.
    @inline(__always)
    private func readEscapes(_ bits: inout AACBits, _ index: Int, _ value: inout SIMD2<Float>) -> Bool {
        if index >= 16 &* 17 {
            guard let magnitude = readEscape(&bits) else { return false }
            value[0] = value[0] < 0 ? -magnitude : magnitude
        }
        if index % 17 == 16 {
            guard let magnitude = readEscape(&bits) else { return false }
            value[1] = value[1] < 0 ? -magnitude : magnitude
        }
        return true
    }

    /// Reads an escape: n ones, a zero, and n + 4 bits below a leading one; n is at most 8.
    @inline(__always)
    private func readEscape(_ bits: inout AACBits) -> Float? {
        let window = bits.window
        let ones = (~window).leadingZeroBitCount
        if ones > 8 { return nil }
        let width = UInt64(truncatingIfNeeded: ones &+ 4)
        let rest = (window &<< UInt64(truncatingIfNeeded: ones &+ 1)) &>> (64 &- width)
        bits.position &+= 2 &* ones &+ 5
        return tables.powers[Int(truncatingIfNeeded: (1 &<< width) | rest) & 8191]
    }
}
