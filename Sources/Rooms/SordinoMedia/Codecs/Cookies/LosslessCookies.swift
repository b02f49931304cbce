/// The 24 bytes that describe a stream of Apple Lossless.
///
/// Source: Apple, "ALAC Magic Cookie Description".
package struct ALACConfig: Equatable, Sendable {
    /// Frames of each packet but the last.
    package var framesPerPacket: Int
    /// Bits of a sample: 16, 20, 24 or 32.
    package var bitsPerChannel: Int
    /// Channels of the stream.
    package var channelCount: Int
    /// The rate, in frames a second.
    package var sampleRate: Int

    /// Reads the 24 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 24 else { return nil }
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        framesPerPacket = number(0)
        bitsPerChannel = Int(bytes[5])
        channelCount = Int(bytes[9])
        sampleRate = number(20)
    }

    /// The 24 bytes in a cookie: alone, or in the atoms that old files put around them.
    package static func inside(_ cookie: [UInt8]) -> [UInt8]? {
        var rest = cookie[...]
        func isAtom(_ code: String) -> Bool { rest.count >= 12 && rest.dropFirst(4).prefix(4).elementsEqual(code.utf8) }
        if isAtom("frma") { rest = rest.dropFirst(12) }
        if isAtom("alac") { rest = rest.dropFirst(12) }
        return rest.count >= 24 ? Array(rest.prefix(24)) : nil
    }

    /// The atom of 36 bytes around them.
    package static func atom(_ config: [UInt8]) -> [UInt8] {
        [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] + config.prefix(24)
    }
}

/// The 34 bytes that describe a FLAC stream.
///
/// Source: RFC 9639, 8.2 (STREAMINFO).
package struct FLACStreamInfo: Equatable, Sendable {
    /// Frames of the shortest and of the longest packet, but for the last.
    package var blockSizes: ClosedRange<Int>
    /// Bytes of the longest packet; 0 if that is not known.
    package var byteLimit: Int
    /// The rate, in frames a second.
    package var sampleRate: Int
    /// Channels, 1 to 8.
    package var channelCount: Int
    /// Bits of a sample, 4 to 32.
    package var bitsPerChannel: Int
    /// Frames of the stream; 0 if that is not known.
    package var frameCount: Int64

    /// Bytes of the description.
    package static let byteCount = 34

    /// Reads the 34 bytes; nil for numbers that no stream has.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.byteCount else { return nil }
        var bits = BitReader(Array(bytes.prefix(Self.byteCount)))
        let least = bits.bits(16)
        let most = bits.bits(16)
        bits.skip(24)
        byteLimit = bits.bits(24)
        sampleRate = bits.bits(20)
        channelCount = bits.bits(3) + 1
        bitsPerChannel = bits.bits(5) + 1
        frameCount = Int64(bits.bits(4)) << 32 | Int64(bits.bits(32))
        guard most > 0, least <= most, sampleRate > 0, bitsPerChannel >= 4 else { return nil }
        blockSizes = least...most
    }

    /// The 34 bytes in a cookie: alone, as a metadata block, as a file begins, or in an MPEG-4 file's `dfLa`.
    package static func inside(_ cookie: [UInt8]) -> [UInt8]? {
        if cookie.count == byteCount { return cookie }
        for (start, marker) in [(0, "fLaC"), (4, "dfLa")] where cookie.dropFirst(start).starts(with: marker.utf8) {
            // A version and flags follow the name of the atom.
            let block = cookie.dropFirst(start + 4 + (start > 0 ? 4 : 0))
            return inside(block: Array(block))
        }
        if let plain = inside(block: cookie) { return plain }
        return inside(block: Array(cookie.dropFirst(4)))
    }

    /// The cookie around the 34 bytes: the `dfLa` atom of MPEG-4, which programs look for in CAF.
    package static func cookie(_ info: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(16 + byteCount)] + Array("dfLa".utf8) + [0, 0, 0, 0, 0x80, 0, 0, UInt8(byteCount)] + info
    }

    /// The 34 bytes with another count of frames: 36 bits behind 108 others.
    package static func counting(_ frameCount: Int64, _ info: [UInt8]) -> [UInt8] {
        var info = info
        let count = UInt64(clamping: frameCount) & 0xF_FFFF_FFFF
        info[13] = info[13] & 0xF0 | UInt8(count >> 32)
        for index in 0..<4 { info[14 + index] = UInt8(truncatingIfNeeded: count >> UInt64(24 - 8 * index)) }
        return info
    }

    /// The bits of Core Audio's flag; 0 for none.
    package static func bitsPerChannel(flag: UInt32) -> Int {
        switch flag {
        case 1: 16
        case 2: 20
        case 3: 24
        case 4: 32
        default: 0
        }
    }

    private static func inside(block: [UInt8]) -> [UInt8]? {
        guard block.count >= 4 + byteCount, block[0] & 0x7F == 0, Array(block[1..<4]) == [0, 0, UInt8(byteCount)] else {
            return nil
        }
        return Array(block[4..<4 + byteCount])
    }

    /// Core Audio's flag for a sample of so many bits, which FLAC and Apple Lossless share; 0 for other widths.
    package static func flag(bitsPerChannel: Int) -> UInt32 {
        switch bitsPerChannel {
        case 16: 1
        case 20: 2
        case 24: 3
        case 32: 4
        default: 0
        }
    }
}
