/// The check sums of FLAC's frames.
///
/// Source: RFC 9639, 9.1.8 and 9.3.
enum FLACChecks {
    /// Sums of single bytes, x^8 + x^2 + x + 1.
    private static let table8: [UInt8] = (0..<256).map { byte in
        var sum = UInt8(byte)
        for _ in 0..<8 { sum = sum &<< 1 ^ (sum & 0x80 != 0 ? 0x07 : 0) }
        return sum
    }

    /// Sums of a byte with 0 to 7 zeros behind, x^16 + x^15 + x^2 + 1: row by row.
    private static let table16: [UInt16] = {
        var table = [UInt16](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var sum = UInt16(byte) &<< 8
            for _ in 0..<8 { sum = sum &<< 1 ^ (sum & 0x8000 != 0 ? 0x8005 : 0) }
            table[byte] = sum
        }
        for index in 256..<table.count {
            let before = table[index - 256]
            table[index] = before &<< 8 ^ table[Int(before &>> 8)]
        }
        return table
    }()

    /// The sum over a frame's header.
    static func sum8(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt8 {
        table8.withUnsafeBufferPointer { table in
            var sum: UInt8 = 0
            for index in 0..<count { sum = table[Int(sum ^ bytes[index])] }
            return sum
        }
    }

    /// The sum over a frame; 0 over a frame with its sum behind it.
    static func sum16(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt16 {
        table16.withUnsafeBufferPointer { rows in
            guard let table = rows.baseAddress else { return 0 }
            var sum: UInt16 = 0
            var index = 0
            while index &+ 8 <= count {
                let word = UInt64(bigEndian: UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self))
                let mixed = word ^ UInt64(sum) &<< 48
                @inline(__always) func part(_ row: Int) -> UInt16 {
                    table[row &* 256 &+ Int(truncatingIfNeeded: mixed &>> UInt64(row &* 8) & 0xFF)]
                }
                sum = part(0) ^ part(1) ^ part(2) ^ part(3) ^ part(4) ^ part(5) ^ part(6) ^ part(7)
                index &+= 8
            }
            while index < count {
                sum = sum &<< 8 ^ table[Int(UInt8(truncatingIfNeeded: sum &>> 8) ^ bytes[index])]
                index &+= 1
            }
            return sum
        }
    }
}
