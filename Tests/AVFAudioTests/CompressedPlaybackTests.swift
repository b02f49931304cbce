import AVFAudio
import Foundation
import Testing

/// Compressed files through a player node: the frames that `AVAudioFile` reads, no more and no fewer.
@Suite struct CompressedPlaybackTests {
    private static let frameCount = 20_011

    /// Makes a file of two tones; MP3 with ffmpeg, the others ourselves.
    private static func make(_ url: URL, _ id: AudioFormatID) throws -> AVAudioFile {
        let source = try sineBuffer(try float(48_000, 2), frameCount: frameCount)
        let isOurs = id != kAudioFormatMPEGLayer3
        let path = isOurs ? url : url.appendingPathExtension("wav")
        do {
            var settings = AVAudioFileTests.pcm(bits: 32, isFloat: true, rate: 48_000)
            if isOurs {
                settings = [AVFormatIDKey: id, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]
            }
            let file = try AVAudioFile(forWriting: path, settings: settings)
            try file.write(from: source)
            file.close()
        }
        if !isOurs {
            let arguments = ["-v", "error", "-i", path.path, "-c:a", "libmp3lame", "-b:a", "192k", url.path]
            _ = try #require(try AVAudioFileCodecsTests.run("ffmpeg", arguments))
        }
        return try AVAudioFile(forReading: url)
    }

    /// All of a file, each channel in its own array.
    private static func read(_ file: AVAudioFile) throws -> [[Float]] {
        let capacity = AVAudioFrameCount(file.length + 1000)
        let all = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: capacity))
        try file.read(into: all)
        #expect(Int64(all.frameLength) == file.length)
        return (0..<2).map { all.channel($0) }
    }

    private static func distance(_ left: some Collection<Float>, _ right: some Collection<Float>) -> Double {
        let sum = zip(left, right).reduce(0.0) { $0 + pow(Double($1.0 - $1.1), 2) }
        return (sum / Double(max(1, left.count))).squareRoot()
    }

    @Test(
        .enabled(if: AVAudioFileCodecsTests.has("aac "), "libavcodec is not there"),
        arguments: [
            ("a.m4a", kAudioFormatMPEG4AAC), ("b.m4a", kAudioFormatAppleLossless), ("c.caf", kAudioFormatMPEG4AAC),
            ("d.flac", kAudioFormatFLAC),
        ])
    func aNodePlaysWhatTheFileReads(name: String, id: AudioFormatID) throws { try check(name, id) }

    @Test(.enabled(if: hasMP3, "libavcodec or ffmpeg is not there"))
    func aNodePlaysMP3() throws { try check("a.mp3", kAudioFormatMPEGLayer3) }

    private static var hasMP3: Bool {
        AVAudioFileCodecsTests.has("aac ") && (try? AVAudioFileCodecsTests.run("ffmpeg", ["-version"])) ?? nil != nil
    }

    private func check(_ name: String, _ id: AudioFormatID) throws {
        let folder = try AVAudioFileTests.Folder()
        let url = folder.url.appendingPathComponent(name)
        let file = try Self.make(url, id)
        #expect(file.length == Int64(Self.frameCount))
        let expected = try Self.read(file)

        let offline = try OfflineEngine(maximumFrameCount: 512)
        let player = offline.player()
        try offline.engine.start()
        player.scheduleFile(try AVAudioFile(forReading: url), at: nil)
        player.scheduleSegment(try AVAudioFile(forReading: url), startingFrame: 7001, frameCount: 4099, at: nil)
        player.play()
        let heard = try offline.render(Self.frameCount + 4099 + 1000)
        let limit = 1 / 32768.0
        for channel in 0..<2 {
            let (made, read) = (heard[channel], expected[channel])
            #expect(Self.distance(made[..<Self.frameCount], read) < limit)
            #expect(Self.distance(made[Self.frameCount..<Self.frameCount + 4099], read[7001..<11_100]) < limit)
            #expect(made[(Self.frameCount + 4099)...].allSatisfy { $0 == 0 })
            // It is a sound, not silence compared with silence.
            #expect(Self.distance(read, [Float](repeating: 0, count: read.count)) > 0.1)
        }
    }
}
