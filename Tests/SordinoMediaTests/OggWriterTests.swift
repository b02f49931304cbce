import Foundation
import SordinoMedia
import Testing

/// Ogg that we write: its pages, its clock, and what others read from it.
@Suite struct OggWriterTests {
    /// The heads of a file's pages.
    struct Page: Equatable {
        var flags: UInt8
        var granule: Int64
        var serial: UInt32
        var sequence: UInt32
        var segments: [UInt8]
    }

    static func pages(_ bytes: [UInt8]) -> [Page] {
        func number(_ at: Int, _ count: Int) -> UInt64 {
            (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
        }
        var pages: [Page] = []
        var at = 0
        while at + 27 <= bytes.count, Array(bytes[at..<at + 4]) == Array("OggS".utf8) {
            let segments = Array(bytes[at + 27..<at + 27 + Int(bytes[at + 26])])
            pages.append(
                Page(
                    flags: bytes[at + 5], granule: Int64(bitPattern: number(at + 6, 8)),
                    serial: UInt32(number(at + 14, 4)), sequence: UInt32(number(at + 18, 4)), segments: segments))
            at += 27 + segments.count + segments.reduce(0) { $0 + Int($1) }
        }
        return at == bytes.count ? pages : []
    }

    static func opus(frameCount: Int, rate: Double = 48000, channelCount: Int = 2) throws -> [UInt8] {
        let samples = EncoderTests.chord(channelCount: channelCount, frameCount: frameCount, rate: rate)
        return try written(
            samples, "Oggf",
            MediaDescription(EncoderTests.compressed("opus", rate: rate, channelCount: channelCount)))
    }

    @Test(.enabled(if: EncoderTests.has("opus"), "libopus is not there"))
    func pagesAreNumberedAndTheLastOneSaysWhereTheSoundEnds() throws {
        let pages = Self.pages(try Self.opus(frameCount: 150_000))
        #expect(pages.map(\.sequence) == Array(0..<UInt32(pages.count)))
        #expect(Set(pages.map(\.serial)).count == 1)
        #expect(pages.map(\.flags) == [2] + Array(repeating: 0, count: pages.count - 2) + [4])
        #expect(pages.prefix(2).map(\.granule) == [0, 0])
        // 312 frames are libopus's delay; pages in between count whole packets of 960 frames, half a second of them.
        #expect(pages.last?.granule == 150_312)
        #expect(pages.dropFirst(2).dropLast().map(\.granule) == [24_000, 48_000, 72_000, 96_000, 120_000, 144_000])
    }

    @Test(
        .enabled(if: EncoderTests.has("opus"), "libopus is not there"),
        arguments: [8000, 12000, 16000, 24000, 48000], [1, 479, 12_345])
    func anyRateBecomesTheSameTimeAt48kHz(rate: Int, frameCount: Int) throws {
        let bytes = try Self.opus(frameCount: frameCount, rate: Double(rate), channelCount: 1)
        let reader = try MediaReader(bytes: bytes)
        #expect(reader.format.sampleRate == 48000)
        #expect(reader.frameCount == Int64(frameCount * (48000 / rate)))
        #expect(try allFrames(reader)[0].count == frameCount * (48000 / rate))
    }

    @Test(.enabled(if: EncoderTests.has("flac"), "libavcodec is not there"))
    func packetsThatAreLongerThanAPageGoOnOnTheNext() throws {
        let samples = exactSamples(channelCount: 8, frameCount: 20_000, bits: 24, seed: 3)
        let bytes = try written(
            samples, "Oggf", MediaDescription(EncoderTests.compressed("flac", channelCount: 8, bits: 24)))
        let pages = Self.pages(bytes)
        // A packet that continues ends nowhere on its first page.
        #expect(pages.contains { $0.flags == 0 && $0.granule == -1 })
        #expect(pages.contains { $0.flags == 1 && $0.granule > 0 })
        #expect(pages.last?.granule == 20_000)
        let reader = try MediaReader(bytes: bytes)
        #expect(reader.frameCount == 20_000)
        #expect(try allFrames(reader) == samples)
    }

    @Test(arguments: ["opus", "flac"] as [FourCC]) func aFileWithoutFramesIsOne(codec: FourCC) throws {
        guard EncoderTests.has(codec) else { return }
        let bytes = try written(
            [[], []], "Oggf",
            MediaDescription(EncoderTests.compressed(codec, rate: 48000, bits: codec == "flac" ? 16 : 0)))
        #expect(Self.pages(bytes).last?.flags == 4)
        #expect(try MediaReader(bytes: bytes).frameCount == 0)
    }

    @Test(.enabled(if: EncoderTests.has("opus"), "libopus is not there"))
    func aWriterThatDiesLeavesAllButItsLastSeconds() throws {
        let sink = MemoryByteSink()
        var description = MediaDescription(EncoderTests.compressed("opus", rate: 48000))
        description.options.bitRate = 256_000
        let writer = try MediaWriter(sink, try #require(Containers.named("Oggf")), description)
        let second = EncoderTests.chord(channelCount: 2, frameCount: 48_000, rate: 48000)
        for _ in 0..<12 { try write(second, with: writer) }
        let reader = try MediaReader(bytes: sink.bytes)
        let frames = try allFrames(reader, step: 8192)
        #expect(Int64(frames[0].count) == reader.frameCount)
        #expect(reader.frameCount > 6 * 48_000, "\(reader.frameCount)")
        try writer.finish()
    }

    @Test(.enabled(if: EncoderTests.has("opus"), "libopus is not there"))
    func packetsOfAnotherFileAreStoredWithTheirDelay() throws {
        let original = try Self.opus(frameCount: 30_000)
        let source = try MediaReader(bytes: original)
        let expected = try allFrames(source)
        for fileType in ["m4af", "caff", "Oggf"] as [FourCC] {
            var description = MediaDescription(source.properties.format ?? source.format)
            description.cookie = source.properties.cookie
            description.primingFrameCount = Int(source.properties.primingFrameCount)
            description.validFrameCount = 30_000
            let sink = MemoryByteSink()
            let writer = try MediaWriter(
                sink, try #require(Containers.named(fileType)), description, encodes: false)
            let packets = try source.makePacketSource()
            while let packet = try packets.next() {
                try writer.write(packet: packet.bytes, frameCount: packet.frameCount)
            }
            try writer.finish()
            let reader = try MediaReader(bytes: sink.bytes)
            #expect(reader.frameCount == 30_000, "\(fileType)")
            #expect(try allFrames(reader) == expected, "\(fileType)")
        }
    }

    @Test func whatIsNeitherOpusNorFLACIsRefused() throws {
        let ogg = try #require(Containers.named("Oggf"))
        #expect(throws: MediaError.self) {
            try MediaWriter.check(
                ogg, MediaDescription(MediaFormat(.int16(.little), sampleRate: 48000, channelCount: 1)))
        }
        #expect(throws: MediaError.self) {
            try MediaWriter.check(ogg, MediaDescription(EncoderTests.compressed("aac ")))
        }
    }
}
