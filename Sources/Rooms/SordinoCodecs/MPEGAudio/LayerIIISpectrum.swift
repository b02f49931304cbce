/// Decodes the Huffman codes of one channel in one granule into lines.
///
/// Source: ISO/IEC 11172-3, 2.4.2.7 (huffmancodebits) and 2.4.3.4.7.
enum LayerIIISpectrum {
    /// The bits of the codes, highest first: a window of 64 into bytes that are followed by a kilobyte of others.
    private struct Window {
        var bits: UInt64
        var count: Int
        var next: UnsafePointer<UInt8>

        @inline(__always)
        init(_ base: UnsafePointer<UInt8>, at bit: Int) {
            next = base + bit >> 3
            (bits, count) = (0, 0)
            fill()
            bits &<<= UInt64(bit & 7)
            count &-= bit & 7
        }

        /// Fills the window up to at least 56 bits.
        @inline(__always)
        mutating func fill() {
            let word = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
            bits |= word &>> UInt64(count)
            next += (63 &- count) &>> 3
            count |= 56
        }

        @inline(__always)
        mutating func take(_ width: UInt64) {
            bits &<<= width
            count &-= Int(width)
        }

        /// Takes up to 13 bits.
        @inline(__always)
        mutating func number(_ width: UInt64) -> Int {
            // Two shifts, for a width of 0.
            let value = Int((bits &>> 1) &>> (63 &- width))
            take(width)
            return value
        }

        @inline(__always)
        mutating func sign(_ value: Float) -> Float {
            let isNegative = Int64(bitPattern: bits) < 0
            take(1)
            return isNegative ? -value : value
        }

        /// The next bit's number.
        @inline(__always)
        func position(_ base: UnsafePointer<UInt8>) -> Int { (next - base) &* 8 &- count }
    }

    /// Decodes the lines.
    ///
    /// - Parameters:
    ///   - base: The bytes; a kilobyte behind the last one may be read.
    ///   - start: The first bit of the codes.
    ///   - end: The bit behind the last code.
    ///   - edges: The first lines of the bands, as in `LayerIIITables.edges`.
    ///   - gains: The gains of the bands.
    ///   - lines: Receives 576 lines, in the order of the codes.
    /// - Returns: The number of lines before those that are zero to the end.
    static func decode(
        _ base: UnsafePointer<UInt8>, from start: Int, to end: Int, _ granule: LayerIIIGranule,
        edges: UnsafePointer<Int32>, gains: UnsafePointer<Float>, _ tables: LayerIIITables,
        into lines: UnsafeMutablePointer<Float>
    ) -> Int {
        var window = Window(base, at: start)
        var line = 0
        var band = 0
        var filled = 0
        var isOver = end < start
        for region in 0..<3 {
            let table = region == 0 ? granule.tables.0 : region == 1 ? granule.tables.1 : granule.tables.2
            let limit = region == 0 ? granule.regionEnds.0 : region == 1 ? granule.regionEnds.1 : 576
            let regionEnd = min(limit, granule.pairLineCount)
            guard line < regionEnd, !isOver else { continue }
            let first = Int(tables.starts[table])
            let extra = UInt64(LayerIIITables.extraBits[table])
            while line < regionEnd {
                let bandEnd = min(Int(edges[band + 1]), regionEnd)
                if first < 0 {
                    (lines + line).update(repeating: 0, count: bandEnd - line)
                } else {
                    pairs(&window, tables, tables.pairs + first, extra, gains[band], lines + line, lines + bandEnd)
                    guard window.position(base) <= end else {
                        isOver = true
                        break
                    }
                    filled = bandEnd
                }
                line = bandEnd
                if line == Int(edges[band + 1]) { band += 1 }
            }
        }
        if !isOver {
            let quads = quads(&window, tables, granule, base, end, line, band, edges, gains, lines)
            if quads > line { filled = quads }
        }
        if filled < 576 { (lines + filled).update(repeating: 0, count: 576 - filled) }
        return filled
    }

    /// Decodes pairs of one band.
    @inline(__always)
    private static func pairs(
        _ window: inout Window, _ tables: LayerIIITables, _ table: UnsafePointer<UInt32>, _ extra: UInt64,
        _ gain: Float, _ first: UnsafeMutablePointer<Float>, _ end: UnsafeMutablePointer<Float>
    ) {
        let small = tables.smallPowers
        var line = first
        while line < end {
            window.fill()
            // The second pair still finds 47 bits after a short entry, the most that a pair can take.
            for _ in 0..<2 {
                let entry = table[Int(window.bits &>> (64 &- LayerIIITables.pairWidth))]
                if entry & LayerIIILookup.slow == 0 {
                    window.take(UInt64(entry & 63))
                    line[0] = small[Int(entry &>> 8 & 31)] * gain
                    line[1] = small[Int(entry &>> 16 & 31)] * gain
                } else {
                    slowPair(&window, entry, tables, extra, gain, line)
                    window.fill()
                }
                line += 2
                if line >= end { break }
            }
        }
    }

    /// Decodes a pair whose code is long, or whose signs or bits added did not fit into the first look-up.
    @inline(__always)
    private static func slowPair(
        _ window: inout Window, _ first: UInt32, _ tables: LayerIIITables, _ extra: UInt64, _ gain: Float,
        _ line: UnsafeMutablePointer<Float>
    ) {
        var entry = first
        if entry & LayerIIILookup.link != 0 {
            let rest = (window.bits &<< LayerIIITables.pairWidth) &>> (64 &- UInt64(entry & 63))
            entry = tables.pairs[Int(entry &>> 6 & 0xFF_FFFF) &+ Int(rest)]
        }
        window.take(UInt64(entry & 63))
        var x = Int(entry &>> 8 & 15)
        if x == 15 { x &+= window.number(extra) }
        line[0] = x == 0 ? 0 : window.sign(tables.powers[x]) * gain
        var y = Int(entry &>> 16 & 15)
        if y == 15 { y &+= window.number(extra) }
        line[1] = y == 0 ? 0 : window.sign(tables.powers[y]) * gain
    }

    /// Decodes quadruples until the end of the codes or of the lines; one that goes past the end is dropped.
    @inline(__always)
    private static func quads(
        _ window: inout Window, _ tables: LayerIIITables, _ granule: LayerIIIGranule, _ base: UnsafePointer<UInt8>,
        _ end: Int, _ firstLine: Int, _ firstBand: Int, _ edges: UnsafePointer<Int32>, _ gains: UnsafePointer<Float>,
        _ lines: UnsafeMutablePointer<Float>
    ) -> Int {
        let table = tables.quads + (granule.quadTable &<< Int(LayerIIITables.quadWidth))
        var (line, band) = (firstLine, firstBand)
        var bandEnd = Int(edges[band + 1])
        var left = end &- window.position(base)
        while left > 0, line &+ 4 <= 576 {
            window.fill()
            let entry = Int(table[Int(window.bits &>> (64 &- LayerIIITables.quadWidth))])
            let width = entry & 15
            left &-= width
            if left < 0 { break }
            window.take(UInt64(width))
            var gain = SIMD4<Float>(repeating: gains[band])
            if line &+ 2 >= bandEnd {
                if line >= bandEnd {
                    band &+= 1
                    bandEnd = Int(edges[band + 1])
                    gain = SIMD4(repeating: gains[band])
                }
                if line &+ 2 >= bandEnd {
                    band &+= 1
                    bandEnd = Int(edges[band + 1])
                    gain.highHalf = SIMD2(repeating: gains[band])
                }
            }
            UnsafeMutableRawPointer(lines + line).storeBytes(
                of: tables.quadValues[entry &>> 4] * gain, as: SIMD4<Float>.self)
            line &+= 4
        }
        return line
    }
}
