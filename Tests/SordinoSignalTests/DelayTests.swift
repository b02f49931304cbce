import Foundation
import SordinoSignal
import Testing

/// Echoes against their formula.
@Suite struct DelayTests {
    private func render(_ delay: Delay, _ input: [Float]) -> [Float] {
        let (source, target) = (Planes([input]), Planes(channelCount: 1, frameCount: input.count))
        delay.renderer.process(
            UnsafePointer(source.pointers), into: UnsafePointer(target.pointers), frameCount: input.count)
        return target[0]
    }

    @Test func echoesComeInTimeAndEachIsDuller() {
        let delay = Delay(channelCount: 1, sampleRate: 48_000)
        delay.renderer.setTime(seconds: 0.01, atOnce: true)
        delay.renderer.setFeedback(-0.5)
        delay.renderer.setCutoff(hertz: 6_000)
        var input = [Float](repeating: 0, count: 3_000)
        input[0] = 1
        let made = render(delay, input)
        // The pole that takes 3 dB at the cutoff; the n-th echo is its response, n times over.
        let turn = 2 * Double.pi * 6_000 / 48_000
        let b = 2 - cos(turn)
        let pole = b - (b * b - 1).squareRoot()
        for tap in 0..<40 {
            let first = (1 - pole) * pow(pole, Double(tap))
            let second = -0.5 * (1 - pole) * (1 - pole) * Double(tap + 1) * pow(pole, Double(tap))
            #expect(abs(Double(made[480 + tap]) - first) < 1e-6)
            #expect(abs(Double(made[960 + tap]) - second) < 1e-6)
        }
        #expect(made[..<480].allSatisfy { $0 == 0 })
    }

    @Test func theLowPassTakesThreeDecibelsAtItsCutoff() {
        for cutoff in [100.0, 1_000, 15_000, 24_000] {
            let delay = Delay(channelCount: 1, sampleRate: 48_000)
            delay.renderer.setTime(seconds: 0.001, atOnce: true)
            delay.renderer.setFeedback(0)
            delay.renderer.setCutoff(hertz: cutoff)
            var input = [Float](repeating: 0, count: 8_192)
            input[0] = 1
            let made = render(delay, input)
            var (real, imaginary, sum) = (0.0, 0.0, 0.0)
            for (frame, sample) in made.enumerated() {
                let phase = 2 * .pi * cutoff / 48_000 * Double(frame)
                real += Double(sample) * cos(phase)
                imaginary += Double(sample) * sin(phase)
                sum += Double(sample)
            }
            #expect(abs(10 * log10(real * real + imaginary * imaginary) + 3.0103) < 0.02, "\(cutoff) Hz")
            #expect(abs(sum - 1) < 1e-4)
        }
    }

    @Test func theCrossfadeKeepsThePower() {
        for mix in stride(from: Float(0), through: 1, by: 0.125) {
            let shares = equalPowerShares(mix)
            #expect(abs(shares.dry * shares.dry + shares.wet * shares.wet - 1) < 1e-6)
        }
        #expect(equalPowerShares(0) == (1, 0) && equalPowerShares(1) == (0, 1))
    }

    @Test func aNewTimeMakesNoClick() {
        let delay = Delay(channelCount: 1, sampleRate: 48_000)
        delay.renderer.setTime(seconds: 0.1, atOnce: true)
        delay.renderer.setFeedback(0)
        delay.renderer.setCutoff(hertz: 24_000)
        let input = (0..<24_000).map { Float(sin(2 * .pi * 200 * Double($0) / 48_000)) }
        var made: [Float] = []
        for start in stride(from: 0, to: 24_000, by: 600) {
            if start == 12_000 { delay.renderer.setTime(seconds: 0.0337) }
            if start == 12_600 { delay.renderer.setTime(seconds: 1.4) }
            if start == 13_200 { delay.renderer.setTime(seconds: 0.0725) }
            made += render(delay, Array(input[start..<start + 600]))
        }
        // A sine of 200 Hz goes 0.026 at a time; the fade adds 1/960 of the difference at most.
        let steepest = zip(made[6_000...], made[6_001...]).map { abs($0 - $1) }.max() ?? 1
        #expect(steepest < 0.032, "\(steepest)")
    }

    @Test func theShortestDelayIsAFrame() {
        let delay = Delay(channelCount: 1, sampleRate: 48_000)
        delay.renderer.setTime(seconds: 0, atOnce: true)
        delay.renderer.setFeedback(1)
        var input = [Float](repeating: 0, count: 64)
        input[0] = 1
        #expect(render(delay, input).allSatisfy { $0.isFinite && abs($0) <= 1 })
    }
}
