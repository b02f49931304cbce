/// Puts bits together, highest first, in memory that is kept from packet to packet.
package struct BitOutput {
    private var storage: [UInt8] = []
    private var held: UInt64 = 0
    private var heldCount = 0

    /// Makes an output without bits, with room for `byteCapacity` bytes before it allocates.
    package init(byteCapacity: Int) { storage.reserveCapacity(byteCapacity) }

    /// Bits put so far.
    package var count: Int { storage.count * 8 + heldCount }

    /// Appends the lowest bits of a number.
    ///
    /// - Parameters:
    ///   - value: The number; bits above `width` are ignored.
    ///   - width: 0 to 32.
    @inline(__always)
    package mutating func put(_ value: Int, _ width: Int) {
        let mask = (UInt64(1) &<< UInt64(width)) &- 1
        held = held &<< UInt64(width) | UInt64(truncatingIfNeeded: value) & mask
        heldCount &+= width
        while heldCount >= 8 {
            heldCount &-= 8
            storage.append(UInt8(truncatingIfNeeded: held &>> UInt64(heldCount)))
        }
    }

    /// Fills the last byte up with zeros.
    package mutating func align() { if heldCount > 0 { put(0, 8 - heldCount) } }

    /// Forgets all bits and keeps the memory.
    package mutating func removeAll() {
        storage.removeAll(keepingCapacity: true)
        (held, heldCount) = (0, 0)
    }

    /// The whole bytes so far; bits of an unfinished byte are not among them.
    package var bytes: [UInt8] { storage }
}
