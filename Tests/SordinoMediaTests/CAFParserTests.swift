import SordinoMedia
import SordinoSignal
import Testing

@Suite struct CAFParserTests {
    typealias F = ChunkFiles
    static let edits: [UInt8] = [0, 0, 0, 7]
    static let three: [UInt8] = little(Int16(1)) + little(Int16(-2)) + little(Int16.min)
    static let threeAsFloats: [[Float]] = [[1 / 32768, -2 / 32768, -1]]

    func frames(_ bytes: [UInt8]) throws -> [[Float]] { try allFrames(MediaReader(bytes: bytes)) }

    @Test func aPlainFileIsRead() throws {
        let file = F.caf([F.cafChunk("desc", F.description()), F.cafChunk("data", Self.edits + Self.three)])
        let reader = try MediaReader(bytes: file)
        #expect(reader.format == MediaFormat(.int16(.little), sampleRate: 8000, channelCount: 1))
        #expect(try allFrames(reader) == Self.threeAsFloats)
    }

    @Test func aDataChunkOfSizeMinusOneGoesToTheEnd() throws {
        let file = F.caf([F.cafChunk("desc", F.description()), F.cafChunk("data", Self.edits + Self.three, claims: -1)])
        #expect(try frames(file) == Self.threeAsFloats)
        let tooLong = F.caf([
            F.cafChunk("desc", F.description()), F.cafChunk("data", Self.edits + Self.three, claims: 1 << 50),
        ])
        #expect(try frames(tooLong) == Self.threeAsFloats)
    }

    @Test(
        arguments: [
            (1, 4, 32, [0x3F, 0, 0, 0]), (3, 4, 32, [0, 0, 0, 0x3F]), (1, 8, 64, [0x3F, 0xE0, 0, 0, 0, 0, 0, 0]),
            (0, 1, 8, [0x40]), (0, 3, 24, [0x40, 0, 0]), (2, 3, 24, [0, 0, 0x40]), (0, 4, 32, [0x40, 0, 0, 0]),
            // 24 bits in 4 bytes are moved up.
            (2, 4, 24, [0, 0, 0, 0x40]),
        ] as [(UInt32, UInt32, UInt32, [UInt8])])
    func everyLinearFormIsRead(flags: UInt32, byteCount: UInt32, bits: UInt32, half: [UInt8]) throws {
        let file = F.caf([
            F.cafChunk("desc", F.description(flags: flags, bytesPerPacket: byteCount, bits: bits)),
            F.cafChunk("data", Self.edits + half),
        ])
        #expect(try frames(file) == [[0.5]])
    }

    @Test func chunksAroundTheAudioAreReadOrNoted() throws {
        let layout =
            big(UInt32(0)) + big(UInt32(0)) + big(UInt32(1)) + big(UInt32(42)) + [UInt8](repeating: 0, count: 16)
        let info = big(UInt32(2)) + ascii("title\0A song\0artist\0B\u{e9}a\0")
        let file = F.caf([
            F.cafChunk("desc", F.description()), F.cafChunk("chan", layout), F.cafChunk("kuki", [1, 2, 3]),
            F.cafChunk("free", [UInt8](repeating: 0, count: 100)), F.cafChunk("strg", big(UInt32(0))),
            F.cafChunk("data", Self.edits + Self.three), F.cafChunk("info", info), F.cafChunk("mark", [0, 0]),
        ])
        let reader = try MediaReader(bytes: file)
        #expect(reader.layout == ChannelLayout(channels: [.init(label: 42)]))
        #expect(reader.properties.cookie == [1, 2, 3])
        #expect(reader.properties.info == [.init(key: "title", value: "A song"), .init(key: "artist", value: "Béa")])
        #expect(
            reader.properties.chunks.map(\.id) == ["desc", "chan", "kuki", "free", "strg", "data", "info", "mark"])
        #expect(try allFrames(reader) == Self.threeAsFloats)
    }

    @Test func aPacketTableThatEndsEarlyPlacesNoMoreThanItLists() throws {
        let table = big(Int64(3)) + big(Int64(3000)) + big(Int32(2112)) + big(Int32(40))
        let file = F.caf([
            F.cafChunk(
                "desc", F.description(codec: "aac ", flags: 2, bytesPerPacket: 0, framesPerPacket: 1024, bits: 0)),
            F.cafChunk("kuki", [9]), F.cafChunk("pakt", table), F.cafChunk("data", Self.edits),
        ])
        let scan = try MediaScan.scan(MemoryByteSource(file))
        #expect(scan.format.codec == "aac ")
        #expect(scan.format.codecFlags == 2)
        #expect(scan.properties.packetCount == 3)
        #expect(scan.properties.validFrameCount == 3000)
        #expect(scan.properties.primingFrameCount == 2112)
        #expect(scan.properties.remainderFrameCount == 40)
        guard case .table(let places) = scan.properties.packets else {
            Issue.record("no table")
            return
        }
        #expect(places.packetCount == 0)
        #expect(places.frameCount == 0)
    }

    /// Files that cannot be read, the byte that shows it, and a word of the reason.
    static let malformed: [(String, [UInt8], Int64, String)] = [
        ("no chunks", F.caf([]), 8, "desc"),
        ("data before desc", F.caf([F.cafChunk("data", edits + three)]), 8, "data"),
        ("no data", F.caf([F.cafChunk("desc", F.description())]), 52, "data"),
        ("a short desc", F.caf([F.cafChunk("desc", [1, 2, 3])]), 12, "desc"),
        ("no channels", F.caf([F.cafChunk("desc", F.description(channels: 0))]), 44, "no channels"),
        ("a rate that is no number", F.caf([F.cafChunk("desc", F.description(rate: .nan))]), 20, "sample rate"),
        ("packets of no bytes", F.caf([F.cafChunk("desc", F.description(bytesPerPacket: 0))]), 36, "packets"),
        (
            "packets that do not divide", F.caf([F.cafChunk("desc", F.description(bytesPerPacket: 3, channels: 2))]),
            36, "packets"
        ),
        ("frames in a packet", F.caf([F.cafChunk("desc", F.description(framesPerPacket: 9))]), 40, "9 frames"),
        ("too many bits", F.caf([F.cafChunk("desc", F.description(bits: 99))]), 48, "99 bits"),
        (
            "a negative size", F.caf([F.cafChunk("desc", F.description()), F.cafChunk("free", [], claims: -5)]), 56,
            "-5"
        ),
        (
            "a size beyond any file",
            F.caf([F.cafChunk("desc", F.description()), F.cafChunk("free", [], claims: .max)]), 56, "free"
        ),
        (
            "a chunk beyond the file",
            F.caf([F.cafChunk("desc", F.description()), F.cafChunk("free", [0], claims: 500)]), 64, "free"
        ),
        (
            "a data chunk without room",
            F.caf([F.cafChunk("desc", F.description()), F.cafChunk("data", [0, 0], claims: 2)]), 56, "edit count"
        ),
    ]

    @Test(arguments: malformed.indices)
    func aMalformedFileIsRefusedWithTheByteAndTheReason(index: Int) throws {
        let (name, file, byte, word) = Self.malformed[index]
        let error = #expect(throws: MediaError.self) { try MediaReader(bytes: file) }
        guard case .malformed(let at, let reason) = error else {
            Issue.record("\(name): \(String(describing: error))")
            return
        }
        #expect(at == byte, "\(name): \(reason)")
        #expect(reason.contains(word), "\(name): \(reason)")
    }

    @Test func countsThatTheirChunksCannotHoldAreNotBelieved() throws {
        let layout = big(UInt32(0)) + big(UInt32(0)) + big(UInt32.max)
        let info = big(UInt32.max) + ascii("title\0A\0artist\0unterminated")
        let file = F.caf([
            F.cafChunk("desc", F.description()), F.cafChunk("chan", layout), F.cafChunk("info", info),
            F.cafChunk("data", Self.edits + Self.three),
        ])
        let reader = try MediaReader(bytes: file)
        #expect(reader.layout == ChannelLayout(tag: 100 << 16 | 1))
        #expect(reader.properties.info == [.init(key: "title", value: "A")])
    }

    @Test func otherVersionsAreUnsupported() throws {
        let error = #expect(throws: MediaError.self) { try MediaReader(bytes: F.caf([], version: 2)) }
        guard case .unsupported(.fileType) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func endlessChunksReachALimit() throws {
        let loop = [[UInt8]](repeating: F.cafChunk("loop", []), count: 70_000)
        let error = #expect(throws: MediaError.self) {
            try MediaReader(bytes: F.caf([F.cafChunk("desc", F.description())] + loop))
        }
        guard case .limit = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
