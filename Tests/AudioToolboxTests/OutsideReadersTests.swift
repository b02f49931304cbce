import AudioToolbox
import Foundation
import SordinoMedia
import Testing

/// Files that AudioFile and ExtAudioFile write, read by programs that others wrote.
@Suite(.enabled(if: OutsideTool.path("ffmpeg") != nil && OutsideTool.path("ffprobe") != nil, "ffmpeg is not there"))
struct OutsideReadersTests {
    /// The properties that ffprobe prints of the first stream of a file, by name.
    private static func probe(_ url: URL) throws -> [String: String] {
        let entries =
            "stream=codec_name,sample_rate,channels,bits_per_raw_sample,bits_per_sample:format=format_name,duration"
        let text = try OutsideTool.run(
            "ffprobe",
            ["-v", "error", "-select_streams", "a:0", "-show_entries", entries, "-of", "default=nw=1", url.path])
        var said: [String: String] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { said[String(parts[0])] = String(parts[1]) }
        }
        return said
    }

    /// The samples that ffmpeg decodes from a file: 16-bit numbers, interleaved.
    private static func decode(_ url: URL) throws -> [Int16] {
        let data = try OutsideTool.run("ffmpeg", ["-v", "error", "-i", url.path, "-f", "s16le", "-"])
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
            }
        }
    }

    @Test(arguments: [
        (kAudioFileWAVEType, "wav", "pcm_s16le"), (kAudioFileAIFFType, "aiff", "pcm_s16be"),
        (kAudioFileCAFType, "caf", "pcm_s16le"), (kAudioFileNextType, "au", "pcm_s16be"),
    ])
    func filesOfAudioFileAreReadByFFmpeg(type: AudioFileTypeID, name: String, codec: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.\(name)")
        let isBigEndian = codec.hasSuffix("be")
        let samples = (0..<2002).map { Int16(truncatingIfNeeded: $0 &* 7919) }
        let file = try made(url, type, integers(16, isBigEndian: isBigEndian))
        let stored = samples.map { isBigEndian ? $0.bigEndian : $0.littleEndian }
        // In two parts, as programs do.
        for (first, part) in [(0, stored[..<1200]), (600, stored[1200...])] {
            var count = UInt32(part.count / 2)
            #expect(
                AudioFileWritePackets(file, false, 4 * count, nil, Int64(first), &count, Array(part)) == noErr)
        }
        #expect(AudioFileClose(file) == noErr)
        let said = try Self.probe(url)
        #expect(said["codec_name"] == codec && said["format_name"] == name, "\(said)")
        #expect(said["sample_rate"] == "44100" && said["channels"] == "2", "\(said)")
        #expect(try Self.decode(url) == samples)
    }

    @Test(
        .enabled(if: ExtAudioFileTests.hasEncoder(kAudioFormatMPEG4AAC), "libavcodec is not there"),
        arguments: [
            (kAudioFileM4AType, kAudioFormatAppleLossless, "m4a", "alac"),
            (kAudioFileCAFType, kAudioFormatAppleLossless, "caf", "alac"),
            (kAudioFileFLACType, kAudioFormatFLAC, "flac", "flac"),
        ])
    func losslessFilesOfExtAudioFileAreReadByFFmpeg(
        type: AudioFileTypeID, id: AudioFormatID, name: String, codec: String
    ) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.\(name)")
        let samples = ExtAudioFileTests.tone(10_007, channels: 2)
        try ExtAudioFileTests.write(samples, to: url, type, id)
        let said = try Self.probe(url)
        #expect(said["codec_name"] == codec, "\(said)")
        #expect(said["format_name"]?.split(separator: ",").contains { $0 == name } == true, "\(said)")
        #expect(try Self.decode(url) == samples.map { Int16($0 * 32768) })
    }

    @Test(
        .enabled(if: ExtAudioFileTests.hasEncoder(kAudioFormatMPEG4AAC), "libavcodec is not there"),
        arguments: [(kAudioFileCAFType, "caf"), (kAudioFileM4AType, "m4a"), (kAudioFileAAC_ADTSType, "aac")])
    func aacOfExtAudioFileIsReadByFFmpeg(type: AudioFileTypeID, name: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.\(name)")
        try ExtAudioFileTests.write(ExtAudioFileTests.tone(20_000, channels: 2), to: url, type, kAudioFormatMPEG4AAC)
        let said = try Self.probe(url)
        #expect(said["codec_name"] == "aac" && said["channels"] == "2", "\(said)")
        #expect(said["format_name"]?.split(separator: ",").contains { $0 == name } == true, "\(said)")
        let theirs = try Self.decode(url)
        let client = ExtAudioFileTests.floats(channels: 2, rate: 44100)
        let file = try ExtAudioFileTests.open(url, client: client)
        let ours = try ExtAudioFileTests.readAll(file, channels: 2)
        #expect(ExtAudioFileDispose(file) == noErr)
        // ffmpeg plays what CAF says is not to be heard.
        let priming = Int(try MediaReader(path: url.path).properties.primingFrameCount)
        let early = type == kAudioFileCAFType ? 2 * priming : 0
        #expect(theirs.count - early >= ours.count)
        let errors = zip(ours, theirs.dropFirst(early)).map { pow(Double($0) * 32768 - Double($1), 2) }
        #expect((errors.reduce(0, +) / Double(max(1, errors.count))).squareRoot() < 1)
    }
}
