import AVFAudio
import Foundation
import Testing

/// An engine in offline manual rendering, and a way to read what it makes.
final class OfflineEngine {
    let engine = AVAudioEngine()
    let format: AVAudioFormat
    let buffer: AVAudioPCMBuffer

    init(rate: Double = 48_000, channels: AVAudioChannelCount = 2, maximumFrameCount: AVAudioFrameCount = 4096) throws {
        format = try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
        buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: maximumFrameCount))
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: maximumFrameCount)
    }

    /// A player that is attached and connected to the main mixer.
    func player(_ format: AVAudioFormat? = nil) -> AVAudioPlayerNode {
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: format ?? self.format)
        return player
    }

    /// Frames, each channel in its own array.
    func render(_ frames: Int) throws -> [[Float]] {
        var joined = [[Float]](repeating: [], count: Int(format.channelCount))
        var left = frames
        while left > 0 {
            let count = min(left, Int(buffer.frameCapacity))
            #expect(try engine.renderOffline(AVAudioFrameCount(count), to: buffer) == .success)
            #expect(buffer.frameLength == AVAudioFrameCount(count))
            for channel in joined.indices { joined[channel] += buffer.channel(channel) }
            left -= count
        }
        return joined
    }
}

extension AVAudioPCMBuffer {
    /// A copy of a channel's frames.
    func channel(_ channel: Int) -> [Float] {
        guard let data = floatChannelData else { return [] }
        return Array(UnsafeBufferPointer(start: data[channel], count: Int(frameLength)))
    }

    /// A buffer of float channels.
    static func samples(_ channels: [[Float]], rate: Double = 48_000) throws -> AVAudioPCMBuffer {
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: rate, channels: AVAudioChannelCount(channels.count)))
        let count = channels.first?.count ?? 0
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(count)))
        buffer.frameLength = AVAudioFrameCount(count)
        for (index, samples) in channels.enumerated() {
            for (frame, sample) in samples.enumerated() { buffer.floatChannelData?[index][frame] = sample }
        }
        return buffer
    }
}

/// A rising line that tells every frame apart.
func ramp(_ range: Range<Int>) -> [Float] { range.map { Float($0) / 65_536 } }

@Suite struct AVAudioEngineTests {
    @Test func aScheduledBufferIsRenderedSampleForSample() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        let sound = [ramp(1..<3001), ramp(5001..<8001)]
        player.scheduleBuffer(try .samples(sound))
        try offline.engine.start()
        player.play()
        let made = try offline.render(4000)
        #expect(made[0] == sound[0] + [Float](repeating: 0, count: 1000))
        #expect(made[1] == sound[1] + [Float](repeating: 0, count: 1000))
        #expect(offline.engine.manualRenderingSampleTime == 4000)
    }
}
