import Foundation
import SordinoMedia
import SordinoSignal
import Testing

/// Encoded packets are decoded by Sordino and by ffmpeg to the samples that went in, or to some close to them.
@Suite struct EncoderTests {
    static let hasFFmpeg = OutsideTool.path("ffmpeg") != nil

    static func has(_ codec: FourCC) -> Bool { Codecs.named(codec)?.isEncoded ?? false }

    /// A chord that begins and ends at full level, so that a wrong length or shift is seen.
    static func chord(channelCount: Int, frameCount: Int, rate: Double = 44100, bits: Int = 16) -> [[Float]] {
        let scale = Float(Int64(1) << Int64(bits - 1))
        return (0..<channelCount).map { channel in
            (0..<frameCount).map { frame in
                let time = Double(frame) / rate
                let sum = [220.0, 331, 499].enumerated().reduce(0.0) {
                    $0 + 0.2 * cos(2 * .pi * $1.element * time * (1 + 0.25 * Double(channel)) + Double($1.offset))
                }
                return (Float(sum) * scale).rounded() / scale
            }
        }
    }

    static func compressed(
        _ codec: FourCC, rate: Double = 44100, channelCount: Int = 2, bits: Int = 0
    ) -> MediaFormat {
        MediaFormat(
            codec: codec, sampleRate: rate, channelCount: channelCount, bytesPerPacket: 0, framesPerPacket: 0,
            bitsPerChannel: bits)
    }

    @Test(
        .enabled(if: has("flac"), "libavcodec is not there"), arguments: [16, 24],
        [(1, 1), (2, 4095), (2, 4097), (6, 30_001)])
    func flacComesBackBitForBit(bits: Int, shape: (Int, Int)) throws {
        let samples = exactSamples(channelCount: shape.0, frameCount: shape.1, bits: bits)
        let info = [MediaProperties.Info(key: "title", value: "A title"), .init(key: "artist", value: "Ä")]
        let bytes = try written(
            samples, "flac", MediaDescription(Self.compressed("flac", channelCount: shape.0, bits: bits), info: info))
        let reader = try MediaReader(bytes: bytes)
        #expect(reader.frameCount == Int64(shape.1))
        #expect(reader.format.bitsPerChannel == bits)
        #expect(reader.properties.info == info)
        #expect(try allFrames(reader) == samples)
        guard Self.hasFFmpeg else { return }
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.flac")))
        let decoded = try OutsideTool.run("ffmpeg", ["-v", "error", "-i", folder.file("a.flac"), "-f", "f64le", "-"])
        #expect(OutsideTool.doubles(decoded) == interleaved(samples))
    }

    @Test(.enabled(if: has("alac"), "libavcodec is not there"), arguments: [16, 24], [1, 4096, 10_000])
    func appleLosslessComesBackBitForBit(bits: Int, frameCount: Int) throws {
        let samples = exactSamples(channelCount: 2, frameCount: frameCount, bits: bits)
        #expect(try throughPackets(Self.compressed("alac", bits: bits), samples) == samples)
    }

    @Test func ima4ComesBackNearby() throws {
        for channelCount in [1, 2] {
            let samples = Self.chord(channelCount: channelCount, frameCount: 6400)
            let back = try throughPackets(Self.compressed(.appleIMA4, channelCount: channelCount), samples)
            #expect(back.first?.count == 6400)
            let noise = ratio(back, samples)
            #expect(noise < -25, "\(noise) dB")
        }
    }

    @Test(.enabled(if: has("aac "), "libavcodec is not there"))
    func aacInADTSIsReadByFFmpegAndByUsAlike() throws {
        let samples = Self.chord(channelCount: 2, frameCount: 44_100)
        var description = MediaDescription(Self.compressed("aac "))
        description.options.bitRate = 192_000
        let bytes = try written(samples, "adts", description)
        let reader = try MediaReader(bytes: bytes)
        #expect(reader.format.codec == "aac ")
        let ours = try allFrames(reader)
        // ADTS has no place for the encoder's delay.
        let delay = try #require(try Codecs.encoder(for: description.format, description.options)).primingFrameCount
        #expect(ours.first.map { $0.count >= 44_100 + delay && $0.count < 44_100 + delay + 2 * 1024 } == true)
        let shifted = ours.map { Array($0.dropFirst(delay).prefix(44_100)) }
        let noise = ratio(shifted, samples)
        #expect(noise < -30, "\(noise) dB")
        guard Self.hasFFmpeg else { return }
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.aac")))
        let decoded = try OutsideTool.run("ffmpeg", ["-v", "error", "-i", folder.file("a.aac"), "-f", "f64le", "-"])
        let theirs = OutsideTool.doubles(decoded)
        let woven = interleaved(ours)
        let difference = zip(theirs, woven).reduce(0.0) { max($0, abs($1.0 - $1.1)) }
        #expect(difference <= 1 / 32768.0 && theirs.count == woven.count, "\(theirs.count), \(woven.count)")
    }

    @Test(.enabled(if: has("opus"), "libopus is not there"))
    func opusComesBackNearby() throws {
        let samples = Self.chord(channelCount: 2, frameCount: 48_000, rate: 48000)
        let back = try throughPackets(Self.compressed("opus", rate: 48000), samples)
        let noise = ratio(back, samples)
        #expect(noise < -15, "\(noise) dB")
    }

    @Test func impossibleFormatsAreRefused() {
        for format in [
            Self.compressed("aac ", rate: 44101), Self.compressed("alac", bits: 13), Self.compressed(".mp3"),
            Self.compressed("opus", rate: 44100), Self.compressed("aac ", channelCount: 60),
        ] {
            #expect(throws: MediaError.self, "\(format.name)") { try Codecs.encoder(for: format) }
        }
    }

    @Test func aWriterOfPacketsTakesNoFramesAndOneOfFramesNoPackets() throws {
        let adts = try #require(Containers.named("adts"))
        let writer = try MediaWriter(
            MemoryByteSink(), adts, MediaDescription(Self.compressed("aac ")), encodes: false)
        #expect(throws: MediaError.self) { try write([[0], [0]], with: writer) }
        try [UInt8](repeating: 1, count: 9).withUnsafeBytes { try writer.write(packet: $0, frameCount: 1024) }
        #expect(writer.frameCount == 1024)
        // A frame's length has 13 bits.
        #expect(throws: MediaError.self) {
            try [UInt8](repeating: 1, count: 9000).withUnsafeBytes { try writer.write(packet: $0, frameCount: 1024) }
        }
        let wave = try #require(Containers.named("WAVE"))
        let frames = try MediaWriter(
            MemoryByteSink(), wave, MediaDescription(MediaFormat(.uint8, sampleRate: 8000, channelCount: 1)))
        #expect(throws: MediaError.self) {
            try [UInt8](repeating: 1, count: 9).withUnsafeBytes { try frames.write(packet: $0, frameCount: 9) }
        }
    }

    /// Encodes and decodes without a container, and takes the priming away.
    func throughPackets(_ format: MediaFormat, _ samples: [[Float]]) throws -> [[Float]] {
        let encoder = try #require(try Codecs.encoder(for: format))
        let frameCount = samples[0].count
        let stored = encoder.inputEncoding
        let kind: SampleBlock.Kind = stored.isFloat ? .float32 : stored.byteCount == 2 ? .int16 : .int32
        let woven = samples[0].indices.flatMap { frame in samples.map { $0[frame] } }
        let rows = encoder.takesPlanes ? samples : [woven]
        let input = PlanarFrames(kind, channelCount: rows.count, capacity: rows[0].count)
        let places = input.block.buffers
        for (index, row) in rows.enumerated() {
            var row = row
            block(&row, 1) {
                SampleCodec.encode(stored, $0, atFrame: 0, frameCount: rows[index].count, into: places[index])
            }
        }
        let frames = SampleBlock(
            kind, channelCount: samples.count, isInterleaved: !encoder.takesPlanes, buffers: places)
        var packets: [([UInt8], Int)] = []
        try withExtendedLifetime(input) {
            for done in stride(from: 0, to: frameCount, by: 777) {
                try encoder.encode(frames, atFrame: done, frameCount: min(777, frameCount - done)) {
                    packets.append((Array($0.bytes), $0.frameCount))
                }
            }
        }
        try encoder.finish { packets.append((Array($0.bytes), $0.frameCount)) }

        let decoder = try #require(try Codecs.decoder(for: encoder.format, cookie: encoder.cookie))
        var back = [[Float]](repeating: [], count: samples.count)
        for (bytes, counted) in packets {
            let frames = try bytes.withUnsafeBytes { try decoder.decode($0) }
            let count = frames.frameCount
            #expect(count == counted)
            var floats = [Float](repeating: 0, count: count * samples.count)
            block(&floats, samples.count) {
                frames.block.copyPlanes(fromFrame: 0, frameCount: count, into: $0, atFrame: 0)
            }
            for channel in samples.indices { back[channel] += (0..<count).map { floats[$0 * samples.count + channel] } }
        }
        return back.map { Array($0.dropFirst(encoder.primingFrameCount).prefix(frameCount)) }
    }

    private func block(_ samples: inout [Float], _ channelCount: Int, _ body: (SampleBlock) -> Void) {
        samples.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            withUnsafePointer(to: base) {
                body(SampleBlock(.float32, channelCount: channelCount, isInterleaved: true, buffers: $0))
            }
        }
    }

    /// The part of one that the other lacks, in dB of the other.
    private func ratio(_ one: [[Float]], _ other: [[Float]]) -> Double {
        var (noise, signal) = (0.0, 1e-30)
        for (one, other) in zip(one, other) {
            for (a, b) in zip(one, other) {
                noise += Double(a - b) * Double(a - b)
                signal += Double(b) * Double(b)
            }
        }
        return 10 * log10(noise / signal)
    }
}
