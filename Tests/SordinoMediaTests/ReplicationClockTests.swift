import Foundation
import SordinoMedia
import Testing

/// The clock of HE-AAC in MPEG-4 files: Apple's files count frames of the core codec, at half the rate that is heard.
@Suite(.enabled(if: EncoderTests.has("aach") && EncoderTests.has("aacp"), "HE-AAC is not encoded"))
struct ReplicationClockTests {
    /// The boxes of a file that state times.
    private struct Boxes {
        var bytes: [UInt8]

        func number(_ code: String, _ offset: Int) throws -> Int {
            let at = try place(code) + offset
            return bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
        }

        mutating func double(_ code: String, _ offset: Int) throws {
            let value = try number(code, offset) * 2
            let at = try place(code) + offset
            for index in 0..<4 { bytes[at + index] = UInt8(value >> (24 - 8 * index) & 0xFF) }
        }

        /// iTunes' numbers: priming, padding, and the frames between them.
        func gapless() throws -> [Int] {
            let at = try place("iTunSMPB") + 24
            let text = String(decoding: bytes[at..<at + 44], as: UTF8.self)
            return text.split(separator: " ").dropFirst().compactMap { Int($0, radix: 16) }
        }

        private func place(_ code: String) throws -> Int {
            let name = Array(code.utf8)
            let starts = bytes.indices.dropLast(name.count)
            return try #require(starts.last { bytes[$0..<$0 + name.count].elementsEqual(name) })
        }
    }

    private static func made(_ codec: FourCC, _ frameCount: Int, rate: Double = 48000) throws -> [UInt8] {
        let description = MediaDescription(EncoderTests.compressed(codec, rate: rate))
        return try written(
            EncoderTests.chord(channelCount: 2, frameCount: frameCount, rate: rate), "m4af", description)
    }

    @Test(arguments: ["aach", "aacp"] as [FourCC], [4411, 47_999, 48_000])
    func timeIsCountedAtTheRateOfTheCore(codec: FourCC, frameCount: Int) throws {
        let boxes = Boxes(bytes: try Self.made(codec, frameCount))
        let reader = try MediaReader(bytes: boxes.bytes)
        #expect(reader.frameCount == Int64(frameCount))
        #expect(try allFrames(reader)[0].count == frameCount)
        let priming = Int(reader.properties.primingFrameCount)
        // The track's clock and the sample entry's rate, the durations of packets, the priming in the edit list.
        #expect(try boxes.number("mdhd", 16) == 24000)
        #expect(try boxes.number("mp4a", 28) == 24000 << 16)
        #expect(try boxes.number("stts", 16) == 1024)
        #expect(try boxes.number("elst", 16) == priming / 2)
        // The movie's clock is the one that is heard, so that an odd length is exact.
        #expect(try boxes.number("mvhd", 16) == 48000)
        #expect(try boxes.number("elst", 12) == frameCount)
        #expect(try boxes.number("tkhd", 24) == frameCount)
        let gapless = try boxes.gapless()
        #expect(gapless.count == 3 && gapless[0] == priming / 2 && gapless[2] == (frameCount + 1) / 2, "\(gapless)")
        #expect(try gapless.reduce(0, +) == boxes.number("mdhd", 20))
    }

    /// Files that were written before count frames of the doubled rate.
    @Test(arguments: ["aach", "aacp"] as [FourCC]) func olderFilesAreReadToTheFrame(codec: FourCC) throws {
        var boxes = Boxes(bytes: try Self.made(codec, 48_000))
        let now = try allFrames(MediaReader(bytes: boxes.bytes))
        for (code, offset) in [("mdhd", 16), ("mdhd", 20), ("stts", 16), ("elst", 16)] {
            try boxes.double(code, offset)
        }
        let older = try MediaReader(bytes: boxes.bytes)
        #expect(older.frameCount == 48_000)
        #expect(try allFrames(older) == now)
    }

    @Test(
        .enabled(if: OutsideTool.path("ffmpeg") != nil, "ffmpeg is not there"),
        arguments: ["aach", "aacp"] as [FourCC], [4410, 48_000])
    func ffmpegLosesNoFrame(codec: FourCC, frameCount: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.m4a")
        try Data(try Self.made(codec, frameCount)).write(to: URL(fileURLWithPath: path))
        #expect(try OutsideTool.decoded(path).count / 2 >= frameCount)
    }

    @Test(.enabled(if: RealSamplesTests.folder != nil, "../shared/samples is not there"))
    func filesOfAMacAreReadToTheFrame() throws {
        for (rate, frameCount) in [(16000, 64_000), (44100, 88_200)] as [(Int, Int64)] {
            let path = try #require(RealSamplesTests.folder) + "/mp4/fate__tones_afconvert_\(rate)_stereo_aac_he2.m4a"
            let reader = try MediaReader(path: path)
            #expect(reader.frameCount == frameCount)
            #expect(try Int64(allFrames(reader)[0].count) == frameCount)
        }
    }
}
