import SordinoMedia
import SordinoSignal
import Testing

@Suite struct AIFFParserTests {
    typealias F = ChunkFiles
    static let three: [UInt8] = big(Int16(1)) + big(Int16(-2)) + big(Int16.min)
    static let threeAsFloats: [[Float]] = [[1 / 32768, -2 / 32768, -1]]

    func frames(_ bytes: [UInt8]) throws -> [[Float]] { try allFrames(MediaReader(bytes: bytes)) }

    @Test func aPlainFileIsRead() throws {
        let file = F.aiff([F.aiffChunk("COMM", F.common(frames: 3)), F.aiffChunk("SSND", F.sound(Self.three))])
        let reader = try MediaReader(bytes: file)
        #expect(reader.format == MediaFormat(.int16(.big), sampleRate: 8000, channelCount: 1))
        #expect(try allFrames(reader) == Self.threeAsFloats)
    }

    /// Ten bytes as writers store them, and what they mean (Apple SANE; the values follow from the format's definition).
    @Test(
        arguments: [
            ([0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0], 44100.0), ([0x40, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0], 48000),
            ([0x40, 0x0F, 0xBB, 0x80, 0, 0, 0, 0, 0, 0], 96000), ([0x40, 0x0D, 0xAC, 0x44, 0, 0, 0, 0, 0, 0], 22050),
            ([0x3F, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], 1),
            ([0x40, 0x0C, 0xAD, 0xDD, 0x17, 0x45, 0xD1, 0x74, 0x5D, 0x17], 11127.272727272727),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0), ([0xC0, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0], -44100),
        ] as [([UInt8], Double)])
    func ratesOfEightyBitsAreRead(bytes: [UInt8], value: Double) {
        let exponent = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        let mantissa = bytes[2...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(abs(ExtendedFloat.value(exponent: exponent, mantissa: mantissa) - value) < 1e-9)
        if value > 0, value == value.rounded() { #expect(ExtendedFloat.bytes(value) == bytes) }
    }

    @Test(
        arguments: [
            ("NONE", 16, [0x40, 0]), ("twos", 16, [0x40, 0]), ("sowt", 16, [0, 0x40]), ("in24", 24, [0x40, 0, 0]),
            ("in32", 32, [0x40, 0, 0, 0]), ("42ni", 24, [0, 0, 0x40]), ("23ni", 32, [0, 0, 0, 0x40]),
            ("fl32", 32, [0x3F, 0, 0, 0]), ("FL32", 32, [0x3F, 0, 0, 0]), ("fl64", 64, [0x3F, 0xE0, 0, 0, 0, 0, 0, 0]),
            ("FL64", 64, [0x3F, 0xE0, 0, 0, 0, 0, 0, 0]), ("raw ", 8, [0xC0]), ("NONE", 8, [0x40]),
            ("NONE", 24, [0x40, 0, 0]), ("NONE", 12, [0x40, 0]),
        ] as [(String, UInt16, [UInt8])])
    func everyLinearCompressionIsRead(compression: String, bits: UInt16, half: [UInt8]) throws {
        let file = F.aiff(
            [
                F.aiffChunk("COMM", F.common(frames: 1, bits: bits, compression: compression)),
                F.aiffChunk("SSND", F.sound(half)),
            ], type: "AIFC")
        #expect(try frames(file) == [[0.5]])
    }

    @Test func theGapBeforeTheAudioIsJumpedOver() throws {
        let file = F.aiff([
            F.aiffChunk("SSND", F.sound(Self.three, gap: 5)), F.aiffChunk("COMM", F.common(frames: 3)),
        ])
        #expect(try frames(file) == Self.threeAsFloats)
    }

    @Test func aFileThatWasNeverFinishedIsReadToItsEnd() throws {
        for claims in [0, 8, UInt32.max] as [UInt32] {
            let file = F.aiff(
                [F.aiffChunk("COMM", F.common()), F.aiffChunk("SSND", F.sound(Self.three), claims: claims)],
                claims: claims == .max ? .max : 0)
            // A size of 8 is that of an empty chunk: it is believed.
            #expect(try frames(file) == (claims == 8 ? [[]] : Self.threeAsFloats))
        }
        let tooLong = F.aiff([
            F.aiffChunk("COMM", F.common(frames: 900)), F.aiffChunk("SSND", F.sound(Self.three), claims: 4000),
        ])
        #expect(try frames(tooLong) == Self.threeAsFloats)
    }

    @Test func textsAndLayoutAreRead() throws {
        let layout = big(UInt32(121 << 16 | 6)) + big(UInt32(0)) + big(UInt32(0))
        let file = F.aiff(
            [
                F.aiffChunk("FVER", big(UInt32(0xA280_5140))), F.aiffChunk("NAME", ascii("Odd")),
                F.aiffChunk("COMM", F.common(channels: 6, bits: 8, compression: "NONE")), F.aiffChunk("CHAN", layout),
                F.aiffChunk("SSND", F.sound([1, 2, 3, 4, 5, 6])), F.aiffChunk("AUTH", ascii("Somebody")),
            ], type: "AIFC")
        let reader = try MediaReader(bytes: file)
        #expect(reader.layout == ChannelLayout(tag: 121 << 16 | 6))
        #expect(reader.properties.info == [.init(key: "title", value: "Odd"), .init(key: "artist", value: "Somebody")])
        #expect(reader.container.fileType == "AIFC")
    }

    @Test func sixChannelsWithoutALayoutAreThoseOfTheStandard() throws {
        let file = F.aiff([F.aiffChunk("COMM", F.common(channels: 6)), F.aiffChunk("SSND", F.sound([]))])
        #expect(try MediaReader(bytes: file).layout?.channels.map(\.label) == [1, 7, 3, 2, 8, 9])
    }

    /// Files that cannot be read, the byte that shows it, and a word of the reason.
    static let malformed: [(String, [UInt8], Int64, String)] = [
        ("no chunks", F.aiff([]), 12, "COMM"),
        ("no sound", F.aiff([F.aiffChunk("COMM", F.common())]), 38, "SSND"),
        ("a short COMM", F.aiff([F.aiffChunk("COMM", [0, 1])]), 20, "COMM"),
        ("no channels", F.aiff([F.aiffChunk("COMM", F.common(channels: 0))]), 20, "no channels"),
        (
            "an infinite rate", F.aiff([F.aiffChunk("COMM", F.common(rate: [0x7F, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0]))]),
            20, "sample rate"
        ),
        (
            "a negative rate", F.aiff([F.aiffChunk("COMM", F.common(rate: [0xC0, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]))]),
            20, "sample rate"
        ),
        ("a huge chunk", F.aiff([F.aiffChunk("NAMX", [0, 0], claims: 0xFFFF_FFF0)]), 20, "NAMX"),
        (
            "a gap beyond the chunk",
            F.aiff([F.aiffChunk("COMM", F.common()), F.aiffChunk("SSND", F.sound([1, 2], gap: 99), claims: 10)]), 46,
            "99"
        ),
        (
            "a gap beyond the file",
            F.aiff([
                F.aiffChunk("COMM", F.common()), F.aiffChunk("SSND", big(UInt32(99)) + big(UInt32(0)), claims: 1000),
            ]), 54, "SSND"
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

    @Test func endlessChunksReachALimit() throws {
        let loop = [[UInt8]](repeating: ascii("loop") + [0, 0, 0, 0], count: 70_000)
        let error = #expect(throws: MediaError.self) { try MediaReader(bytes: F.aiff(loop)) }
        guard case .limit = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func compressionsThatAreNotDecodedAreRecognised() throws {
        let common = F.common(channels: 2, frames: 7, compression: "MAC3")
        let file = F.aiff([F.aiffChunk("COMM", common), F.aiffChunk("SSND", F.sound([0, 0]))], type: "AIFC")
        let scan = try MediaScan.scan(MemoryByteSource(file))
        #expect(scan.format.codec == "MAC3")
        #expect(scan.properties.packetCount == 7)
        #expect(throws: MediaError.self) { try MediaReader(bytes: file) }
    }
}
