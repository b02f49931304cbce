import SordinoMedia
import Testing

/// Streams of Ogg whose pages are put together byte by byte, as RFC 3533 and RFC 7845 allow them.
@Suite struct OggPagesTests {
    /// A page of packets that all end on it.
    struct Page {
        var packets: [[UInt8]]
        var granule: Int64
        var isFirst = false
        var isLast = false
    }

    /// Twenty milliseconds of music in one frame, RFC 6716, 3.1: configuration 31, one channel, code 0.
    static func packet(_ number: UInt8) -> [UInt8] { [0xF8, number, 1, 2, 3] }
    static let head = Array("OpusHead".utf8) + [1, 1, 0x38, 0x01, 0x80, 0xBB, 0, 0, 0, 0, 0]
    static let tags = Array("OpusTags".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]

    static func stream(_ pages: [Page]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, page) in pages.enumerated() {
            var own = Array("OggS".utf8) + [0, (page.isFirst ? 2 : 0) | (page.isLast ? 4 : 0)]
            func little<T: FixedWidthInteger>(_ value: T) {
                withUnsafeBytes(of: value.littleEndian) { own += $0 }
            }
            little(page.granule)
            little(UInt32(7))
            little(UInt32(number))
            little(UInt32(0))
            own.append(UInt8(page.packets.count))
            own += page.packets.map { UInt8($0.count) }
            own += page.packets.flatMap { $0 }
            var sum: UInt32 = 0
            for byte in own {
                sum ^= UInt32(byte) << 24
                for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
            }
            for index in 0..<4 { own[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
            bytes += own
        }
        return bytes
    }

    /// The contents of a file of such pages: its packets, and how many frames they count.
    private func found(_ pages: [Page]) throws -> (packets: [[UInt8]], frames: Int64, estimated: Int64) {
        let file = try PacketFile(MemoryByteSource(Self.stream(pages)))
        let estimated = file.estimate().frames
        let count = file.count()
        let packets = try (0..<count.packets).map { number in
            try [UInt8](#require(try file.packet(number)).bytes)
        }
        return (packets, count.frames, estimated)
    }

    /// The packets that a stream of such pages gives, however it is cut.
    private func streamed(_ pages: [Page], pieceByteCount: Int) throws -> [UInt8] {
        try PushParserTests.packets(Self.stream(pages), pieces: { _ in pieceByteCount }).0
    }

    @Test func theLastPagesClockEndsTheFile() throws {
        // 4 packets of 960 frames, of which the clock leaves 3500.
        let pages = [
            Page(packets: [Self.head], granule: 0, isFirst: true), Page(packets: [Self.tags], granule: 0),
            Page(packets: [Self.packet(1), Self.packet(2)], granule: 1920),
            Page(packets: [Self.packet(3), Self.packet(4)], granule: 3500, isLast: true),
        ]
        let found = try found(pages)
        #expect(found.frames == 3500)
        #expect(found.estimated == 3500)
        #expect(found.packets == (1...4).map(Self.packet))
    }

    /// A page in the middle is not there: its frames are not counted, and all that are counted can be read.
    @Test(arguments: [2, 3, 4]) func thePagesThatAreMissingAreNotCounted(missing: Int) throws {
        var pages = [
            Page(packets: [Self.head], granule: 0, isFirst: true), Page(packets: [Self.tags], granule: 0),
        ]
        for number in 1...4 {
            let packets = [Self.packet(UInt8(2 * number)), Self.packet(UInt8(2 * number + 1))]
            pages.append(Page(packets: packets, granule: Int64(1920 * number), isLast: number == 4))
        }
        let whole = Self.stream(pages)
        var starts = [0]
        for page in pages {
            starts.append(starts.last.map { $0 + 27 + page.packets.count + page.packets.joined().count } ?? 0)
        }
        #expect(try MediaReader(bytes: whole).frameCount + 312 == 7680)
        let bytes = Array(whole[..<starts[missing]] + whole[starts[missing + 1]...])
        let file = try PacketFile(MemoryByteSource(bytes))
        #expect(file.count().packets == 6 && file.count().frames == 5760)
        guard OutsideTool.hasLibrary else { return }
        let reader = try MediaReader(bytes: bytes)
        #expect(reader.frameCount + 312 == 5760)
        #expect(try allFrames(reader)[0].count == Int(reader.frameCount))
        reader.seek(to: reader.frameCount - 100)
        #expect(try allFrames(reader)[0].count == 100)
    }

    @Test func packetsOnThePageOfTheLastHeaderAreAudio() throws {
        let pages = [
            Page(packets: [Self.head], granule: 0, isFirst: true),
            Page(packets: [Self.tags, Self.packet(1), Self.packet(2)], granule: 1920),
            Page(packets: [Self.packet(3)], granule: 2880, isLast: true),
        ]
        let found = try found(pages)
        #expect(found.packets == (1...3).map(Self.packet))
        #expect(found.frames == 2880)
        for pieceByteCount in [1 << 16, 40, 7] {
            #expect(try streamed(pages, pieceByteCount: pieceByteCount) == (1...3).flatMap(Self.packet))
        }
    }

    @Test(arguments: [
        [(head, true), (head, true), (tags, false)],
        [(head, true), (tags, false), (head, true), (tags, false)],
        [(head, true), (tags, false), (head, true)],
        [(head, true), (tags, false), (tags, false)],
    ])
    func aRepeatedHeaderIsNoAudioAndEndsNone(headers: [([UInt8], Bool)]) throws {
        let pages =
            headers.map { Page(packets: [$0.0], granule: 0, isFirst: $0.1) } + [
                Page(packets: [Self.packet(1), Self.packet(2)], granule: 1920),
                Page(packets: [Self.packet(3)], granule: 2880, isLast: true),
            ]
        let found = try found(pages)
        #expect(found.packets == (1...3).map(Self.packet))
        #expect(found.frames == 2880)
        #expect(try streamed(pages, pieceByteCount: 33) == (1...3).flatMap(Self.packet))
    }
}
