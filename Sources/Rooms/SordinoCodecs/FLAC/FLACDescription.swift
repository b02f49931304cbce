/// The 34 bytes that describe a FLAC stream.
///
/// Source: RFC 9639, 8.2 (STREAMINFO).
package struct FLACDescription: Equatable, Sendable {
    /// The least frames of a packet, apart from the last; 16 to 65535 in a valid stream.
    package var leastBlockFrameCount = 0
    /// The most frames of a packet; 16 to 65535 in a valid stream.
    package var mostBlockFrameCount = 0
    /// Bytes of the smallest packet; 0 if unknown.
    package var leastPacketByteCount = 0
    /// Bytes of the largest packet; 0 if unknown.
    package var mostPacketByteCount = 0
    /// Frames a second, 0 to 1048575.
    package var sampleRate = 0
    /// Channels, 1 to 8.
    package var channelCount = 1
    /// Bits of a sample, 4 to 32.
    package var bitsPerChannel = 16
    /// Frames of the stream, less than 2^36; 0 if unknown.
    package var frameCount: Int64 = 0
    /// The MD5 sum of the samples, 16 bytes; all 0 if unknown.
    package var signature = [UInt8](repeating: 0, count: 16)

    /// Bytes of a description.
    package static let byteCount = 34

    /// Makes a description of an unknown number of frames.
    package init() {}

    /// Reads the description of a cookie: the 34 bytes alone, behind a block header of 4, as a file begins ("fLaC"), or
    /// in the atom "dfLa".
    ///
    /// - Throws: `damaged` if there is none, or its numbers are those of no stream.
    package init(_ cookie: [UInt8]) throws(CodecError) {
        guard let bytes = Self.inside(cookie) else { throw .damaged("a cookie without a stream description", bit: 0) }
        func number(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
        leastBlockFrameCount = number(0, 2)
        mostBlockFrameCount = number(2, 2)
        leastPacketByteCount = number(4, 3)
        mostPacketByteCount = number(7, 3)
        let packed = number(10, 4)
        sampleRate = packed >> 12
        channelCount = packed >> 9 & 7 + 1
        bitsPerChannel = packed >> 4 & 31 + 1
        frameCount = Int64(packed & 15) << 32 | Int64(number(14, 4))
        signature = Array(bytes[18..<34])
        guard mostBlockFrameCount > 0 else { throw .damaged("blocks without frames", bit: 16) }
        guard bitsPerChannel >= 4 else { throw .damaged("samples of less than 4 bits", bit: 103) }
    }

    /// The 34 bytes; numbers that are too large for their fields are cut.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        func put(_ value: Int, _ count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - index)))) }
        }
        put(leastBlockFrameCount, 2)
        put(mostBlockFrameCount, 2)
        put(leastPacketByteCount, 3)
        put(mostPacketByteCount, 3)
        let count = Int(clamping: frameCount) & 0xF_FFFF_FFFF
        let shape = ((channelCount - 1) & 7) << 9 | ((bitsPerChannel - 1) & 31) << 4
        put((sampleRate & 0xFFFFF) << 12 | shape | count >> 32, 4)
        put(count & 0xFFFF_FFFF, 4)
        bytes += signature.prefix(16)
        bytes += [UInt8](repeating: 0, count: Self.byteCount - bytes.count)
        return bytes
    }

    /// Indicates whether the signature is known.
    package var isSigned: Bool { signature.contains { $0 != 0 } }

    private static func inside(_ cookie: [UInt8]) -> [UInt8]? {
        if cookie.count == byteCount { return cookie }
        func starts(_ text: String, at place: Int) -> Bool { cookie.dropFirst(place).starts(with: text.utf8) }
        // The atom holds its length, its name, a version and flags before the block.
        let start = starts("fLaC", at: 0) ? 4 : starts("dfLa", at: 4) ? 12 : 0
        for place in [start, 4] {
            let block = cookie.dropFirst(place).prefix(4 + byteCount)
            guard block.count == 4 + byteCount, block[block.startIndex] & 0x7F == 0 else { continue }
            guard block.dropFirst().prefix(3).elementsEqual([0, 0, UInt8(byteCount)]) else { continue }
            return Array(block.dropFirst(4))
        }
        return nil
    }
}
