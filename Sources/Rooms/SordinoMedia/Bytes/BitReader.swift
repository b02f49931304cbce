/// Reads the bits of a few bytes, highest first; beyond the last one it returns zeros, and `isPast` is true.
package struct BitReader {
    private let bytes: [UInt8]
    /// Bits read so far.
    package private(set) var position = 0

    /// Starts at the first bit.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Indicates whether more was read than there is.
    package var isPast: Bool { position > bytes.count * 8 }

    /// Bits that are left.
    package var left: Int { max(0, bytes.count * 8 - position) }

    /// The next bits as a number.
    ///
    /// - Parameter count: 0 to 32.
    package mutating func bits(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let byte = position / 8 < bytes.count ? bytes[position / 8] : 0
            value = value << 1 | Int(byte >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    /// The next bit as a yes or no.
    package mutating func flag() -> Bool { bits(1) == 1 }

    /// Skips `count` bits; a negative count skips none.
    package mutating func skip(_ count: Int) { position += max(0, count) }
}

/// Puts bits together, highest first.
package struct BitBuilder {
    /// The bytes so far; the last one is filled up with zeros.
    package private(set) var bytes: [UInt8] = []
    private var used = 0

    /// Makes a builder without bits.
    package init() {}

    /// Appends the lowest bits of a number.
    package mutating func put(_ value: Int, _ count: Int) {
        for bit in (0..<count).reversed() {
            if used % 8 == 0 { bytes.append(0) }
            if value >> bit & 1 == 1 { bytes[used / 8] |= 1 << UInt8(7 - used % 8) }
            used += 1
        }
    }
}
