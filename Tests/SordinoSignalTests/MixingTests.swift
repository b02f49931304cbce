import AllocationProbe
import SordinoSignal
import Testing

@Suite struct MixingTests {
    @Test func anySourceCountEqualsTheTwinOneByOneInAscendingOrder() {
        var random = Seeded(10)
        for sourceCount in 0...19 {
            for frameCount in [1, 15, 16, 17, 128, 333] {
                let voices = (0..<sourceCount).map { _ in random.samples(frameCount) }
                let gains = (0..<sourceCount).map { _ in random.sample() * 2 }
                let start = random.samples(frameCount)
                var expected = start
                for (voice, gain) in zip(voices, gains) { PortableMixing.add(voice, gain: gain, to: &expected) }
                let planes = Planes(voices + [start])
                let sources = zip(0..<sourceCount, gains).map { MixSource(samples: planes.pointers[$0], gain: $1) }
                Mixing.add(
                    sources, sourceCount: sourceCount, to: planes.pointers[sourceCount], frameCount: frameCount)
                #expect(planes[sourceCount].bitPatterns == expected.bitPatterns, "\(sourceCount) x \(frameCount)")
            }
        }
    }

    @Test func interleavedStereoSourcesEqualTheTwinOnEachSide() {
        var random = Seeded(11)
        for sourceCount in [1, 2, 7, 8, 9, 16] {
            let frameCount = 213
            let voices = (0..<sourceCount).map { _ in random.samples(2 * frameCount) }
            let gains = (0..<sourceCount).map { _ in (random.sample(), random.sample()) }
            var left = random.samples(frameCount)
            var right = random.samples(frameCount)
            var expected = (left, right)
            for (voice, gain) in zip(voices, gains) {
                PortableMixing.add((0..<frameCount).map { voice[2 * $0] }, gain: gain.0, to: &expected.0)
                PortableMixing.add((0..<frameCount).map { voice[2 * $0 + 1] }, gain: gain.1, to: &expected.1)
            }
            let planes = Planes(voices)
            let sources = (0..<sourceCount).map {
                MixStereoSource(frames: planes.pointers[$0], left_gain: gains[$0].0, right_gain: gains[$0].1)
            }
            Mixing.add(sources, sourceCount: sourceCount, toLeft: &left, right: &right, frameCount: frameCount)
            #expect(left.bitPatterns == expected.0.bitPatterns)
            #expect(right.bitPatterns == expected.1.bitPatterns)
        }
    }

    @Test func int16SourcesMixAsIfTheyHadBeenConvertedFirst() {
        var random = Seeded(12)
        let frameCount = 301
        let voices = (0..<11).map { _ in
            (0..<(2 * frameCount)).map { _ in Int16(truncatingIfNeeded: random.bits() >> 20) }
        }
        let gains = (0..<11).map { _ in (random.sample(), random.sample()) }
        var expected = [Float](repeating: 0, count: frameCount)
        var expectedSides = (expected, expected)
        for (voice, gain) in zip(voices, gains) {
            PortableMixing.add(Array(voice[0..<frameCount]), gain: gain.0, to: &expected)
            PortableMixing.add((0..<frameCount).map { voice[2 * $0] }, gain: gain.0, to: &expectedSides.0)
            PortableMixing.add((0..<frameCount).map { voice[2 * $0 + 1] }, gain: gain.1, to: &expectedSides.1)
        }
        let memory = UnsafeMutablePointer<Int16>.allocate(capacity: 11 * 2 * frameCount)
        defer { memory.deallocate() }
        for (voice, samples) in voices.enumerated() {
            for (index, sample) in samples.enumerated() { memory[voice * 2 * frameCount + index] = sample }
        }
        var sum = [Float](repeating: 0, count: frameCount)
        var (left, right) = (sum, sum)
        let mono = (0..<11).map { MixInt16Source(samples: memory + $0 * 2 * frameCount, gain: gains[$0].0) }
        let stereo = (0..<11).map {
            MixInt16StereoSource(
                frames: memory + $0 * 2 * frameCount, left_gain: gains[$0].0, right_gain: gains[$0].1)
        }
        Mixing.add(mono, sourceCount: 11, to: &sum, frameCount: frameCount)
        Mixing.add(stereo, sourceCount: 11, toLeft: &left, right: &right, frameCount: frameCount)
        #expect(sum.bitPatterns == expected.bitPatterns)
        #expect(left.bitPatterns == expectedSides.0.bitPatterns)
        #expect(right.bitPatterns == expectedSides.1.bitPatterns)
    }

    @Test func metersEqualTheirTwins() {
        var random = Seeded(13)
        for frameCount in [0, 1, 15, 16, 17, 100, 1024] {
            let samples = random.samples(frameCount)
            #expect(Mixing.peak(samples, frameCount: frameCount) == PortableMixing.peak(samples))
            #expect(
                Mixing.sumOfSquares(samples, frameCount: frameCount).bitPattern
                    == PortableMixing.sumOfSquares(samples).bitPattern)
        }
        #expect(Mixing.peak([0.25, .nan, -0.5], frameCount: 3) == 0.5)
    }

    @Test func scalingAndMultiplyingAreOneRounding() {
        var random = Seeded(14)
        let source = random.samples(100)
        let factors = random.samples(100)
        var target = source
        Mixing.scale(source, gain: 0.7, into: &target, frameCount: 100)
        #expect(target == source.map { $0 * 0.7 })
        target = source
        Mixing.multiply(&target, by: factors, frameCount: 100)
        #expect(target == zip(source, factors).map { $0 * $1 })
        target = source
        Mixing.scale(source, gain: 1, into: &target, frameCount: 100)
        #expect(target.bitPatterns == source.bitPatterns)
        Mixing.clear(&target, frameCount: 99)
        #expect(target[98] == 0 && target[99] == source[99])
    }

    @Test func mixingTouchesNoHeap() {
        let planes = Planes(channelCount: 3, frameCount: 512)
        let sources = [
            MixSource(samples: planes.pointers[0], gain: 0.5), MixSource(samples: planes.pointers[1], gain: 1),
        ]
        var peak: Float = 1
        let calls = countingHeapCalls {
            Mixing.add(sources, sourceCount: 2, to: planes.pointers[2], frameCount: 512)
            Mixing.add(planes.pointers[0], gain: 0.3, to: planes.pointers[2], frameCount: 512)
            peak = Mixing.peak(planes.pointers[2], frameCount: 512)
        }
        #expect(calls == .none)
        #expect(peak == 0)
    }
}
