import ByteMutation
import Foundation
import SordinoMedia
import Testing

/// Reading from the middle of a file against reading through it.
///
/// `Documentation/media.md` has the table of what is equal where.
@Suite struct JumpTests {
    static let isReady = OutsideTool.path("ffmpeg") != nil && OutsideTool.hasLibrary

    /// Tones and noise, made by ffmpeg, encoded; nil if the encoder is not there.
    private static func made(
        _ file: String, _ options: [String], seconds: Int, in folder: TemporaryFolder, with tool: String = "ffmpeg"
    ) -> String? {
        let sound = folder.file("sound.wav")
        let path = folder.file(file)
        let filters = "aevalsrc=0.3*sin(1900*t)+0.1*sin(9000*t)+0.2*(random(0)-0.5):s=44100:d=\(seconds)"
        let ffmpeg = ["-v", "error", "-f", "lavfi", "-i", filters, "-c:a", "pcm_s16le", sound]
        guard (try? OutsideTool.run("ffmpeg", ffmpeg)) != nil else { return nil }
        let arguments = tool == "sox" ? [sound] + options + [path] : ["-v", "error", "-i", sound] + options + [path]
        return (try? OutsideTool.run(tool, arguments)) == nil ? nil : path
    }

    /// Jumps about in a file, and counts the jumps after which the samples are others than in reading through.
    private func differences(_ path: String, _ starts: [Int], frameCount: Int = 3000) throws -> Int {
        let all = try allFrames(MediaReader(path: path))
        let reader = try MediaReader(path: path)
        var count = 0
        for start in starts {
            let begin = min(start, max(0, all[0].count - 1))
            reader.seek(to: Int64(begin))
            let expected = all.map { Array($0[begin..<min($0.count, begin + frameCount)]) }
            if try someFrames(reader, frameCount) != expected { count += 1 }
        }
        return count
    }

    /// Here and there, forwards and backwards, far and near.
    private func starts(below limit: Int, seed: UInt64 = 3) -> [Int] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<10).flatMap { _ in
            let start = Int.random(in: 0..<limit, using: &numbers)
            return [start, min(limit - 1, start + 5000), start, 0]
        }
    }

    @Test(
        .enabled(if: isReady, "ffmpeg or libavcodec is not there"),
        arguments: [
            ["a.m4a", "-c:a", "aac", "-aac_pns", "0"], ["a.ac3", "-c:a", "ac3", "-b:a", "96k"],
            ["a.eac3", "-c:a", "eac3", "-b:a", "64k"], ["a.mp3", "-c:a", "libmp3lame", "-b:a", "64k"],
            ["a.opus", "-c:a", "libopus", "-b:a", "128k"], ["a.ogg", "-c:a", "libvorbis"],
            ["a.wav", "-c:a", "libgsm_ms", "-ar", "8000", "-ac", "1"], ["b.m4a", "-c:a", "alac"],
            ["a.caf", "-c:a", "adpcm_ima_qt"], ["b.wav", "-c:a", "adpcm_ms"],
        ])
    func aJumpAnywhereGivesTheSamplesOfReadingThrough(words: [String]) throws {
        let folder = try TemporaryFolder()
        guard let path = Self.made(words[0], Array(words[1...]), seconds: 14, in: folder) else { return }
        let frameCount = try Int(MediaReader(path: path).frameCount)
        #expect(try differences(path, starts(below: frameCount)) == 0)
    }

    /// Everything, with a rest after every so many frames.
    private func framesWithRests(_ path: String, every step: Int) throws -> [[Float]] {
        let reader = try MediaReader(path: path)
        reader.rest()
        var all = [[Float]](repeating: [], count: reader.format.channelCount)
        while true {
            let some = try someFrames(reader, step)
            guard let count = some.first?.count, count > 0 else { return all }
            for channel in all.indices { all[channel] += some[channel] }
            reader.rest()
        }
    }

    @Test(
        .enabled(if: isReady, "ffmpeg or libavcodec is not there"),
        arguments: [
            ["a.m4a", "-c:a", "aac", "-b:a", "32k"], ["a.ac3", "-c:a", "ac3", "-b:a", "96k"],
            ["a.mp3", "-c:a", "libmp3lame", "-b:a", "64k"], ["a.opus", "-c:a", "libopus", "-b:a", "24k"],
            ["a.ogg", "-c:a", "libvorbis"], ["a.wav", "-c:a", "libgsm_ms", "-ar", "8000", "-ac", "1"],
            ["b.m4a", "-c:a", "alac"], ["a.flac", "-c:a", "flac"], ["a.caf", "-c:a", "adpcm_ima_qt"],
            ["c.wav", "-c:a", "pcm_s24le"],
        ])
    func aReaderThatRestsBetweenReadsGivesTheSamplesOfReadingThrough(words: [String]) throws {
        let folder = try TemporaryFolder()
        guard let path = Self.made(words[0], Array(words[1...]), seconds: 14, in: folder) else { return }
        let all = try allFrames(MediaReader(path: path))
        for step in [5_003, 70_001] { #expect(try framesWithRests(path, every: step) == all) }
    }

    @Test(.enabled(if: isReady, "ffmpeg or libavcodec is not there"))
    func substitutedNoiseOfAACIsExactForTenSecondsAndAsLoudBehindThem() throws {
        let folder = try TemporaryFolder()
        guard let path = Self.made("a.m4a", ["-c:a", "aac", "-b:a", "32k"], seconds: 16, in: folder) else { return }
        #expect(try differences(path, starts(below: 430 * 1024 - 3000)) == 0)
        let all = try allFrames(MediaReader(path: path))
        let reader = try MediaReader(path: path)
        let start = 600 * 1024
        reader.seek(to: Int64(start))
        let part = try someFrames(reader, 40_000)[0]
        let through = Array(all[0][start..<start + 40_000])
        func level(_ samples: [Float]) -> Double { samples.reduce(0.0) { $0 + Double($1) * Double($1) } }
        #expect(abs(10 * log10(level(part) / level(through))) < 0.5)
    }

    @Test(.enabled(if: isReady, "ffmpeg or libavcodec is not there"))
    func opusThatChangesBetweenSpeechAndMusicIsExactForTenSecondsAndWithinHalfABitBehindThem() throws {
        let folder = try TemporaryFolder()
        guard let path = Self.made("a.opus", ["-c:a", "libopus", "-b:a", "32k"], seconds: 14, in: folder) else {
            return
        }
        #expect(try differences(path, starts(below: 499 * 960 - 3000)) == 0)
        let all = try allFrames(MediaReader(path: path))
        for start in [520 * 960, 600 * 960, 630 * 960] {
            let reader = try MediaReader(path: path)
            reader.seek(to: Int64(start))
            let worst = zip(try someFrames(reader, 20_000)[0], all[0][start...]).reduce(Float(0)) {
                max($0, abs($1.0 - $1.1))
            }
            #expect(worst < 0x1p-16, "\(worst)")
        }
    }

    @Test(.enabled(if: isReady && OutsideTool.path("sox") != nil, "ffmpeg, libavcodec or sox is not there"))
    func narrowBandAMRIsExactForTenSecondsAndNearlySoBehindThem() throws {
        let folder = try TemporaryFolder()
        let options = ["-r", "8000", "-c", "1", "-C", "3"]
        guard let sox = Self.made("a.amr-nb", options, seconds: 14, in: folder, with: "sox") else { return }
        let path = folder.file("a.amr")
        try FileManager.default.moveItem(atPath: sox, toPath: path)
        #expect(try differences(path, starts(below: 499 * 160 - 3000)) == 0)
        let all = try allFrames(MediaReader(path: path))
        let reader = try MediaReader(path: path)
        reader.seek(to: 90_000)
        let worst = zip(try someFrames(reader, 8000)[0], all[0][90_000...]).reduce(Float(0)) {
            max($0, abs($1.0 - $1.1))
        }
        #expect(worst < 1e-3)
    }

    @Test(
        .enabled(
            if: OutsideTool.hasLibrary && RealSamplesTests.folder != nil,
            "libavcodec or ../shared/samples is not there"),
        arguments: [
            "mp4/fate__File3.mp4", "mp4/fate__tones_afconvert_44100_stereo_aac_he2.m4a", "mp4/fate__seed-23k85.3gp",
            "amr/fate__6.7k.amr",
        ])
    func decodersThatRememberForEverAreExactInShortFiles(file: String) throws {
        let path = try #require(RealSamplesTests.folder) + "/" + file
        let reader = try MediaReader(path: path)
        let limit = min(Int(reader.frameCount), 499 * (reader.format.sampleRate < 20_000 ? 160 : 1024))
        #expect(try differences(path, starts(below: limit)) == 0)
    }
}
