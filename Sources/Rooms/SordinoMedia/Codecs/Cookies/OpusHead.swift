/// The header of an Opus stream.
///
/// Source: RFC 7845, 5.1 (identification header).
package enum OpusHead {
    /// Ticks a second of the clock of Opus, at every rate of input and playback.
    package static let ticksPerSecond = 48000.0

    /// Returns a header whose pre-skip is `ticks`: so much at the beginning is not to be heard.
    package static func skipping(_ ticks: Int64, _ head: [UInt8]) -> [UInt8] {
        guard head.count >= 12 else { return head }
        var head = head
        let count = UInt16(clamping: ticks)
        (head[10], head[11]) = (UInt8(count & 0xFF), UInt8(count >> 8))
        return head
    }

    /// A whole header: the cookie where it is one, in Ogg's or MPEG-4's form, else one made for a format.
    package static func bytes(_ format: MediaFormat, _ cookie: [UInt8]?) -> [UInt8] {
        if let cookie {
            if cookie.starts(with: "OpusHead".utf8) { return cookie }
            if cookie.count >= 11, cookie[0] == 0 { return fromMPEG4(cookie) }
        }
        let count = UInt8(clamping: format.channelCount)
        let rate = [0x80, 0xBB, 0, 0] as [UInt8]
        if count <= 2 { return Array("OpusHead".utf8) + [1, count, 0, 0] + rate + [0, 0, 0] }
        // Each channel a stream of its own, in the given order.
        return Array("OpusHead".utf8) + [1, count, 0, 0] + rate + [0, 0, 255, count, 0] + (0..<count)
    }

    /// MPEG-4's form has the highest byte first and the version 0.
    private static func fromMPEG4(_ cookie: [UInt8]) -> [UInt8] {
        Array("OpusHead".utf8)
            + [
                1, cookie[1], cookie[3], cookie[2], cookie[7], cookie[6], cookie[5], cookie[4], cookie[9], cookie[8],
            ] + cookie[10...]
    }

    /// The body of MPEG-4's `dOps` box for a header of at least 19 bytes.
    static func inMPEG4(_ head: [UInt8]) -> [UInt8] {
        [0, head[9], head[11], head[10], head[15], head[14], head[13], head[12], head[17], head[16]] + head[18...]
    }

    /// Returns the format that a cookie describes; nil if it is no header of Opus.
    @Sendable static func format(_ cookie: [UInt8]) -> MediaFormat? {
        let isWhole = cookie.starts(with: "OpusHead".utf8) && cookie.count >= 19
        guard isWhole || cookie.count >= 11 && cookie[0] == 0 else { return nil }
        let channelCount = Int(cookie[isWhole ? 9 : 1])
        guard channelCount > 0 else { return nil }
        return MediaFormat(
            codec: Codec.opus.id, sampleRate: ticksPerSecond, channelCount: channelCount, bytesPerPacket: 0,
            framesPerPacket: 0)
    }
}
