import Foundation
import SordinoMedia
import Testing

/// Promises that hold for every file: its length is the number of frames that can be read, a jump back to the beginning
/// gives the first samples again, and a stream of its bytes gives the packets of the file.
@Suite struct EveryFileTests {
    static let isReady = RealSamplesTests.folder != nil && OutsideTool.hasLibrary

    /// Real files of sound, as paths below the folder.
    static let files: [String] = {
        guard let folder = RealSamplesTests.folder else { return [] }
        let kinds = [
            "aac", "ac3", "aiff", "amr", "au", "caf", "flac", "gsm", "loas", "mp4", "mpegaudio", "ogg", "wave",
        ]
        return kinds.flatMap { kind in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + kind)) ?? []).sorted()
                .map { kind + "/" + $0 }
        }
    }()

    private static func bytes(_ file: String) throws -> [UInt8] {
        let path = try #require(RealSamplesTests.folder) + "/" + file
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test(.enabled(if: isReady, "../shared/samples or libavcodec is not there"), arguments: files)
    func theLengthIsWhatCanBeRead(file: String) throws {
        guard let reader = try? MediaReader(bytes: Self.bytes(file)) else { return }
        let length = reader.frameCount
        var frames: Int64 = 0
        do {
            while true {
                let count = try someFrames(reader, 1 << 14)[0].count
                if count == 0 { break }
                frames += Int64(count)
            }
        } catch let error as MediaError {
            // A file whose first packets are all damaged is given up with a reason.
            #expect(!error.description.isEmpty)
            return
        }
        #expect(frames == length)
    }

    @Test(.enabled(if: isReady, "../shared/samples or libavcodec is not there"), arguments: files)
    func aJumpBackToTheBeginningGivesTheFirstSamplesAgain(file: String) throws {
        guard let reader = try? MediaReader(bytes: Self.bytes(file)) else { return }
        guard let first = try? someFrames(reader, 6000) else { return }
        for place in [reader.frameCount / 2, reader.frameCount - 3000, 7000, 100] {
            reader.seek(to: place)
            _ = try? someFrames(reader, 5000)
            reader.seek(to: 0)
            guard let again = try? someFrames(reader, 6000) else { return }
            #expect(again == first, "after \(place)")
        }
    }

    /// Files whose tables lead to bytes that are no audio by their boxes: this one has no `mdat`.
    private static let unstreamable: Set = ["mp4/mp4p__test_case_1185230.mp4"]

    /// The packets of a stream, and the error that ended it.
    ///
    /// - Parameter ends: Whether the parser is told that the stream has ended.
    private static func pushed(_ bytes: [UInt8], by step: Int, ends: Bool) -> (packets: [[UInt8]], failure: MediaError?)
    {
        var parser = PushParser()
        var packets: [[UInt8]] = []
        func take(_ run: PacketRun) {
            let byteCount = run.bytes.count / max(1, run.packetCount)
            for index in 0..<run.packetCount {
                packets.append(Array(run.bytes[index * byteCount..<(index + 1) * byteCount]))
            }
        }
        do throws(MediaError) {
            var at = 0
            while at < bytes.count {
                let end = min(bytes.count, at + step)
                var failure: MediaError?
                bytes[at..<end].withUnsafeBytes { piece in
                    do throws(MediaError) { try parser.push(piece, packets: take) } catch { failure = error }
                }
                if let failure { throw failure }
                at = end
            }
            if ends { try parser.finish(packets: take) }
        } catch { return (packets, error) }
        return (packets, nil)
    }

    /// The packets of a file; nil if it cannot be read, or is longer than a test has time for.
    private static func pulled(_ bytes: [UInt8]) throws -> [[UInt8]]? {
        guard bytes.count < 1 << 18, let scan = try? MediaScan.scan(MemoryByteSource(bytes)),
            scan.format.encoding == nil,
            let source = try? OpenedPackets.packets(MemoryByteSource(bytes), scan)
        else { return nil }
        var packets: [[UInt8]] = []
        while let packet = try? source.next() { packets.append(Array(packet.bytes)) }
        return packets
    }

    @Test(.enabled(if: isReady, "../shared/samples or libavcodec is not there"), arguments: files)
    func aStreamInAnyPiecesGivesThePacketsOfTheFile(file: String) throws {
        let bytes = try Self.bytes(file)
        guard let expected = try Self.pulled(bytes), !Self.unstreamable.contains(file) else { return }
        for step in [bytes.count < 1 << 13 ? 1 : 61, 997, 1 << 24] {
            let (packets, failure) = Self.pushed(bytes, by: step, ends: true)
            // A stream cannot go back to audio before its tables.
            if case .unsupported(.operation) = failure { return }
            #expect(packets.count == expected.count, "pieces of \(step), \(String(describing: failure))")
            #expect(packets == expected, "pieces of \(step)")
        }
    }

    @Test(.enabled(if: isReady, "../shared/samples or libavcodec is not there"), arguments: files)
    func theLastPacketComesWithItsLastByte(file: String) throws {
        let bytes = try Self.bytes(file)
        let (all, failure) = Self.pushed(bytes, by: 997, ends: true)
        // A frame alone could be anything.
        guard failure == nil, bytes.count < 1 << 18, all.count > 1 else { return }
        #expect(Self.pushed(bytes, by: 997, ends: false).packets.count == all.count)
    }
}
