/// Files of silence in FLAC, in which some thirty bytes expand to 65,535 frames of sound.
///
/// - Source: RFC 9639.
package enum SilentFLAC {
    /// Makes a file of silent frames.
    ///
    /// - Parameters:
    ///   - frameCount: FLAC frames.
    ///   - channelCount: 1 to 8.
    ///   - sampleRate: In STREAMINFO, 20 bits.
    package static func bytes(frameCount: Int, channelCount: Int, sampleRate: Int = 44_100) -> [UInt8] {
        var info: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0]
        // 20 bits of rate, three of channels, five of bits of a sample, 36 of a length that is not stated.
        let packed = UInt32(sampleRate) << 12 | UInt32(channelCount - 1) << 9 | 15 << 4
        info += (0..<4).map { UInt8(truncatingIfNeeded: packed >> (24 - 8 * UInt32($0))) }
        info += [UInt8](repeating: 0, count: 20)
        return [UInt8]("fLaC".utf8) + [0x80, 0, 0, 34] + info
            + (0..<frameCount).flatMap { frame(number: $0, channelCount: channelCount) }
    }

    private static func frame(number: Int, channelCount: Int) -> [UInt8] {
        // A size of 16 bits behind the number, rate and bits as the stream's.
        var bytes: [UInt8] = [0xFF, 0xF8, 0x70, UInt8(channelCount - 1) << 4] + coded(number) + [0xFF, 0xFE]
        bytes.append(UInt8(crc(bytes, bits: 8, polynomial: 0x07)))
        for _ in 0..<channelCount { bytes += [0, 0, 0] }
        let sum = crc(bytes, bits: 16, polynomial: 0x8005)
        return bytes + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    }

    /// Returns a number of up to 16 bits in the coding of UTF-8.
    private static func coded(_ number: Int) -> [UInt8] {
        if number < 0x80 { return [UInt8(number)] }
        if number < 0x800 { return [UInt8(0xC0 | number >> 6), UInt8(0x80 | number & 0x3F)] }
        return [UInt8(0xE0 | number >> 12), UInt8(0x80 | number >> 6 & 0x3F), UInt8(0x80 | number & 0x3F)]
    }

    private static func crc(_ bytes: [UInt8], bits: Int, polynomial: Int) -> Int {
        let top = 1 << (bits - 1)
        return bytes.reduce(0) { value, byte in
            (0..<8).reduce(value ^ Int(byte) << (bits - 8)) { value, _ in
                (value & top != 0 ? value << 1 ^ polynomial : value << 1) & (1 << bits - 1)
            }
        }
    }
}
