import AVFAudio
import Foundation
import Testing

/// Times of nodes and players while the program renders.
@Suite struct EngineTimeTests {
    private let offline: OfflineEngine
    private let player: AVAudioPlayerNode

    init() throws {
        offline = try OfflineEngine()
        player = offline.player()
        try offline.engine.start()
    }

    @Test func aSegmentAtTheLastTimePlusAnOffsetBeginsThere() throws {
        let before = try #require(player.lastRenderTime)
        #expect(before.sampleTime == offline.engine.manualRenderingSampleTime)
        player.scheduleBuffer(try .samples([ramp(1..<11), ramp(1..<11)]))
        player.play(at: AVAudioTime(sampleTime: before.sampleTime + 20, atRate: 48_000))
        #expect(try offline.render(30)[0] == zeros(20) + ramp(1..<11))
        #expect(player.lastRenderTime?.sampleTime == 30)
    }

    @Test func anotherRateCountsItsOwnFrames() throws {
        let low = try #require(AVAudioFormat(standardFormatWithSampleRate: 24_000, channels: 1))
        let slow = offline.player(low)
        #expect(slow.lastRenderTime?.sampleTime == 0 && slow.lastRenderTime?.sampleRate == 24_000)
        _ = try offline.render(9600)
        let time = try #require(slow.lastRenderTime)
        // The converter's filter reads ahead, by no more than a few hundred frames.
        #expect((4800...5300).contains(time.sampleTime) && time.sampleRate == 24_000)
    }

    @Test func timesAreAnewAfterAStopOfTheEngine() throws {
        _ = try offline.render(500)
        offline.engine.stop()
        #expect(player.lastRenderTime == nil)
        try offline.engine.start()
        #expect(player.lastRenderTime?.sampleTime == 0)
    }

    @Test func stopAndPlayBeginATimeLineAtOnce() throws {
        player.scheduleBuffer(try .samples([ramp(0..<1000), ramp(0..<1000)]))
        player.play()
        _ = try offline.render(300)
        func position() -> Int64? {
            player.lastRenderTime.flatMap { player.playerTime(forNodeTime: $0) }?.sampleTime
        }
        #expect(position() == 300)
        player.stop()
        #expect(position() == nil)
        player.scheduleBuffer(try .samples([ramp(0..<1000), ramp(0..<1000)]))
        player.play()
        #expect((position() ?? 0) == 0)
        _ = try offline.render(200)
        #expect(position() == 200)
        // A pause keeps the time line.
        player.pause()
        player.play()
        _ = try offline.render(100)
        #expect(position() == 300)
    }

    @Test func theInputHasTheRenderedFormatUntilItHasABlock() throws {
        let input = offline.engine.inputNode
        #expect(input.inputFormat(forBus: 0).sampleRate == 48_000 && input.inputFormat(forBus: 0).channelCount == 2)
        #expect(input.outputFormat(forBus: 0).sampleRate == 48_000)
        offline.engine.stop()
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        #expect(input.setManualRenderingInputPCMFormat(mono) { _ in nil })
        #expect(input.inputFormat(forBus: 0) == mono)
    }
}
