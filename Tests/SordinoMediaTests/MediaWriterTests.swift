import SordinoMedia
import Testing

/// Every data format that each container is written with, and how many bits of a sample it keeps.
let writableFormats: [(FourCC, SampleEncoding, Int)] = [
    ("WAVE", .uint8, 8), ("WAVE", .int16(.little), 16), ("WAVE", .int24(.little), 24), ("WAVE", .int32(.little), 24),
    ("WAVE", .float32(.little), 24), ("WAVE", .float64(.little), 24),
    ("RF64", .int16(.little), 16), ("BW64", .int24(.little), 24),
    ("AIFF", .int8, 8), ("AIFF", .int16(.big), 16), ("AIFF", .int24(.big), 24), ("AIFF", .int32(.big), 24),
    ("AIFC", .uint8, 8), ("AIFC", .int8, 8), ("AIFC", .int16(.big), 16), ("AIFC", .int16(.little), 16),
    ("AIFC", .int24(.big), 24), ("AIFC", .int32(.big), 24), ("AIFC", .float32(.big), 24), ("AIFC", .float64(.big), 24),
    ("caff", .int8, 8), ("caff", .int16(.big), 16), ("caff", .int16(.little), 16), ("caff", .int24(.big), 24),
    ("caff", .int24(.little), 24), ("caff", .int32(.big), 24), ("caff", .int32(.little), 24),
    ("caff", .float32(.big), 24), ("caff", .float32(.little), 24), ("caff", .float64(.big), 24),
    ("caff", .float64(.little), 24),
    ("W64f", .uint8, 8), ("W64f", .int16(.little), 16), ("W64f", .int24(.little), 24), ("W64f", .int32(.little), 24),
    ("W64f", .float32(.little), 24), ("W64f", .float64(.little), 24),
    ("NeXT", .int8, 8), ("NeXT", .int16(.big), 16), ("NeXT", .int24(.big), 24), ("NeXT", .float32(.big), 24),
    ("NeXT", .float64(.big), 24),
]

@Suite struct MediaWriterTests {
    @Test(arguments: writableFormats.indices)
    func whatIsWrittenIsReadBackExactly(index: Int) throws {
        let (fileType, encoding, bits) = writableFormats[index]
        for channelCount in [1, 2, 3, 6] {
            let samples = exactSamples(channelCount: channelCount, frameCount: 1237, bits: bits)
            let format = MediaFormat(encoding, sampleRate: 44100, channelCount: channelCount)
            let reader = try MediaReader(bytes: written(samples, fileType, MediaDescription(format)))
            #expect(reader.container.fileType == fileType)
            #expect(reader.format == format)
            #expect(reader.frameCount == 1237)
            #expect(try allFrames(reader) == samples)
        }
    }
}

extension MediaWriterTests {
    static func writer(
        _ sink: any ByteSink, _ fileType: FourCC = "WAVE", _ encoding: SampleEncoding = .int16(.little),
        channels: Int = 1
    ) throws -> MediaWriter {
        try MediaWriter(
            sink, try #require(Containers.named(fileType)),
            MediaDescription(MediaFormat(encoding, sampleRate: 8000, channelCount: channels)))
    }

    @Test(arguments: ["WAVE", "AIFF", "AIFC", "caff"] as [FourCC])
    func theFileIsCompleteWheneverItsHeaderIsUpdated(fileType: FourCC) throws {
        let samples = exactSamples(channelCount: 1, frameCount: 300, bits: 8)
        let sink = MemoryByteSink()
        let writer = try Self.writer(sink, fileType, fileType == "WAVE" ? .uint8 : .int8)
        for part in 0..<3 {
            try write([Array(samples[0][part * 100..<part * 100 + 99])], with: writer)
            try writer.update()
            // An odd number of bytes: only the finished file needs its pad byte.
            #expect(try allFrames(MediaReader(bytes: sink.bytes))[0].count == 99 * (part + 1))
        }
        try writer.finish()
        try writer.finish()
        #expect(writer.frameCount == 297)
        #expect(try allFrames(MediaReader(bytes: sink.bytes))[0].count == 297)
        if fileType != "caff" { #expect(sink.bytes.count % 2 == 0) }
    }

    @Test func aWriterThatIsLetGoFinishesItsFile() throws {
        let sink = MemoryByteSink()
        var writer: MediaWriter? = try Self.writer(sink)
        if let writer { try write([[0.25, 0.5]], with: writer) }
        writer = nil
        #expect(try allFrames(MediaReader(bytes: sink.bytes)) == [[0.25, 0.5]])
    }

    @Test func aFullDiskIsReportedAndWhatFitsIsKept() throws {
        let sink = MemoryByteSink(byteLimit: 200_000)
        let writer = try Self.writer(sink)
        let block = [[Float](repeating: 0.5, count: 30_000)]
        var failure: MediaError?
        var blocks = 0
        while failure == nil, blocks < 10 {
            do { try write(block, with: writer) } catch let error as MediaError { failure = error }
            blocks += 1
        }
        guard case .io(let io) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(io.operation == "write")
        #expect(throws: MediaError.self) { try writer.finish() }
        let frames = try allFrames(MediaReader(bytes: sink.bytes))[0]
        #expect(frames.count > 60_000 && frames.allSatisfy { $0 == 0.5 })
    }

    @Test func writingIntoADirectoryNamesThePath() throws {
        let error = #expect(throws: MediaError.self) { try FileByteSink(path: "/nowhere/a.wav") }
        #expect(error?.description.contains("/nowhere/a.wav") == true)
        #expect(throws: MediaError.self) { try FileByteSink(path: "/tmp") }
        #expect(throws: MediaError.self) { try FileByteSource(path: "/tmp") }
    }

    @Test func wavePastFourGibibytesBecomesRF64InItsPlace() throws {
        let description = MediaDescription(MediaFormat(.int16(.little), sampleRate: 8000, channelCount: 1))
        let writer = try WAVEWriter(description, form: .automatic)
        let small = writer.header(dataByteCount: 4_294_967_000 - 128, isFinished: true)
        let large = writer.header(dataByteCount: 4_294_967_296, isFinished: true)
        #expect(small.prefix(4) == ArraySlice(ascii("RIFF")))
        #expect(large.prefix(4) == ArraySlice(ascii("RF64")))
        #expect(small.count == large.count)
        // The 64-bit sizes: RIFF, data, frames.
        #expect(Array(large[20..<28]) == little(Int64(large.count) - 8 + 4_294_967_296))
        #expect(Array(large[28..<36]) == little(Int64(4_294_967_296)))
        #expect(Array(large[36..<44]) == little(Int64(2_147_483_648)))
        #expect(Array(large.suffix(4)) == little(UInt32.max))
        // Files written so are read so, though nearly all of it is a hole.
        let source = CallbackByteSource(
            byteCount: { () throws(MediaError) -> Int64 in Int64(large.count) + 4_294_967_296 },
            read: { (buffer, offset) throws(MediaError) -> Int in
                for index in buffer.indices {
                    let at = Int(offset) + index
                    buffer[index] = at < large.count ? large[at] : 0
                }
                return buffer.count
            })
        let reader = try MediaReader(source)
        #expect(reader.frameCount == 2_147_483_648)
        #expect(reader.container.fileType == "RF64")
    }

    @Test func aiffRefusesMoreThanItsSizesHold() throws {
        let writer = try Self.writer(MemoryByteSink(), "AIFF", .int16(.big))
        var sample: Float = 0
        let error = #expect(throws: MediaError.self) {
            try withUnsafeMutablePointer(to: &sample) { pointer in
                try withUnsafePointer(to: UnsafeMutableRawPointer(pointer)) { buffers in
                    // Nothing is read from the block: the count alone is too large.
                    try writer.write(
                        SampleBlock(.float32, channelCount: 1, isInterleaved: true, buffers: buffers),
                        frameCount: 1 << 31)
                }
            }
        }
        guard case .limit = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        arguments: [
            ("WAVE", .int8), ("WAVE", .int16(.big)), ("WAVE", .int64(.little)), ("AIFF", .float32(.big)),
            ("AIFF", .uint8),
            ("AIFF", .int16(.little)), ("AIFC", .int24(.little)), ("AIFC", .float32(.little)), ("caff", .uint8),
        ] as [(FourCC, SampleEncoding)])
    func containersRefuseWhatTheyDoNotHold(fileType: FourCC, encoding: SampleEncoding) throws {
        let sink = MemoryByteSink()
        let error = #expect(throws: MediaError.self) { try Self.writer(sink, fileType, encoding) }
        guard case .unsupported(.dataFormat) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(sink.bytes.isEmpty)
    }

    @Test(
        arguments: [
            ("WAVE", ChannelLayout(bitmap: 0x3F), ChannelLayout(bitmap: 0x3F)),
            // L R C LFE Ls Rs is what six bits from the lowest say.
            ("WAVE", ChannelLayout(tag: 121 << 16 | 6), ChannelLayout(bitmap: 0x3F)),
            ("caff", ChannelLayout(tag: 121 << 16 | 6), ChannelLayout(tag: 121 << 16 | 6)),
            ("AIFC", ChannelLayout(tag: 124 << 16 | 6), ChannelLayout(tag: 124 << 16 | 6)),
            (
                "caff", ChannelLayout(channels: [3, 1, 2, 5, 6, 4].map { .init(label: $0) }),
                ChannelLayout(channels: [3, 1, 2, 5, 6, 4].map { .init(label: $0) })
            ),
        ] as [(FourCC, ChannelLayout, ChannelLayout)])
    func layoutsAreKept(fileType: FourCC, given: ChannelLayout, expected: ChannelLayout) throws {
        let isAIFF = fileType == "AIFC"
        let format = MediaFormat(isAIFF ? .int16(.big) : .int16(.little), sampleRate: 48000, channelCount: 6)
        let samples = exactSamples(channelCount: 6, frameCount: 10, bits: 16)
        let reader = try MediaReader(bytes: written(samples, fileType, MediaDescription(format, layout: given)))
        #expect(reader.layout == expected)
        #expect(try allFrames(reader) == samples)
    }

    @Test func aLayoutWhoseOrderAWAVEFileCannotStateIsLeftOut() throws {
        // C L R: the mask's order is L R C.
        let layout = ChannelLayout(channels: [3, 1, 2].map { .init(label: $0) })
        let format = MediaFormat(.int16(.little), sampleRate: 48000, channelCount: 3)
        let bytes = try written([[0], [0], [0]], "WAVE", MediaDescription(format, layout: layout))
        #expect(try MediaReader(bytes: bytes).layout == nil)
    }

    @Test(
        arguments: [
            ("WAVE", ["title", "artist", "album"]), ("AIFF", ["title", "artist"]),
            ("caff", ["title", "artist", "album"]),
        ] as [(FourCC, [String])])
    func tagsAreKept(fileType: FourCC, keys: [String]) throws {
        let info = ["title", "artist", "album"].map { MediaProperties.Info(key: $0, value: "Ünïcode \($0)") }
        let encoding: SampleEncoding = fileType == "AIFF" ? .int16(.big) : .int16(.little)
        let format = MediaFormat(encoding, sampleRate: 8000, channelCount: 1)
        let reader = try MediaReader(bytes: written([[0.5]], fileType, MediaDescription(format, info: info)))
        #expect(reader.properties.info == keys.map { .init(key: $0, value: "Ünïcode \($0)") })
        #expect(try allFrames(reader) == [[0.5]])
    }
}
