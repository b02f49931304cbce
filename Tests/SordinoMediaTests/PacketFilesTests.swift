import Foundation
import SordinoMedia
import Testing

/// Files of packets that we write: MPEG-4 and CAF.
@Suite struct PacketFilesTests {
    /// A container, a codec and a rate.
    static let kinds: [(fileType: FourCC, codec: FourCC, rate: Double, bits: Int)] = [
        ("m4af", "aac ", 44100, 0), ("m4af", "alac", 44100, 16), ("m4af", "alac", 96000, 24),
        ("m4af", "flac", 48000, 24), ("m4af", "opus", 48000, 0), ("m4bf", "aac ", 22050, 0), ("mp4f", "aac ", 48000, 0),
        ("3gpp", "aac ", 16000, 0), ("3gp2", "aac ", 32000, 0), ("caff", "aac ", 44100, 0), ("caff", "alac", 44100, 16),
        ("caff", "flac", 44100, 24), ("caff", "opus", 48000, 0), ("caff", "ima4", 44100, 0), ("AIFC", "ima4", 22050, 0),
        ("Oggf", "opus", 48000, 0), ("Oggf", "flac", 44100, 16), ("Oggf", "flac", 96000, 24),
    ]
    static let info = [
        MediaProperties.Info(key: "title", value: "Ein Tön"), .init(key: "artist", value: "Nobody"),
        .init(key: "track number", value: "3/7"), .init(key: "tempo", value: "97"),
    ]

    static func file(
        _ kind: (fileType: FourCC, codec: FourCC, rate: Double, bits: Int), frameCount: Int, channelCount: Int = 2,
        _ change: (inout MediaDescription) -> Void = { _ in }
    ) throws -> (bytes: [UInt8], samples: [[Float]]) {
        let samples = EncoderTests.chord(
            channelCount: channelCount, frameCount: frameCount, rate: kind.rate, bits: kind.bits > 0 ? kind.bits : 16)
        var description = MediaDescription(
            EncoderTests.compressed(kind.codec, rate: kind.rate, channelCount: channelCount, bits: kind.bits))
        if kind.codec == "ima4" { description.format.bitsPerChannel = 0 }
        change(&description)
        return (try written(samples, kind.fileType, description), samples)
    }

    @Test(arguments: kinds.indices) func whatIsWrittenIsReadWithItsLengthAndTags(index: Int) throws {
        let kind = Self.kinds[index]
        guard EncoderTests.has(kind.codec) else { return }
        let frameCount = 23_456
        let (bytes, samples) = try Self.file(kind, frameCount: frameCount) { $0.info = Self.info }
        let reader = try MediaReader(bytes: bytes)
        #expect(reader.format.codec == kind.codec)
        #expect(reader.format.sampleRate == kind.rate)
        #expect(reader.format.bitsPerChannel == kind.bits)
        if kind.fileType != "AIFC" {
            #expect(reader.frameCount == Int64(frameCount))
            #expect(reader.properties.info == Self.info)
        }
        let back = try allFrames(reader).map { Array($0.prefix(frameCount)) }
        if kind.bits > 0 {
            #expect(back == samples)
        } else {
            #expect(Self.decibels(back, samples) < -15, "\(Self.decibels(back, samples)) dB")
        }
    }

    @Test func markersRegionsAndStringsOfCAFComeBack() throws {
        var description = MediaDescription(MediaFormat(.int16(.little), sampleRate: 48000, channelCount: 1))
        description.timeCodeType = 2
        description.markers = [
            .init(name: "Stelle", framePosition: 12.5, id: 7, type: 1),
            .init(
                name: "", framePosition: 40, id: 8, channel: 1,
                timeCode: .init(hours: 1, minutes: 2, seconds: 3, frames: 4, subFrameSampleOffset: 5)),
        ]
        description.regions = [
            .init(
                id: 9, name: "Loop", flags: 1,
                markers: [
                    .init(name: "Anfang", framePosition: 0, id: 10), .init(name: "Ende", framePosition: 50, id: 11),
                ])
        ]
        let reader = try MediaReader(bytes: try written([[0, 0.5, 0.25]], "caff", description))
        #expect(reader.properties.markers == description.markers)
        #expect(reader.properties.regions == description.regions)
        #expect(reader.properties.timeCodeType == 2)
        #expect(try allFrames(reader) == [[0, 0.5, 0.25]])
    }

    @Test func chaptersOfBooksComeBack() throws {
        guard EncoderTests.has("aac ") else { return }
        let chapters = [
            MediaProperties.Chapter(startSeconds: 0, title: "Erstes"), .init(startSeconds: 0.25, title: "Zwei — ö"),
        ]
        let (bytes, _) = try Self.file(("m4bf", "aac ", 44100, 0), frameCount: 22_050) { $0.chapters = chapters }
        #expect(try MediaReader(bytes: bytes).properties.chapters == chapters)
        guard EncoderTests.hasFFmpeg else { return }
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.m4b")))
        let listed = try OutsideTool.run(
            "ffprobe", ["-v", "error", "-show_chapters", "-of", "csv=p=0", folder.file("a.m4b")])
        let text = String(decoding: listed, as: UTF8.self)
        #expect(text.contains("Erstes") && text.contains("Zwei — ö"), "\(text)")
    }

    /// The bytes on the disk at any moment are a file of all packets but those of the last 64 KiB.
    @Test(arguments: [("m4af", "alac"), ("caff", "alac"), ("mp4f", "aac ")] as [(FourCC, FourCC)])
    func aWriterThatDiesLeavesAFile(fileType: FourCC, codec: FourCC) throws {
        guard EncoderTests.has(codec) else { return }
        let sink = MemoryByteSink()
        var description = MediaDescription(EncoderTests.compressed(codec, bits: codec == "alac" ? 16 : 0))
        description.options.bitRate = 256_000
        let writer = try MediaWriter(sink, try #require(Containers.named(fileType)), description)
        // Noise does not become shorter: the audio catches up with its index and moves it.
        let block = exactSamples(channelCount: 2, frameCount: 44_100, bits: 16, seed: 5)
        var seen: Set<Int64> = []
        for second in 1...(codec == "alac" ? 9 : 12) {
            try write(block, with: writer)
            let died = sink.bytes
            guard let reader = try? MediaReader(bytes: died) else {
                #expect(second < 4, "second \(second)")
                continue
            }
            let frames = try allFrames(reader, step: 8192)
            #expect(Int64(frames[0].count) == reader.frameCount)
            let lost = Int64(second) * 44_100 - reader.frameCount
            #expect(lost <= (codec == "alac" ? 44_100 : 4 * 44_100), "second \(second): \(lost) frames")
            if codec == "alac" {
                #expect(frames[1].suffix(100) == (frames[1].indices.suffix(100).map { block[1][$0 % 44_100] })[...])
            }
            seen.insert(reader.frameCount)
        }
        #expect(seen.count > 1)
        try writer.finish()
        let reader = try MediaReader(bytes: sink.bytes)
        #expect(reader.frameCount == writer.frameCount)
        // Nothing of the index is left.
        let behind = sink.bytes.count - Int(reader.dataRange.upperBound)
        #expect(behind < 20_000, "\(behind)")
    }

    @Test func aWriterWhoseIndexCannotBeCutOffHidesIt() throws {
        guard EncoderTests.has("alac") else { return }
        for fileType in ["m4af", "caff"] as [FourCC] {
            let inner = MemoryByteSink()
            let sink = GrowingByteSink(inner)
            let writer = try MediaWriter(
                sink, try #require(Containers.named(fileType)),
                MediaDescription(EncoderTests.compressed("alac", bits: 16), info: Self.info))
            let block = exactSamples(channelCount: 2, frameCount: 44_100, bits: 16, seed: 5)
            try write(block, with: writer)
            try writer.finish()
            #expect(inner.bytes.count > 1 << 20)
            let reader = try MediaReader(bytes: inner.bytes)
            #expect(reader.properties.info == Self.info)
            #expect(try allFrames(reader) == block)
        }
    }

    @Test(arguments: ["m4af", "caff"] as [FourCC]) func aFullDiskLeavesAFile(fileType: FourCC) throws {
        guard EncoderTests.has("alac") else { return }
        let sink = MemoryByteSink(byteLimit: 1_500_000)
        let writer = try MediaWriter(
            sink, try #require(Containers.named(fileType)),
            MediaDescription(EncoderTests.compressed("alac", bits: 16)))
        let block = exactSamples(channelCount: 2, frameCount: 44_100, bits: 16, seed: 5)
        #expect(throws: MediaError.self) { for _ in 0..<20 { try write(block, with: writer) } }
        try? writer.finish()
        let reader = try MediaReader(bytes: sink.bytes)
        let frames = try allFrames(reader)
        #expect(frames[0].count > 2 * 44_100, "\(frames[0].count)")
        #expect(frames[0].indices.allSatisfy { frames[0][$0] == block[0][$0 % 44_100] })
    }

    @Test(arguments: ["m4af", "caff"] as [FourCC])
    func packetsOfAnotherEncoderAreStoredWithWhatIsSaidOfThem(fileType: FourCC) throws {
        guard EncoderTests.has("aac ") else { return }
        let (original, _) = try Self.file(("m4af", "aac ", 44100, 0), frameCount: 20_000)
        let source = try MediaReader(bytes: original)
        var description = MediaDescription(source.properties.format ?? source.format)
        description.cookie = source.properties.cookie
        let sink = MemoryByteSink()
        let writer = try MediaWriter(sink, try #require(Containers.named(fileType)), description, encodes: false)
        let packets = try source.makePacketSource()
        var late = false
        while let packet = try packets.next() {
            try writer.write(packet: packet.bytes, frameCount: packet.frameCount)
            guard !late else { continue }
            late = true
            try writer.redescribe { $0.info = Self.info }
        }
        try writer.redescribe {
            $0.primingFrameCount = Int(source.properties.primingFrameCount)
            $0.validFrameCount = 20_000
        }
        try writer.finish()
        let reader = try MediaReader(bytes: sink.bytes)
        #expect(reader.frameCount == 20_000)
        #expect(reader.properties.info == Self.info)
        #expect(try allFrames(reader) == allFrames(source))
    }

    static func decibels(_ one: [[Float]], _ other: [[Float]]) -> Double {
        var (noise, signal) = (0.0, 1e-30)
        for (one, other) in zip(one, other) {
            for (a, b) in zip(one, other) {
                noise += Double(a - b) * Double(a - b)
                signal += Double(b) * Double(b)
            }
        }
        return 10 * log10(max(noise, 1e-30) / signal)
    }
}

/// A sink that cannot be cut off, as a program's callbacks are.
private final class GrowingByteSink: ByteSink {
    let name = "growing"
    private let inner: MemoryByteSink

    init(_ inner: MemoryByteSink) { self.inner = inner }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        try inner.write(bytes, at: offset)
    }

    func close() {}
}
