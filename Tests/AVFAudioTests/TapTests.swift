import AVFAudio
import Foundation
import Synchronization
import Testing

/// Taps of engines that the program renders under realtime constraints, and the sizes of their buffers.
@Suite struct TapTests {
    private let engine = AVAudioEngine()
    private let player = AVAudioPlayerNode()
    private let format: AVAudioFormat
    private let heard = Heard()

    private final class Heard: Sendable {
        let samples = Mutex<[Float]>([])
        let sizes = Mutex<[AVAudioFrameCount]>([])

        func hear(_ buffer: AVAudioPCMBuffer) {
            guard let channel = buffer.floatChannelData?[0] else { return }
            samples.withLock { $0 += UnsafeBufferPointer(start: channel, count: Int(buffer.frameLength)) }
            sizes.withLock { $0.append(buffer.frameLength) }
        }
    }

    init() throws {
        format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 512)
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: format)
        player.scheduleBuffer(try .samples([ramp(0..<48_000)]))
    }

    private func render(_ frames: Int) throws {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
        let block = engine.manualRenderingBlock
        var left = frames
        while left > 0 {
            let count = AVAudioFrameCount(min(left, 512))
            buffer.frameLength = count
            #expect(block(count, buffer.mutableAudioBufferList, nil) == .success)
            left -= Int(count)
        }
    }

    @Test func aTapThatComesWhileTheEngineRendersHearsIt() throws {
        try engine.start()
        player.play()
        try render(1000)
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { [heard] buffer, _ in
            heard.hear(buffer)
        }
        try render(9600)
        engine.mainMixerNode.removeTap(onBus: 0)
        #expect(heard.samples.withLock { $0 } == ramp(1000..<10_600))
        engine.stop()
    }

    @Test func everythingThatWasHeardIsHandedOutWhenTheTapGoes() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("tap-\(UUID().uuidString).caf")
        defer { try? FileManager.default.removeItem(at: url) }
        let file = Mutex<AVAudioFile?>(try AVAudioFile(forWriting: url, settings: format.settings))
        player.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
            file.withLock { file in
                do { try file?.write(from: buffer) } catch { Issue.record(error) }
            }
        }
        try engine.start()
        player.play()
        try render(48_000)
        player.removeTap(onBus: 0)
        engine.stop()
        file.withLock { $0 = nil }
        #expect(try AVAudioFile(forReading: url).length == 48_000)
    }

    @Test func whatATapHasHeardIsWrittenWhenTheEngineStops() throws {
        player.installTap(onBus: 0, bufferSize: 4800, format: nil) { [heard] buffer, _ in heard.hear(buffer) }
        try engine.start()
        player.play()
        try render(19_200)
        engine.stop()
        #expect(heard.samples.withLock { $0.count } == 19_200)
    }

    /// Apple documents buffers of 100 to 400 ms; a request outside gets the nearest.
    @Test(
        arguments: [(256, 4800), (4800, 4800), (9600, 9600), (48_000, 19_200)]
            as [(AVAudioFrameCount, AVAudioFrameCount)])
    func buffersHaveTheSizeThatIsNearest(_ asked: AVAudioFrameCount, _ given: AVAudioFrameCount) throws {
        player.installTap(onBus: 0, bufferSize: asked, format: nil) { [heard] buffer, _ in heard.hear(buffer) }
        try engine.start()
        player.play()
        try render(19_200)
        player.removeTap(onBus: 0)
        #expect(heard.sizes.withLock { $0 } == Array(repeating: given, count: 19_200 / Int(given)))
        engine.stop()
    }

    @Test func aChannelMapThatComesWhileTheEngineRendersHolds() throws {
        engine.disableManualRenderingMode()
        let stereo = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        try engine.enableManualRenderingMode(.realtime, format: stereo, maximumFrameCount: 100)
        let both = AVAudioPlayerNode()
        engine.attach(both)
        engine.connect(both, to: engine.mainMixerNode, format: stereo)
        both.scheduleBuffer(try .samples([ramp(1..<201), ramp(301..<501)]))
        try engine.start()
        both.play()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 100))
        buffer.frameLength = 100
        #expect(engine.manualRenderingBlock(100, buffer.mutableAudioBufferList, nil) == .success)
        #expect([buffer.channel(0), buffer.channel(1)] == [ramp(1..<101), ramp(301..<401)])
        engine.outputNode.auAudioUnit.channelMap = [1, 0]
        #expect(engine.manualRenderingBlock(100, buffer.mutableAudioBufferList, nil) == .success)
        #expect([buffer.channel(0), buffer.channel(1)] == [ramp(401..<501), ramp(101..<201)])
        engine.stop()
    }
}
