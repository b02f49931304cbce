import Foundation
import SordinoMedia
import Testing

@Suite struct IMA4DecoderTests {
    typealias F = ChunkFiles

    /// An AIFF-C file of packets.
    static func file(_ packets: [UInt8], channels: UInt16) -> [UInt8] {
        let count = UInt32(packets.count / (34 * Int(channels)))
        return F.aiff(
            [
                F.aiffChunk("COMM", F.common(channels: channels, frames: count, compression: "ima4")),
                F.aiffChunk("SSND", F.sound(packets)),
            ], type: "AIFC")
    }

    @Test func theFirstSamplesFollowFromTheStandardsTables() throws {
        // Sample 128 (upper nine bits), step index 0; codes 7, 15, 0, 8, 4 and then 0.
        let block: [UInt8] = [0x00, 0x80, 0xF7, 0x80, 0x04] + [UInt8](repeating: 0, count: 29)
        let reader = try MediaReader(bytes: Self.file(block, channels: 1))
        #expect(reader.frameCount == 64)
        let frames = try allFrames(reader)[0].prefix(5).map { Int($0 * 32768) }
        // Step 7: 0 + 7 + 3 + 1 = 11; index 8, step 16: 2 + 16 + 8 + 4 = 30; index 16, step 34: 4; index 15, step 31: 3;
        // index 14, step 28: 3 + 28 = 31.
        #expect(frames == [139, 109, 113, 110, 141])
    }

    @Test func anyStepsAndJumpsGiveTheSameFrames() throws {
        var numbers: UInt32 = 1
        let packets = (0..<2 * 34 * 40).map { _ -> UInt8 in
            numbers = numbers &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: numbers >> 24)
        }
        let file = Self.file(packets, channels: 2)
        let whole = try allFrames(MediaReader(bytes: file))
        #expect(whole[0].count == 64 * 40)
        let reader = try MediaReader(bytes: file)
        for step in [1, 63, 64, 65, 999] {
            reader.seek(to: 0)
            #expect(try allFrames(reader, step: step) == whole, "\(step)")
        }
        // Cut inside a packet: what is whole is read.
        #expect(try allFrames(MediaReader(bytes: Array(file.dropLast(100))))[0].count == 64 * 38)
    }

    @Test(
        .enabled(if: OutsideTool.path("ffmpeg") != nil, "ffmpeg is not installed"), arguments: ["aiff", "caf"], [1, 2])
    func ffmpegsFilesDecodeAsFFmpegDecodesThem(kind: String, channelCount: Int) throws {
        let folder = try TemporaryFolder()
        let tone = (0..<channelCount).map { channel in
            (0..<6400).map { Float(sin(Double($0) * 0.03 * Double(channel + 1)) * 0.7) }
        }
        try OutsideTool.raw(tone).write(to: URL(fileURLWithPath: folder.file("raw")))
        let path = folder.file("a.\(kind)")
        _ = try OutsideTool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "f32le", "-ar", "44100", "-ac", "\(channelCount)", "-i", folder.file("raw"),
                "-c:a",
                "adpcm_ima_qt", path,
            ])
        let theirs = OutsideTool.doubles(
            try OutsideTool.run("ffmpeg", ["-v", "error", "-i", path, "-f", "f64le", "-"]))
        let reader = try MediaReader(path: path)
        let ours = try allFrames(reader)
        #expect(interleaved(ours) == theirs)
        // Only earlier packets tell the lower seven bits of the last sample.
        for frame in [3210, 17, 6399, 4000, 4100] {
            reader.seek(to: Int64(frame))
            #expect(try allFrames(reader)[0] == Array(ours[0][frame...]), "\(frame)")
        }
    }
}
