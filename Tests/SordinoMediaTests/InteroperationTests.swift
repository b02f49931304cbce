import Foundation
import SordinoMedia
import Testing

private let hasFFmpeg = OutsideTool.path("ffmpeg") != nil
private let hasSndfile = LibSndfile.shared != nil

/// The usual extension of a kind of file.
private func name(_ fileType: FourCC) -> String { "file." + (Containers.named(fileType)?.extensions.first ?? "") }

/// Files of Sordino are read by libsndfile, and the other way round, with the same samples to the last bit; the laws of G.711 as
/// ffmpeg decodes them.
///
/// ffmpeg and sox fill the table of `InteroperationTableTests`.
@Suite struct InteroperationTests {
    static let rate = 44100

    /// A file of ours on disk, two channels, with its samples.
    static func ours(_ index: Int, in folder: TemporaryFolder) throws -> (String, [[Float]]) {
        let (fileType, encoding, bits) = writableFormats[index]
        let samples = exactSamples(channelCount: 2, frameCount: 2001, bits: bits, seed: UInt64(index))
        let path = folder.file(name(fileType))
        let description = MediaDescription(MediaFormat(encoding, sampleRate: Double(rate), channelCount: 2))
        let writer = try MediaWriter(
            FileByteSink(path: path), try #require(Containers.named(fileType)), description)
        try write(samples, with: writer)
        try writer.finish()
        return (path, samples)
    }

    /// libsndfile 1.2.0 does not know BW64.
    @Test(.enabled(if: hasSndfile, "libsndfile is not installed"), arguments: writableFormats.indices)
    func libsndfileReadsWhatWeWrite(index: Int) throws {
        if writableFormats[index].0 == "BW64" { return }
        let folder = try TemporaryFolder()
        let (path, samples) = try Self.ours(index, in: folder)
        let (info, decoded) = try #require(LibSndfile.shared?.read(path))
        #expect(info.frames == 2001)
        #expect(Int(info.sampleRate) == Self.rate)
        #expect(decoded == interleaved(samples))
    }

    /// libsndfile's numbers of a container and a sample type with an order of bytes, and the bits that it keeps.
    static let bySndfile: [(Int32, Int)] = {
        let (pcm8, pcm16, pcm24, pcm32, unsigned8, float, double): (Int32, Int32, Int32, Int32, Int32, Int32, Int32) =
            (1, 2, 3, 4, 5, 6, 7)
        let (wav, aiff, caf, wavex, rf64, w64): (Int32, Int32, Int32, Int32, Int32, Int32) =
            (0x10000, 0x20000, 0x180000, 0x130000, 0x220000, 0xB0000)
        let (little, big): (Int32, Int32) = (0x1000_0000, 0x2000_0000)
        let wide: [(Int32, Int)] = [(pcm16, 16), (pcm24, 24), (pcm32, 24), (float, 24), (double, 24)]
        return [wav, wavex, rf64, w64].flatMap { container in
            ([(unsigned8, 8)] + wide).map { (container | $0.0, $0.1) }
        } + wide.map { (wav | big | $0.0, $0.1) } + ([(pcm8, 8), (unsigned8, 8)] + wide).map { (aiff | $0.0, $0.1) }
            + [(aiff | little | pcm16, 16)]
            + [little, big].flatMap { order in ([(pcm8, 8)] + wide).map { (caf | order | $0.0, $0.1) } }
    }()

    @Test(.enabled(if: hasSndfile, "libsndfile is not installed"), arguments: bySndfile.indices)
    func weReadWhatLibsndfileWrites(index: Int) throws {
        let (format, bits) = Self.bySndfile[index]
        let folder = try TemporaryFolder()
        let samples = exactSamples(channelCount: 2, frameCount: 2001, bits: bits, seed: UInt64(index))
        let path = folder.file("a")
        let wrote =
            LibSndfile.shared?.write(
                path, format: format, isFloat: format & 7 >= 6, channels: samples, rate: Int32(Self.rate)) ?? false
        try #require(wrote, "libsndfile does not write format \(String(format, radix: 16))")
        let reader = try MediaReader(path: path)
        #expect(reader.frameCount == 2001)
        #expect(try allFrames(reader) == samples, "format \(String(format, radix: 16))")
    }

    /// Every code of both laws, in every container that ffmpeg writes them in, as ffmpeg decodes them.
    @Test(
        .enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: ["pcm_mulaw", "pcm_alaw"],
        ["wav", "aiff", "caf"])
    func g711DecodesAsFFmpegDecodesIt(codec: String, kind: String) throws {
        let folder = try TemporaryFolder()
        try Data((0..<512).map { UInt8(truncatingIfNeeded: $0) }).write(to: URL(fileURLWithPath: folder.file("raw")))
        let law = codec == "pcm_mulaw" ? "mulaw" : "alaw"
        _ = try OutsideTool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", law, "-ar", "8000", "-ac", "1", "-i", folder.file("raw"), "-c:a", "copy",
                folder.file("a.\(kind)"),
            ])
        let decoded = try OutsideTool.run(
            "ffmpeg", ["-v", "error", "-i", folder.file("a.\(kind)"), "-f", "f64le", "-"])
        let reader = try MediaReader(path: folder.file("a.\(kind)"))
        #expect(reader.format.codec == (law == "mulaw" ? .muLaw : .aLaw))
        #expect(try interleaved(allFrames(reader)) == OutsideTool.doubles(decoded))
    }
}
