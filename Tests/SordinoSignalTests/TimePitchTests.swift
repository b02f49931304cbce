import AllocationProbe
import SordinoRealtime
import SordinoSignal
import Testing

/// Time and pitch: lengths, identity, block independence, changes while running, heap.
@Suite struct TimePitchTests {
    // MARK: Identity

    @Test(arguments: [true, false])
    func atRateOneAndPitchZeroSamplesPassBitForBit(changesPitch: Bool) {
        let sound = noise(frames: 20_000, channels: 2, seed: 1)
        let unit = TimePitch(channelCount: 2, sampleRate: 48_000, changesPitch: changesPitch)
        let run = StretchRun(unit, sound)
        run.produce(20_000)
        for channel in 0..<2 { #expect(run.output(channel).bitPatterns == sound[channel].bitPatterns) }
    }

    @Test func delayedItPassesSamplesAfterTheLatencyThatItReports() {
        let sound = noise(frames: 20_000, channels: 1, seed: 2)
        let unit = TimePitch(channelCount: 1, sampleRate: 48_000, priming: .delayed)
        #expect(unit.renderer.inputFramesNeeded(forOutput: 512) == 512)
        let run = StretchRun(unit, sound)
        for _ in 0..<40 {
            let (consumed, produced) = run.offer(500, room: 500)
            #expect(consumed == 500 && produced == 500)
        }
        let latency = unit.latencyFrames
        #expect(latency > 0)
        #expect(run.output(0)[..<latency].allSatisfy { $0 == 0 })
        #expect(Array(run.output(0)[latency...]).bitPatterns == Array(sound[0][..<(20_000 - latency)]).bitPatterns)
    }

    @Test func afterAnExcursionItIsIdenticalAgain() {
        let sound = tones(frames: 60_000)
        let unit = TimePitch(channelCount: 1, sampleRate: 48_000, changesPitch: false)
        let run = StretchRun(unit, [sound])
        run.produce(5_000)
        unit.renderer.setRate(1.5)
        run.produce(10_000)
        unit.renderer.setRate(1)
        run.produce(20_000)
        let place = Int(unit.renderer.inputPlace.rounded())
        let shift = place - 35_000
        let end = run.output(0)
        // 10,000 frames at 1.5, and what the windows had reached ahead.
        #expect(shift > 4_000 && shift < 7_000)
        #expect(Array(end[33_000..<35_000]) == Array(sound[(33_000 + shift)..<(35_000 + shift)]))
    }

    // MARK: Length

    @Test(arguments: [1.0 / 32, 0.1, 0.5, 0.75, 1.3, 1.5, 2, 7, 32])
    func aPlaceInTheInputIsAtTheRateForEver(rate: Double) {
        let unit = TimePitch(channelCount: 1, sampleRate: 48_000, changesPitch: false)
        unit.renderer.setRate(rate)
        let run = StretchRun(unit, [pulses(frames: Int(20_000 * max(rate, 1)) + 100_000)])
        run.produce(20_000)
        #expect(abs(unit.renderer.inputPlace - 20_000 * rate) < 1e-6 * 20_000 * rate + 1e-6)
        let end = Int(30_000 * rate)
        let left = (Double(end) - 20_000 * rate) / rate
        #expect(abs(Double(unit.renderer.outputFramesLeft(untilInput: end)) - left) <= 0.5)
        // The consumed input lies before that place, and what the windows look ahead.
        let ahead = Double(run.consumed) - 20_000 * rate
        #expect(ahead > 0)
        #expect(ahead < 2_048 * rate + 16_384 + 512 * rate)
    }

    @Test(arguments: [-2_400.0, -700, 400, 2_400])
    func pitchMovesATone(cents: Double) {
        let hertz = 500.0
        let unit = TimePitch(channelCount: 1, sampleRate: 48_000)
        unit.renderer.setPitch(cents: cents)
        let run = StretchRun(unit, [sine(hertz: hertz, frames: 60_000)])
        run.produce(30_000)
        let shifted = hertz * RealtimeMath.exp2(cents / 1_200)
        let fit = StretchMeasures.toneRatio(Array(run.output(0)[12_000..<28_000]), hertz: shifted)
        #expect(fit > 40)
        #expect(abs(unit.renderer.inputPlace - 30_000) < 1)
    }

    @Test func pitchAndRateGoTogether() {
        let unit = TimePitch(channelCount: 1, sampleRate: 44_100)
        unit.renderer.setRate(0.7)
        unit.renderer.setPitch(cents: -500)
        let run = StretchRun(unit, [sine(hertz: 1_000, frames: 60_000, sampleRate: 44_100)])
        run.produce(40_000)
        #expect(abs(unit.renderer.inputPlace - 28_000) < 1)
        let shifted = 1_000 * RealtimeMath.exp2(-500.0 / 1_200)
        let middle = Array(run.output(0)[12_000..<36_000])
        #expect(StretchMeasures.toneRatio(middle, hertz: shifted, sampleRate: 44_100) > 40)
    }

    @Test(arguments: [8_000.0, 16_000, 44_100, 96_000, 192_000])
    func everyUsualSampleRateWillDo(sampleRate: Double) {
        let unit = TimePitch(channelCount: 1, sampleRate: sampleRate, changesPitch: false)
        unit.renderer.setRate(1.25)
        let frames = Int(sampleRate)
        let run = StretchRun(unit, [sine(hertz: 440, frames: frames, sampleRate: sampleRate)])
        run.produce(frames * 4 / 5)
        let middle = Array(run.output(0)[(frames / 5)..<(frames * 3 / 5)])
        #expect(StretchMeasures.toneRatio(middle, hertz: 440, sampleRate: sampleRate) > 50)
    }

    @Test(arguments: [Float(3), 32])
    func everyOverlapWillDo(overlap: Float) {
        let unit = TimePitch(channelCount: 1, sampleRate: 48_000, changesPitch: false)
        unit.renderer.setOverlap(overlap)
        unit.renderer.setRate(0.8)
        let run = StretchRun(unit, [tones(frames: 30_000)])
        run.produce(30_000)
        let middle = Array(run.output(0)[10_000..<26_000])
        #expect(
            StretchMeasures.chordRatio(
                [Float](repeating: 0, count: 24_000) + middle + [Float](repeating: 0, count: 24_000),
                hertz: [330, 1_234]) > 40)
    }

    // MARK: Streaming

    @Test(arguments: [1.5, 0.6])
    func anySplitIntoBlocksGivesTheSameSamples(rate: Double) {
        let sound = pulses(frames: 60_000)
        func run(_ block: (Int) -> Int) -> [Float] {
            let unit = TimePitch(channelCount: 1, sampleRate: 48_000, changesPitch: false)
            unit.renderer.setRate(rate)
            let run = StretchRun(unit, [sound])
            run.produce(20_000, blocks: block)
            return run.output(0)
        }
        let whole = run { _ in 4_096 }
        #expect(whole.contains { $0 != 0 })
        #expect(run { _ in 64 } == whole)
        #expect(run { 1 + $0 * 7_919 % 777 } == whole)
    }

    @Test(arguments: [(0.5, 0.0), (1, 0), (1.7, 0), (1, 300), (0.8, -1_200)])
    func whatIsAskedForSuffices(rate: Double, cents: Double) {
        let unit = TimePitch(channelCount: 1, sampleRate: 48_000, priming: .delayed)
        unit.renderer.setRate(rate)
        unit.renderer.setPitch(cents: cents)
        let run = StretchRun(unit, [pulses(frames: 120_000)])
        for _ in 0..<60 {
            let needed = unit.renderer.inputFramesNeeded(forOutput: 256)
            let (consumed, produced) = run.offer(needed, room: 256)
            #expect(consumed == needed)
            if produced < 256 {
                let rest = unit.renderer.inputFramesNeeded(forOutput: 256 - produced)
                #expect(rest > 0)
                #expect(run.offer(rest, room: 256 - produced).produced == 256 - produced)
            }
        }
    }

    @Test func changesOfRateAndPitchDoNotClick() {
        let unit = TimePitch(channelCount: 1, sampleRate: 48_000)
        let run = StretchRun(unit, [sine(hertz: 440, frames: 200_000)])
        let changes: [(Double, Double)] = [
            (1, 0), (1.5, 0), (1.5, 300), (0.7, 300), (0.7, -200), (1, 0), (2, 0), (1, 0),
        ]
        for (rate, cents) in changes {
            unit.renderer.setRate(rate)
            unit.renderer.setPitch(cents: cents)
            run.produce(6_000)
        }
        // A sine of 0.5 at up to 440 Hz times 2^(300/1200) has steps below 0.5 * 2 pi * 523 / 48000 = 0.0343.
        let output = run.output(0)
        var largest: Float = 0
        for frame in 1..<output.count { largest = max(largest, abs(output[frame] - output[frame - 1])) }
        #expect(largest < 0.04)
        #expect(largest > 0.02)
    }

    @Test func afterAResetItIsAsNew() {
        let sound = pulses(frames: 60_000)
        let unit = TimePitch(channelCount: 1, sampleRate: 48_000)
        unit.renderer.setRate(1.4)
        unit.renderer.setPitch(cents: 100)
        let first = StretchRun(unit, [sound])
        first.produce(12_345)
        unit.renderer.reset()
        let second = StretchRun(unit, [sound])
        second.produce(12_345)
        #expect(first.output(0) == second.output(0))
    }

    @Test func theEndComesOutWithSilenceBehindIt() {
        let sound = sine(hertz: 440, frames: 10_000)
        let unit = TimePitch(channelCount: 1, sampleRate: 48_000, changesPitch: false)
        unit.renderer.setRate(0.8)
        let run = StretchRun(unit, [sound])
        run.produce(20_000)
        #expect(unit.renderer.outputFramesLeft(untilInput: 10_000) == 0)
        let output = run.output(0)
        #expect(output[10_000..<12_000].contains { abs($0) > 0.4 })
        #expect(output[17_000...].allSatisfy { abs($0) < 1e-6 })
    }

    // MARK: Bad input

    @Test func nanAndInfinityPassAndLeaveNoTrace() {
        var sound = sine(hertz: 440, frames: 80_000)
        sound[20_000] = .nan
        sound[22_000] = .infinity
        let unit = TimePitch(channelCount: 1, sampleRate: 48_000, changesPitch: false)
        unit.renderer.setRate(1.5)
        unit.renderer.setRate(.nan)
        let run = StretchRun(unit, [sound])
        run.produce(40_000)
        let output = run.output(0)
        #expect(output[..<8_000].allSatisfy { $0.isFinite })
        #expect(output[30_000...].allSatisfy { $0.isFinite && abs($0) < 0.6 })
        #expect(output[30_000...].contains { abs($0) > 0.4 })
    }

    @Test func silenceStaysSilence() {
        let unit = TimePitch(channelCount: 2, sampleRate: 48_000)
        unit.renderer.setRate(1.3)
        unit.renderer.setPitch(cents: 50)
        let run = StretchRun(unit, [[Float](repeating: 0, count: 30_000), [Float](repeating: 0, count: 30_000)])
        run.produce(10_000)
        #expect(run.output(0).allSatisfy { $0 == 0 })
    }

    @Test func stretchingTouchesNoHeap() {
        let unit = TimePitch(channelCount: 2, sampleRate: 48_000)
        let renderer = unit.renderer
        let input = Planes([pulses(frames: 8_192), pulses(frames: 8_192)])
        let output = Planes(channelCount: 2, frameCount: 8_192)
        let calls = countingHeapCalls {
            renderer.setRate(1.25)
            _ = renderer.process(input.pointers, inputFrames: 8_192, into: output.pointers, outputFrames: 8_192)
            renderer.setPitch(cents: 200)
            renderer.setOverlap(4)
            _ = renderer.process(input.pointers, inputFrames: 8_192, into: output.pointers, outputFrames: 4_096)
            renderer.setRate(1)
            renderer.drain(into: output.pointers, outputFrames: 4_096)
            renderer.reset()
        }
        #expect(calls == .none)
    }
}
