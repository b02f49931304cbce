import SordinoRealtime
import SordinoSignal
import Testing

/// The filter without a response before the sound, beside the one that it is made from.
@Suite struct MinimumPhaseTests {
    static let ratios: [(Double, Double)] = [(44_100, 48_000), (48_000, 44_100), (16_000, 48_000), (44_100.5, 48_000)]

    private func response(_ from: Double, _ to: Double, _ phase: Resampler.Phase, impulseAt place: Int) -> [Float] {
        var input = [Float](repeating: 0, count: 2 * place)
        input[place] = 1
        let resampler = Resampler(channelCount: 1, inputRate: from, outputRate: to, quality: .high, phase: phase)
        return resampled(input, with: resampler, outputCount: Int(Double(2 * place) * to / from))
    }

    @Test(arguments: ratios)
    func nothingComesBeforeAnImpulseAndNearlyAllSoonAfterIt(_ from: Double, _ to: Double) {
        let output = response(from, to, .minimum, impulseAt: 400)
        let begin = 400 * to / from
        let energy = { (range: Range<Int>) in output[range].reduce(0) { $0 + Double($1) * Double($1) } }
        let whole = energy(0..<output.count)
        let early = energy(0..<Int(begin.rounded(.down)))
        // 16 frames of the lower rate hold nine tenths of what 128 do.
        let soon = energy(Int(begin.rounded(.down))..<Int(begin + 16.5 * to / min(from, to)))
        #expect(early / whole < 1e-12)
        #expect(soon / whole > 0.9)
        // Of the linear one a part comes before, beside the peak itself.
        let linear = response(from, to, .linear, impulseAt: 400)
        let before = linear[..<Int(begin.rounded())].reduce(0) { $0 + Double($1) * Double($1) }
        #expect(before / whole > 0.02)
    }

    @Test(arguments: ratios)
    func levelsAreThoseOfTheLinearFilter(_ from: Double, _ to: Double) {
        let top = 0.907 * min(from, to) / 2
        for hertz in [50, 0.3 * top, 0.7 * top, top, 1.04 * top] {
            let input = SineFit.tone(hertz, rate: from, amplitude: 0.5, count: 9000)
            let levels = [Resampler.Phase.linear, .minimum].map { phase in
                let resampler = Resampler(
                    channelCount: 1, inputRate: from, outputRate: to, quality: .high, phase: phase)
                let output = resampled(input, with: resampler, outputCount: Int(8000 * to / from))
                return decibels(
                    SineFit(output[1000..<(output.count - 1000)], cyclesPerSample: hertz / to).amplitude / 0.5)
            }
            #expect(abs(levels[0] - levels[1]) < 0.003, "\(hertz) Hz: \(levels) dB")
        }
    }

    @Test func theStopbandIsKept() {
        for hertz in [8100.0, 9500, 12_000, 20_000] {
            let input = SineFit.tone(hertz, rate: 48_000, amplitude: 1, count: 24_000)
            let resampler = Resampler(
                channelCount: 1, inputRate: 48_000, outputRate: 16_000, quality: .high, phase: .minimum)
            let output = resampled(input, with: resampler, outputCount: 7000)
            let loudest = output[1000..<6000].map { abs(Double($0)) }.max() ?? 1
            #expect(decibels(loudest) <= -125, "\(hertz) Hz comes back at \(decibels(loudest)) dB")
        }
        for (from, to, hertz) in [(44_100, 48_000, 20_000), (16_000, 48_000, 7200)] as [(Double, Double, Double)] {
            let input = SineFit.tone(0.9997 * hertz, rate: from, count: Int(0.15 * from))
            let resampler = Resampler(channelCount: 1, inputRate: from, outputRate: to, quality: .high, phase: .minimum)
            let output = resampled(input, with: resampler, outputCount: Int(0.13 * to))
            let fit = SineFit(output[Int(0.03 * to)..<Int(0.12 * to)], cyclesPerSample: 0.9997 * hertz / to)
            #expect(fit.distortionDecibels <= -130, "\(from) to \(to): \(fit.distortionDecibels) dB")
        }
    }

    @Test func hardlyAnythingIsLookedAtInAdvance() {
        for (from, to) in Self.ratios {
            let resampler = Resampler(channelCount: 1, inputRate: from, outputRate: to, quality: .high, phase: .minimum)
            #expect(resampler.lookaheadFrames == 1)
            #expect(resampler.renderer.inputFramesNeeded(forOutput: 1) == 2)
        }
    }

    @Test func countsAndSplitsAreThoseOfAnyResampler() {
        var random = Seeded(60)
        let input = random.samples(3000)
        for (from, to) in Self.ratios {
            let make = {
                Resampler(channelCount: 1, inputRate: from, outputRate: to, quality: .high, phase: .minimum)
            }
            let count = Int(2500 * to / from)
            let whole = resampled(input, with: make(), outputCount: count, blocks: { _ in count })
            var sizes = Seeded(61)
            let split = resampled(input, with: make(), outputCount: count, blocks: { _ in 1 + sizes.below(200) })
            #expect(split.bitPatterns == whole.bitPatterns, "\(from) to \(to)")
        }
    }

    @Test func providedPrimingTakesTheFirstFramesAsThePast() {
        var random = Seeded(62)
        let input = random.samples(3000)
        for quality in [ResamplerQuality.high, .mastering] {
            let phase = quality == .high ? Resampler.Phase.minimum : .linear
            for (from, to) in [(48_000, 44_100), (44_100, 48_000), (16_000, 48_000), (48_000, 16_000)]
                as [(Double, Double)]
            {
                let aligned = Resampler(
                    channelCount: 1, inputRate: from, outputRate: to, quality: quality, phase: phase)
                let provided = Resampler(
                    channelCount: 1, inputRate: from, outputRate: to, quality: quality, phase: phase,
                    priming: .provided)
                let past = [Float](repeating: 0, count: provided.historyFrames)
                let expected = resampled(past + input, with: provided, outputCount: 800)
                let got = resampled(input, with: aligned, outputCount: 800)
                // The transforms of mastering see other blocks: what they round differs.
                let difference = zip(got, expected).map { abs($0 - $1) }.max() ?? 1
                #expect(quality == .high ? difference == 0 : difference < 1.3e-7, "\(from) to \(to)")
            }
        }
    }
}
