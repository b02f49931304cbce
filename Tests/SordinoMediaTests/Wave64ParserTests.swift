import SordinoMedia
import Testing

@Suite struct Wave64ParserTests {
    /// The tail that all names but the file's own have.
    private static let tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    private static let riffTail: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]

    private static func chunk(_ name: String, _ body: [UInt8], claims: Int64? = nil) -> [UInt8] {
        let byteCount = claims ?? Int64(24 + body.count)
        return ascii(name) + tail + little(byteCount) + body + [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
    }

    private static func file(_ chunks: [[UInt8]]) -> [UInt8] {
        let body = ascii("wave") + tail + chunks.flatMap { $0 }
        return ascii("riff") + riffTail + little(Int64(24 + body.count)) + body
    }

    private static let format = chunk("fmt ", ChunkFiles.format())

    @Test func aPlainFileIsReadAndUnknownChunksAreSkipped() throws {
        let reader = try MediaReader(
            bytes: Self.file([
                Self.chunk("junk", [1, 2, 3]), Self.format, Self.chunk("data", WAVEParserTests.three),
                Self.chunk("what", [9]),
            ]))
        #expect(reader.container.fileType == "W64f")
        #expect(reader.format == MediaFormat(.int16(.little), sampleRate: 8000, channelCount: 1))
        #expect(try allFrames(reader) == WAVEParserTests.threeAsFloats)
    }

    @Test(arguments: [0, -1, Int64.max, 1 << 40]) func audioOfAnUnknownLengthGoesToTheEnd(claims: Int64) throws {
        // Without the padding: what comes behind counts.
        let data = Self.chunk("data", WAVEParserTests.three, claims: claims).dropLast(2)
        let reader = try MediaReader(bytes: Self.file([Self.format, Array(data)]))
        #expect(try allFrames(reader) == WAVEParserTests.threeAsFloats)
    }

    @Test(arguments: [0, 23, -5, Int64.max]) func aChunkSmallerThanItsHeadIsRefused(claims: Int64) {
        let file = Self.file([Self.chunk("fmt ", ChunkFiles.format(), claims: claims)])
        #expect(throws: MediaError.malformed(at: 56, because: "a chunk of \(claims) bytes; its head alone has 24")) {
            try MediaReader(bytes: file)
        }
    }

    @Test func anEmptyFileHasNoFrames() throws {
        #expect(try MediaReader(bytes: Self.file([Self.format, Self.chunk("data", [])])).frameCount == 0)
    }
}
