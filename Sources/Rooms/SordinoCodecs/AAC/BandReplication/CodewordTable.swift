/// Holds one complete prefix code over consecutive integers, for reading and for writing.
///
/// The lengths and words are facts of the standard; `init` builds from them a table for the next nine bits and a sorted
/// list for longer words.
package struct CodewordTable: Sendable {
    /// The value of the first entry of `lengths` and `words`.
    package let smallest: Int
    /// Bits of each codeword, 1 to 20.
    package let lengths: [UInt8]
    /// The codewords, right-aligned in integers.
    package let words: [UInt32]

    /// Bits that are looked up at once.
    private static let quickWidth = 9
    /// Entries `index << 5 | length` for each value of the next nine bits; 0 where the codeword is longer.
    private let quick: [UInt16]
    /// Left-aligned codewords of more than nine bits, in ascending order.
    private let longWords: [UInt32]
    /// Entry numbers of `longWords`.
    private let longIndices: [UInt8]

    /// Builds the look-up tables of a code.
    ///
    /// - Parameters:
    ///   - smallest: The value of the first entry.
    ///   - lengths: Bits of each codeword, 1 to 20; at most 256 entries.
    ///   - words: As many codewords, right-aligned; no codeword begins another one.
    package init(smallest: Int, lengths: [UInt8], words: [UInt32]) {
        self.smallest = smallest
        self.lengths = lengths
        self.words = words
        var quick = [UInt16](repeating: 0, count: 1 << Self.quickWidth)
        var long: [(UInt32, UInt8)] = []
        for index in 0..<min(lengths.count, words.count, 256) {
            let length = Int(lengths[index])
            if length <= Self.quickWidth {
                let first = Int(words[index]) << (Self.quickWidth - length)
                for entry in first..<first + 1 << (Self.quickWidth - length) where entry < quick.count {
                    quick[entry] = UInt16(index << 5 | length)
                }
            } else {
                long.append((words[index] << UInt32(32 - length), UInt8(index)))
            }
        }
        long.sort { $0.0 < $1.0 }
        self.quick = quick
        longWords = long.map(\.0)
        longIndices = long.map(\.1)
    }

    /// The largest value of the code.
    package var largest: Int { smallest + lengths.count - 1 }

    /// Reads one codeword and returns its value.
    @inline(__always)
    package func value(_ input: inout BitInput) -> Int {
        let next = input.next32
        let entry = quick[Int(next &>> 23)]
        if entry != 0 {
            input.skip(Int(entry & 31))
            return smallest &+ Int(entry &>> 5)
        }
        return longValue(next, &input)
    }

    /// Reads a codeword of more than nine bits.
    @inline(never)
    private func longValue(_ next: UInt32, _ input: inout BitInput) -> Int {
        var (low, high) = (0, longWords.count)
        while low < high {
            let middle = (low + high) / 2
            if longWords[middle] <= next { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return smallest }
        let index = Int(longIndices[low - 1])
        input.skip(Int(lengths[index]))
        return smallest &+ index
    }

    /// Writes the codeword of `value`, held within the range of the code, and returns its bits.
    @discardableResult
    package func put(_ value: Int, _ output: inout BitOutput) -> Int {
        let index = max(0, min(value - smallest, lengths.count - 1))
        output.put(Int(words[index]), Int(lengths[index]))
        return Int(lengths[index])
    }

    /// Returns the bits that `value`, held within the range of the code, takes.
    @inline(__always)
    package func bitCount(_ value: Int) -> Int {
        Int(lengths[max(0, min(value &- smallest, lengths.count &- 1))])
    }
}
