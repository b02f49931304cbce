import CoreAudioTypes
import Foundation
import SordinoMedia
import Testing

/// Rates, lengths and channels that a container states otherwise than its packets.
@Suite(.enabled(if: OutsideTool.hasLibrary && EncoderTests.has("opus"), "libavcodec or libopus is not there"))
struct ContainerClockTests {
    private static func sine(_ rate: Double, _ frameCount: Int) -> [Float] {
        (0..<frameCount).map { 0.5 * Float(sin(2 * .pi * 440 * Double($0) / rate)) }
    }

    /// How loud a sine of 440 Hz is in samples, without regard to its phase.
    private static func level(_ samples: [Float], _ rate: Double) -> Double {
        let step = 2 * .pi * 440 / rate
        let (sine, cosine) = samples.enumerated().reduce((0.0, 0.0)) {
            (
                $0.0 + Double($1.element) * sin(step * Double($1.offset)),
                $0.1 + Double($1.element) * cos(step * Double($1.offset))
            )
        }
        return 2 * (sine * sine + cosine * cosine).squareRoot() / Double(max(1, samples.count))
    }

    @Test(arguments: [8000.0, 12000, 16000, 24000, 48000], ["caff", "m4af", "Oggf"] as [FourCC])
    func opusOfAnyRateIsHeardAsItWas(rate: Double, fileType: FourCC) throws {
        let frameCount = Int(rate)
        let description = MediaDescription(EncoderTests.compressed("opus", rate: rate, channelCount: 1))
        let reader = try MediaReader(bytes: try written([Self.sine(rate, frameCount)], fileType, description))
        #expect(reader.format.sampleRate == 48000)
        #expect(reader.frameCount == 48000)
        let frames = try allFrames(reader)[0]
        #expect(frames.count == 48000)
        let level = Self.level(Array(frames[4800..<43_200]), 48000)
        #expect(abs(level - 0.5) < 0.03, "\(level)")
    }

    /// A converter of packets without a file around them: its input counts 24 kHz, the decoder gives 48.
    @Test func aConverterGivesTheRateThatItWasAskedFor() throws {
        let description = MediaDescription(EncoderTests.compressed("opus", rate: 24000, channelCount: 1))
        let file = try PacketFile(
            MemoryByteSource(try written([Self.sine(24000, 24000)], "Oggf", description)))
        var packets: [[UInt8]] = []
        for number in 0..<file.count().packets { packets += [try [UInt8](#require(try file.packet(number)).bytes)] }
        var media = description.format
        media.framesPerPacket = 480
        let converter = try Converter(
            from: ConversionFormat(media, cookie: file.properties.cookie), to: .floats(rate: 24000, channelCount: 1))
        var next = 0
        var held = AudioStreamPacketDescription()
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 8)
        let frames = UnsafeMutableBufferPointer<Float>.allocate(capacity: 50_000)
        let buffer = UnsafeMutablePointer<AudioBuffer>.allocate(capacity: 1)
        defer {
            room.deallocate()
            frames.deallocate()
            buffer.deallocate()
        }
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 200_000, mData: frames.baseAddress))
        let result = try withUnsafePointer(to: &held) { place in
            try converter.fill(&list, packetCount: 50_000) { _, chunk in
                guard next < packets.count else { return .end }
                let packet = packets[next]
                room.copyBytes(from: packet)
                buffer.pointee = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(packet.count), mData: room.baseAddress)
                UnsafeMutablePointer(mutating: place).pointee = AudioStreamPacketDescription(
                    mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
                (chunk.packetCount, chunk.buffers, chunk.bufferCount) = (1, UnsafePointer(buffer), 1)
                chunk.descriptions = place
                next += 1
                return .data
            }
        }
        // As many packets of 20 ms, less what the resampler still holds.
        #expect(abs(result.packetCount - 480 * packets.count) <= 64, "\(result.packetCount), \(packets.count) packets")
        let level = Self.level(Array(frames[2400..<21_600]), 24000)
        #expect(abs(level - 0.5) < 0.03, "\(level)")
    }

    /// The Opus mapping of the ISO file format, 4.3.1 and 4.3.2: the entry's rate and the clock are 48 kHz.
    @Test func opusInMPEG4CountsAt48Kilohertz() throws {
        let description = MediaDescription(EncoderTests.compressed("opus", rate: 16000, channelCount: 1))
        let bytes = try written([Self.sine(16000, 16000)], "m4af", description)
        func place(_ code: String) throws -> Int {
            let name = Array(code.utf8)
            return try #require((0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == name })
        }
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(try place("mdhd") + 16) == 48000)
        #expect(number(try place("Opus") + 28) == 48000 << 16)
        // The original rate and format stand in the codec's own header.
        #expect(number(try place("dOps") + 8) == 16000)
    }

    @Test(
        .enabled(if: OutsideTool.path("ffmpeg") != nil, "ffmpeg is not there"), arguments: ["ac3", "eac3"], [1, 2, 6])
    func theBoxOfAC3TellsTheChannels(codec: String, channelCount: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.mp4")
        _ = try OutsideTool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "sine=440:duration=1:sample_rate=44100", "-ac", "\(channelCount)",
                "-c:a", codec, "-y", path,
            ])
        let file = try PacketFile(FileByteSource(path: path))
        #expect(file.format.channelCount == channelCount)
        #expect(file.format.sampleRate == 44100)
    }
}

/// Samples that lie between the packets of another track.
@Suite(.enabled(if: OutsideTool.path("ffmpeg") != nil, "ffmpeg is not there"))
struct InterleavedSamplesTests {
    @Test(arguments: ["pcm_s16le", "pcm_s24be", "pcm_f32le"]) func samplesBetweenPicturesAreRead(codec: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("film.mov")
        _ = try OutsideTool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x64:rate=25:duration=2", "-f", "lavfi", "-i",
                "aevalsrc='sin(2000*t)|sin(3000*t)':s=44100:d=2", "-c:v", "mpeg4", "-c:a", codec, "-movflags",
                "+faststart", "-y", path,
            ])
        let reader = try MediaReader(path: path)
        #expect(reader.frameCount == 88_200)
        let frames = try allFrames(reader, step: 777)
        let theirs = OutsideTool.doubles(
            try OutsideTool.run("ffmpeg", ["-v", "error", "-i", path, "-map", "0:a", "-f", "f64le", "-"]))
        #expect(interleaved(frames) == theirs)
        reader.seek(to: 50_001)
        #expect(try allFrames(reader)[1] == Array(frames[1].dropFirst(50_001)))
        // A stream of it gives the same bytes.
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var stored = [UInt8](repeating: 0, count: Int(reader.dataRange.count))
        let count = try stored.withUnsafeMutableBytes { try reader.readStored(into: $0, at: 0) }
        #expect(count == stored.count)
        for pieceByteCount in [1 << 16, 1000] {
            #expect(try PushParserTests.packets(bytes, pieces: { _ in pieceByteCount }).0 == stored)
        }
    }
}
