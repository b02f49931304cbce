/// The checksum behind the header of a frame: x^16 + x^15 + x^2 + 1, highest bit first, from all ones.
///
/// Source: ISO/IEC 11172-3, 2.4.3.1.
struct MPEGChecksum {
    /// The checksum of the bits so far.
    private(set) var value: UInt16 = 0xFFFF

    /// Adds bits.
    ///
    /// - Parameters:
    ///   - bytes: The packet.
    ///   - start: The first bit.
    ///   - count: The number of bits; those beyond the packet are left out.
    mutating func add(_ bytes: UnsafeRawBufferPointer, from start: Int, count: Int) {
        var at = start
        let end = min(start + count, bytes.count * 8)
        while at < end {
            if at & 7 == 0, end - at >= 8 {
                value ^= UInt16(bytes[at >> 3]) << 8
                for _ in 0..<8 { step() }
                at += 8
            } else {
                value ^= UInt16(bytes[at >> 3] >> UInt8(7 - at & 7) & 1) << 15
                step()
                at += 1
            }
        }
    }

    private mutating func step() { value = value & 0x8000 != 0 ? value &<< 1 ^ 0x8005 : value &<< 1 }

    /// Returns whether a protected frame carries the checksum of its header and of the `count` bits behind it.
    static func matches(_ packet: UnsafeRawBufferPointer, protectedBitCount count: Int) -> Bool {
        guard packet.count >= 6 else { return false }
        var sum = MPEGChecksum()
        sum.add(packet, from: 16, count: 16)
        sum.add(packet, from: 48, count: count)
        return sum.value == UInt16(packet[4]) << 8 | UInt16(packet[5])
    }
}
