import SordinoMedia
import SordinoSignal
import Testing

@Suite struct WAVEParserTests {
    typealias F = ChunkFiles
    static let three: [UInt8] = little(Int16(1)) + little(Int16(-2)) + little(Int16.min)
    static let threeAsFloats: [[Float]] = [[1 / 32768, -2 / 32768, -1]]

    func frames(_ bytes: [UInt8]) throws -> [[Float]] { try allFrames(MediaReader(bytes: bytes)) }

    @Test func aPlainFileIsRead() throws {
        let file = F.wave([F.riffChunk("fmt ", F.format()), F.riffChunk("data", Self.three)])
        let reader = try MediaReader(bytes: file)
        #expect(reader.format == MediaFormat(.int16(.little), sampleRate: 8000, channelCount: 1))
        #expect(reader.dataRange == 44..<50)
        #expect(try allFrames(reader) == Self.threeAsFloats)
    }

    @Test(arguments: [UInt32.max, 7, 0x7FFF_FFFF])
    func aDataSizeBeyondTheEndMeansTheEnd(claims: UInt32) throws {
        let file = F.wave([F.riffChunk("fmt ", F.format()), F.riffChunk("data", Self.three, claims: claims)])
        #expect(try frames(file) == Self.threeAsFloats)
    }

    @Test func aDataSizeOfZeroIsBelievedOnlyIfTheRIFFSizeAgrees() throws {
        let unfinished = F.wave(
            [F.riffChunk("fmt ", F.format()), F.riffChunk("data", Self.three, claims: 0)], claims: 36)
        #expect(try frames(unfinished) == Self.threeAsFloats)
        let zeroed = F.wave([F.riffChunk("fmt ", F.format()), F.riffChunk("data", Self.three, claims: 0)], claims: 0)
        #expect(try frames(zeroed) == Self.threeAsFloats)
        let list = F.riffChunk("LIST", ascii("INFOINAM") + little(UInt32(2)) + ascii("A\0"))
        let empty = F.wave([F.riffChunk("fmt ", F.format()), F.riffChunk("data", []), list])
        let reader = try MediaReader(bytes: empty)
        #expect(reader.frameCount == 0)
        #expect(reader.properties.info == [.init(key: "title", value: "A")])
    }

    @Test func anOddDataChunkIsPaddedAndWhatFollowsIsFound() throws {
        let list = F.riffChunk("LIST", ascii("INFOIART") + little(UInt32(3)) + ascii("Bob\0"))
        let file = F.wave([
            F.riffChunk("fmt ", F.format(bits: 8)), F.riffChunk("data", [128, 0, 255]), list, F.riffChunk("xyz ", [1]),
        ])
        let reader = try MediaReader(bytes: file)
        #expect(try allFrames(reader) == [[0, -1, 127 / 128]])
        #expect(reader.properties.info == [.init(key: "artist", value: "Bob")])
        #expect(reader.properties.chunks.map(\.id) == ["fmt ", "data", "LIST", "xyz "])
    }

    @Test func rubbishBehindTheAudioIsPassedOver() throws {
        let file =
            F.wave([F.riffChunk("fmt ", F.format()), F.riffChunk("data", Self.three)]) + [1, 2, 3, 4, 5, 6, 7, 8, 9]
        #expect(try frames(file) == Self.threeAsFloats)
    }

    @Test(arguments: ["RF64", "BW64"])
    func wideSizesComeFromTheirOwnChunk(id: String) throws {
        let sizes = little(Int64(100)) + little(Int64(6)) + little(Int64(3)) + little(UInt32(0))
        let extra = F.riffChunk("junk", [9, 9, 9, 9])
        let file = F.wave(
            [
                F.riffChunk("ds64", sizes), F.riffChunk("fmt ", F.format()),
                F.riffChunk("data", Self.three, claims: .max), extra,
            ], id: id, claims: .max)
        let reader = try MediaReader(bytes: file)
        #expect(reader.container.fileType == FourCC(rawValue: id.utf8.reduce(0) { $0 << 8 | UInt32($1) }))
        #expect(try allFrames(reader) == Self.threeAsFloats)
        // Without the sizes the audio goes to the end.
        let without = F.wave(
            [F.riffChunk("fmt ", F.format()), F.riffChunk("data", Self.three, claims: .max)], id: id, claims: .max)
        #expect(try frames(without) == Self.threeAsFloats)
    }

    @Test(arguments: [Int64.max, .min, -1, 1 << 62])
    func absurdWideSizesMeanTheEnd(size: Int64) throws {
        let sizes = little(size) + little(size) + little(size) + little(UInt32.max)
        for claims in [0, UInt32.max] {
            let file = F.wave(
                [
                    F.riffChunk("ds64", sizes), F.riffChunk("fmt ", F.format()),
                    F.riffChunk("data", Self.three, claims: claims),
                ], id: "RF64", claims: .max)
            // 0 is believed if the file claims to continue behind it.
            #expect(try frames(file) == (claims == 0 && size > 0 ? [[]] : Self.threeAsFloats))
        }
    }

    @Test func bigEndianFilesAreRead() throws {
        let format =
            big(UInt16(1)) + big(UInt16(1)) + big(UInt32(8000)) + big(UInt32(16000)) + big(UInt16(2)) + big(UInt16(16))
        let data = big(Int16(1)) + big(Int16(-2)) + big(Int16.min)
        let body = ascii("WAVEfmt ") + big(UInt32(16)) + format + ascii("data") + big(UInt32(6)) + data
        #expect(try frames(ascii("RIFX") + big(UInt32(body.count)) + body) == Self.threeAsFloats)
    }

    /// An extensible `fmt ` chunk.
    static func extensible(
        channels: UInt16, container: UInt16, valid: UInt16, mask: UInt32, tag: UInt16 = 1
    ) -> [UInt8] {
        ChunkFiles.format(tag: 0xFFFE, channels: channels, bits: container) + little(UInt16(22)) + little(valid)
            + little(mask) + little(tag) + WAVEFormat.subFormatTail
    }

    @Test func extensibleFilesNameTheirLoudspeakersAndTheirTrueBits() throws {
        // 20 bits in 3 bytes, moved up, as the format demands.
        let file = F.wave([
            F.riffChunk("fmt ", Self.extensible(channels: 2, container: 24, valid: 20, mask: 3)),
            F.riffChunk("data", [0x10, 0, 0, 0, 0, 0x80]),
        ])
        let reader = try MediaReader(bytes: file)
        #expect(reader.format.bitsPerChannel == 20)
        #expect(reader.format.encoding == .int24(.little))
        #expect(reader.layout == ChannelLayout(bitmap: 3))
        #expect(try allFrames(reader) == [[0x10 / 8_388_608], [-1]])
        // A mask of other loudspeakers than there are channels says nothing.
        let wrong = F.wave([
            F.riffChunk("fmt ", Self.extensible(channels: 4, container: 16, valid: 16, mask: 7)),
            F.riffChunk("data", [0, 0, 0, 0, 0, 0, 0, 0]),
        ])
        #expect(try MediaReader(bytes: wrong).layout == nil)
    }

    @Test func sixtyFourBitSamplesAreRead() throws {
        let data = little(Int64.min) + little(Int64(1) << 62)
        let file = F.wave([F.riffChunk("fmt ", F.format(bits: 64)), F.riffChunk("data", data)])
        #expect(try frames(file) == [[-1, 0.5]])
    }

    /// Files that cannot be read, the byte that shows it, and a word of the reason.
    static let malformed: [(String, [UInt8], Int64, String)] = [
        ("no chunks", F.wave([]), 12, "fmt"),
        ("no data chunk", F.wave([F.riffChunk("fmt ", F.format())]), 36, "data"),
        ("no fmt chunk", F.wave([F.riffChunk("data", three)]), 26, "fmt"),
        ("cut inside fmt", Array(F.wave([F.riffChunk("fmt ", F.format())]).prefix(30)), 30, "fmt"),
        ("short fmt", F.wave([F.riffChunk("fmt ", [1, 0])]), 20, "14"),
        ("no channels", F.wave([F.riffChunk("fmt ", F.format(channels: 0))]), 22, "no channels"),
        ("no rate", F.wave([F.riffChunk("fmt ", F.format(rate: 0))]), 20, "sample rate"),
        ("bits beyond the block", F.wave([F.riffChunk("fmt ", F.format(block: 2, bits: 24))]), 32, "24 bits"),
        (
            "a huge chunk",
            F.wave([F.riffChunk("JUNK", [0, 0], claims: 0xFFFF_FFF0), F.riffChunk("fmt ", F.format())]), 20, "JUNK"
        ),
        ("a short extensible fmt", F.wave([F.riffChunk("fmt ", F.format(tag: 0xFFFE))]), 20, "40"),
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

    @Test func endlessChunksReachALimit() throws {
        let file =
            F.wave([[UInt8](repeating: 0x20, count: 0)])
            + Array([[UInt8]](repeating: ascii("loop") + [0, 0, 0, 0], count: 70_000).joined())
        let error = #expect(throws: MediaError.self) { try MediaReader(bytes: file) }
        guard case .limit = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func tooManyChannelsReachALimit() throws {
        let file = F.wave([
            F.riffChunk("fmt ", F.format(channels: 65535, block: 65535, bits: 8)), F.riffChunk("data", [0]),
        ])
        let error = #expect(throws: MediaError.self) { try MediaReader(bytes: file) }
        guard case .limit = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [UInt16(0x42), 0x270])
    func compressedFormatsAreRecognisedThoughNotDecoded(tag: UInt16) throws {
        let file = F.wave([
            F.riffChunk("fmt ", F.format(tag: tag, block: 256, bits: 4) + little(UInt16(2)) + little(UInt16(505))),
            F.riffChunk("data", [0, 0]),
        ])
        let scan = try MediaScan.scan(MemoryByteSource(file))
        #expect(scan.format.codec == .microsoft(tag))
        #expect(scan.properties.cookie?.count == 20)
        let error = #expect(throws: MediaError.self) { try MediaReader(bytes: file) }
        guard case .unsupported(.dataFormat) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func everyCutOfAFileGivesAPartOfItOrAReason() throws {
        let file = F.wave([F.riffChunk("fmt ", F.format()), F.riffChunk("data", Self.three)])
        for count in 0..<file.count {
            let cut = Array(file.prefix(count))
            if count < 44 {
                #expect(throws: MediaError.self) { try MediaReader(bytes: cut) }
            } else {
                #expect(try frames(cut) == [Array(Self.threeAsFloats[0].prefix((count - 44) / 2))])
            }
        }
    }
}
