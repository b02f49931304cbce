import AVFAudio
import Foundation
import Synchronization
import Testing

/// A WAVE file of one float channel per array, removed with this object.
final class TemporaryFile {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("player-node-\(UUID().uuidString).caf")

    init(_ channels: [[Float]], rate: Double = 48_000) throws {
        let buffer = try AVAudioPCMBuffer.samples(channels, rate: rate)
        let file = try AVAudioFile(forWriting: url, settings: buffer.format.settings)
        try file.write(from: buffer)
        file.close()
    }

    var file: AVAudioFile { get throws { try AVAudioFile(forReading: url) } }

    deinit { try? FileManager.default.removeItem(at: url) }
}

func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

/// Names, in the order in which they came.
private final class Names: Sendable {
    private let names = Mutex<[String]>([])

    func add(_ name: String) { names.withLock { $0.append(name) } }

    var all: [String] { names.withLock { $0 } }
}

@Suite struct AVAudioPlayerNodeTests {
    private let offline: OfflineEngine
    private let player: AVAudioPlayerNode

    init() throws {
        offline = try OfflineEngine(channels: 1, maximumFrameCount: 512)
        player = offline.player()
        try offline.engine.start()
    }

    private func rendered(_ frames: Int) throws -> [Float] { try offline.render(frames)[0] }

    @Test func buffersFollowOneAnotherAndTimesAreExact() throws {
        player.scheduleBuffer(try .samples([ramp(1..<101)]))
        player.scheduleBuffer(try .samples([ramp(201..<301)]), at: AVAudioTime(sampleTime: 777, atRate: 48_000))
        player.scheduleBuffer(try .samples([ramp(401..<501)]))
        player.play()
        let expected: [[Float]] = [ramp(1..<101), zeros(677), ramp(201..<301), ramp(401..<501), zeros(123)]
        #expect(try rendered(1100) == Array(expected.joined()))
    }

    @Test func aTimeAtAnotherRateIsConverted() throws {
        player.scheduleBuffer(try .samples([ramp(1..<11)]), at: AVAudioTime(sampleTime: 441, atRate: 44_100))
        player.play()
        try expectRendered(500, zeros(480), ramp(1..<11), zeros(10))
    }

    @Test func playAtANodeTimeBeginsThere() throws {
        _ = try rendered(100)
        player.scheduleBuffer(try .samples([ramp(1..<11)]))
        player.play(at: AVAudioTime(sampleTime: 250, atRate: 48_000))
        try expectRendered(200, zeros(150), ramp(1..<11), zeros(40))
        let time = try #require(player.playerTime(forNodeTime: AVAudioTime(sampleTime: 260, atRate: 48_000)))
        #expect(time.sampleTime == 10)
        #expect(player.nodeTime(forPlayerTime: time)?.sampleTime == 260)
    }

    @Test func loopsInterruptsAndInterruptsAtLoop() throws {
        player.scheduleBuffer(try .samples([ramp(1..<101)]), at: nil, options: .loops)
        player.play()
        let loop = ramp(1..<101)
        let first: [Float] = loop + loop + ramp(1..<51)
        try expectRendered(250, first)
        player.scheduleBuffer(try .samples([ramp(501..<511)]), at: nil, options: [.interruptsAtLoop, .loops])
        let short = ramp(501..<511)
        let second: [Float] = ramp(51..<101) + short + short + ramp(501..<506)
        try expectRendered(75, second)
        player.scheduleBuffer(try .samples([ramp(901..<911)]), at: nil, options: .interrupts)
        try expectRendered(20, ramp(901..<911), zeros(10))
    }

    @Test func filesAndSegmentsFollowWithoutAGap() throws {
        let stored = try TemporaryFile([ramp(1..<70_001)])
        player.scheduleFile(try stored.file, at: nil)
        player.scheduleSegment(try stored.file, startingFrame: 500, frameCount: 100, at: nil)
        player.scheduleSegment(try stored.file, startingFrame: 69_990, frameCount: 1000, at: nil)
        player.prepare(withFrameCount: 4096)
        player.play()
        let made = try rendered(70_200)
        #expect(Array(made[..<70_000]) == ramp(1..<70_001))
        let rest: [Float] = ramp(501..<601) + ramp(69_991..<70_001) + zeros(90)
        #expect(Array(made[70_000...]) == rest)
    }

    @Test func aFileAtAnotherRateIsConvertedAndItsLengthIsExact() throws {
        let tone = (0..<44_100).map { Float(sin(2 * Double.pi * 441 * Double($0) / 44_100)) }
        let stored = try TemporaryFile([tone], rate: 44_100)
        player.scheduleFile(try stored.file, at: nil)
        player.scheduleBuffer(try .samples([ramp(1..<11)]))
        player.play()
        let made = try rendered(48_020)
        #expect(Array(made[48_000...]) == ramp(1..<11) + zeros(10))
        for frame in stride(from: 500, to: 47_500, by: 1111) {
            let expected = sin(2 * Double.pi * 441 * Double(frame) / 48_000)
            #expect(abs(Double(made[frame]) - expected) < 1e-4)
        }
    }

    @Test func integersAndInterleavedSamplesArePlayed() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        let format = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 3))
        buffer.frameLength = 3
        let samples: [Int16] = [1, -1, 32_767, -32_768, 100, 200]
        for (index, sample) in samples.enumerated() { buffer.int16ChannelData?[0][index] = sample }
        player.scheduleBuffer(buffer)
        try offline.engine.start()
        player.play()
        let made = try offline.render(4)
        let left: [Float] = [1, 32_767, 100, 0]
        let right: [Float] = [-1, -32_768, 200, 0]
        #expect(made[0] == left.map { $0 / 32_768 })
        #expect(made[1] == right.map { $0 / 32_768 })
    }

    @Test func pauseAndStopTakeEffectAtTheNextCall() throws {
        player.scheduleBuffer(try .samples([ramp(1..<1001)]))
        player.play()
        #expect(player.isPlaying)
        try expectRendered(100, ramp(1..<101))
        player.pause()
        #expect(!player.isPlaying)
        try expectRendered(50, zeros(50))
        #expect(player.playerTime(forNodeTime: AVAudioTime(sampleTime: 10, atRate: 48_000)) == nil)
        player.play()
        try expectRendered(100, ramp(101..<201))
        let time = try #require(player.playerTime(forNodeTime: AVAudioTime(sampleTime: 150, atRate: 48_000)))
        #expect(time.sampleTime == 100)
        player.stop()
        try expectRendered(50, zeros(50))
        player.play()
        try expectRendered(50, zeros(50))
    }

    /// The next frames are these parts, one after the other.
    private func expectRendered(
        _ frames: Int, _ parts: [Float]..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let expected = Array(parts.joined())
        let made = try rendered(frames)
        #expect(made == expected, sourceLocation: sourceLocation)
    }

    // MARK: Completions

    @Test func completionsComeInOrderAndWithTheirType() throws {
        let names = Names()
        let types: [AVAudioPlayerNodeCompletionCallbackType] = [.dataConsumed, .dataRendered, .dataPlayedBack]
        for type in types {
            player.scheduleBuffer(try .samples([ramp(1..<101)]), completionCallbackType: type) {
                names.add("\($0)")
            }
        }
        player.scheduleBuffer(try .samples([ramp(1..<101)])) { names.add("plain") }
        player.play()
        for expected in 1...4 {
            _ = try rendered(100)
            // No frames; it waits for the callbacks of the blocks before.
            _ = try rendered(0)
            _ = try offline.engine.renderOffline(0, to: offline.buffer)
            #expect(names.all.count == expected)
        }
        #expect(names.all == ["dataConsumed", "dataRendered", "dataPlayedBack", "plain"])
    }

    @Test func stopCallsTheCompletionsOfWhatIsDropped() throws {
        let names = Names()
        let stored = try TemporaryFile([ramp(1..<1001)])
        player.scheduleBuffer(try .samples([ramp(1..<101)])) { names.add("buffer") }
        player.scheduleFile(try stored.file, at: nil) { names.add("file") }
        player.play()
        _ = try rendered(50)
        player.stop()
        _ = try offline.engine.renderOffline(0, to: offline.buffer)
        #expect(names.all == ["buffer", "file"])
    }

    @Test func whatACompletionSchedulesIsHeardInTheNextBlock() throws {
        let next = try AVAudioPCMBuffer.samples([ramp(501..<601)])
        let box = Sending(next)
        player.scheduleBuffer(try .samples([ramp(1..<101)])) { [player] in player.scheduleBuffer(box.value) }
        player.play()
        try expectRendered(100, ramp(1..<101))
        try expectRendered(100, ramp(501..<601))
    }

    @Test func theAsynchronousTwinsReturnWhenTheMomentHasCome() async throws {
        player.play()
        let (player, stored) = (player, try TemporaryFile([ramp(1..<11)]))
        let names = Names()
        let waiting = Task {
            await player.scheduleBuffer(try .samples([ramp(1..<11)]))
            names.add("buffer")
            #expect(
                await player.scheduleBuffer(
                    try .samples([ramp(1..<11)]), completionCallbackType: .dataRendered) == .dataRendered)
            await player.scheduleBuffer(try .samples([ramp(1..<11)]), at: nil, options: [])
            #expect(
                await player.scheduleBuffer(
                    try .samples([ramp(1..<11)]), at: nil, options: [], completionCallbackType: .dataPlayedBack)
                    == .dataPlayedBack)
            await player.scheduleFile(try stored.file, at: nil)
            #expect(
                await player.scheduleFile(try stored.file, at: nil, completionCallbackType: .dataConsumed)
                    == .dataConsumed)
            await player.scheduleSegment(try stored.file, startingFrame: 2, frameCount: 3, at: nil)
            #expect(
                await player.scheduleSegment(
                    try stored.file, startingFrame: 2, frameCount: 3, at: nil, completionCallbackType: .dataRendered)
                    == .dataRendered)
            names.add("done")
        }
        // Every call needs a block; the moment at which the task gets there is not known, so blocks are rendered until it is through.
        while names.all.last != "done" {
            _ = try rendered(64)
            await Task.yield()
        }
        try await waiting.value
        #expect(names.all == ["buffer", "done"])
    }

    @Test func everyBlockIsRenderedWhileAnotherThreadSchedules() async throws {
        player.play()
        let player = player
        let scheduling = Task.detached {
            for _ in 0..<500 { player.scheduleBuffer(try .samples([ramp(1..<11)])) {} }
        }
        // `rendered` expects that each block succeeds, on whichever thread the engine is at that moment.
        for _ in 0..<500 {
            _ = try rendered(64)
            await Task.yield()
        }
        try await scheduling.value
    }

    @Test func theSwiftLayerSchedulesBuffersThatNobodyChanges() throws {
        let names = Names()
        let buffer = try AVAudioPCMBuffer.samples([ramp(1..<11)])
        player.scheduleBuffer(AVReadOnlyAudioPCMBuffer(copying: buffer)) { names.add("read only") }
        player.scheduleBuffer(
            buffer, atTime: AVAudioTime(sampleTime: 20, atRate: 48_000), completionCallbackType: .dataRendered,
            completionHandler: { names.add("at time") })
        try player.playAudio()
        let once: [Float] = ramp(1..<11) + zeros(10)
        try expectRendered(40, once, once)
        _ = try offline.engine.renderOffline(0, to: offline.buffer)
        #expect(names.all == ["read only", "at time"])
    }
}

/// Carries a buffer into a handler that is called on another thread, once.
private struct Sending: @unchecked Sendable {
    let value: AVAudioPCMBuffer

    init(_ value: AVAudioPCMBuffer) { self.value = value }
}
