import Foundation
import SordinoMedia
import Testing

/// The frames and headers around MPEG audio in files: Xing, LAME, VBRI, free format.
@Suite(.enabled(if: OutsideTool.path("ffmpeg") != nil, "ffmpeg is not there"))
struct MPEGAudioHeadersTests {
    private static let frameCount = 50_021

    /// Encodes a tone that begins and ends at full level.
    private func encoded(_ rate: Int, _ channelCount: Int, _ options: [String]) throws -> ([UInt8], [[Float]]) {
        let folder = try TemporaryFolder()
        let samples = EncoderTests.chord(channelCount: channelCount, frameCount: Self.frameCount, rate: Double(rate))
        let raw = folder.file("in.raw")
        try OutsideTool.raw(samples).write(to: URL(fileURLWithPath: raw))
        let path = folder.file("a.mp3")
        _ = try OutsideTool.run(
            "ffmpeg",
            ["-v", "error", "-f", "f32le", "-ar", "\(rate)", "-ac", "\(channelCount)", "-i", raw] + options + [path])
        return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), samples)
    }

    /// The whole frames of a stream behind its tags.
    private func frames(_ file: [UInt8]) throws -> [[UInt8]] {
        let packets = try MediaReader(bytes: file).makePacketSource()
        var frames: [[UInt8]] = []
        while let packet = try packets.next() { frames.append(Array(packet.bytes)) }
        return frames
    }

    @Test(
        arguments: [
            (44100, 2, ["-c:a", "libmp3lame", "-b:a", "128k"]), (48000, 1, ["-c:a", "libmp3lame", "-q:a", "2"]),
            (22050, 2, ["-c:a", "libmp3lame", "-q:a", "5"]), (11025, 1, ["-c:a", "libmp3lame", "-b:a", "32k"]),
            (8000, 2, ["-c:a", "libmp3lame", "-q:a", "3"]),
        ] as [(Int, Int, [String])])
    func aLAMETagGivesTheSoundItsExactLengthAndPlace(rate: Int, channelCount: Int, options: [String]) throws {
        let (file, samples) = try encoded(rate, channelCount, options)
        let reader = try MediaReader(bytes: file)
        #expect(reader.frameCount == Int64(Self.frameCount))
        let decoded = try allFrames(reader)
        #expect(decoded.map(\.count) == samples.map(\.count))
        // The chord of 220 to 1250 Hz is below every cutoff: a shift by a frame would be -30 dB at most.
        var (noise, signal) = (0.0, 0.0)
        for (one, other) in zip(decoded, samples) {
            for (a, b) in zip(one, other).dropFirst(2000).dropLast(2000) {
                noise += Double(a - b) * Double(a - b)
                signal += Double(b) * Double(b)
            }
        }
        let ratio = 10 * log10(noise / signal)
        #expect(ratio < -14, "\(ratio) dB")
        // Everything but the first frame, which is no sound, is counted by the header.
        let bare = try frames(file)
        #expect((bare.count - 1) * (rate < 32000 ? 576 : 1152) >= Self.frameCount)
    }

    /// Fraunhofer's frame: silence whose 32nd byte behind the header begins the description.
    private func described(_ frame: [UInt8], frameCount: Int, byteCount: Int) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: frame.count)
        head.replaceSubrange(0..<4, with: frame[0..<4])
        func big(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        // The version, delay, quality; bytes, frames; two entries of two bytes, each for half of the frames.
        let body =
            Array("VBRI".utf8) + big(1, 2) + big(1105, 2) + big(75, 2) + big(byteCount, 4) + big(frameCount, 4)
            + big(2, 2) + big(1, 2) + big(2, 2) + big(frameCount / 2, 2)
        head.replaceSubrange(36..<36 + body.count, with: body)
        return head
    }

    @Test(arguments: [["-b:a", "128k"], ["-q:a", "4"]])
    func aVBRIFrameIsNoSound(options: [String]) throws {
        let (file, _) = try encoded(
            44100, 2, ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"] + options)
        let all = try frames(file)
        let longest = try #require(all.max { $0.count < $1.count })
        let head = described(longest, frameCount: all.count, byteCount: file.count + longest.count)
        let plain = try MediaReader(bytes: file)
        let reader = try MediaReader(bytes: head + file)
        #expect(reader.frameCount == plain.frameCount && plain.frameCount == Int64(1152 * all.count))
        let sound = try allFrames(plain)
        #expect(try allFrames(reader) == sound)
        reader.seek(to: 30_000)
        #expect(try someFrames(reader, 2000) == sound.map { Array($0[30_000..<32_000]) })
    }

    @Test(
        arguments: [
            (48000, 2, ["-c:a", "libmp3lame", "-b:a", "128k"]), (44100, 2, ["-c:a", "libmp3lame", "-b:a", "160k"]),
            (22050, 1, ["-c:a", "libmp3lame", "-b:a", "48k"]), (44100, 2, ["-c:a", "mp2", "-b:a", "192k"]),
        ] as [(Int, Int, [String])])
    func aFreeFormatIsReadFrameByFrame(rate: Int, channelCount: Int, options: [String]) throws {
        let isThird = options.contains("libmp3lame")
        let none = isThird ? ["-write_xing", "0", "-id3v2_version", "0", "-f", "mp3"] : ["-f", "mp2"]
        let (file, _) = try encoded(rate, channelCount, options + none)
        let all = try frames(file)
        let free = all.map { frame in
            var frame = frame
            frame[2] &= 0x0F
            return frame
        }
        let reader = try MediaReader(bytes: Array(free.joined()))
        #expect(reader.format.codec == (isThird ? ".mp3" : ".mp2"))
        let plain = try MediaReader(bytes: file)
        #expect(reader.frameCount == plain.frameCount)
        let sound = try allFrames(plain)
        #expect(try allFrames(reader) == sound)
        reader.seek(to: 20_000)
        #expect(try someFrames(reader, 3000) == sound.map { Array($0[20_000..<23_000]) })
    }
}
