import ByteMutation
import Foundation
import SordinoMedia
import Testing

/// Files of the MPEG-4 family that ffmpeg makes, against ffmpeg's decoding and the sound that went in.
@Suite(.enabled(if: OutsideTool.path("ffmpeg") != nil && OutsideTool.hasLibrary, "ffmpeg or libavcodec is not there"))
struct MPEG4ParserTests {
    /// A kind of file: what ffmpeg is told, and what may be expected of it.
    struct Kind: Sendable, CustomTestStringConvertible {
        var name: String
        var options: [String]
        var codec: FourCC
        var isLossless = false
        var channelCount = 2
        var testDescription: String { name }
    }

    static let frameCount = 50_123

    static let kinds = [
        Kind(name: "aac.m4a", options: ["-c:a", "aac", "-aac_pns", "0", "-b:a", "96k"], codec: "aac "),
        Kind(
            name: "aac-moov-first.m4a",
            options: ["-c:a", "aac", "-aac_pns", "0", "-b:a", "96k", "-movflags", "+faststart"],
            codec: "aac "),
        Kind(
            name: "aac-fragments.mp4",
            options: [
                "-c:a", "aac", "-aac_pns", "0", "-movflags", "+frag_keyframe+empty_moov", "-frag_duration", "200000",
            ],
            codec: "aac "),
        Kind(name: "alac.m4a", options: ["-c:a", "alac"], codec: "alac", isLossless: true),
        Kind(name: "alac-mono.m4a", options: ["-c:a", "alac", "-ac", "1"], codec: "alac", channelCount: 1),
        Kind(name: "flac.mp4", options: ["-c:a", "flac", "-strict", "-2"], codec: "flac", isLossless: true),
        Kind(name: "ac3.mp4", options: ["-c:a", "ac3", "-ar", "48000"], codec: "ac-3"),
        Kind(name: "opus.mp4", options: ["-c:a", "libopus", "-ar", "48000", "-strict", "-2"], codec: "opus"),
        Kind(name: "sowt.mov", options: ["-c:a", "pcm_s16le"], codec: "lpcm", isLossless: true),
        Kind(name: "in24.mov", options: ["-c:a", "pcm_s24be"], codec: "lpcm", isLossless: true),
    ]

    /// Makes a file of a kind; nil if this ffmpeg lacks the encoder.
    static func file(_ kind: Kind, _ folder: TemporaryFolder) throws -> String? {
        let source = folder.file("source.wav")
        var samples = [[Float]](repeating: [], count: 2)
        for frame in 0..<frameCount {
            let phase = Double(frame) * 0.05 + Double(frame * frame % 9973) * 1e-5
            samples[0].append(Float(Int16(12000 * sin(phase))) / 32768)
            samples[1].append(Float(Int16(9000 * cos(phase * 1.5))) / 32768)
        }
        let description = MediaDescription(MediaFormat(.int16(.little), sampleRate: 44100, channelCount: 2))
        try Data(written(samples, "WAVE", description)).write(to: URL(fileURLWithPath: source))
        let path = folder.file(kind.name)
        let metadata = ["-metadata", "title=A song", "-metadata", "artist=Some one"]
        do {
            _ = try OutsideTool.run(
                "ffmpeg", ["-v", "error", "-i", source] + kind.options + metadata + ["-y", path])
        } catch { return nil }
        return path
    }

    @Test(arguments: kinds) func filesSoundAsFFmpegDecodesThemAndHaveTheirExactLength(kind: Kind) throws {
        let folder = try TemporaryFolder()
        guard let path = try Self.file(kind, folder) else { return }
        let reader = try MediaReader(path: path)
        #expect(reader.format.codec == kind.codec)
        #expect(reader.format.channelCount == kind.channelCount)
        #expect(reader.properties.info.contains(.init(key: "title", value: "A song")) || kind.name.hasSuffix(".mov"))
        let frames = try allFrames(reader, step: 777)
        #expect(frames.allSatisfy { Int64($0.count) == reader.frameCount })
        if reader.format.sampleRate == 44100, !kind.name.contains("fragments") {
            #expect(Int(reader.frameCount) == Self.frameCount)
        }
        let theirs = try OutsideTool.decoded(path, codec: kind.name)
        let ours = interleaved(frames)
        #expect(abs(theirs.count - ours.count) <= 2048 * kind.channelCount, "\(ours.count), theirs \(theirs.count)")
        let error = zip(ours, theirs).reduce(0.0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        let rms = (error / Double(max(1, min(ours.count, theirs.count)))).squareRoot()
        #expect(rms <= (kind.isLossless ? 0 : 1.0 / 32768), "\(rms)")
    }

    @Test(arguments: kinds) func anyPlaceCanBeReadAlone(kind: Kind) throws {
        let folder = try TemporaryFolder()
        guard let path = try Self.file(kind, folder) else { return }
        let whole = try allFrames(MediaReader(path: path))
        let reader = try MediaReader(path: path)
        for place in [30_000, 2011, 20_000, 49_900] {
            reader.seek(to: Int64(place))
            let rest = try allFrames(reader)
            #expect(rest[0].count == whole[0].count - place)
            // The dither that the decoder adds is another.
            if kind.codec == "ac-3" { continue }
            let difference = zip(rest[0].prefix(3000), whole[0].dropFirst(place)).map { abs($0 - $1) }.max() ?? 0
            #expect(difference <= (kind.isLossless ? 0 : 2e-3), "\(place): \(difference)")
        }
    }

    @Test(arguments: kinds) func streamsGiveThePacketsOfTheFileHoweverTheyAreCut(kind: Kind) throws {
        let folder = try TemporaryFolder()
        guard let path = try Self.file(kind, folder) else { return }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let source = try MediaReader(bytes: bytes).makePacketSource()
        var stored: [UInt8] = []
        while let packet = try source.next() { stored += packet.bytes }
        #expect(!stored.isEmpty)
        for pieceByteCount in [1 << 20, 4096, 13] {
            do {
                let (packets, _, parser) = try PushParserTests.packets(bytes, pieces: { _ in pieceByteCount })
                #expect(packets == stored)
                #expect(parser.isReady)
            } catch MediaError.unsupported(.operation) {
                #expect(!kind.name.contains("moov-first") && !kind.name.contains("fragments"))
            }
        }
    }

    @Test func damagedFilesAreReadInPartOrRefusedWithAReason() throws {
        let folder = try TemporaryFolder()
        var mutation = ByteMutation(seed: 4000)
        var read = 0
        var refused = 0
        for kind in Self.kinds where ["aac-moov-first.m4a", "aac-fragments.mp4", "sowt.mov"].contains(kind.name) {
            guard let path = try Self.file(kind, folder) else { continue }
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            // Mostly headers: what is damaged in the sound itself concerns the codec.
            let seed = Array(bytes.prefix(6000))
            for round in 0..<300 {
                let damaged = mutation.damaged(seed)
                do {
                    let reader = try MediaReader(bytes: damaged)
                    let packets = try reader.makePacketSource()
                    var count: Int64 = 0
                    while count < 5000, let packet = try packets.next() {
                        #expect(packet.offset >= 0 && packet.offset + Int64(packet.bytes.count) <= Int64(damaged.count))
                        count += 1
                    }
                    let place = max(0, reader.frameCount - 2000)
                    reader.seek(to: place)
                    var block = [Int16](repeating: 0, count: 2000 * reader.format.channelCount)
                    _ = try block.withUnsafeMutableBufferPointer {
                        try reader.read(into: try #require($0.baseAddress), frameCount: 2000)
                    }
                    read += 1
                } catch let error as MediaError {
                    #expect(!error.description.isEmpty, "round \(round)")
                    refused += 1
                }
                var parser = PushParser()
                damaged.withUnsafeBytes { bytes in
                    _ = try? parser.push(bytes) { run in #expect(run.bytes.count <= damaged.count) }
                }
            }
        }
        #expect(read > 100 && refused > 100, "\(read) read, \(refused) refused")
    }
}

/// Real files of the family, which lie beside the project.
@Suite struct MPEG4SamplesTests {
    static let files = CompressedSamplesTests.lines(["mp4/"])

    /// Files that are heard otherwise than ffmpeg 5.1 decodes them, and why.
    static let reasons: [String: String] = [
        "mp4/cts__a_4_aac.mp4": "ffmpeg guesses 1024 frames of priming, which the file does not state",
        "mp4/cts__video_176x144_3gp_h263_56kbps_12fps_aac_mono_24kbps_11025hz.3gp":
            "ffmpeg guesses 1024 frames of priming, which the file does not state",
        "mp4/mp4info__faac.m4a": "ffmpeg guesses 1024 frames of priming, which the file does not state",
        "mp4/taglib__no-tags.3g2": "the edit list ends before the last 28 packets, which ffmpeg keeps",
        "mp4/media__sample_eac3_fragmented.mp4": "the file states 1536 frames for packets of 256",
        "mp4/fzc__mpeg4-amr_nb.3gp": "ffmpeg 5.1 decodes the first of five frames in each sample",
        "mp4/fate__440hz-10ms.mp4": "ffmpeg keeps the padding behind 441 frames",
    ]

    @Test(
        .enabled(if: !files.isEmpty && OutsideTool.hasLibrary, "../shared/samples or libavcodec is not there"),
        arguments: files)
    func whatFFmpegDecodesWeDecodeToo(expected: CompressedSamplesTests.Expected) throws {
        let path = try #require(RealSamplesTests.folder) + "/" + expected.file
        do {
            let reader = try MediaReader(path: path)
            let frames = try allFrames(reader, step: 4096)
            #expect(frames.allSatisfy { Int64($0.count) == reader.frameCount })
            guard expected.outcome == "ok", Self.reasons[expected.file] == nil else { return }
            #expect(reader.format.sampleRate == expected.rate)
            #expect(reader.format.channelCount == expected.channelCount)
            let count = frames[0].count
            // ffmpeg keeps all of the last packet.
            #expect(
                count <= expected.frameCount && count > expected.frameCount - 4096, "\(count), \(expected.frameCount)")
            let energy = frames.reduce(0.0) { $0 + $1.reduce(0.0) { $0 + Double($1) * Double($1) } }
            let rms = (energy / Double(max(1, count * frames.count))).squareRoot()
            #expect(abs(rms - expected.rms) <= max(2e-5, 0.02 * expected.rms), "\(rms), not \(expected.rms)")
        } catch let error as MediaError {
            #expect(!error.description.isEmpty)
            #expect(expected.outcome != "ok" || Self.reasons[expected.file] != nil, "\(error)")
        }
    }
}
