import AVFAudio
import Foundation
import Synchronization
import Testing

/// Taps that want other samples than floats of their own channel each.
@Suite struct TapFormatTests {
    @Test func aTapMakesIntegersOneBehindTheOther() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        let format = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true))
        let heard = Mutex<[Int16]>([])
        offline.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4800, format: format) { buffer, _ in
            #expect(buffer.format == format && buffer.frameLength == 4800)
            guard let samples = buffer.int16ChannelData?[0] else { return }
            heard.withLock { $0 += (0..<9600).map { samples[$0] } }
        }
        player.scheduleBuffer(try .samples([ramp(0..<9600), ramp(10_000..<19_600)]))
        try offline.engine.start()
        player.play()
        _ = try offline.render(9600)
        // The next block waits for the calls of the last.
        _ = try offline.render(1)
        // 65536ths become 32768ths, halves to even.
        let expected = (0..<9600).flatMap { frame in
            [frame, frame + 10_000].map { Int16((Double($0) / 2).rounded(.toNearestOrEven)) }
        }
        #expect(heard.withLock { $0 } == expected)
    }

    @Test func anotherRateIsRefused() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        for channels in [1, 2] as [AVAudioChannelCount] {
            let format = AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: channels, interleaved: true)
            #expect(throws: NSError.self) {
                try player.installAudioTap(onBus: 0, bufferSize: 4800, format: format) { _, _ in }
            }
        }
    }

    /// Channels fold as they do at a mixer: two to their mean, one to both sides.
    @Test(arguments: [(from: 2, to: 1), (from: 1, to: 2)], [AVAudioCommonFormat.pcmFormatFloat32, .pcmFormatInt16])
    func otherChannelsAreFolded(_ channels: (from: Int, to: Int), _ samples: AVAudioCommonFormat) throws {
        let offline = try OfflineEngine()
        let own = try #require(
            AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: AVAudioChannelCount(channels.from)))
        let player = offline.player(own)
        let format = try #require(
            AVAudioFormat(
                commonFormat: samples, sampleRate: 48_000, channels: AVAudioChannelCount(channels.to),
                interleaved: false))
        let heard = Mutex<[[Float]]>([])
        player.installTap(onBus: 0, bufferSize: 4800, format: format) { buffer, _ in
            #expect(buffer.format == format && buffer.frameLength == 4800)
            heard.withLock { heard in heard = (0..<channels.to).map { buffer.line($0) } }
        }
        let left = ramp(0..<4800).map { $0 * 2 }
        let right = ramp(4800..<9600).map { $0 * 2 }
        player.scheduleBuffer(try .samples(channels.from == 2 ? [left, right] : [left]))
        try offline.engine.start()
        player.play()
        _ = try offline.render(4800)
        // The next block waits for the calls of the last.
        _ = try offline.render(1)
        let folded = channels.from == 2 ? [zip(left, right).map { ($0 + $1) / 2 }] : [left, left]
        #expect(heard.withLock { $0 } == folded)
    }
}

extension AVAudioPCMBuffer {
    /// The samples of a channel of its own, as floats.
    fileprivate func line(_ channel: Int) -> [Float] {
        if let floats = floatChannelData { return (0..<Int(frameLength)).map { floats[channel][$0] } }
        guard let integers = int16ChannelData else { return [] }
        return (0..<Int(frameLength)).map { Float(integers[channel][$0]) / 32_768 }
    }
}
