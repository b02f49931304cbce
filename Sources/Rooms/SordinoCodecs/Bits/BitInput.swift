/// Reads the bits of a packet, highest first; past the end it reads zeros, and `isPast` is true.
///
/// The bytes belong to the caller and outlive the reader.
package struct BitInput {
    private let base: UnsafePointer<UInt8>?
    /// Bits that the packet has.
    package let count: Int
    /// Bits read so far; may lie past the end.
    package private(set) var position = 0
    private let byteCount: Int

    /// Starts at the first bit of `bytes`.
    package init(_ bytes: UnsafeRawBufferPointer) {
        base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        byteCount = bytes.count
        count = bytes.count * 8
    }

    /// Indicates whether more was read than there is.
    package var isPast: Bool { position > count }

    /// Bits that are left, at least 0.
    package var left: Int { max(0, count - position) }

    /// The next 32 bits, without taking them.
    @inline(__always)
    package var next32: UInt32 {
        let byte = position >> 3
        let shift = UInt64(position & 7)
        if byte + 8 <= byteCount, let base {
            let word = UInt64(
                bigEndian: UnsafeRawPointer(base + byte).loadUnaligned(as: UInt64.self))
            return UInt32(truncatingIfNeeded: (word &<< shift) &>> 32)
        }
        var word: UInt64 = 0
        for index in 0..<8 {
            let value = byte + index < byteCount ? base?[byte + index] ?? 0 : 0
            word = word &<< 8 | UInt64(value)
        }
        return UInt32(truncatingIfNeeded: (word &<< shift) &>> 32)
    }

    /// The next bits as a number, without taking them.
    ///
    /// - Parameter width: 0 to 32.
    @inline(__always)
    package func peek(_ width: Int) -> Int { Int(UInt64(next32) >> UInt64(32 &- width)) }

    /// The next bits as a number.
    ///
    /// - Parameter width: 0 to 32.
    @inline(__always)
    package mutating func bits(_ width: Int) -> Int {
        let value = peek(width)
        position &+= width
        return value
    }

    /// The next bit as a yes or no.
    @inline(__always)
    package mutating func flag() -> Bool { bits(1) == 1 }

    /// Skips `width` bits; a negative width skips none.
    @inline(__always)
    package mutating func skip(_ width: Int) { position &+= max(0, min(width, Int.max / 2 - position)) }

    /// Skips to the next whole byte, counted from the first bit.
    package mutating func align() { position = (position + 7) & ~7 }
}
