import Foundation
import SordinoMedia
import Testing

/// Files that are written anew: what is in them stays, the audio first of all.
@Suite struct MediaRewriterTests {
    static func rewritten(_ bytes: [UInt8], _ changes: MediaRewriter.Changes = .init()) throws -> [UInt8] {
        let sink = MemoryByteSink()
        try MediaRewriter.rewrite(MemoryByteSource(bytes), into: sink, changes: changes)
        return sink.bytes
    }

    @Test(arguments: ["WAVE", "RF64", "AIFF", "AIFC", "caff"] as [FourCC])
    func chunksBehindTheAudioComeBeforeIt(fileType: FourCC) throws {
        let isBig = fileType == "AIFF" || fileType == "AIFC"
        let format = MediaFormat(isBig ? .int16(.big) : .int16(.little), sampleRate: 8000, channelCount: 1)
        let sink = MemoryByteSink()
        let container = try #require(Containers.named(fileType))
        let writer = try MediaWriter(sink, container, MediaDescription(format))
        let samples = exactSamples(channelCount: 1, frameCount: 333, bits: 16)
        try write(samples, with: writer)
        let info = [MediaProperties.Info(key: "title", value: "Ein Name")]
        try writer.redescribe {
            $0.info = info
            $0.markers = [.init(name: "A", framePosition: 5, id: 1)]
        }
        try writer.finish()
        #expect(try !MediaRewriter.isOptimised(MemoryByteSource(sink.bytes)))
        let bytes = try Self.rewritten(sink.bytes)
        #expect(try MediaRewriter.isOptimised(MemoryByteSource(bytes)))
        var reader = try MediaReader(bytes: bytes)
        #expect(reader.container.fileType == fileType)
        #expect(reader.properties.info == info)
        #expect(reader.properties.markers.map(\.name) == ["A"])
        #expect(try allFrames(reader) == samples)

        var changes = MediaRewriter.Changes()
        changes.info = [.init(key: "title", value: "Anders"), .init(key: "copyright", value: "Wer")]
        changes.markers = []
        reader = try MediaReader(bytes: try Self.rewritten(bytes, changes))
        #expect(reader.properties.info == changes.info)
        #expect(reader.properties.markers.isEmpty)
        #expect(try allFrames(reader) == samples)
    }

    @Test func anOverviewOfCAFIsLeftIntact() throws {
        let samples = exactSamples(channelCount: 1, frameCount: 20, bits: 16)
        let plain = try written(
            samples, "caff", MediaDescription(MediaFormat(.int16(.little), sampleRate: 8000, channelCount: 1)))
        let overview = Array("ovvw".utf8) + [0, 0, 0, 0, 0, 0, 0, 9] + (1...9).map { UInt8($0) }
        var changes = MediaRewriter.Changes()
        changes.info = [.init(key: "title", value: "Name")]
        let bytes = try Self.rewritten(plain + overview, changes)
        let reader = try MediaReader(bytes: bytes)
        let chunk = try #require(reader.properties.chunks.first { $0.id == "ovvw" })
        #expect(Array(bytes[Int(chunk.start)..<Int(chunk.start) + 9]) == (1...9).map { UInt8($0) })
        #expect(reader.properties.info == changes.info)
        #expect(try allFrames(reader) == samples)
    }

    @Test(arguments: ["aac ", "alac"] as [FourCC]) func tablesOfMPEG4ComeBeforeTheAudio(codec: FourCC) throws {
        guard EncoderTests.has(codec) else { return }
        let chapters = [
            MediaProperties.Chapter(startSeconds: 0, title: "Eins"), .init(startSeconds: 0.1, title: "Zwei"),
        ]
        let (old, _) = try PacketFilesTests.file(("m4bf", codec == "alac" ? "aac " : codec, 44100, 0), frameCount: 9000)
        {
            $0.info = PacketFilesTests.info
            $0.chapters = chapters
        }
        let before = try MediaReader(bytes: old)
        #expect(try !MediaRewriter.isOptimised(MemoryByteSource(old)))
        let bytes = try Self.rewritten(old)
        #expect(try MediaRewriter.isOptimised(MemoryByteSource(bytes)))
        var reader = try MediaReader(bytes: bytes)
        #expect(reader.properties.info == PacketFilesTests.info)
        #expect(reader.properties.chapters == chapters)
        #expect(reader.frameCount == 9000)
        let frames = try allFrames(before)
        #expect(try allFrames(reader) == frames)
        // Now it can be streamed.
        var parser = PushParser()
        var count = 0
        try bytes.withUnsafeBytes { try parser.push($0) { count += $0.packetCount } }
        #expect(count == Int(reader.properties.packetCount ?? 0))

        var changes = MediaRewriter.Changes()
        changes.info = [.init(key: "title", value: "Anders")]
        reader = try MediaReader(bytes: try Self.rewritten(old, changes))
        #expect(reader.properties.info == changes.info)
        #expect(reader.properties.chapters == chapters)
        #expect(reader.frameCount == 9000)
        #expect(try allFrames(reader) == frames)
    }

    @Test func aFileIsReplacedInItsPlaceOrNotAtAll() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        let samples = exactSamples(channelCount: 1, frameCount: 20, bits: 16)
        let bytes = try written(
            samples, "WAVE", MediaDescription(MediaFormat(.int16(.little), sampleRate: 8000, channelCount: 1)))
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        var changes = MediaRewriter.Changes()
        changes.info = [.init(key: "title", value: "Name")]
        try MediaRewriter.rewrite(path: path, changes: changes)
        #expect(try MediaReader(path: path).properties.info == changes.info)
        #expect(try allFrames(MediaReader(path: path)) == samples)
        let flac = folder.file("a.flac")
        try Data("fLaC".utf8).write(to: URL(fileURLWithPath: flac))
        #expect(throws: MediaError.self) { try MediaRewriter.rewrite(path: flac, changes: changes) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.flac", "a.wav"])
    }

    /// A jump reads what lies around it, not all that lies before.
    @Test func jumpsInFLACAreShort() throws {
        guard EncoderTests.has("flac") else { return }
        let samples = exactSamples(channelCount: 1, frameCount: 500_000, bits: 16)
        let bytes = try written(
            samples, "flac", MediaDescription(EncoderTests.compressed("flac", channelCount: 1, bits: 16)))
        let memory = MemoryByteSource(bytes)
        var readByteCount = 0
        let read: CallbackByteSource.Read = { buffer, offset throws(MediaError) in
            readByteCount += buffer.count
            return memory.read(into: buffer, at: offset)
        }
        let source = CallbackByteSource(byteCount: { () throws(MediaError) in memory.byteCount() }, read: read)
        let reader = try MediaReader(source)
        for frame in [480_003, 17, 300_000] {
            reader.seek(to: Int64(frame))
            readByteCount = 0
            let buffer = UnsafeMutablePointer<Float>.allocate(capacity: 1000)
            defer { buffer.deallocate() }
            #expect(try reader.read(into: [buffer], frameCount: 1000) == 1000)
            #expect((0..<1000).allSatisfy { buffer[$0] == samples[0][frame + $0] })
            #expect(readByteCount < 500_000, "\(readByteCount) of \(bytes.count)")
        }
    }
}
