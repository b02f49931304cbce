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

    @Test func anotherRateOrOtherChannelsAreRefused() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        for (rate, channels) in [(44_100.0, 2), (48_000, 1)] as [(Double, AVAudioChannelCount)] {
            let format = AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: rate, channels: channels, interleaved: true)
            #expect(throws: NSError.self) {
                try player.installAudioTap(onBus: 0, bufferSize: 4800, format: format) { _, _ in }
            }
        }
    }
}
