import AVFAudio
import SordinoSimulator
import Testing

/// `AVAudioPlayer` of compressed files: what leaves the headphones is what `AVAudioFile` reads, no more and no fewer frames.
@Suite struct CompressedPlayerTests {
    static let frameCount = 20_011

    /// Makes a file of two tones; MP3 with ffmpeg, the others ourselves.
    static func make(_ url: URL, _ id: AudioFormatID, rate: Double = 48_000) throws {
        let tones = [440.0, 660].map { hertz in
            (0..<frameCount).map { Float(0.4 * sin(2 * Double.pi * hertz * Double($0) / 48_000)) }
        }
        if id == kAudioFormatMPEGLayer3 {
            let wave = url.appendingPathExtension("wav")
            try Sound(sampleRate: 48_000, channels: tones).wave().write(to: wave)
            return try encode(wave, url)
        }
        let settings: [String: Any] = [AVFormatIDKey: id, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(frameCount)))
        buffer.frameLength = buffer.frameCapacity
        for (channel, tone) in tones.enumerated() {
            for (frame, sample) in tone.enumerated() { buffer.floatChannelData?[channel][frame] = sample }
        }
        try file.write(from: buffer)
        file.close()
    }

    static let ffmpeg = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/ffmpeg" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    static let hasCodecs: Bool = {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
        ]
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).m4a")
        defer { try? FileManager.default.removeItem(at: url) }
        return (try? AVAudioFile(forWriting: url, settings: settings)) != nil
    }()

    private static func encode(_ wave: URL, _ url: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(ffmpeg))
        process.arguments = ["-v", "error", "-i", wave.path, "-c:a", "libmp3lame", "-b:a", "192k", url.path]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    private static func distance(_ left: some Collection<Float>, _ right: some Collection<Float>) -> Double {
        let sum = zip(left, right).reduce(0.0) { $0 + pow(Double($1.0 - $1.1), 2) }
        return (sum / Double(max(1, left.count))).squareRoot()
    }

    @Test(
        .enabled(if: hasCodecs, "libavcodec is not there"),
        arguments: [
            ("a.m4a", kAudioFormatMPEG4AAC), ("b.m4a", kAudioFormatAppleLossless), ("c.flac", kAudioFormatFLAC),
        ])
    func aPlayerPlaysWhatTheFileReads(name: String, id: AudioFormatID) throws { try check(name, id) }

    @Test(.enabled(if: hasCodecs && ffmpeg != nil, "libavcodec or ffmpeg is not there"))
    func aPlayerPlaysMP3() throws { try check("a.mp3", kAudioFormatMPEGLayer3) }

    private func check(_ name: String, _ id: AudioFormatID) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("player-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent(name)
        try Self.make(url, id)
        let file = try AVAudioFile(forReading: url)
        #expect(file.length == Int64(Self.frameCount))
        let all = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 30_000))
        try file.read(into: all)
        let expected = try (0..<2).map { channel in
            Array(UnsafeBufferPointer(start: try #require(all.floatChannelData)[channel], count: Int(all.frameLength)))
        }

        let device = SimulatedDevice(.phone)
        device.plug(.headphones)
        let app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
        func heard(_ channel: Int, _ start: Double, _ count: Int) -> ArraySlice<Float> {
            (device.output(.headphones)?.samples(channel: channel, from: start - 1e-6) ?? []).prefix(count)
        }

        let player = try app.perform { try AVAudioPlayer(contentsOf: url) }
        #expect(player.duration == Double(Self.frameCount) / 48_000)
        var start = device.now
        #expect(app.perform { player.play() })
        device.advance(0.6)
        #expect(!player.isPlaying)
        let limit = 1 / 32768.0
        for channel in 0..<2 {
            let made = heard(channel, start, Self.frameCount + 2000)
            #expect(made.count == Self.frameCount + 2000)
            #expect(Self.distance(made.prefix(Self.frameCount), expected[channel]) < limit)
            #expect(made.dropFirst(Self.frameCount).allSatisfy { $0 == 0 })
            #expect(Self.distance(made.prefix(Self.frameCount), [Float](repeating: 0, count: Self.frameCount)) > 0.1)
        }

        // From the middle, where the sines are silent, and from bytes in memory.
        let second = try app.perform { try AVAudioPlayer(data: try Data(contentsOf: url)) }
        second.currentTime = 0.25
        start = device.now
        #expect(app.perform { second.play() })
        device.advance(0.3)
        for channel in 0..<2 {
            let made = heard(channel, start, 10_000)
            #expect(Self.distance(made.prefix(8011), expected[channel][12_000...]) < limit)
            #expect(made.dropFirst(8011).allSatisfy { $0 == 0 })
        }
    }
}
