import AudioToolbox
import Foundation
import Testing

/// Files that others made, through AudioFile and AudioFileStream.
@Suite struct RealFilesTests {
    /// Long files only make the test slow.
    private static let byteLimit = 200_000

    private static let small: [String] = Samples.all.filter { name in
        guard let folder = Samples.folder else { return false }
        let size = (try? FileManager.default.attributesOfItem(atPath: folder.path + "/" + name))?[.size] as? Int
        return (size ?? .max) <= byteLimit
    }

    @Test(.enabled(if: Samples.folder != nil, "../shared/samples is not there"))
    func everyFileIsReadOrRefusedAndTheStreamAgrees() throws {
        let folder = try #require(Samples.folder)
        var readCount = 0
        for name in Self.small {
            let url = folder.appendingPathComponent(name)
            var handle: AudioFileID?
            let status = AudioFileOpenURL(url as CFURL, .readPermission, 0, &handle)
            guard status == noErr, let file = handle else {
                #expect(status != noErr && handle == nil, "\(name)")
                continue
            }
            readCount += 1
            let packets = try allPackets(file)
            let count = Int(try property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0)))
            #expect(count == packets.count, "\(name)")
            let largest = packets.map(\.count).max() ?? 0
            let limit = Int(try property(file, kAudioFilePropertyPacketSizeUpperBound, UInt32(0)))
            let maximum = Int(try property(file, kAudioFilePropertyMaximumPacketSize, UInt32(0)))
            #expect(packets.isEmpty || maximum >= largest, "\(name)")
            // Two of the files say less of their blocks than is true.
            #expect(largest <= limit || name.contains("faulty"), "\(name)")
            _ = try info(file)
            #expect(AudioFileClose(file) == noErr)

            let heard = AudioFileStreamTests.Heard()
            let stream = try AudioFileStreamTests.open(heard)
            let bytes = [UInt8](try Data(contentsOf: url))
            let streamStatus = AudioFileStreamTests.parse(bytes, stream, piece: 4099)
            #expect(!heard.packetsCameEarly, "\(name)")
            // A stream's frames are the beginning of the file's: it cannot go back, and does not know its end.
            if streamStatus == noErr, !heard.packets.isEmpty {
                #expect(Array(packets.prefix(heard.packets.count)) == heard.packets, "\(name)")
                let missing = packets.count - heard.packets.count
                #expect(missing <= 2, "\(name): \(missing) of \(packets.count)")
            }
            #expect(AudioFileStreamClose(stream) == noErr)
        }
        #expect(readCount > 100)
    }

    @Test(
        .enabled(
            if: Samples.folder != nil && OutsideTool.path("ffprobe") != nil, "../shared/samples or ffprobe is not there"
        ),
        arguments: [
            "mp4/audioscan__alac.m4a", "mp4/cts__loudsoftitunes.m4a", "caf/aqofflinerendertest-swift__soundalac.caf",
            "mpegaudio/mpg123__sweep.mp3", "aac/media__sine.aac", "flac/fate__out-of-phase-1000hz.flac",
        ])
    func packetsAreThoseOfFFprobe(name: String) throws {
        let url = try #require(Samples.folder).appendingPathComponent(name)
        let file = try opened(url)
        let sizes = try allPackets(file).map(\.count)
        #expect(AudioFileClose(file) == noErr)
        let text = try OutsideTool.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "a:0", "-show_entries", "packet=size", "-of", "csv=p=0", url.path,
            ])
        var theirs = String(decoding: text, as: UTF8.self).split(whereSeparator: { !$0.isNumber }).compactMap {
            Int($0)
        }
        // ffprobe leaves the seven bytes of ADTS headers in.
        if name.hasSuffix(".aac") { theirs = theirs.map { $0 - 7 } }
        #expect(sizes == theirs)
    }
}
