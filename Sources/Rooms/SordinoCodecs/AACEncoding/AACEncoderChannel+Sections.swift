extension AACEncoderChannel {
    /// Quantises the frame by the chosen scalefactors, and chooses the codebooks and their sections by dynamic
    /// programming.
    ///
    /// Writes `values`, `books` and, for bands that hold only zeros in another book, `scales`.
    /// - Parameter lengthBits: Bits of a section's length: 5 for long windows, 3 for short ones.
    func chooseBooks(lengthBits: Int) {
        for band in 0..<bandCount where fixedBooks[band] == 0 {
            let bits = bookBits + band &* 12
            let end = bandStart[band &+ 1]
            guard books[band] != 0 else {
                for line in bandStart[band]..<end { values[line] = 0 }
                zeroBits(band: band, bits)
                continue
            }
            let largest = quantise(band: band, scale: scales[band])
            for line in bandStart[band]..<end { values[line] = lines[line] < 0 ? 0 &- trial[line] : trial[line] }
            if largest == 0 { zeroBits(band: band, bits) } else { countBooks(band: band, largest: largest, bits) }
        }
        let perGroup = bandsPerGroup
        guard perGroup > 0 else { return }
        var group = 0
        while group < bandCount {
            section(first: group, end: min(group &+ perGroup, bandCount), header: Int32(4 &+ lengthBits))
            group &+= perGroup
        }
        fillScales()
    }

    private static let unfit: Int32 = 1 << 24

    /// The bits of a band of zeros; every book but 0 needs a scalefactor too, at least one bit.
    private func zeroBits(band: Int, _ bits: UnsafeMutablePointer<Int32>) {
        let tables = AACEncoderTables.shared
        let count = Int32(truncatingIfNeeded: bandStart[band &+ 1] &- bandStart[band])
        let (quads, pairs) = (count / 4, count / 2)
        bits[0] = 0
        bits[1] = 1 &+ quads &* Int32(tables.quads12[40] & 0xFFFF)
        bits[2] = 1 &+ quads &* Int32(tables.quads12[40] &>> 16)
        bits[3] = 1 &+ quads &* Int32(tables.quads34[0] & 0xFFFF)
        bits[4] = 1 &+ quads &* Int32(tables.quads34[0] &>> 16)
        bits[5] = 1 &+ pairs &* Int32(tables.pairs56[40] & 0xFFFF)
        bits[6] = 1 &+ pairs &* Int32(tables.pairs56[40] &>> 16)
        bits[7] = 1 &+ pairs &* Int32(tables.pairs78[0] & 0xFFFF)
        bits[8] = 1 &+ pairs &* Int32(tables.pairs78[0] &>> 16)
        bits[9] = 1 &+ pairs &* Int32(tables.pairs910[0] & 0xFFFF)
        bits[10] = 1 &+ pairs &* Int32(tables.pairs910[0] &>> 16)
        bits[11] = 1 &+ pairs &* Int32(tables.pairs11[0] & 0xFFFF)
    }

    /// The bits of the band in `values` in each book that can hold it.
    private func countBooks(band: Int, largest: Int32, _ bits: UnsafeMutablePointer<Int32>) {
        let tables = AACEncoderTables.shared
        for book in 0..<12 { bits[book] = Self.unfit }
        let (first, end) = (bandStart[band], bandStart[band &+ 1])
        let (v, q) = (values, trial)
        if largest <= 2 {
            var (low, high): (UInt32, UInt32) = (0, 0)
            var line = first
            while line < end {
                if largest < 2 { low &+= tables.quads12[40 &+ AACEncoderTables.quad(v + line)] }
                high &+= tables.quads34[AACEncoderTables.quad(q + line)]
                line &+= 4
            }
            if largest < 2 { put(low, bits + 1) }
            put(high, bits + 3)
        }
        if largest <= 7 {
            var (low, high): (UInt32, UInt32) = (0, 0)
            var line = first
            while line < end {
                if largest < 5 { low &+= tables.pairs56[40 &+ AACEncoderTables.pair(v + line, 9)] }
                high &+= tables.pairs78[AACEncoderTables.pair(q + line, 8)]
                line &+= 2
            }
            if largest < 5 { put(low, bits + 5) }
            put(high, bits + 7)
        }
        if largest <= 12 && largest > 2 {
            var sum: UInt32 = 0
            var line = first
            while line < end {
                sum &+= tables.pairs910[AACEncoderTables.pair(q + line, 13)]
                line &+= 2
            }
            put(sum, bits + 9)
        }
        if largest > 4 { bits[11] = Int32(truncatingIfNeeded: escapeBits(band: band, tables)) }
    }

    @inline(__always)
    private func put(_ sum: UInt32, _ bits: UnsafeMutablePointer<Int32>) {
        bits[0] = Int32(sum & 0xFFFF)
        bits[1] = Int32(sum &>> 16)
    }

    /// Chooses the books of the bands of one group.
    private func section(first: Int, end: Int, header: Int32) {
        let states = 16
        let back = searchInts
        var costs = SIMD16<Int32>(repeating: Self.unfit)
        var cheapest: Int32 = 0
        var cheapestBook = 0
        for band in first..<end {
            var next = SIMD16<Int32>(repeating: Self.unfit &* 8)
            let from = back + (band &- first) &* states
            let fixed = fixedBooks[band]
            var (least, leastBook): (Int32, Int) = (.max, 0)
            let bits = bookBits + band &* 12
            for book in (fixed != 0 ? fixed : 0)..<(fixed != 0 ? fixed &+ 1 : 12) {
                let here = fixed != 0 ? 0 : bits[book]
                guard here < Self.unfit else { continue }
                let stay = costs[book]
                let move = cheapest &+ header
                if band > first && stay <= move {
                    next[book] = stay &+ here
                    from[book] = book
                } else {
                    next[book] = move &+ here
                    from[book] = cheapestBook
                }
                if next[book] < least { (least, leastBook) = (next[book], book) }
            }
            costs = next
            (cheapest, cheapestBook) = (least, leastBook)
        }
        var book = cheapestBook
        var band = end &- 1
        while band >= first {
            books[band] = book
            book = back[(band &- first) &* states &+ (book & 15)]
            band &-= 1
        }
    }

    /// Gives bands of zeros in a book other than 0 the scalefactor before them.
    private func fillScales() {
        var scale = Int.min
        for band in 0..<bandCount where books[band] >= 1 && books[band] <= 11 {
            if isZero(band) {
                if scale != Int.min { scales[band] = scale } else { scales[band] = firstScale(after: band) }
            }
            scale = scales[band]
        }
    }

    private func isZero(_ band: Int) -> Bool {
        for line in bandStart[band]..<bandStart[band &+ 1] where values[line] != 0 { return false }
        return true
    }

    private func firstScale(after band: Int) -> Int {
        for other in band..<bandCount where books[other] >= 1 && books[other] <= 11 && !isZero(other) {
            return scales[other]
        }
        return 0
    }
}
