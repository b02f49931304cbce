import AVFAudio
import Foundation
import SordinoSimulator
import Testing

/// A file of four or six channels is the same in two, wherever it is folded: by a player, a converter, an engine's mixer, a player node.
@Suite struct FoldTests {
    /// L R Ls Rs, and L R C LFE Ls Rs: noise in each channel.
    private static let counts = [4, 6]

    /// The same by ITU-R BS.775-3, tables 2 and 3.
    private func folded(_ sound: Sound) -> [[Float]] {
        let half = 0.5.squareRoot()
        let (surround, centre) = sound.channels.count == 4 ? (2, nil) : (4, 2 as Int?)
        return (0..<2).map { side in
            sound.channels[side].indices.map { frame in
                let front = Double(sound.channels[side][frame]) + half * Double(sound.channels[surround + side][frame])
                return Float(front + half * Double(centre.map { sound.channels[$0][frame] } ?? 0))
            }
        }
    }

    private func expectFolded(_ made: [[Float]], _ sound: Sound, _ maker: String) {
        for (made, expected) in zip(made, folded(sound)) {
            #expect(made.count == expected.count, "\(maker)")
            #expect(zip(made, expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(maker)")
        }
    }

    /// A file with the channels' places, or without.
    private func withFile(_ sound: Sound, hasPlaces: Bool, _ body: (URL) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("fold-\(UUID().uuidString).caf")
        defer { try? FileManager.default.removeItem(at: url) }
        guard hasPlaces else {
            try sound.wave().write(to: url)
            return try body(url)
        }
        let tag = sound.channels.count == 4 ? kAudioChannelLayoutTag_Quadraphonic : kAudioChannelLayoutTag_MPEG_5_1_A
        let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        try file.write(from: buffer(sound, format))
        file.close()
        try body(url)
    }

    private func buffer(_ sound: Sound, _ format: AVAudioFormat) throws -> AVAudioPCMBuffer {
        let count = AVAudioFrameCount(sound.channels[0].count)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count))
        buffer.frameLength = count
        for (channel, samples) in sound.channels.enumerated() {
            for (frame, sample) in samples.enumerated() { buffer.floatChannelData?[channel][frame] = sample }
        }
        return buffer
    }

    private func channels(_ buffer: AVAudioPCMBuffer) -> [[Float]] {
        guard let data = buffer.floatChannelData else { return [] }
        return (0..<Int(buffer.format.channelCount)).map {
            Array(UnsafeBufferPointer(start: data[$0], count: Int(buffer.frameLength)))
        }
    }

    private var stereo: AVAudioFormat {
        get throws { try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)) }
    }

    @Test(arguments: counts, [true, false]) func allGiveOneAnswer(channelCount: Int, hasPlaces: Bool) throws {
        let sound = Sound.noise(frames: 4_000, channels: channelCount, seed: UInt64(channelCount))
        try withFile(sound, hasPlaces: hasPlaces) { url in
            expectFolded(try played(url), sound, "AVAudioPlayer")
            expectFolded(try converted(url), sound, "AVAudioConverter")
            expectFolded(try mixed(url, nodeFormat: { $0.processingFormat }), sound, "mixer of an engine")
            expectFolded(try mixed(url, nodeFormat: { _ in try stereo }), sound, "AVAudioPlayerNode")
        }
    }

    /// One channel alone enters both fronts of a layout that has them, and not its centre.
    @Test func oneChannelEntersBothFronts() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_AudioUnit_5_1))
        let wide = AVAudioFormat(
            commonFormat: .pcmFormatFloat32, sampleRate: 48_000, interleaved: false, channelLayout: layout)
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let source = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 100))
        source.frameLength = 100
        try #require(source.floatChannelData)[0].update(repeating: 0.5, count: 100)
        let expected: [Float] = [0.5, 0.5, 0, 0, 0, 0]

        let converter = try #require(AVAudioConverter(from: mono, to: wide))
        converter.downmix = true
        let converted = try #require(AVAudioPCMBuffer(pcmFormat: wide, frameCapacity: 100))
        try converter.convert(to: converted, from: source)
        #expect(channels(converted).map { $0[50] } == expected)

        let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
        try engine.enableManualRenderingMode(.offline, format: wide, maximumFrameCount: 100)
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: mono)
        engine.connect(engine.mainMixerNode, to: engine.outputNode, format: wide)
        try engine.start()
        player.scheduleBuffer(source)
        player.play()
        let mixed = try #require(AVAudioPCMBuffer(pcmFormat: wide, frameCapacity: 100))
        #expect(try engine.renderOffline(100, to: mixed) == .success)
        #expect(channels(mixed).map { $0[50] } == expected)
    }

    private func played(_ url: URL) throws -> [[Float]] {
        let device = SimulatedDevice(.phone)
        device.plug(.headphones)
        let app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
        let player = try app.perform { try AVAudioPlayer(contentsOf: url) }
        let start = device.now
        app.perform { _ = player.play() }
        device.advance(0.2)
        let port = try #require(device.output(.headphones))
        return (0..<2).map { Array(port.samples(channel: $0, from: start - 1e-6).prefix(4_000)) }
    }

    private func converted(_ url: URL) throws -> [[Float]] {
        let file = try AVAudioFile(forReading: url)
        let source = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4_000))
        try file.read(into: source)
        let target = try #require(AVAudioPCMBuffer(pcmFormat: try stereo, frameCapacity: 4_000))
        let converter = try #require(AVAudioConverter(from: file.processingFormat, to: try stereo))
        converter.downmix = true
        try converter.convert(to: target, from: source)
        return channels(target)
    }

    private func mixed(_ url: URL, nodeFormat: (AVAudioFile) throws -> AVAudioFormat) throws -> [[Float]] {
        let file = try AVAudioFile(forReading: url)
        let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
        try engine.enableManualRenderingMode(.offline, format: try stereo, maximumFrameCount: 4_000)
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: try nodeFormat(file))
        try engine.start()
        player.scheduleFile(file, at: nil)
        player.play()
        let target = try #require(AVAudioPCMBuffer(pcmFormat: try stereo, frameCapacity: 4_000))
        #expect(try engine.renderOffline(4_000, to: target) == .success)
        return channels(target)
    }
}
