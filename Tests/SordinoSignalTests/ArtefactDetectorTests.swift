import Glibc
import SordinoSignal
import Testing

/// The artefact detector finds what an ear hears, where it is, and leaves intended signals alone.
struct ArtefactDetectorTests {
    private let rate = 48_000.0

    private func sine(_ hertz: Double, _ count: Int, amplitude: Double = 0.5, phase: Double = 0) -> [Float] {
        (0..<count).map { Float(amplitude * Double.sine(phase + 2 * .pi * hertz * Double($0) / rate)) }
    }

    private func find(
        _ samples: [Float], _ kinds: Set<SoundArtefact.Kind> = SoundArtefact.Kind.all,
        expected: [ExpectedSound] = []
    ) -> [SoundArtefact] {
        ArtefactDetector(sampleRate: rate, kinds: kinds).artefacts(in: [samples], expected: expected)
    }

    /// Numbers from −1 to 1 by a linear congruence, the same in each run.
    private func noise(_ count: Int, seed: UInt64 = 7) -> [Float] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(Int64(bitPattern: state) >> 40) / 8_388_608
        }
    }

    // MARK: Faults

    @Test(arguments: [50, 440, 3_000]) func aSingleZeroInASineIsFound(_ hertz: Double) {
        var samples = sine(hertz, 48_000)
        // A quarter of a period from the crossing.
        let frame = Int(rate / hertz * 10.25)
        samples[frame] = 0
        #expect(find(samples).map(\.kind) == [.zeros])
        #expect(find(samples).map(\.frame) == [frame])
    }

    @Test func zerosEveryTenMillisecondsAreFoundOneByOne() {
        let whole = sine(441, 48_000)
        var samples = whole
        let frames = Array(stride(from: 500, to: 47_000, by: 480))
        for frame in frames { samples[frame] = 0 }
        let found = find(samples).filter { $0.kind == .zeros }.map(\.frame)
        #expect(Set(found).isSubset(of: frames))
        #expect(Set(found).isSuperset(of: frames.filter { abs(whole[$0]) > 0.02 }))
    }

    @Test func aRepeatedSampleIsFound() {
        var samples = sine(440, 24_000)
        samples.insert(samples[12_345], at: 12_345)
        let found = find(samples)
        #expect(found.map(\.kind) == [.repeated])
        #expect(found.first.map { abs($0.frame - 12_346) <= 1 } == true)
    }

    @Test(arguments: [32, 64, 1_024]) func aMissingBlockIsAStep(_ length: Int) {
        var samples = sine(997, 48_000)
        samples.removeSubrange(20_000..<20_000 + length)
        let found = find(samples)
        #expect(found.map(\.kind) == [.step])
        #expect(found.first.map { abs($0.frame - 20_000) <= 2 } == true)
    }

    @Test(arguments: [64, 256, 1_024]) func aDoubledBlockIsFoundWithItsLength(_ length: Int) {
        var samples = sine(997, 48_000)
        samples.insert(contentsOf: samples[20_000..<20_000 + length], at: 20_000 + length)
        let found = find(samples)
        #expect(found.map(\.kind) == [.doubled])
        #expect(found.map(\.frameCount) == [length])
        #expect(found.map(\.frame) == [20_000 + length])
    }

    @Test func aBlockOfZerosIsAGap() {
        var samples = sine(441, 48_000)
        for frame in 20_010..<20_522 { samples[frame] = 0 }
        #expect(find(samples).map(\.kind) == [.gap])
    }

    @Test func aClickInNoiseIsFoundAndTheNoiseIsNot() {
        var samples = noise(48_000).map { $0 * 0.02 }
        #expect(find(samples).isEmpty)
        samples[30_000] += 0.9
        #expect(find(samples).map(\.kind) == [.step])
    }

    @Test func aToneCutAtFullScaleIsClipped() {
        let samples = sine(440, 4_800, amplitude: 1.5).map { min(max($0, -1), 1) }
        #expect(Set(find(samples, [.clipping]).map(\.kind)) == [.clipping])
        #expect(find(sine(440, 4_800, amplitude: 1), [.clipping]).isEmpty)
    }

    @Test func anOffsetIsFound() {
        #expect(find(sine(440, 48_000).map { $0 + 0.1 }).map(\.kind) == [.offset])
    }

    @Test func aHardEndIsAnEdge() {
        let found = find(sine(440, 24_027) + [Float](repeating: 0, count: 24_000))
        #expect(found.map(\.kind) == [.edge])
    }

    @Test func whatTheScriptSaysIsCompared() {
        let samples = [Float](repeating: 0, count: 4_800) + sine(440, 4_800)
        #expect(find(samples, [.missingSound, .unexpectedSound], expected: [.silence(0..<4_800), .sound(4_800..<9_600)]).isEmpty)
        let found = find(samples, [.missingSound, .unexpectedSound], expected: [.sound(0..<4_800), .silence(4_800..<9_600)])
        #expect(found.map(\.kind) == [.missingSound, .missingSound, .unexpectedSound, .unexpectedSound])
    }

    // MARK: Intended signals

    @Test(arguments: [20, 100, 440, 1_000, 5_000, 12_000, 19_000]) func sinesAreWhole(_ hertz: Double) {
        #expect(find(sine(hertz, 48_000)).filter { $0.kind != .edge }.isEmpty)
    }

    @Test func sinesOfSixteenBitsAreWhole() {
        for amplitude in [0.0001, 0.001, 0.01, 0.9] {
            let samples = sine(100, 48_000, amplitude: amplitude).map { ($0 * 32_768).rounded() / 32_768 }
            #expect(find(samples).isEmpty, "amplitude \(amplitude)")
        }
    }

    @Test func aSweepIsWhole() {
        // From 20 Hz to 20 kHz in two seconds.
        let samples = (0..<96_000).map { frame -> Float in
            let seconds = Double(frame) / rate
            return Float(0.5 * Double.sine(2 * .pi * (20 * seconds + (20_000 - 20) / 4 * seconds * seconds)))
        }
        #expect(find(samples).isEmpty)
    }

    @Test func squareWavesAreWhole() {
        for period in [96, 109, 480] {
            let samples = (0..<48_000).map { Float($0 / (period / 2) % 2 == 0 ? 0.5 : -0.5) }
            #expect(find(samples).isEmpty, "period \(period)")
        }
    }

    @Test func fadesAreWhole() {
        let samples = sine(440, 96_000).enumerated().map { frame, sample in
            sample * Float(frame < 48_000 ? Double(frame) / 48_000 : Double(96_000 - frame) / 48_000)
        }
        #expect(find(samples + [Float](repeating: 0, count: 4_800)).isEmpty)
    }

    @Test func noiseAndPluckedStringsAreWhole() {
        #expect(find(noise(96_000).map { $0 * 0.9 }).isEmpty)
        // A string after Karplus and Strong: a burst of noise through a delay of its period.
        var line = noise(109, seed: 3).map { $0 * 0.5 }
        let string = (0..<48_000).map { index -> Float in
            let sample = line[index % 109]
            line[index % 109] = 0.498 * (sample + line[(index + 1) % 109])
            return sample
        }
        #expect(find(string, SoundArtefact.Kind.all.subtracting([.edge, .offset])).isEmpty)
    }

    @Test func constantsAreNoRepetitions() {
        let samples = [Float](repeating: 0, count: 2_400) + [Float](repeating: 0.25, count: 2_400)
        #expect(find(samples, SoundArtefact.Kind.breaks).isEmpty)
    }
}

extension Double {
    fileprivate static func sine(_ angle: Double) -> Double { Glibc.sin(angle) }
}
