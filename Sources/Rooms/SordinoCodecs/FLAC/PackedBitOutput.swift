/// Puts bits together, highest first, in memory that the caller knows to be large enough.
struct PackedBitOutput {
    private let base: UnsafeMutablePointer<UInt8>
    private var place: UnsafeMutablePointer<UInt8>
    private var held: UInt64 = 0
    /// Bits of `held`, 0 to 7.
    private var heldCount: UInt64 = 0

    /// Starts at the first byte; 8 bytes behind the last one may be overwritten.
    init(_ base: UnsafeMutablePointer<UInt8>) {
        self.base = base
        place = base
    }

    /// Bits put so far.
    @inline(__always)
    var count: Int { (place - base) &* 8 &+ Int(truncatingIfNeeded: heldCount) }

    /// Appends a number.
    ///
    /// - Parameters:
    ///   - value: Less than 2 to the power of `width`.
    ///   - width: 1 to 56, or 0 with the value 0.
    @inline(__always)
    mutating func put(_ value: UInt64, _ width: UInt64) {
        heldCount &+= width
        held |= value &<< (64 &- heldCount)
        UnsafeMutableRawPointer(place).storeBytes(of: held.bigEndian, as: UInt64.self)
        place += Int(truncatingIfNeeded: heldCount &>> 3)
        held = held &<< (heldCount & 56)
        heldCount &= 7
    }

    /// Appends the lowest bits of a number.
    ///
    /// - Parameter width: 1 to 56.
    @inline(__always)
    mutating func put(signed value: Int, _ width: Int) {
        let width = UInt64(truncatingIfNeeded: width)
        put(UInt64(truncatingIfNeeded: value) & ((1 &<< width) &- 1), width)
    }

    /// Fills the last byte up with zeros.
    mutating func align() { if heldCount > 0 { put(0, 8 &- heldCount) } }
}
