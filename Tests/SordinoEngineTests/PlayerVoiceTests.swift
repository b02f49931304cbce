import AllocationProbe
import SordinoRealtime
import Testing

@testable import SordinoEngine

/// A voice's block, rendered by hand.
private final class Block {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let frameCount: Int

    init(frameCount: Int) {
        self.frameCount = frameCount
        pointers = .allocate(capacity: 2)
        for channel in 0..<2 {
            let samples = UnsafeMutablePointer<Float>.allocate(capacity: frameCount)
            samples.initialize(repeating: 0, count: frameCount)
            (pointers + channel).initialize(to: samples)
        }
    }

    deinit {
        for channel in 0..<2 { pointers[channel].deallocate() }
        pointers.deallocate()
    }

    func render(_ voice: PlayerVoice, outputCount: Int = 2, nanoseconds: Int64 = 0) -> [[Float]] {
        for channel in 0..<2 { pointers[channel].update(repeating: 0, count: frameCount) }
        voice.state.pointee.render(
            into: pointers, outputCount: outputCount, frameCount: frameCount, firstNanoseconds: nanoseconds,
            blockRate: 48_000)
        return (0..<outputCount).map { Array(UnsafeBufferPointer(start: pointers[$0], count: frameCount)) }
    }
}

@Suite struct PlayerVoiceTests {
    private func voice(_ channels: [[Float]], gain: StereoGain = StereoGain(left: 1, right: 1)) -> PlayerVoice {
        let count = channels.first?.count ?? 0
        let voice = PlayerVoice(
            channelCount: channels.count, sampleRate: 48_000, frameCapacity: max(count, 1), gain: gain)
        var samples = channels
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channels.count)
        defer { planes.deallocate() }
        for channel in samples.indices {
            samples[channel].withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                (planes + channel).initialize(to: base)
            }
        }
        withExtendedLifetime(samples) { _ = voice.producer.write(from: planes, frameCount: count) }
        voice.setEnd(frame: count)
        return voice
    }

    @Test func aVoiceThatWasNotTurnedOnIsSilentAndKeepsItsPlace() {
        let voice = voice([[1, 2, 3, 4]])
        #expect(Block(frameCount: 4).render(voice) == [[0, 0, 0, 0], [0, 0, 0, 0]])
        #expect(voice.playedFrames == 0)
    }

    @Test func theEndIsSeenInTheBlockThatTakesTheLastFrame() {
        let voice = voice([[1, 2, 3, 4, 5]])
        let block = Block(frameCount: 4)
        voice.play()
        #expect(block.render(voice)[0] == [1, 2, 3, 4])
        #expect(!voice.hasFinished)
        #expect(block.render(voice)[0] == [5, 0, 0, 0])
        #expect(voice.hasFinished)
        #expect(voice.playedFrames == 5)
        #expect(voice.underrunCount == 0)
    }

    @Test func aRingThatRunsDryIsCountedAndIsNoEnd() {
        let voice = voice([[1, 2]])
        voice.setEnd(frame: 100)
        voice.play()
        #expect(Block(frameCount: 4).render(voice)[0] == [1, 2, 0, 0])
        #expect(!voice.hasFinished)
        #expect(voice.underrunCount == 1)
    }

    @Test func aStartInTheMiddleOfABlockIsExact() {
        let voice = voice([[1, 2, 3, 4]])
        let block = Block(frameCount: 4)
        voice.play(atNanoseconds: 125_000)  // 6 frames at 48 kHz
        #expect(block.render(voice, nanoseconds: 0)[0] == [0, 0, 0, 0])
        #expect(block.render(voice, nanoseconds: 83_333)[0] == [0, 0, 1, 2])
        #expect(block.render(voice, nanoseconds: 166_667)[0] == [3, 4, 0, 0])
    }

    @Test func aGlideLandsExactlyOnItsLastFrameHoweverBlocksAreCut() {
        func run(_ frameCount: Int) -> [Float] {
            let voice = voice([Array(repeating: 1, count: 64)])
            voice.play()
            #expect(voice.glide(to: StereoGain(left: 0.25, right: 1), seconds: 10 / 48_000.0))
            return (0..<(64 / frameCount)).flatMap { _ in Block(frameCount: frameCount).render(voice)[0] }
        }
        let whole = run(64)
        #expect(abs(whole[0] - 0.925) < 1e-7)
        #expect(whole[8] != 0.25)
        #expect(whole[9] == 0.25)
        #expect(whole[63] == 0.25)
        #expect(run(1) == whole)
        #expect(run(4) == whole)
    }

    @Test func sixChannelsFoldByTheTableOfBS775() {
        let share: Float = 0.707_106_77
        // L R C LFE Ls Rs
        let voice = voice([[1], [10], [100], [1_000], [10_000], [100_000]])
        voice.play()
        let sides = Block(frameCount: 1).render(voice)
        #expect(sides[0] == [1 + 100 * share + 10_000 * share])
        #expect(sides[1] == [10 + 100 * share + 100_000 * share])
    }

    @Test func onOneOutputTheMeanOfBothSidesIsHeard() {
        let voice = voice([[1], [0.5]])
        voice.play()
        #expect(Block(frameCount: 1).render(voice, outputCount: 1) == [[0.75]])
    }

    @Test func renderingTouchesNoHeap() {
        #expect(allocationProbeWorks)
        let voice = voice([Array(repeating: 0.5, count: 4_096), Array(repeating: 0.25, count: 4_096)])
        let block = Block(frameCount: 512)
        voice.play()
        _ = voice.glide(to: StereoGain(left: 0, right: 0), seconds: 0.01)
        let pointers = block.pointers
        let calls = countingHeapCalls {
            for number in 0..<10 {
                voice.state.pointee.render(
                    into: pointers, outputCount: 2, frameCount: 512, firstNanoseconds: Int64(number), blockRate: 48_000)
            }
        }
        #expect(calls == .none)
        #expect(voice.hasFinished)
    }
}
