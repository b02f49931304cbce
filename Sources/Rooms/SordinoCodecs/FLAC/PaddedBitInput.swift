/// Reads the bits of a packet that has zeros behind its end: at least `padding` bytes of them.
struct PaddedBitInput {
    /// Zero bytes that are needed behind the packet.
    static let padding = 96

    /// The first byte of the packet.
    let base: UnsafePointer<UInt8>
    /// Bits of the packet.
    let count: Int
    /// Bits read so far; does not go further than 64 bits past the end.
    var position = 0

    /// Starts at the first bit of `byteCount` bytes with zeros behind them.
    init(_ base: UnsafePointer<UInt8>, byteCount: Int) {
        self.base = base
        count = byteCount &* 8
    }

    /// Indicates whether more was read than there is.
    var isPast: Bool { position > count }

    /// At least the next 57 bits, from the highest bit down; what follows them is zero or true.
    @inline(__always)
    var word: UInt64 {
        let place = min(position, count &+ 64)
        let word = UnsafeRawPointer(base + place &>> 3).loadUnaligned(as: UInt64.self)
        return UInt64(bigEndian: word) &<< UInt64(truncatingIfNeeded: place & 7)
    }

    /// The next bits as a number without a sign.
    ///
    /// - Parameter width: 1 to 57.
    @inline(__always)
    mutating func bits(_ width: Int) -> Int {
        let value = word &>> UInt64(truncatingIfNeeded: 64 &- width)
        position = min(position &+ width, count &+ 64)
        return Int(truncatingIfNeeded: value)
    }

    /// The next bits as a number with a sign.
    ///
    /// - Parameter width: 1 to 57.
    @inline(__always)
    mutating func signed(_ width: Int) -> Int {
        let value = Int64(truncatingIfNeeded: word) &>> Int64(truncatingIfNeeded: 64 &- width)
        position = min(position &+ width, count &+ 64)
        return Int(truncatingIfNeeded: value)
    }

    /// Counts the zeros before the next one, and takes them and the one.
    ///
    /// - Returns: nil if there is no one bit before the packet's end.
    mutating func zeros() -> Int? {
        let start = position
        while position < count {
            let left = word
            // The last 7 bits of the word may not be there yet.
            let zeros = (left | 127).leadingZeroBitCount
            position &+= zeros
            guard zeros < 57 else { continue }
            position &+= 1
            return position <= count ? position &- 1 &- start : nil
        }
        return nil
    }
}
