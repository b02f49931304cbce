import AVFAudio
import Foundation
import Testing

/// Sounds scheduled before a player is connected, or with other channels than it has.
@Suite struct UnconnectedPlayerTests {
    @Test func aPlayerThatLeadsNowhereTakesSounds() throws {
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        let stored = try TemporaryFile([ramp(1..<101)])
        // Neither attached nor connected: mono, where an unconnected bus has two channels.
        player.scheduleBuffer(try .samples([ramp(201..<301)]))
        player.scheduleFile(try stored.file, at: nil)
        offline.engine.attach(player)
        player.scheduleBuffer(try .samples([ramp(301..<401)]))
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        offline.engine.connect(player, to: offline.engine.mainMixerNode, format: mono)
        try offline.engine.start()
        player.play()
        let expected: [Float] = ramp(201..<301) + ramp(1..<101) + ramp(301..<401)
        #expect(try offline.render(300) == [expected, expected])
        // Detached, it takes them, too.
        offline.engine.detach(player)
        player.scheduleFile(try stored.file, at: nil)
        player.scheduleBuffer(try .samples([ramp(1..<11)]))
        player.stop()
    }

    @Test func aBufferOfOneChannelIsHeardOnBothSides() throws {
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        offline.engine.attach(player)
        player.scheduleBuffer(try .samples([ramp(1..<101)]))
        offline.engine.connect(player, to: offline.engine.mainMixerNode, format: offline.format)
        try offline.engine.start()
        player.play()
        #expect(try offline.render(100) == [ramp(1..<101), ramp(1..<101)])
    }

    @Test func aFileOfOneChannelIsHeardOnBothSidesAndTwoBecomeTheirMean() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        let mono = try TemporaryFile([ramp(1..<5001)])
        player.scheduleFile(try mono.file, at: nil)
        try offline.engine.start()
        player.play()
        #expect(try offline.render(5000) == [ramp(1..<5001), ramp(1..<5001)])

        let single = try OfflineEngine(channels: 1)
        let narrow = single.player()
        let stereo = try TemporaryFile([ramp(0..<4000), ramp(2000..<6000)])
        narrow.scheduleFile(try stereo.file, at: nil)
        try single.engine.start()
        narrow.play()
        #expect(try single.render(4000)[0] == ramp(1000..<5000))
    }

    @Test func aFileOfFiveChannelsAndBassKeepsItsCentreInStereo() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        // Left, right, centre, bass, surround: ITU-R BS.775-3 hears the centre 3 dB lower in both.
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let six = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: six, frameCapacity: 1000))
        buffer.frameLength = 1000
        for (frame, sample) in ramp(1..<1001).enumerated() { buffer.floatChannelData?[2][frame] = sample }
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("six-\(UUID().uuidString).caf")
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try AVAudioFile(forWriting: url, settings: six.settings)
        try file.write(from: buffer)
        file.close()
        player.scheduleFile(try AVAudioFile(forReading: url), at: nil)
        try offline.engine.start()
        player.play()
        let made = try offline.render(1000)
        #expect(made[0] == made[1])
        for (heard, centre) in zip(made[0], ramp(1..<1001)) { #expect(abs(heard - centre * 0.707_107) < 1e-6) }
    }
}
