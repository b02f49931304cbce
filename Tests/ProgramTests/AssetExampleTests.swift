import AVFoundation
import SordinoSimulator
import Testing

/// The flows of assets as programs.
@Suite(.enabled(if: Programs.canBeSimulated, "dbus-daemon or the programs are not there"))
struct AssetExampleTests {
    let rig: SeedRig

    init() throws { rig = try SeedRig() }

    private func samples(_ url: URL) throws -> (rate: Double, channels: [[Float]]) {
        let file = try AVAudioFile(forReading: url)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        try file.read(into: buffer)
        let data = try #require(buffer.floatChannelData)
        return (
            file.fileFormat.sampleRate,
            (0..<Int(file.fileFormat.channelCount)).map {
                Array(UnsafeBufferPointer(start: data[$0], count: Int(buffer.frameLength)))
            }
        )
    }

    /// A sine of one channel; AAC does not keep constants.
    private func tone(_ name: String, hertz: Double, level: Float, seconds: Double) throws -> URL {
        let url = rig.folder.file(name)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let count = AVAudioFrameCount(seconds * 48_000)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count))
        buffer.frameLength = count
        let plane = try #require(buffer.floatChannelData)[0]
        for frame in 0..<Int(count) { plane[frame] = level * Float(sin(2 * .pi * hertz * Double(frame) / 48_000)) }
        try AVAudioFile(forWriting: url, settings: format.settings).write(from: buffer)
        return url
    }

    @Test func aReaderFeedsAWriter() throws {
        let source = try rig.file("in.wav", [[(0.5, 2)], [(-0.25, 2)]])
        let target = rig.folder.file("out.wav")
        let (status, output) = try Programs.run("asset-examples", ["convert", source.path, target.path])
        #expect(status == 0 && output == "wrote 2.000 s\n", "\(output)")
        let (rate, channels) = try samples(target)
        #expect(rate == 44_100 && channels.map(\.count) == [88_200, 88_200])
        // Away from the ends, where the filter of the conversion sees the silence around the sound.
        #expect(channels[0][2_000..<86_000].allSatisfy { abs($0 - 0.5) < 1e-3 })
        #expect(channels[1][2_000..<86_000].allSatisfy { abs($0 + 0.25) < 1e-3 })
        let (refused, sentence) = try Programs.run("asset-examples", ["convert", "/none.wav", target.path])
        #expect(refused == 1 && sentence.hasPrefix("asset-examples: "), "\(sentence)")
    }

    @Test func aPlayerTellsItsTime() throws {
        let file = try rig.file("song.wav", [[(0.5, 1)]])
        let player = try rig.launch("asset-examples", ["play", file.path])
        #expect(rig.device.advance(until: player, endsWithin: 30), "\(player.output)")
        let lines = player.output.split(separator: "\n")
        #expect(lines.contains("plays 1.00 s") && lines.last == "end", "\(player.output)")
        let times = lines.filter { $0.hasPrefix("at ") }.compactMap { Double($0.split(separator: " ")[1]) }
        // Once in each quarter of a second, and at the end.
        #expect(Set(times.map { Int($0 * 4) }).isSuperset(of: [0, 1, 2, 3]) && times == times.sorted(), "\(times)")
        #expect(abs(rig.device.soundingSeconds() - 1) < 0.05)
    }

    /// The song is at half its volume while the voice is there, and whole after it.
    @Test(.enabled(if: Programs.outside("ffmpeg") != nil, "AAC needs libavcodec"))
    func aSongStepsBackBehindAVoice() throws {
        let song = try tone("song.wav", hertz: 440, level: 0.5, seconds: 4)
        let voice = try tone("voice.wav", hertz: 1_000, level: 0.25, seconds: 2)
        let target = rig.folder.file("both.m4a")
        let (status, output) = try Programs.run("asset-examples", ["karaoke", song.path, voice.path, target.path])
        #expect(status == 0 && output == "wrote 4.00 s\n", "\(output)")
        let channel = try samples(target).channels[0]
        func power(_ start: Double, _ end: Double) -> Float {
            let range = Int(start * 48_000)..<Int(end * 48_000)
            return channel[range].reduce(0) { $0 + $1 * $1 } / Float(range.count)
        }
        // Half of the squares of both levels, then of the song's alone.
        #expect(abs(power(0.5, 1.8) / (0.25 * 0.25) - 1) < 0.05, "\(power(0.5, 1.8))")
        #expect(abs(power(2.6, 3.8) / (0.5 * 0.5 / 2) - 1) < 0.05, "\(power(2.6, 3.8))")
        // The voice has ended, and the song begins to come back.
        #expect(power(2.01, 2.06) < 0.35 * 0.35 / 2, "\(power(2.01, 2.06))")
    }
}
