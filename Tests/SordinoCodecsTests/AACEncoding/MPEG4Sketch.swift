/// Puts AAC packets into the smallest MPEG-4 file that other decoders take: ISO/IEC 14496-12 and 14496-14.
struct MPEG4Sketch {
    var cookie: [UInt8]
    var sampleRate: Int
    var channelCount: Int
    var framesPerPacket: Int
    private(set) var sizes: [Int] = []
    private(set) var media: [UInt8] = []

    init(cookie: [UInt8], sampleRate: Int, channelCount: Int, framesPerPacket: Int) {
        (self.cookie, self.sampleRate) = (cookie, sampleRate)
        (self.channelCount, self.framesPerPacket) = (channelCount, framesPerPacket)
    }

    mutating func append(_ packet: UnsafeRawBufferPointer) {
        sizes.append(packet.count)
        media += packet
    }

    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap { $0 }
        return number(body.count + 8, 4) + Array(name.utf8) + body
    }

    private static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] { [tag, UInt8(body.count)] + body }

    var bytes: [UInt8] {
        let n = Self.number
        let duration = sizes.count * framesPerPacket
        let matrix = n(0x10000, 4) + n(0, 12) + n(0x10000, 4) + n(0, 12) + n(0x40000000, 4)
        let config = Self.descriptor(4, [0x40, 0x15] + n(0, 3) + n(0, 8) + Self.descriptor(5, cookie))
        let esds = Self.box("esds", n(0, 4), Self.descriptor(3, n(0, 3) + config + Self.descriptor(6, [2])))
        let entry = Self.box(
            "mp4a", n(0, 6), n(1, 2), n(0, 8), n(channelCount, 2), n(16, 2), n(0, 4),
            n(min(sampleRate, 65535) << 16, 4), esds)
        let head = Self.box("ftyp", Array("M4A ".utf8), n(0, 4), Array("isom".utf8))
        let table = Self.box(
            "stbl", Self.box("stsd", n(0, 4), n(1, 4), entry),
            Self.box("stts", n(0, 4), n(1, 4), n(sizes.count, 4), n(framesPerPacket, 4)),
            Self.box("stsc", n(0, 4), n(1, 4), n(1, 4), n(sizes.count, 4), n(1, 4)),
            Self.box("stsz", n(0, 4), n(0, 4), n(sizes.count, 4), sizes.flatMap { n($0, 4) }),
            Self.box("stco", n(0, 4), n(1, 4), n(head.count + 8, 4)))
        let reference = Self.box("dinf", Self.box("dref", n(0, 4), n(1, 4), Self.box("url ", n(1, 4))))
        let information = Self.box("minf", Self.box("smhd", n(0, 8)), reference, table)
        let handler = Self.box("hdlr", n(0, 8), Array("soun".utf8), n(0, 13))
        let times = Self.box("mdhd", n(0, 12), n(sampleRate, 4), n(duration, 4), n(0x55C4, 2), n(0, 2))
        let track = Self.box(
            "trak",
            Self.box(
                "tkhd", n(7, 4), n(0, 8), n(1, 4), n(0, 4), n(duration, 4), n(0, 12), n(0x100, 2), n(0, 2), matrix,
                n(0, 8)),
            Self.box("mdia", times, handler, information))
        let movie = Self.box(
            "mvhd", n(0, 12), n(sampleRate, 4), n(duration, 4), n(0x10000, 4), n(0x100, 2), n(0, 10), matrix, n(0, 24),
            n(2, 4))
        return head + Self.box("mdat", media) + Self.box("moov", movie, track)
    }
}
