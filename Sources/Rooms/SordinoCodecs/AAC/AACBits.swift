/// Reads the bits of a packet that lies in memory with 16 zero bytes behind it; past the end it reads zeros.
struct AACBits {
    private let base: UnsafePointer<UInt8>
    private let lastByte: Int
    /// The bit to be read next, counted from the packet's first; may lie past `end`.
    var position = 0
    /// Bits that the packet has.
    let end: Int

    /// Starts at the first bit of `byteCount` bytes, behind which 16 bytes are zero.
    init(_ base: UnsafePointer<UInt8>, byteCount: Int) {
        self.base = base
        lastByte = byteCount + 8
        end = byteCount * 8
    }

    /// The bits from `position` on, the first at the top; at least 57 are valid.
    @inline(__always)
    var window: UInt64 { window(at: position) }

    /// The bits from a place on, as `window`.
    @inline(__always)
    func window(at position: Int) -> UInt64 {
        let byte = min(position &>> 3, lastByte)
        let word = UInt64(bigEndian: UnsafeRawPointer(base + byte).loadUnaligned(as: UInt64.self))
        return word &<< UInt64(truncatingIfNeeded: position & 7)
    }

    /// The next bits as a number.
    ///
    /// - Parameter width: 1 to 32.
    @inline(__always)
    mutating func bits(_ width: Int) -> Int {
        let value = Int(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- width))
        position &+= width
        return value
    }

    /// The next bit as a yes or no.
    @inline(__always)
    mutating func flag() -> Bool { bits(1) == 1 }

    /// Indicates whether more was read than there is.
    @inline(__always)
    var isPast: Bool { position > end }
}
