/// Puts the bits of one packet together, highest first, in memory allocated once.
///
/// Bits past the capacity are counted and not stored; the encoder checks `count` before it hands a packet out.
final class AACPacketBits {
    private let storage: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private var held: UInt64 = 0
    private var heldCount = 0
    private var byteCount = 0

    /// Allocates room for `byteCapacity` bytes.
    init(byteCapacity: Int) {
        capacity = byteCapacity
        storage = .allocate(capacity: byteCapacity + 8)
        storage.initialize(repeating: 0, count: byteCapacity + 8)
    }

    deinit { storage.deallocate() }

    /// Bits put so far.
    var count: Int { byteCount &* 8 &+ heldCount }

    /// Forgets all bits, for the next packet.
    func removeAll() { (held, heldCount, byteCount) = (0, 0, 0) }

    /// Appends the lowest `width` bits (0 to 32) of `value`.
    @inline(__always)
    func put(_ value: UInt32, _ width: Int) {
        let shift = UInt64(truncatingIfNeeded: width)
        held = held &<< shift | UInt64(value) & ((1 &<< shift) &- 1)
        heldCount &+= width
        guard heldCount >= 32 else { return }
        heldCount &-= 32
        if byteCount &+ 4 <= capacity {
            let word = UInt32(truncatingIfNeeded: held &>> UInt64(truncatingIfNeeded: heldCount))
            UnsafeMutableRawPointer(storage + byteCount).storeBytes(of: word.bigEndian, as: UInt32.self)
        }
        byteCount &+= 4
    }

    /// Appends the lowest `width` bits (0 to 32) of `value`.
    @inline(__always)
    func put(_ value: Int, _ width: Int) { put(UInt32(truncatingIfNeeded: value), width) }

    /// Fills the last byte up with zeros, and stores all bits.
    func align() {
        if heldCount & 7 != 0 { put(UInt32(0), 8 &- heldCount & 7) }
        while heldCount > 0 {
            heldCount &-= 8
            if byteCount < capacity {
                storage[byteCount] = UInt8(truncatingIfNeeded: held &>> UInt64(truncatingIfNeeded: heldCount))
            }
            byteCount &+= 1
        }
    }

    /// The whole bytes after `align`; valid until the next call.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: min(byteCount, capacity)) }
}
