import Foundation
import SordinoMedia
import Testing

/// Programs that exit without closing their files leave whole files behind.
@Suite struct OpenWritersTests {
    private static let kinds: [(type: FourCC, isPacked: Bool)] = [
        ("WAVE", false), ("AIFF", false), ("caff", false), ("NeXT", false), ("caff", true),
    ]

    private static func path(_ folder: String, _ index: Int) -> String { "\(folder)/\(index)" }

    /// Writes files that it does not close.
    private static func leaveOpen(_ folder: String) throws -> [MediaWriter] {
        try kinds.enumerated().map { index, kind in
            let format =
                kind.isPacked
                ? MediaFormat(
                    codec: .appleIMA4, sampleRate: 8000, channelCount: 1, bytesPerPacket: 34, framesPerPacket: 64)
                : MediaFormat(.int16(kind.type == "WAVE" ? .little : .big), sampleRate: 8000, channelCount: 1)
            let container = try #require(Containers.named(kind.type))
            let writer = try MediaWriter(FileByteSink(path: path(folder, index)), container, MediaDescription(format))
            try write([(0..<6400).map { Float($0 % 100) / 128 }], with: writer)
            return writer
        }
    }

    @Test func filesThatAreOpenAtExitAreFinished() async throws {
        let folder = try TemporaryFolder()
        let place = folder.path
        await #expect(processExitsWith: .success) { [place = place as String] in
            let writers = try OpenWritersTests.leaveOpen(place)
            withExtendedLifetime(writers) { exit(0) }
        }
        for (index, kind) in Self.kinds.enumerated() {
            let reader = try MediaReader(path: Self.path(place, index))
            #expect(reader.frameCount == 6400, "\(kind)")
            let frames = try allFrames(reader)[0]
            #expect(frames.count == 6400, "\(kind)")
            guard !kind.isPacked else { continue }
            #expect(frames == (0..<6400).map { Float($0 % 100) / 128 }, "\(kind)")
            let byteCount = try #require(
                try FileManager.default.attributesOfItem(atPath: Self.path(place, index))[.size] as? Int)
            #expect(reader.dataRange.upperBound == Int64(byteCount), "\(kind)")
        }
    }
}
