import AudioToolbox
import Foundation
import Testing

/// Files put in order, and pictures in them.
@Suite struct AudioFileOptimizeTests {
    private static let samples = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 37) }

    @Test(arguments: [kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileCAFType])
    func whatLiesBehindTheAudioGoesBeforeIt(type: AudioFileTypeID) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a")
        let file = try made(url, type, integers(16, isBigEndian: type == kAudioFileAIFFType))
        let id: UInt32 = 0x7465_7374  // 'test'
        var count: UInt32 = 100
        #expect(AudioFileWritePackets(file, false, 400, nil, 0, &count, Self.samples) == noErr)
        #expect(AudioFileSetUserData(file, id, 0, 3, [1, 2, 3] as [UInt8]) == noErr)
        #expect(AudioFileClose(file) == noErr)

        let reading = try opened(url)
        #expect(try property(reading, kAudioFilePropertyIsOptimized, UInt32(1)) == 0)
        #expect(AudioFileOptimize(reading) == kAudioFilePermissionsError)
        #expect(AudioFileClose(reading) == noErr)

        let changing = try opened(url, .readWritePermission)
        #expect(AudioFileOptimize(changing) == noErr)
        #expect(try property(changing, kAudioFilePropertyIsOptimized, UInt32(0)) == 1)
        #expect(try allPackets(changing).flatMap { $0 } == Self.samples)
        #expect(AudioFileClose(changing) == noErr)

        let again = try opened(url)
        #expect(try property(again, kAudioFilePropertyIsOptimized, UInt32(0)) == 1)
        #expect(try allPackets(again).flatMap { $0 } == Self.samples)
        var (size, data) = (UInt32(3), [UInt8](repeating: 0, count: 3))
        #expect(AudioFileGetUserData(again, id, 0, &size, &data) == noErr && data == [1, 2, 3])
        #expect(AudioFileClose(again) == noErr)
        #expect(AudioFileOptimize(again) == kAudioFileNotOpenError)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a"])
    }

    @Test(
        .enabled(if: OutsideTool.path("ffmpeg") != nil, "ffmpeg is not there"))
    func tablesOfMPEG4GoBeforeTheAudio() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.m4a")
        _ = try OutsideTool.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=0.5", "-metadata", "title=A", url.path])
        func places() throws -> (tables: Int, audio: Int) {
            let data = try Data(contentsOf: url)
            let found = ["moov", "mdat"].compactMap { data.range(of: Data($0.utf8))?.lowerBound }
            try #require(found.count == 2)
            return (found[0], found[1])
        }
        #expect(try places().tables > places().audio)
        let file = try opened(url, .readWritePermission)
        let packets = try allPackets(file)
        #expect(try property(file, kAudioFilePropertyIsOptimized, UInt32(1)) == 0)
        #expect(AudioFileOptimize(file) == noErr)
        #expect(AudioFileClose(file) == noErr)
        #expect(try places().tables < places().audio)
        let again = try opened(url)
        #expect(try property(again, kAudioFilePropertyIsOptimized, UInt32(0)) == 1)
        #expect(try allPackets(again) == packets)
        #expect(try info(again)["title"] == "A")
        #expect(AudioFileClose(again) == noErr)
    }

    /// A picture, from the specification of PNG: one grey pixel.
    private static let picture: [UInt8] = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
            ?? Data())

    private static func artwork(_ file: AudioFileID) -> [UInt8]? {
        var (data, size) = (Unmanaged<NSData>?.none, UInt32(MemoryLayout<Unmanaged<NSData>?>.size))
        guard AudioFileGetProperty(file, kAudioFilePropertyAlbumArtwork, &size, &data) == noErr else { return nil }
        guard let picture = data?.takeRetainedValue() else { return nil }
        return [UInt8](Data(referencing: picture))
    }

    @Test(
        .enabled(if: OutsideTool.path("ffmpeg") != nil, "ffmpeg is not there"),
        arguments: ["a.m4a", "a.mp3", "a.flac", "a.aiff"])
    func theAlbumsPictureIsFoundWhereOthersPutIt(name: String) throws {
        let folder = try TemporaryFolder()
        let (image, url) = (folder.file("cover.png"), folder.file(name))
        try Data(Self.picture).write(to: image)
        var arguments = ["-v", "error", "-f", "lavfi", "-i", "sine=d=0.2", "-i", image.path, "-map", "0", "-map", "1"]
        arguments += ["-c:v", "copy", "-disposition:v:0", "attached_pic"]
        if name.hasSuffix("aiff") { arguments += ["-write_id3v2", "1"] }
        _ = try OutsideTool.run("ffmpeg", arguments + [url.path])
        let file = try opened(url)
        #expect(Self.artwork(file) == Self.picture)
        #expect(AudioFileClose(file) == noErr)
    }

    @Test func aFileWithoutAPictureSaysSo() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.wav")
        #expect(AudioFileClose(try made(url, kAudioFileWAVEType, integers(16))) == noErr)
        let file = try opened(url)
        #expect(Self.artwork(file) == nil)
        #expect(AudioFileClose(file) == noErr)
    }
}
