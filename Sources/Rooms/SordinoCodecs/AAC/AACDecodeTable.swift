/// A Huffman code as two levels of tables: the first bits of a word find an entry, or the table of the longer words.
///
/// An entry is index << 5 | length for a whole word, the length with the sign bits that follow it; or
/// 0x8000 | first << 4 | bits for a second table of 2^bits entries. Every index that the bits can form lies within the memory.
struct AACDecodeTable {
    /// The entries, first those of the first level.
    let entries: UnsafeMutablePointer<UInt16>
    /// 64 minus the bits of the first level.
    let shift: UInt64

    /// Makes the tables of a complete prefix code; the memory is never freed, because the tables live as long as the process.
    ///
    /// - Parameters:
    ///   - words: Right-aligned words, at most 512.
    ///   - lengths: Their lengths, at most 19.
    ///   - signCounts: Bits behind each word that its length in the entry includes; empty for none.
    ///   - firstBits: Bits of the first level.
    init(words: [UInt32], lengths: [UInt8], signCounts: [UInt8] = [], firstBits: Int) {
        var all = [UInt16](repeating: 0, count: 1 << firstBits)
        var extra: [Int: Int] = [:]
        for (word, length) in zip(words, lengths.map(Int.init)) where length > firstBits {
            let prefix = Int(word) >> (length - firstBits)
            extra[prefix] = max(extra[prefix] ?? 0, length - firstBits)
        }
        var starts: [Int: Int] = [:]
        for (prefix, bits) in extra.sorted(by: { $0.key < $1.key }) {
            starts[prefix] = all.count
            all[prefix] = UInt16(0x8000 | (all.count >> 4) << 4 | bits)
            // The start is a multiple of 16, so that its low bits hold the width.
            all += [UInt16](repeating: 0, count: max(16, 1 << bits))
        }
        for (index, (word, length)) in zip(words, lengths.map(Int.init)).enumerated() {
            let signCount = index < signCounts.count ? Int(signCounts[index]) : 0
            let entry = UInt16(index << 5 | length + signCount)
            let isShort = length <= firstBits
            let prefix = isShort ? 0 : Int(word) >> (length - firstBits)
            let width = isShort ? firstBits : extra[prefix] ?? 0
            let used = isShort ? length : length - firstBits
            let start = isShort ? 0 : starts[prefix] ?? 0
            let first = start + (Int(word) & ((1 << used) - 1)) << (width - used)
            for place in first..<(first + 1 << (width - used)) where place < all.count { all[place] = entry }
        }
        entries = .allocate(capacity: all.count)
        entries.initialize(from: all, count: all.count)
        shift = UInt64(64 - firstBits)
        self.firstBits = UInt64(firstBits)
    }

    private let firstBits: UInt64

    /// The entry of the word at the top of `window`.
    @inline(__always)
    func entry(_ window: UInt64) -> Int {
        let first = Int(entries[Int(truncatingIfNeeded: window &>> shift)])
        if first < 0x8000 { return first }
        let width = UInt64(truncatingIfNeeded: first & 15)
        let rest = (window &<< firstBits) &>> (64 &- width)
        return Int(entries[(first & 0x7ff0) &+ Int(truncatingIfNeeded: rest)])
    }
}
