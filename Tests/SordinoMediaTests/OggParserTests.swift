import ByteMutation
import Foundation
import SordinoMedia
import Testing

/// Ogg files that ffmpeg makes, against ffmpeg's decoding and the sound that went in.
@Suite(.enabled(if: OutsideTool.path("ffmpeg") != nil && OutsideTool.hasLibrary, "ffmpeg or libavcodec is not there"))
struct OggParserTests {
    static let kinds = [
        MPEG4ParserTests.Kind(name: "vorbis.ogg", options: ["-c:a", "libvorbis"], codec: "vorb"),
        MPEG4ParserTests.Kind(name: "opus.opus", options: ["-c:a", "libopus"], codec: "opus"),
    ]

    @Test(arguments: kinds) func filesSoundAsFFmpegDecodesThemAndHaveTheirExactLength(
        kind: MPEG4ParserTests.Kind
    ) throws {
        let folder = try TemporaryFolder()
        guard let path = try MPEG4ParserTests.file(kind, folder) else { return }
        let reader = try MediaReader(path: path)
        #expect(reader.format.codec == kind.codec)
        #expect(reader.properties.info.contains(.init(key: "title", value: "A song")))
        let frames = try allFrames(reader, step: 777)
        #expect(frames.allSatisfy { Int64($0.count) == reader.frameCount })
        // Counting the packets gives what the last page says.
        let file = try PacketFile(FileByteSource(path: path))
        #expect(file.count().frames - file.properties.primingFrameCount == reader.frameCount)
        #expect(file.estimatedFrameCount == reader.frameCount)
        let source = Double(MPEG4ParserTests.frameCount)
        // Opus runs at 48 kHz; ffmpeg's converter may end a frame or two early.
        let expected = kind.codec == "opus" ? source * 48000 / 44100 : source
        #expect(abs(Double(reader.frameCount) - expected) <= (kind.codec == "opus" ? 32 : 0), "\(reader.frameCount)")
        let theirs = try OutsideTool.decoded(path)
        let ours = interleaved(frames)
        #expect(theirs.count == ours.count)
        let error = zip(ours, theirs).reduce(0.0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        #expect((error / Double(max(1, ours.count))).squareRoot() <= 1.0 / 32768)
        reader.seek(to: 30_000)
        let rest = try allFrames(reader)
        let difference = zip(rest[0].prefix(3000), frames[0].dropFirst(30_000)).map { abs($0 - $1) }.max() ?? 0
        #expect(difference <= 2e-3, "\(difference)")
    }

    @Test(arguments: kinds) func streamsGiveThePacketsOfTheFileHoweverTheyAreCut(
        kind: MPEG4ParserTests.Kind
    ) throws {
        let folder = try TemporaryFolder()
        guard let path = try MPEG4ParserTests.file(kind, folder) else { return }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let source = try MediaReader(bytes: bytes).makePacketSource()
        var stored: [UInt8] = []
        while let packet = try source.next() { stored += packet.bytes }
        #expect(!stored.isEmpty)
        for pieceByteCount in [1 << 20, 4096, 13] {
            let (packets, _, parser) = try PushParserTests.packets(bytes, pieces: { _ in pieceByteCount })
            #expect(packets == stored)
            #expect(parser.isReady)
        }
    }

    /// Walks through the packets of a file; false if it is refused.
    private static func isRead(_ bytes: [UInt8], _ round: Int) throws -> Bool {
        let packets: any PacketSource
        do {
            packets = try MediaReader(bytes: bytes).makePacketSource()
        } catch {
            #expect(!error.description.isEmpty, "round \(round)")
            return false
        }
        while let packet = try packets.next() { #expect(packet.bytes.count <= bytes.count) }
        return true
    }

    @Test func damagedFilesAreReadInPartOrRefusedWithAReason() throws {
        let folder = try TemporaryFolder()
        var mutation = ByteMutation(seed: 5000)
        var read = 0
        for kind in Self.kinds {
            guard let path = try MPEG4ParserTests.file(kind, folder) else { continue }
            let seed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)).prefix(12_000))
            for round in 0..<300 {
                let damaged = mutation.damaged(seed)
                if try Self.isRead(damaged, round) { read += 1 }
                var parser = PushParser()
                damaged.withUnsafeBytes { bytes in
                    _ = try? parser.push(bytes) { run in #expect(run.bytes.count <= damaged.count) }
                }
            }
        }
        #expect(read > 20, "\(read) read")
    }
}

/// Real Ogg files, which lie beside the project.
@Suite struct OggSamplesTests {
    static let files = CompressedSamplesTests.lines(["ogg/"])

    /// Files that are heard otherwise than ffmpeg 5.1 decodes them, and why.
    static let reasons: [String: String] = [
        "ogg/file-type__fixture.oga": "FLAC in Ogg is not read"
    ]

    @Test(
        .enabled(if: !files.isEmpty && OutsideTool.hasLibrary, "../shared/samples or libavcodec is not there"),
        arguments: files)
    func whatFFmpegDecodesWeDecodeToo(expected: CompressedSamplesTests.Expected) throws {
        let path = try #require(RealSamplesTests.folder) + "/" + expected.file
        do {
            let reader = try MediaReader(path: path)
            let frames = try allFrames(reader, step: 4096)
            guard expected.outcome == "ok", Self.reasons[expected.file] == nil else { return }
            let file = try PacketFile(FileByteSource(path: path))
            #expect(file.count().frames - file.properties.primingFrameCount == reader.frameCount)
            #expect(reader.format.sampleRate == expected.rate)
            #expect(reader.format.channelCount == expected.channelCount)
            let count = frames[0].count
            #expect(abs(count - expected.frameCount) <= 1024, "\(count), \(expected.frameCount)")
            let energy = frames.reduce(0.0) { $0 + $1.reduce(0.0) { $0 + Double($1) * Double($1) } }
            let rms = (energy / Double(max(1, count * frames.count))).squareRoot()
            #expect(abs(rms - expected.rms) <= max(2e-5, 0.03 * expected.rms), "\(rms), not \(expected.rms)")
        } catch let error as MediaError {
            #expect(!error.description.isEmpty)
            #expect(expected.outcome != "ok" || Self.reasons[expected.file] != nil, "\(error)")
        }
    }
}
