/// The header of a FLAC frame.
///
/// Source: RFC 9639, 9.1.
struct FLACFrameHeader: Equatable {
    /// Frames of audio that it holds.
    var blockSize: Int
    /// The frame's number if all have one size, else that of its first sample.
    var number: Int64
    /// Indicates whether `number` counts samples.
    var isVariable: Bool
    /// Frames a second; 0 if only STREAMINFO states them.
    var sampleRate: Int
    /// Channels, 1 to 8.
    var channelCount: Int
    /// The channel that holds the difference of two; nil if none does.
    var sideChannel: Int?
    /// Bits of a sample; 0 if only STREAMINFO states them.
    var bitsPerChannel: Int
    /// Bytes of the header.
    var byteCount: Int

    /// No header is longer.
    static let byteLimit = 16

    /// Returns whether bytes begin like a header: 15 bits of sync, a bit for the strategy.
    static func isSync(_ first: UInt8, _ second: UInt8) -> Bool { first == 0xFF && second & 0xFE == 0xF8 }

    /// Reads a header at an offset; nil if the bytes are no header or not all there.
    init?(_ bytes: RawSpan, at start: Int = 0) {
        let left = bytes.byteCount - start
        guard left >= 6, Self.isSync(bytes.byte(start), bytes.byte(start + 1)) else { return nil }
        isVariable = bytes.byte(start + 1) & 1 == 1
        let sizeCode = Int(bytes.byte(start + 2) >> 4)
        let rateCode = Int(bytes.byte(start + 2) & 15)
        let channelCode = Int(bytes.byte(start + 3) >> 4)
        let bitsCode = Int(bytes.byte(start + 3) >> 1 & 7)
        guard sizeCode != 0, rateCode != 15, channelCode < 11, bitsCode != 3, bytes.byte(start + 3) & 1 == 0 else {
            return nil
        }
        channelCount = channelCode < 8 ? channelCode + 1 : 2
        sideChannel = channelCode < 8 ? nil : channelCode == 9 ? 0 : 1
        bitsPerChannel = [0, 8, 12, 0, 16, 20, 24, 32][bitsCode]
        var at = start + 4
        guard let number = Self.codedNumber(bytes, &at) else { return nil }
        self.number = number
        let more = (sizeCode == 6 ? 1 : sizeCode == 7 ? 2 : 0) + (rateCode == 12 ? 1 : rateCode >= 13 ? 2 : 0) + 1
        guard at + more <= bytes.byteCount else { return nil }
        switch sizeCode {
        case 1: blockSize = 192
        case 2...5: blockSize = 144 << sizeCode
        case 6:
            blockSize = Int(bytes.byte(at)) + 1
            at += 1
        case 7:
            blockSize = Int(bytes.big(at, UInt16.self)) + 1
            at += 2
        default: blockSize = 1 << sizeCode
        }
        switch rateCode {
        case 12:
            sampleRate = Int(bytes.byte(at)) * 1000
            at += 1
        case 13, 14:
            sampleRate = Int(bytes.big(at, UInt16.self)) * (rateCode == 14 ? 10 : 1)
            at += 2
        default: sampleRate = Self.rates[rateCode]
        }
        byteCount = at + 1 - start
        guard blockSize <= 65535 else { return nil }
        var check: UInt8 = 0
        for index in start..<at { check = Self.checks[Int(check ^ bytes.byte(index))] }
        guard check == bytes.byte(at) else { return nil }
    }

    private static let rates = [
        0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000,
    ]

    /// A number of up to 36 bits in the manner of UTF-8.
    private static func codedNumber(_ bytes: RawSpan, _ at: inout Int) -> Int64? {
        let first = bytes.byte(at)
        at += 1
        let ones = (~first).leadingZeroBitCount
        guard ones > 0 else { return Int64(first) }
        guard ones >= 2, ones <= 7, at + ones - 1 <= bytes.byteCount else { return nil }
        var number = Int64(first & UInt8((1 << max(0, 7 - ones)) - 1))
        for _ in 1..<ones {
            guard bytes.byte(at) & 0xC0 == 0x80 else { return nil }
            number = number << 6 | Int64(bytes.byte(at) & 0x3F)
            at += 1
        }
        return number
    }

    /// The header's checksum: polynomial x^8 + x^2 + x + 1.
    private static let checks: [UInt8] = (0..<256).map { byte in
        (0..<8).reduce(UInt8(byte)) { value, _ in value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1 }
    }
}

/// The checksum of a whole FLAC frame, 16 bits; over a frame with its own checksum at the end it is 0.
///
/// Source: RFC 9639, 9.3: polynomial x^16 + x^15 + x^2 + 1, no inversion.
struct FLACFrameCheck: Equatable {
    private(set) var value: UInt16 = 0

    /// Eight tables: the first for a byte alone, the others for bytes that one to seven more follow.
    private static let tables: [UInt16] = {
        var tables = (0..<256).map { byte in
            (0..<8).reduce(UInt16(byte) << 8) { value, _ in value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1 }
        }
        for table in 1..<8 {
            for byte in 0..<256 {
                let before = tables[256 * (table - 1) + byte]
                tables.append(before << 8 ^ tables[Int(before >> 8)])
            }
        }
        return tables
    }()

    /// Goes on over a range of bytes, eight at a time.
    mutating func add(_ bytes: RawSpan, _ range: Range<Int>) {
        var sum = value
        bytes.extracting(range).withUnsafeBytes { bytes in
            Self.tables.withUnsafeBufferPointer { table in
                var at = 0
                while at &+ 8 <= bytes.count {
                    let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self).bigEndian
                    let mixed = word ^ UInt64(sum) &<< 48
                    var next = table[1792 &+ Int(mixed &>> 56)] ^ table[1536 &+ Int(mixed &>> 48 & 0xFF)]
                    next ^= table[1280 &+ Int(mixed &>> 40 & 0xFF)] ^ table[1024 &+ Int(mixed &>> 32 & 0xFF)]
                    next ^= table[768 &+ Int(mixed &>> 24 & 0xFF)] ^ table[512 &+ Int(mixed &>> 16 & 0xFF)]
                    next ^= table[256 &+ Int(mixed &>> 8 & 0xFF)] ^ table[Int(mixed & 0xFF)]
                    sum = next
                    at &+= 8
                }
                while at < bytes.count {
                    sum = sum &<< 8 ^ table[Int(sum &>> 8) ^ Int(bytes[at])]
                    at &+= 1
                }
            }
        }
        value = sum
    }
}
