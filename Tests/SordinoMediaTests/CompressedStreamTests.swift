import ByteMutation
import Foundation
import SordinoMedia
import Testing

/// Streams of packets that carry themselves, made by ffmpeg at test time.
@Suite struct CompressedStreamTests {
    /// A codec of ffmpeg's, the file name, and whether decoding is exact.
    struct Kind: Sendable, CustomTestStringConvertible {
        var options: [String]
        var file: String
        var isLossless = false
        var testDescription: String { file + " " + options.joined(separator: " ") }
    }

    static let kinds = [
        Kind(options: ["-c:a", "flac"], file: "a.flac", isLossless: true),
        Kind(options: ["-c:a", "flac", "-sample_fmt", "s32"], file: "b.flac", isLossless: true),
        // Without noise that each decoder makes up anew.
        Kind(options: ["-c:a", "aac", "-b:a", "128k", "-aac_pns", "0"], file: "a.aac"),
        Kind(options: ["-c:a", "libmp3lame", "-b:a", "128k"], file: "a.mp3"),
        Kind(options: ["-c:a", "libmp3lame", "-q:a", "4"], file: "b.mp3"),
        Kind(options: ["-c:a", "libmp3lame", "-b:a", "64k", "-write_xing", "0", "-ar", "22050"], file: "c.mp3"),
        Kind(options: ["-c:a", "mp2", "-b:a", "192k"], file: "a.mp2"),
        Kind(options: ["-c:a", "ac3", "-b:a", "192k"], file: "a.ac3"),
        Kind(options: ["-c:a", "eac3", "-b:a", "192k"], file: "a.eac3"),
    ]

    static let isReady = OutsideTool.path("ffmpeg") != nil && Codecs.named("aac ")?.isDecoded == true

    /// A second of two sweeps with a title, encoded; nil if this ffmpeg lacks the encoder.
    static func made(_ kind: Kind, in folder: TemporaryFolder) -> String? {
        let path = folder.file(kind.file)
        let sweeps = "aevalsrc=0.5*sin(300*t*t*6.28)|0.4*sin((200+900*t)*t*6.28):s=44100:d=1.2345"
        let arguments = ["-v", "error", "-f", "lavfi", "-i", sweeps, "-metadata", "title=Two sweeps"]
        return (try? OutsideTool.run("ffmpeg", arguments + kind.options + [path])) == nil ? nil : path
    }

    @Test(.enabled(if: isReady, "ffmpeg or libavcodec is not there"), arguments: kinds)
    func whatFFmpegWritesIsReadAsFFmpegReadsIt(kind: Kind) throws {
        let folder = try TemporaryFolder()
        guard let path = Self.made(kind, in: folder) else { return }
        let reader = try MediaReader(path: path)
        let frames = try allFrames(reader)
        let ours = interleaved(frames)
        #expect(reader.frameCount == Int64(frames[0].count))
        if kind.isLossless || kind.file == "a.mp3" { #expect(reader.frameCount == 54441) }
        if kind.file.hasSuffix("mp3") || kind.file.hasSuffix("flac") {
            #expect(reader.properties.info.contains(.init(key: "title", value: "Two sweeps")))
        }
        let theirs = try OutsideTool.decoded(path, codec: kind.file)
        #expect(theirs.count == ours.count)
        let energy = zip(ours, theirs).reduce(0.0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        let rms = (energy / Double(max(1, ours.count))).squareRoot()
        #expect(kind.isLossless ? ours == theirs : rms < 1 / 32768.0, "\(rms)")
    }

    @Test(.enabled(if: isReady, "ffmpeg or libavcodec is not there"), arguments: kinds)
    func aJumpGivesTheSameSamplesAsReadingThrough(kind: Kind) throws {
        let folder = try TemporaryFolder()
        guard let path = Self.made(kind, in: folder) else { return }
        let reader = try MediaReader(path: path)
        let all = try allFrames(reader)
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<12 {
            let start = Int.random(in: 0..<all[0].count, using: &numbers)
            reader.seek(to: Int64(start))
            let part = try someFrames(reader, 700)
            let expected = all.map { Array($0[start..<min($0.count, start + 700)]) }
            #expect(part == expected, "at \(start)")
        }
    }

    @Test(.enabled(if: isReady, "ffmpeg or libavcodec is not there"), arguments: kinds)
    func anyCuttingGivesThePacketsOfTheFile(kind: Kind) throws {
        let folder = try TemporaryFolder()
        guard let path = Self.made(kind, in: folder) else { return }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let source = try MediaReader(path: path).makePacketSource()
        var pulled: [[UInt8]] = []
        var frames = 0
        while let packet = try source.next() {
            pulled.append(Array(packet.bytes))
            frames += packet.frameCount
        }
        #expect(try source.count() == (Int64(pulled.count), Int64(frames)))
        for (index, size) in [1, 997, 1 << 20].enumerated() {
            let (pushed, pushedFrames, error) = Self.pushed(bytes, size)
            #expect(pushed == pulled, "cutting \(index)")
            #expect(pushedFrames == frames)
            #expect(error == "")
        }
    }

    @Test(.enabled(if: isReady, "ffmpeg or libavcodec is not there"), arguments: kinds)
    func aCutStreamGivesItsWholePacketsThenAnError(kind: Kind) throws {
        let folder = try TemporaryFolder()
        guard let path = Self.made(kind, in: folder) else { return }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let (all, _, _) = Self.pushed(bytes, 4096)
        let cut = Array(bytes[..<(bytes.count * 2 / 3 - 7)])
        let (some, _, error) = Self.pushed(cut, 4096)
        #expect(some.count > all.count / 3 && some.count < all.count)
        #expect(Array(all[..<some.count]) == some)
        #expect(error.contains("middle of a packet"))
        let reader = try MediaReader(bytes: cut)
        let frames = try allFrames(reader)
        #expect(reader.frameCount == Int64(frames[0].count))
        #expect(reader.frameCount < 54441)
    }

    @Test(.enabled(if: isReady, "ffmpeg or libavcodec is not there"), arguments: kinds.indices)
    func damagedStreamsEndWellAndAlikeHoweverTheyAreCut(index: Int) throws {
        let folder = try TemporaryFolder()
        guard let path = Self.made(Self.kinds[index], in: folder) else { return }
        let bytes = Array([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))).prefix(6000))
        var mutation = ByteMutation(seed: 4000 + UInt64(index))
        for round in 0..<60 {
            let damaged = mutation.damaged(bytes, headByteCount: round % 2 == 0 ? 256 : 6000)
            do {
                let reader = try MediaReader(bytes: damaged)
                let frames = try allFrames(reader, step: 4096)
                #expect(frames[0].count <= 1 << 20)
            } catch let error as MediaError {
                #expect(!error.description.isEmpty)
            }
            let whole = Self.pushed(damaged, 1 << 20)
            let parts = Self.pushed(damaged, 61)
            #expect(whole.0 == parts.0 && whole.2 == parts.2, "round \(round): \(whole.2), \(parts.2)")
        }
    }

    @Test func aFileThatNeverShowsAFrameIsRefusedWithoutReadingAllOfIt() throws {
        var read = 0
        func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            read += buffer.count
            buffer.initializeMemory(as: UInt8.self, repeating: 0x21)
            return buffer.count
        }
        let source = CallbackByteSource(byteCount: { 1 << 40 }, read: { buffer, _ in fill(buffer) })
        #expect(throws: MediaError.self) { try MediaReader(source) }
        #expect(read < 1 << 20)
    }

    /// The packets of a stream in pieces of a size, their frames, and the error at the end.
    static func pushed(_ bytes: [UInt8], _ size: Int) -> ([[UInt8]], Int, String) {
        var parser = PushParser()
        var packets: [[UInt8]] = []
        var frames = 0
        func take(_ run: PacketRun) {
            packets.append(Array(run.bytes))
            frames += run.frameCount
        }
        do {
            var at = 0
            while at < bytes.count {
                let end = min(bytes.count, at + size)
                try bytes[at..<end].withUnsafeBytes { try parser.push($0, packets: take) }
                at = end
            }
            try parser.finish(packets: take)
            return (packets, frames, "")
        } catch {
            return (packets, frames, "\(error)")
        }
    }
}
