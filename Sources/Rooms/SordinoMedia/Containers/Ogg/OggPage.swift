/// The header of a page of Ogg.
///
/// Source: RFC 3533, 6.
struct OggPage: Sendable {
    /// Bytes of a header without its table of segments.
    static let headByteCount = 27

    /// Indicates whether the first packet began on an earlier page.
    var isContinued: Bool
    /// Indicates whether a stream begins here.
    var isFirst: Bool
    /// Indicates whether the stream ends here.
    var isLast: Bool
    /// Frames up to the end of the last packet that ends here; -1 if none does.
    var granule: Int64
    /// The number of the stream within the file.
    var serial: UInt32
    /// Bytes of the header with its table.
    var headerByteCount: Int
    /// Bytes of the whole page.
    var byteCount: Int

    /// Returns the bytes that are needed to determine the length of a page, by those that are there; nil if this is no
    /// page.
    static func byteCountNeeded(_ bytes: RawSpan) -> Int? {
        for (index, character) in [0x4F, 0x67, 0x67, 0x53, 0].enumerated() where index < bytes.byteCount {
            guard bytes.byte(index) == UInt8(character) else { return nil }
        }
        guard bytes.byteCount >= headByteCount else { return headByteCount }
        let segmentCount = Int(bytes.byte(26))
        guard bytes.byteCount >= headByteCount + segmentCount else { return headByteCount + segmentCount }
        return (headByteCount..<headByteCount + segmentCount).reduce(headByteCount + segmentCount) {
            $0 + Int(bytes.byte($1))
        }
    }

    /// Reads a page that is there as a whole; nil if its checksum is another.
    init?(_ bytes: RawSpan) {
        guard let byteCount = Self.byteCountNeeded(bytes), bytes.byteCount >= byteCount else { return nil }
        self.byteCount = byteCount
        let flags = bytes.byte(5)
        isContinued = flags & 1 != 0
        isFirst = flags & 2 != 0
        isLast = flags & 4 != 0
        granule = bytes.little(6)
        serial = bytes.little(14)
        headerByteCount = Self.headByteCount + Int(bytes.byte(26))
        guard Self.checksum(bytes, byteCount) == bytes.little(22, UInt32.self) else { return nil }
    }

    /// The CRC of a page, whose own four bytes count as 0; the polynomial is 0x04C11DB7, nothing is reflected.
    static func checksum(_ bytes: RawSpan, _ byteCount: Int) -> UInt32 {
        bytes.withUnsafeBytes { bytes in
            table.withUnsafeBufferPointer { table in
                var sum: UInt32 = 0
                for index in 0..<byteCount {
                    let byte = index >= 22 && index < 26 ? 0 : bytes[index]
                    sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
                }
                return sum
            }
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
}
