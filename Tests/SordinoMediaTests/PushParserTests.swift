import ByteMutation
import SordinoMedia
import Testing

@Suite struct PushParserTests {
    /// The packets of a stream that arrives in pieces, as one array, and how many there were.
    static func packets(
        _ bytes: [UInt8], pieces: (inout SeededNumbers) -> Int, seed: UInt64 = 0
    ) throws -> ([UInt8], Int, PushParser) {
        var parser = PushParser()
        var numbers = SeededNumbers(seed: seed)
        var collected: [UInt8] = []
        var count = 0
        var at = 0
        while at < bytes.count {
            let end = min(bytes.count, at + max(1, pieces(&numbers)))
            try bytes[at..<end].withUnsafeBytes { piece in
                try parser.push(piece) { run in
                    #expect(run.firstPacket == Int64(count))
                    collected += run.bytes
                    count += run.packetCount
                }
            }
            at = end
        }
        try parser.finish()
        return (collected, count, parser)
    }

    @Test(arguments: writableFormats.indices)
    func anyCuttingGivesTheSamePackets(index: Int) throws {
        let (fileType, encoding, bits) = writableFormats[index]
        let samples = exactSamples(channelCount: 3, frameCount: 151, bits: bits)
        let format = MediaFormat(encoding, sampleRate: 48000, channelCount: 3)
        let info = [MediaProperties.Info(key: "title", value: "An odd title")]
        let bytes = try written(samples, fileType, MediaDescription(format, info: info))
        let reader = try MediaReader(bytes: bytes)
        var stored = [UInt8](repeating: 0, count: Int(reader.dataRange.count))
        _ = try stored.withUnsafeMutableBytes { try reader.readStored(into: $0, at: 0) }

        for (name, pieces) in [
            ("one by one", { _ in 1 }), ("sevens", { _ in 7 }), ("all at once", { _ in .max / 2 }),
            ("random", { Int.random(in: 1...300, using: &$0) }),
        ] as [(String, (inout SeededNumbers) -> Int)] {
            let (packets, count, parser) = try Self.packets(bytes, pieces: pieces, seed: UInt64(index))
            #expect(packets == stored, "\(name)")
            #expect(count == 151, "\(name)")
            #expect(parser.isReady)
            #expect(parser.properties?.format == format)
            #expect(parser.properties?.info == (["NeXT", "W64f"].contains(fileType) ? [] : info))
        }
    }

    @Test func aRecordingThatIsStillGoingOnStreamsToItsEnd() throws {
        let samples = exactSamples(channelCount: 1, frameCount: 100, bits: 16)
        for (fileType, encoding) in [("caff", .int16(.big)), ("WAVE", .int16(.little))] as [(FourCC, SampleEncoding)] {
            let format = MediaFormat(encoding, sampleRate: 8000, channelCount: 1)
            var bytes = try written(samples, fileType, MediaDescription(format), finish: true)
            // As a writer leaves it that never came to update its header.
            let sink = MemoryByteSink()
            let writer = try MediaWriter(sink, try #require(Containers.named(fileType)), MediaDescription(format))
            bytes.replaceSubrange(0..<sink.bytes.count, with: sink.bytes)
            #expect(try Self.packets(bytes, pieces: { _ in 11 }).1 == 100)
            #expect(try allFrames(MediaReader(bytes: bytes)) == samples)
            try writer.finish()
        }
    }

    /// A stream may be joined in the middle of a frame, so the first bytes alone say nothing.
    @Test func garbageIsRefusedWithin160KiB() throws {
        var parser = PushParser()
        let piece = [UInt8](repeating: 0x55, count: 1 << 12)
        var pushed = 0
        var failure: MediaError?
        while failure == nil, pushed < 160 << 10 {
            do { try piece.withUnsafeBytes { try parser.push($0) { _ in Issue.record("a packet of garbage") } } } catch
            {
                failure = error as? MediaError
            }
            pushed += piece.count
        }
        guard case .unsupported(.fileType) = failure else {
            Issue.record("\(String(describing: failure)) after \(pushed) bytes")
            return
        }
        // A parser that has failed stays so.
        #expect(throws: MediaError.self) { try piece.withUnsafeBytes { try parser.push($0) { _ in } } }
    }

    @Test func aShortStreamOfGarbageIsRefusedAtItsEnd() throws {
        var parser = PushParser()
        let bytes = [UInt8](repeating: 0x55, count: 12)
        try bytes.withUnsafeBytes { try parser.push($0) { _ in Issue.record("a packet of garbage") } }
        #expect(throws: MediaError.self) { try parser.finish() }
    }

    @Test func soundBeforeItsDescriptionCannotBeStreamedButCanBeRead() throws {
        let samples = exactSamples(channelCount: 1, frameCount: 10, bits: 16)
        let bytes = try written(
            samples, "AIFF", MediaDescription(MediaFormat(.int16(.big), sampleRate: 8000, channelCount: 1)))
        // FORM header 12, COMM 26, SSND 36: the two chunks change places.
        let swapped = bytes[..<12] + bytes[38...] + bytes[12..<38]
        #expect(try allFrames(MediaReader(bytes: Array(swapped))) == samples)
        let error = #expect(throws: MediaError.self) { try Self.packets(Array(swapped), pieces: { _ in 5 }) }
        guard case .unsupported(.operation) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func aStreamThatEndsInItsHeaderSaysSo() throws {
        let bytes = try written(
            [[0, 0]], "WAVE", MediaDescription(MediaFormat(.int16(.little), sampleRate: 8000, channelCount: 1)))
        let error = #expect(throws: MediaError.self) { try Self.packets(Array(bytes[..<60]), pieces: { _ in 9 }) }
        guard case .malformed(at: 60, because: _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
