import AVFAudio
import Foundation
import Synchronization
import Testing

/// An engine is edited, played and looked at by one thread while another renders it; run under sanitizers by `Scripts/sanitize`.
@Suite struct AVAudioEngineEditingTests {
    /// Indicates whether the long form was asked for: a minute.
    private static let isSoaking = ProcessInfo.processInfo.environment["SORDINO_SOAK"] != nil

    /// The findings of the rendering thread.
    private struct Findings: ~Copyable {
        let isDone = Atomic<Bool>(false)
        let blocks = Atomic<Int>(0)
        let gaps = Atomic<Int>(0)
        let errors = Atomic<Int>(0)
    }

    /// Splitmix64: the same edits for the same seed.
    private struct Dice {
        var state: UInt64

        mutating func roll(_ sides: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((word ^ (word >> 31)) % UInt64(sides))
        }
    }

    @Test(arguments: [UInt64(71)]) func editsLeaveTheSoundOfOtherPathsWhole(seed: UInt64) throws {
        let engine = AVAudioEngine()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let low = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 128)
        let mixer = engine.mainMixerNode
        // A sound that tells its frame. Everything else is silence, but scheduled, connected and stopped all the time.
        let length = 1 << 16
        let steady = AVAudioPlayerNode()
        engine.attach(steady)
        engine.connect(steady, to: mixer, format: format)
        steady.scheduleBuffer(try .samples([(0..<length).map { Float($0) }]), at: nil, options: .loops)
        let silence = try AVAudioPCMBuffer.samples([[Float](repeating: 0, count: 300)])
        let lowSilence = try AVAudioPCMBuffer.samples([[Float](repeating: 0, count: 300)], rate: 44_100)
        try engine.start()
        steady.play()

        let findings = Shared(Findings())
        let block = SendableBlock(call: engine.manualRenderingBlock)
        let ended = DispatchSemaphore(value: 0)
        Thread {
            Self.render(block.call, length: length, findings)
            ended.signal()
        }.start()

        var dice = Dice(state: seed)
        var others: [(AVAudioPlayerNode, AVAudioUnitDelay?, AVAudioFormat)] = []
        let deadline = Date().addingTimeInterval(60)
        var edits = 0
        while Self.isSoaking ? Date() < deadline : edits < 300 {
            edits += 1
            switch dice.roll(8) {
            case 0, 1:
                let player = AVAudioPlayerNode()
                let chosen = dice.roll(2) == 0 ? format : low
                engine.attach(player)
                var delay: AVAudioUnitDelay?
                if dice.roll(2) == 0 {
                    let unit = AVAudioUnitDelay()
                    engine.attach(unit)
                    engine.connect(player, to: unit, format: chosen)
                    engine.connect(unit, to: mixer, format: chosen)
                    delay = unit
                } else {
                    engine.connect(player, to: mixer, format: chosen)
                }
                player.play()
                others.append((player, delay, chosen))
            case 2 where !others.isEmpty:
                let (player, delay, _) = others.remove(at: dice.roll(others.count))
                engine.detach(player)
                if let delay { engine.detach(delay) }
            case 3 where !others.isEmpty:
                let (player, _, chosen) = others[dice.roll(others.count)]
                player.scheduleBuffer(chosen == low ? lowSilence : silence, at: nil, options: .loops)
            case 4 where !others.isEmpty:
                let (player, delay, _) = others[dice.roll(others.count)]
                player.stop()
                player.volume = Float(dice.roll(100)) / 100
                delay?.delayTime = Double(dice.roll(100)) / 100
                player.play()
            case 5:
                mixer.removeTap(onBus: 0)
                mixer.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
            case 6:
                #expect(engine.sordinoReport.planText.contains("PlayerNode"))
                #expect(engine.description.contains("rendered by hand, in real time"))
            default:
                _ = steady.lastRenderTime
            }
            if others.count > 12 {
                let (player, delay, _) = others.removeFirst()
                engine.detach(player)
                if let delay { engine.detach(delay) }
            }
        }
        findings.value.isDone.store(true, ordering: .releasing)
        ended.wait()
        engine.stop()
        #expect(findings.value.gaps.load(ordering: .relaxed) == 0, "seed \(seed)")
        #expect(findings.value.errors.load(ordering: .relaxed) == 0)
        #expect(findings.value.blocks.load(ordering: .relaxed) > 0)
    }

    /// Renders block after block until it is told to end.
    private static func render(
        _ block: AVAudioEngineManualRenderingBlock, length: Int, _ findings: Shared<Findings>
    ) {
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 128), let data = buffer.floatChannelData
        else { return }
        buffer.frameLength = 128
        var expected = 0
        while !findings.value.isDone.load(ordering: .acquiring) {
            var status: OSStatus = 0
            if block(128, buffer.mutableAudioBufferList, &status) != .success {
                findings.value.errors.wrappingAdd(1, ordering: .relaxed)
            }
            for frame in 0..<128 where data[0][frame] != Float((expected + frame) % length) {
                findings.value.gaps.wrappingAdd(1, ordering: .relaxed)
            }
            expected += 128
            findings.value.blocks.wrappingAdd(1, ordering: .relaxed)
        }
    }
}

/// A value for two threads.
private final class Shared<Value: ~Copyable & Sendable>: Sendable {
    let value: Value

    init(_ value: consuming Value) { self.value = value }
}

/// The rendering block on its way to the thread that renders.
private struct SendableBlock: @unchecked Sendable {
    let call: AVAudioEngineManualRenderingBlock
}
