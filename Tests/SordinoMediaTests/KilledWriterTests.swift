import SordinoMedia
import Testing

/// The file of a writer that was killed, as it lies on the disk: at most a second of what was written is missing.
@Suite struct KilledWriterTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var fileType: FourCC
        var format: MediaFormat
        var testDescription: String { "\(fileType) \(format.name)" }
    }

    /// Every container with every codec that it holds, at rates that store a second in few bytes and in many.
    static let kinds: [Kind] = Containers.writable.flatMap { container in
        let codecs = Containers.writableCodecs(in: container).filter { $0 != .linearPCM }.compactMap {
            Codecs.named($0)
        }
        return [8000.0, 48000].flatMap { rate -> [Kind] in
            let linear = Containers.writableEncodings(in: container).prefix(1).map {
                MediaFormat($0, sampleRate: rate, channelCount: 2)
            }
            return
                (linear
                + codecs.map {
                    $0.usualFormat(sampleRate: rate, channelCount: $0.id == "ilbc" ? 1 : 2)
                })
                .filter { Containers.holds(container, $0) }.map { Kind(fileType: container.fileType, format: $0) }
        }
    }

    @Test(arguments: kinds)
    func atMostASecondIsMissing(kind: Kind) throws {
        let rate = Int(kind.format.sampleRate)
        let sink = MemoryByteSink()
        let container = try #require(Containers.named(kind.fileType))
        let writer = try MediaWriter(sink, container, MediaDescription(kind.format))
        let block = 997
        let sound = exactSamples(channelCount: kind.format.channelCount, frameCount: block, bits: 8)
        var frames = 0
        var next = rate + rate / 3
        while frames < 7 * rate {
            try write(sound, with: writer)
            frames += block
            guard frames >= next else { continue }
            next += rate + 131
            // As the bytes lie now, a reader finds them after the process was killed.
            let found = try MediaReader(bytes: sink.bytes)
            let seconds = Double(frames) / Double(rate) - Double(found.frameCount) / found.format.sampleRate
            #expect(seconds <= 1, "after \(frames) frames")
            #expect(try allFrames(found, step: 4096)[0].count == Int(found.frameCount))
        }
        try writer.finish()
    }
}
