/// The header of a FLAC frame.
///
/// Source: RFC 9639, 9.1.
package struct FLACHead: Equatable, Sendable {
    /// The way in which two channels are stored.
    package enum Pairing: Int, Sendable {
        /// Each channel on its own.
        case none
        /// The left channel, and left minus right.
        case leftSide
        /// Left minus right, and the right channel.
        case sideRight
        /// Half of left plus right, and left minus right.
        case midSide
    }

    /// Frames of sound, 1 to 65535.
    package var frameCount = 0
    /// Frames a second; 0: the stream's.
    package var sampleRate = 0
    /// Channels, 1 to 8.
    package var channelCount = 0
    /// The way in which two channels are stored.
    package var pairing = Pairing.none
    /// Bits of a sample, 8 to 32; 0: the stream's.
    package var bitsPerChannel = 0
    /// Indicates whether `number` counts frames of sound; else it counts packets.
    package var countsFrames = false
    /// The number of the first frame of sound, or of the packet; less than 2^36.
    package var number = 0
    /// Bytes of the header with its check sum.
    package var byteCount = 0

    /// Reads a header from its first bit.
    ///
    /// - Parameter bytes: A packet from its first byte on.
    /// - Throws: `damaged` if it is cut, its check sum differs, or a field has a value that is reserved.
    package init(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
        guard bytes.count >= 6 else { throw .damaged("a frame header that is cut", bit: bytes.count * 8) }
        let first = Int(bytes[0]) << 8 | Int(bytes[1])
        guard first >> 1 == 0x7FFC else { throw .damaged("a frame without its mark", bit: 0) }
        countsFrames = first & 1 == 1
        var place = 4
        func take(_ count: Int) throws(CodecError) -> Int {
            guard place + count <= bytes.count else { throw .damaged("a frame header that is cut", bit: place * 8) }
            var value = 0
            for _ in 0..<count {
                value = value << 8 | Int(bytes[place])
                place += 1
            }
            return value
        }
        number = try Self.number(take)
        let sizeCode = Int(bytes[2] >> 4)
        switch sizeCode {
        case 0: throw .damaged("a block length that is reserved", bit: 16)
        case 1: frameCount = 192
        case 2...5: frameCount = 144 << sizeCode
        case 6: frameCount = try take(1) + 1
        case 7: frameCount = try take(2) + 1
        default: frameCount = 1 << sizeCode
        }
        guard frameCount <= 65535 else { throw .damaged("a block of 65536 frames", bit: 16) }
        let rateCode = Int(bytes[2] & 15)
        switch rateCode {
        case 0: sampleRate = 0
        case 12: sampleRate = try take(1) * 1000
        case 13: sampleRate = try take(2)
        case 14: sampleRate = try take(2) * 10
        case 15: throw .damaged("a sample rate that is reserved", bit: 20)
        default: sampleRate = Self.rates[rateCode - 1]
        }
        let channelCode = Int(bytes[3] >> 4)
        guard channelCode < 11 else { throw .damaged("a channel code that is reserved", bit: 24) }
        channelCount = channelCode < 8 ? channelCode + 1 : 2
        pairing = channelCode < 8 ? .none : Pairing(rawValue: channelCode - 7) ?? .none
        let depthCode = Int(bytes[3] >> 1 & 7)
        guard depthCode != 3 else { throw .damaged("a sample width that is reserved", bit: 28) }
        bitsPerChannel = Self.depths[depthCode]
        let sum = try take(1)
        byteCount = place
        let expected = bytes.withMemoryRebound(to: UInt8.self) { bytes in
            bytes.baseAddress.map { FLACChecks.sum8($0, place - 1) } ?? 0
        }
        guard sum == Int(expected) else { throw .damaged("a frame header with a wrong check sum", bit: place * 8 - 8) }
    }

    /// The common rates, from code 1 on.
    static let rates = [88200, 176_400, 192_000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000]
    /// The common sample widths, by code; 0: the stream's.
    static let depths = [0, 8, 12, 0, 16, 20, 24, 32]

    /// Reads a number that is coded like a character of UTF-8, in up to 7 bytes.
    private static func number(_ take: (Int) throws(CodecError) -> Int) throws(CodecError) -> Int {
        let first = try take(1)
        guard first >= 0x80 else { return first }
        let count = (~UInt8(truncatingIfNeeded: first)).leadingZeroBitCount
        guard count >= 2, count <= 7 else { throw .damaged("a frame number that is no number", bit: 32) }
        var value = first & (0x7F >> count)
        for _ in 1..<count {
            let next = try take(1)
            guard next & 0xC0 == 0x80 else { throw .damaged("a frame number that is no number", bit: 32) }
            value = value << 6 | next & 0x3F
        }
        return value
    }
}
