import Foundation
import SordinoMedia
import Testing

/// Files that others made, against what ffmpeg says of them.
///
/// They lie beside the project, not in it.
@Suite struct RealSamplesTests {
    static let folder: String? = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("../shared/samples").standardized.path
        return FileManager.default.fileExists(atPath: beside) ? beside : nil
    }()

    /// Files of the three containers, as paths below the folder.
    static let files: [String] = {
        guard let folder else { return [] }
        return ["wave", "aiff", "caf", "au"].flatMap { kind in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + kind)) ?? []).sorted()
                .map { kind + "/" + $0 }
        }
    }()

    @Test(.enabled(if: folder != nil, "../shared/samples is not there"), arguments: files)
    func everyFileIsReadOrRefusedWithAReason(file: String) throws {
        let path = try #require(Self.folder) + "/" + file
        do {
            let reader = try MediaReader(path: path)
            let frames = try allFrames(reader)
            #expect(frames.allSatisfy { Int64($0.count) == reader.frameCount })
        } catch let error as MediaError {
            #expect(!error.description.isEmpty)
        }
    }

    @Test(
        .enabled(if: folder != nil && OutsideTool.path("ffmpeg") != nil, "../shared/samples or ffmpeg is not there"),
        arguments: files)
    func linearFilesAreReadAsFFmpegReadsThem(file: String) throws {
        let path = try #require(Self.folder) + "/" + file
        guard let reader = try? MediaReader(path: path),
            let decoded = try? OutsideTool.run("ffmpeg", ["-v", "error", "-i", path, "-f", "f64le", "-"]),
            !decoded.isEmpty
        else { return }
        // ffmpeg decodes 64-bit integers to 32 bits.
        if reader.format.encoding == .int64(.little) { return }
        let ours = try interleaved(allFrames(reader))
        let theirs = OutsideTool.doubles(decoded)
        let rounded = theirs.map { Double(Float($0)) }
        // Of MPEG audio a decoder of full accuracy differs by less than 2^-14 (ISO/IEC 11172-4, 2.3).
        let tolerance = reader.format.codec == ".mp3" ? 0x1p-14 : 0
        let difference = zip(ours, rounded).enumerated().first { abs($0.element.0 - $0.element.1) > tolerance }
        // ffmpeg plays the whole last packet of compressed audio, also when the file states another length.
        let isAsLong =
            reader.format.encoding == nil
            ? (0..<4096).contains(rounded.count - ours.count) : ours.count == rounded.count
        #expect(difference == nil && isAsLong, "\(ours.count) and \(rounded.count) samples")
    }
}
