/// Reads AMR in its own container: a line of text, then frames that begin with their mode.
///
/// Source: RFC 4867, 5 (AMR and AMR-WB storage format), one channel.
package struct AMRParser: ContainerParser {
    package private(set) var properties = MediaProperties(fileType: "amrf")
    private var isWide = false
    private var state = 0

    private static let narrow = Array("#!AMR\n".utf8)
    private static let wide = Array("#!AMR-WB\n".utf8)

    /// Starts at the first byte.
    package init() {}

    /// Returns whether the first bytes are the line of text.
    package static func recognises(_ head: RawSpan) -> Bool {
        starts(head, narrow) || starts(head, wide)
    }

    private static func starts(_ head: RawSpan, _ line: [UInt8]) -> Bool {
        head.byteCount >= line.count && head.array(0..<line.count) == line
    }

    package var demand: ParserDemand {
        switch state {
        case 0: .peek(Self.wide.count)
        case 1: .skip(Int64((isWide ? Self.wide : Self.narrow).count))
        case 2: .media(nil)
        default: .end
        }
    }

    package var expectation: String { "the first frame" }

    /// Looks at the line of text.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        guard Self.recognises(bytes) else {
            throw .malformed(at: offset, because: "the first line of an AMR file is missing")
        }
        isWide = Self.starts(bytes, Self.wide)
        properties.format = MediaFormat(
            codec: isWide ? "sawb" : "samr", sampleRate: isWide ? 16000 : 8000, channelCount: 1, bytesPerPacket: 0,
            framesPerPacket: isWide ? 320 : 160)
        properties.packets = .framed(AMRFramer(isWide: isWide))
        properties.dataStart = offset + Int64((isWide ? Self.wide : Self.narrow).count)
        state = 1
    }

    /// Goes on to the frames, then to the end.
    package mutating func passed() { state += 1 }
}

/// Walks from frame to frame of AMR.
package struct AMRFramer: PacketFramer {
    let isWide: Bool

    /// Bytes of a frame by its mode, the byte with the mode included.
    private static let narrow = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1]
    private static let wide = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]

    /// Bytes of a frame that begins with a byte, itself included.
    static func byteCount(_ first: UInt8, isWide: Bool) -> Int {
        let mode = Int(first >> 3 & 15)
        return isWide ? wide[mode] : narrow[mode]
    }

    /// The next frame; every byte can begin one.
    package func step(_ bytes: RawSpan, at offset: Int64, isEnd: Bool) throws(MediaError) -> FramingStep {
        let count = Self.byteCount(bytes.byte(0), isWide: isWide)
        guard bytes.byteCount >= count else { return .more(count) }
        return .packet(0..<count, byteCount: count, frameCount: isWide ? 320 : 160)
    }
}
