import AllocationProbe
import SordinoSignal
import Testing

/// Runs a whole signal through a resampler, silence behind it, until there are `outputCount` frames.
func resampled(
    _ input: [Float], with resampler: Resampler, outputCount: Int, blocks: (Int) -> Int = { _ in 512 }
) -> [Float] {
    let source = Planes([input])
    let target = Planes(channelCount: 1, frameCount: outputCount)
    var taken = 0
    var given = 0
    var block = 0
    while given < outputCount {
        let wanted = min(blocks(block), outputCount - given)
        block += 1
        let needed = resampler.renderer.inputFramesNeeded(forOutput: wanted)
        let offered = min(needed, input.count - taken)
        let result = resampler.renderer.process(
            source.pointers, inputOffset: taken, inputFrames: offered, into: target.pointers, outputOffset: given,
            outputFrames: wanted)
        taken += result.consumed
        given += result.produced
        if offered < needed {
            given += resampler.renderer.drain(
                into: target.pointers, outputOffset: given, outputFrames: wanted - result.produced)
        }
    }
    return target[0]
}

@Suite struct ResamplerTests {
    static let ratios: [(Double, Double)] = [
        (44100, 48000), (48000, 44100), (8000, 48000), (48000, 16000), (44100, 22050), (22050, 44100), (48000, 48000),
        (44100, 44101), (44100.5, 48000), (192_000, 8000), (16000, 48000),
    ]

    @Test(arguments: ResamplerQuality.allCases)
    func theInputAskedForGivesExactlyTheBlockWanted(_ quality: ResamplerQuality) {
        var random = Seeded(30)
        for (from, to) in Self.ratios {
            let resampler = Resampler(channelCount: 1, inputRate: from, outputRate: to, quality: quality)
            let source = Planes(channelCount: 1, frameCount: 100_000)
            let target = Planes(channelCount: 1, frameCount: 1000)
            for _ in 0..<30 {
                let wanted = random.below(700)
                let needed = resampler.renderer.inputFramesNeeded(forOutput: wanted)
                #expect(resampler.renderer.outputFrames(fromInput: needed) >= wanted)
                if needed > 0 { #expect(resampler.renderer.outputFrames(fromInput: needed - 1) < wanted) }
                let result = resampler.renderer.process(
                    source.pointers, inputFrames: needed, into: target.pointers, outputFrames: wanted)
                #expect(result.consumed == needed, "\(from) to \(to)")
                #expect(result.produced == wanted, "\(from) to \(to)")
            }
        }
    }

    @Test(arguments: ResamplerQuality.allCases)
    func anySplitIntoBlocksGivesTheSameSamples(_ quality: ResamplerQuality) {
        var random = Seeded(31)
        let input = random.samples(3000)
        for (from, to) in Self.ratios where from / to < 3 {
            let count = Int(2500 * to / from)
            let whole = resampled(
                input, with: Resampler(channelCount: 1, inputRate: from, outputRate: to, quality: quality),
                outputCount: count, blocks: { _ in count })
            for seed in 0..<3 {
                var sizes = Seeded(UInt64(seed + 40))
                let split = resampled(
                    input, with: Resampler(channelCount: 1, inputRate: from, outputRate: to, quality: quality),
                    outputCount: count, blocks: { _ in 1 + sizes.below(200) })
                #expect(split.bitPatterns == whole.bitPatterns, "\(from) to \(to)")
            }
        }
    }

    @Test func pushingGivesWhatPullingGives() {
        var random = Seeded(32)
        let input = random.samples(5000)
        let pulled = resampled(
            input, with: Resampler(channelCount: 1, inputRate: 44100, outputRate: 48000), outputCount: 5000)
        let resampler = Resampler(channelCount: 1, inputRate: 44100, outputRate: 48000)
        let source = Planes([input])
        let target = Planes(channelCount: 1, frameCount: 6000)
        var (taken, given) = (0, 0)
        while taken < 5000 {
            let offered = min(1 + random.below(300), 5000 - taken)
            let room = min(random.below(300), 6000 - given)
            let result = resampler.renderer.process(
                source.pointers, inputOffset: taken, inputFrames: offered, into: target.pointers, outputOffset: given,
                outputFrames: room)
            taken += result.consumed
            given += result.produced
        }
        #expect(given > 5000)
        #expect(Array(target[0][0..<5000]).bitPatterns == pulled.bitPatterns)
    }

    @Test func equalRatesAreTheIdentity() {
        var random = Seeded(33)
        let input = random.samples(2000)
        for quality in ResamplerQuality.allCases {
            let resampler = Resampler(channelCount: 1, inputRate: 48000, outputRate: 48000, quality: quality)
            #expect(resampled(input, with: resampler, outputCount: 2000) == input)
        }
    }

    @Test(arguments: ResamplerQuality.allCases)
    func aConstantStaysThatConstant(_ quality: ResamplerQuality) {
        for (from, to) in Self.ratios {
            let resampler = Resampler(channelCount: 1, inputRate: from, outputRate: to, quality: quality)
            let count = Int(6000 * to / from)
            let output = resampled([Float](repeating: 0.5, count: 6000), with: resampler, outputCount: count)
            let edge = Int(Double(resampler.lookaheadFrames) * to / from) + 2
            guard count > 2 * edge else { continue }
            let worst = output[edge..<(count - edge)].map { abs($0 - 0.5) }.max() ?? 1
            #expect(worst < 1e-6, "\(from) to \(to)")
        }
    }

    @Test func alignedOutputHasNoDelayAndDelayedOutputHasTheOneItStates() {
        for quality in ResamplerQuality.allCases {
            for (from, to) in [(44100, 48000), (48000, 44100), (44100.5, 48000)] as [(Double, Double)] {
                let hertz = 440.0
                let input = SineFit.tone(hertz, rate: from, count: 8000)
                for priming in [Resampler.Priming.aligned, .delayed] {
                    let resampler = Resampler(
                        channelCount: 1, inputRate: from, outputRate: to, quality: quality, priming: priming)
                    let output = resampled(input, with: resampler, outputCount: 6000)
                    let skipped = 2500
                    let fit = SineFit(output[skipped..<5500], cyclesPerSample: hertz / to)
                    let delay = priming == .delayed ? Double(resampler.lookaheadFrames) / from : 0
                    let expected = 2 * Double.pi * hertz * (Double(skipped) / to - delay)
                    let turns = (fit.phase - expected) / (2 * Double.pi)
                    #expect(abs(turns - turns.rounded()) < 1e-6, "\(quality) \(from) to \(to)")
                }
            }
        }
    }

    @Test func providedPrimingTakesTheFirstFramesAsThePast() {
        var random = Seeded(34)
        let input = random.samples(4000)
        let aligned = Resampler(channelCount: 1, inputRate: 48000, outputRate: 44100)
        let provided = Resampler(channelCount: 1, inputRate: 48000, outputRate: 44100, priming: .provided)
        let past = provided.lookaheadFrames - 1
        let expected = resampled([Float](repeating: 0, count: past) + input, with: provided, outputCount: 3000)
        #expect(resampled(input, with: aligned, outputCount: 3000).bitPatterns == expected.bitPatterns)
    }

    @Test func channelsDoNotTouchEachOther() {
        var random = Seeded(35)
        let inputs = (0..<5).map { _ in random.samples(2000) }
        for rate in [44100, 44100.5] {
            let together = Resampler(channelCount: 5, inputRate: rate, outputRate: 48000)
            let source = Planes(inputs)
            let target = Planes(channelCount: 5, frameCount: 1500)
            _ = together.renderer.process(
                source.pointers, inputFrames: 2000, into: target.pointers, outputFrames: 1500)
            for channel in 0..<5 {
                let alone = Resampler(channelCount: 1, inputRate: rate, outputRate: 48000)
                let expected = resampled(inputs[channel], with: alone, outputCount: 1500)
                #expect(target[channel].bitPatterns == expected.bitPatterns)
            }
        }
    }

    @Test func aResetResamplerIsLikeNew() {
        var random = Seeded(36)
        let input = random.samples(1000)
        let resampler = Resampler(channelCount: 1, inputRate: 44100, outputRate: 48000)
        let first = resampled(input, with: resampler, outputCount: 700)
        resampler.renderer.reset()
        #expect(resampled(input, with: resampler, outputCount: 700).bitPatterns == first.bitPatterns)
    }

    @Test func aChangingRatioFollowsThePlaceOfEachOutput() {
        // A straight line as input: each output shows where it lies.
        let input = (0..<60_000).map { Float($0) / 65536 }
        for quality in ResamplerQuality.allCases {
            let resampler = Resampler(channelCount: 1, step: 1, maximumStep: 4, quality: quality)
            let source = Planes([input])
            let target = Planes(channelCount: 1, frameCount: 100)
            var place = 0.0
            var taken = 0
            for step in [1, 0.5, 0.013, 2, 3.99, 1.0001, 0, 1.5, 4] {
                resampler.renderer.setStep(step)
                for _ in 0..<10 {
                    let needed = resampler.renderer.inputFramesNeeded(forOutput: 100)
                    let result = resampler.renderer.process(
                        source.pointers, inputOffset: taken, inputFrames: needed, into: target.pointers,
                        outputFrames: 100)
                    #expect(result.produced == 100)
                    taken += result.consumed
                    // Far from the beginning, where the filter sees the corner of the line.
                    if place > 500 {
                        for frame in 0..<100 {
                            let error = Double(target[0][frame]) * 65536 - (place + Double(frame) * step)
                            #expect(abs(error) < 0.05, "\(quality) step \(step)")
                        }
                    }
                    place += 100 * step
                }
            }
        }
    }

    @Test func resamplingTouchesNoHeap() {
        for quality in ResamplerQuality.allCases {
            for rate in [44100, 44100.5] {
                let resampler = Resampler(channelCount: 2, inputRate: rate, outputRate: 48000, quality: quality)
                let source = Planes(channelCount: 2, frameCount: 2048)
                let target = Planes(channelCount: 2, frameCount: 1024)
                let renderer = resampler.renderer
                var produced = 0
                let calls = countingHeapCalls {
                    let needed = renderer.inputFramesNeeded(forOutput: 1024)
                    produced =
                        renderer.process(
                            source.pointers, inputFrames: needed, into: target.pointers, outputFrames: 1024
                        ).produced
                    renderer.drain(into: target.pointers, outputFrames: 100)
                    renderer.setStep(1.1)
                    renderer.reset()
                }
                #expect(calls == .none)
                #expect(produced == 1024)
            }
        }
    }
}
