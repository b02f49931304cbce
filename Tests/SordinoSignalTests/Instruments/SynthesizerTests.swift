import AllocationProbe
import SordinoRealtime
import SordinoSignal
import Testing

/// The synthesis model against the formulas of SoundFont 2.04.
@Suite struct SynthesizerTests {
    /// Cents by which a tone differs from a frequency: how far its phase runs away in half a second.
    static func cents(_ samples: [Float], from hertz: Double, rate: Double = 48_000) -> Double {
        let (first, second) = (4_800, 28_800)
        let length = 4_800
        let a = SineFit(samples[first..<first + length], cyclesPerSample: hertz / rate)
        let b = SineFit(samples[second..<second + length], cyclesPerSample: hertz / rate)
        let turn = 2 * Double.pi
        let expected: Double = turn * hertz * Double(second - first) / rate
        let run: Double = (b.phase - a.phase - expected).remainder(dividingBy: turn)
        let found = hertz + run / turn * rate / Double(second - first)
        return 1_200 * RealtimeMath.log2(found / hertz)
    }

    // MARK: Pitch

    @Test(arguments: [24, 36, 48, 55, 60, 61, 69, 84, 96] as [Float])
    func everyKeyIsInTuneWithinHalfACent(_ key: Float) {
        let stage = NoteStage([TestZone.sine()])
        let sound = stage.render(36_000, [NoteStage.on(0, key)]).left
        let hertz = 500 * RealtimeMath.pow(2, Double(key - 60) / 12)
        #expect(abs(Self.cents(sound, from: hertz)) < 0.5)
    }

    @Test(arguments: [(2, 8_191.0), (2, -8_192.0), (12, 4_096.0), (24, -2_048.0)])
    func theWheelBendsByItsRange(range: Int, wheel: Double) {
        let stage = NoteStage([TestZone.sine()])
        let moments: [NoteStage.Moment] = [
            NoteStage.control(0, 101, 0), NoteStage.control(0, 100, 0), NoteStage.control(0, 6, Float(range)),
            (0, { renderer, _ in renderer.bend(Float(wheel), channel: 0) }), NoteStage.on(0),
        ]
        let sound = stage.render(36_000, moments).left
        let hertz = 500 * RealtimeMath.pow(2, Double(range) / 12 * wheel / 8_192)
        #expect(abs(Self.cents(sound, from: hertz)) < 0.5)
    }

    @Test func tuningsAddUp() {
        let set: [(Int, Float)] = [
            (Generator.coarseTune, 7), (Generator.fineTune, -30), (Generator.scaleTuning, 50),
        ]
        let stage = NoteStage([TestZone.sine(set, correctionCents: 12)])
        stage.synthesizer.renderer.tuningCents = 100
        let sound = stage.render(36_000, [NoteStage.on(0, 64)]).left
        let cents: Double = 700 - 30 + 4 * 50 + 12 + 100
        let hertz = 500 * RealtimeMath.pow(2, cents / 1_200)
        #expect(abs(Self.cents(sound, from: hertz)) < 0.5)
    }

    @Test func aKeyWithAFractionSoundsBetweenTheKeys() {
        let stage = NoteStage([TestZone.sine()])
        let sound = stage.render(36_000, [NoteStage.on(0, 60.5)]).left
        #expect(abs(Self.cents(sound, from: 500 * RealtimeMath.pow(2, 0.5 / 12))) < 0.5)
    }

    @Test(arguments: [48, 57, 63.5, 67, 72] as [Float])
    func aTransposedSineStaysPureBelowMinus90dB(_ key: Float) {
        let zone = TestZone.zone(
            SineFit.tone(1_000, rate: 44_100, amplitude: 1, count: 8_820), loop: 441..<8_379, rate: 44_100)
        let sound = NoteStage([zone]).render(24_000, [NoteStage.on(0, key)]).left
        let hertz = 1_000 * RealtimeMath.pow(2, Double(key - 60) / 12)
        #expect(SineFit(sound[4_800..<20_000], cyclesPerSample: hertz / 48_000).distortionDecibels < -90)
    }

    @Test func shortSamplesAreReadAsFloatsAre() {
        var numbers = Seeded(5)
        let shorts = (0..<3_000).map { _ in Int16(truncatingIfNeeded: Int(numbers.bits() >> 40)) }
        let owner = OwnedFrames(count: 1)
        shorts.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            let sample = InstrumentSample(
                .int16(start), frameCount: 3_000, loop: 700..<2_000, sampleRate: 44_100, owner: owner)
            let generators = TestZone.generators([])
            let a = NoteStage([InstrumentZone(sample, generators: generators)])
            let floats = shorts.map { Float($0) / 32_768 }
            let b = NoteStage([TestZone.zone(floats, loop: 700..<2_000, rate: 44_100)])
            let heard = a.render(9_000, [NoteStage.on(13, 66)]).left
            let expected = b.render(9_000, [NoteStage.on(13, 66)]).left
            for frame in 0..<9_000 { #expect(abs(heard[frame] - expected[frame]) < 1e-6) }
        }
    }

    // MARK: Loudness

    @Test func aNoteBeginsOnItsFrame() {
        for frame in [0, 1, 63, 64, 100, 127] {
            let sound = NoteStage([TestZone.constant()]).render(400, [NoteStage.on(frame)]).left
            let first = sound.firstIndex { $0 != 0 }
            #expect(first == frame)
        }
    }

    @Test(arguments: [1, 20, 64, 100, 127] as [Float])
    func loudnessGoesWithTheSquareOfVelocityAndVolume(_ value: Float) {
        let open = [(Generator.filterCutoff, Float(13_500))]
        func level(_ moments: [NoteStage.Moment], velocity: Float) -> Double {
            let stage = NoteStage([TestZone.constant(open)])
            return Double(stage.render(2_000, moments + [NoteStage.on(0, velocity: velocity)]).left[1_900])
        }
        let square = Double(value / 127) * Double(value / 127)
        #expect(abs(decibels(level([], velocity: value) / (TestZone.fullLevel * square))) < 0.05)
        let volume = level([NoteStage.control(0, 7, value)], velocity: 127)
        #expect(abs(decibels(volume / (0.5.squareRoot() * square))) < 0.05)
        let expression = level([NoteStage.control(0, 11, value)], velocity: 127)
        #expect(abs(decibels(expression / (TestZone.fullLevel * square))) < 0.05)
    }

    @Test func panGoesFromEndToEndAtOnePower() {
        for (value, left) in [(0, 1.0), (64, 0.5.squareRoot()), (127, 0)] as [(Float, Double)] {
            let stage = NoteStage([TestZone.constant()])
            let sound = stage.render(2_000, [NoteStage.control(0, 10, value), NoteStage.on(0)])
            let full = TestZone.fullLevel / 0.5.squareRoot()
            #expect(abs(Double(sound.left[1_900]) / full - left) < 1e-4)
            #expect(abs(Double(sound.right[1_900]) / full - (1 - left * left).squareRoot()) < 1e-4)
        }
    }

    @Test func anAttackRisesStraightInItsTime() {
        // Half a second.
        let stage = NoteStage([TestZone.constant([(Generator.volumeEnvelopeAttack, -1_200)])])
        let sound = stage.render(36_000, [NoteStage.on(0)]).left
        for part in [0.1, 0.25, 0.5, 0.9] {
            #expect(abs(Double(sound[Int(24_000 * part)]) / TestZone.fullLevel - part) < 0.003)
        }
        #expect(abs(Double(sound[24_100]) / TestZone.fullLevel - 1) < 1e-3)
    }

    @Test func aDecayFallsADecibelEachHundredthOfItsTimeDownToSustain() {
        // Decay of one second for 100 dB, sustain at -30 dB, hold of a quarter of a second.
        let set: [(Int, Float)] = [
            (Generator.volumeEnvelopeDecay, 0), (Generator.volumeEnvelopeSustain, 300),
            (Generator.volumeEnvelopeHold, -2_400),
        ]
        let sound = NoteStage([TestZone.constant(set)]).render(60_000, [NoteStage.on(0)]).left
        func level(_ seconds: Double) -> Double { decibels(Double(sound[Int(seconds * 48_000)]) / TestZone.fullLevel) }
        #expect(abs(level(0.24)) < 0.01)
        for fallen in [5.0, 10, 20, 28] { #expect(abs(level(0.25 + fallen / 100) + fallen) < 0.15) }
        #expect(abs(level(1) + 30) < 0.01)
    }

    @Test func aReleaseFallsAHundredDecibelsInItsTimeFromItsFrame() {
        let set: [(Int, Float)] = [(Generator.volumeEnvelopeRelease, 0)]
        let stage = NoteStage([TestZone.constant(set)])
        let sound = stage.render(60_000, [NoteStage.on(0), NoteStage.off(10_010)]).left
        #expect(abs(decibels(Double(sound[10_009]) / TestZone.fullLevel)) < 0.01)
        for fallen in [10.0, 20, 50, 80] {
            let level = decibels(Double(sound[10_010 + Int(fallen * 480)]) / TestZone.fullLevel)
            #expect(abs(level + fallen) < 0.15)
        }
        #expect(stage.synthesizer.renderer.soundingCount == 0)
    }

    @Test func higherKeysDecayFasterByTheirGenerator() {
        let set: [(Int, Float)] = [
            (Generator.volumeEnvelopeDecay, 0), (Generator.volumeEnvelopeSustain, 1_000),
            (Generator.keyToVolumeEnvelopeDecay, 100), (Generator.scaleTuning, 0),
        ]
        let sound = NoteStage([TestZone.constant(set)]).render(20_000, [NoteStage.on(0, 72)]).left
        // An octave up at 100 timecents a key: half the time.
        #expect(abs(decibels(Double(sound[9_600]) / TestZone.fullLevel) + 40) < 0.3)
    }

    // MARK: Filter

    @Test(arguments: [(6_900, 0), (9_000, 0), (9_000, 120), (11_000, 200)] as [(Float, Float)])
    func theFilterHasItsCutoffAndItsPeak(cents: Float, resonance: Float) {
        var impulse = [Float](repeating: 0, count: 16_000)
        impulse[200] = 1
        let set: [(Int, Float)] = [
            (Generator.sampleModes, 0), (Generator.filterCutoff, cents), (Generator.filterResonance, resonance),
        ]
        let stage = NoteStage([TestZone.zone(impulse, loop: 0..<0, rate: 48_000, set)])
        let sound = stage.render(16_000, [NoteStage.on(0)]).left
        let cutoff = 8.175_798_9 * RealtimeMath.pow(2, Double(cents) / 1_200)
        // Two poles of the cookbook's kind: the resonance is the gain at the cutoff over that at 0 Hz, -3 dB without any.
        let q = RealtimeMath.pow(10, (Double(resonance) / 10 - 3.0103) / 20)
        for octave in [-3.0, -1, -0.2, 0, 0.5, 1, 2] {
            let hertz = cutoff * RealtimeMath.pow(2, octave)
            guard hertz < 16_000 else { continue }
            var (real, imaginary) = (0.0, 0.0)
            for (frame, sample) in sound.enumerated() {
                let angle = 2 * Double.pi * hertz * Double(frame) / 48_000
                real += Double(sample) * RealtimeMath.cos(angle)
                imaginary += Double(sample) * RealtimeMath.sin(angle)
            }
            let heard = decibels((real * real + imaginary * imaginary).squareRoot() / TestZone.fullLevel)
            let x = RealtimeMath.tan(Double.pi * hertz / 48_000) / RealtimeMath.tan(Double.pi * cutoff / 48_000)
            let power = 1 / ((1 - x * x) * (1 - x * x) + x * x / (q * q))
            let expected = 10 * RealtimeMath.log10(power) - Double(resonance) / 20
            #expect(abs(heard - expected) < 0.5, "\(hertz) Hz: \(heard) dB instead of \(expected)")
        }
    }

    // MARK: Oscillators

    @Test func vibratoGoesAsFarAsItsDepthAtItsRate() {
        // 8.176 Hz, 100 cents; the pitch is measured by the step between zero crossings.
        let set: [(Int, Float)] = [(Generator.vibratoLFOToPitch, 100)]
        let sound = NoteStage([TestZone.sine(set)]).render(48_000, [NoteStage.on(0)]).left
        var (highest, lowest) = (0.0, 1e9)
        var last: Double?
        for frame in 4_800..<47_999 where sound[frame] < 0 && sound[frame + 1] >= 0 {
            let crossing = Double(frame) + Double(sound[frame] / (sound[frame] - sound[frame + 1]))
            if let last {
                highest = max(highest, 48_000 / (crossing - last))
                lowest = min(lowest, 48_000 / (crossing - last))
            }
            last = crossing
        }
        #expect(abs(1_200 * RealtimeMath.log2(highest / 500) - 100) < 8)
        #expect(abs(1_200 * RealtimeMath.log2(lowest / 500) + 100) < 8)
    }

    // MARK: Pedals, classes, voices

    @Test func thePedalHoldsNotesUntilItIsLifted() {
        let stage = NoteStage([TestZone.constant()])
        let moments = [
            NoteStage.on(0), NoteStage.control(100, 64, 127), NoteStage.off(200), NoteStage.control(4_000, 64, 0),
        ]
        let sound = stage.render(8_000, moments).left
        #expect(abs(Double(sound[3_900]) / TestZone.fullLevel - 1) < 1e-3)
        #expect(sound[7_000] == 0)
    }

    @Test func sostenutoHoldsOnlyWhatWasDown() {
        let stage = NoteStage([TestZone.constant()])
        let moments = [
            NoteStage.on(0), NoteStage.control(100, 66, 127), NoteStage.on(200, 64), NoteStage.off(300),
            NoteStage.off(300, 64),
        ]
        _ = stage.render(8_000, moments)
        #expect(stage.synthesizer.renderer.soundingCount == 1)
        _ = stage.render(8_000, [NoteStage.control(8_000, 66, 0)])
        #expect(stage.synthesizer.renderer.soundingCount == 0)
    }

    @Test func aNoteOfAnExclusiveClassEndsTheOthers() {
        let stage = NoteStage([TestZone.constant([(Generator.exclusiveClass, 3)])])
        _ = stage.render(2_000, [NoteStage.on(0, 42), NoteStage.on(500, 46)])
        #expect(stage.synthesizer.renderer.soundingCount == 1)
    }

    @Test func whenAllVoicesSoundTheQuietestMakesRoomWithoutAClick() {
        let stage = NoteStage([TestZone.constant([(Generator.volumeEnvelopeAttack, -6_000)])], voiceCount: 4)
        var moments: [NoteStage.Moment] = []
        for note in 0..<12 { moments.append(NoteStage.on(note * 1_000, Float(40 + note), velocity: Float(60 + note))) }
        let sound = stage.render(16_000, moments).left
        #expect(stage.synthesizer.renderer.soundingCount == 4)
        // The steepest that is asked for: a fall of 100 dB in 240 frames, in steps of 64.
        let steps = zip(sound, sound.dropFirst()).map { abs($0 - $1) }
        #expect(steps.max() ?? 1 < 0.01)
    }

    @Test func aThousandNotesAtOnceEndInAsManyVoicesAsThereAre() {
        let stage = NoteStage([TestZone.constant()], voiceCount: 8)
        var moments: [NoteStage.Moment] = []
        for note in 0..<1_000 { moments.append(NoteStage.on(10, Float(note % 128))) }
        _ = stage.render(2_000, moments)
        #expect(stage.synthesizer.renderer.soundingCount <= 8)
    }

    // MARK: As a whole

    @Test func anySplitIntoBlocksGivesTheSameSamples() {
        let set: [(Int, Float)] = [
            (Generator.vibratoLFOToPitch, 50), (Generator.modulationLFOToVolume, 60),
            (Generator.modulationEnvelopeToCutoff, 2_400), (Generator.filterCutoff, 8_000),
            (Generator.modulationEnvelopeDecay, -1_000), (Generator.modulationEnvelopeSustain, 700),
        ]
        let moments = [
            NoteStage.on(5), NoteStage.on(70, 67), NoteStage.control(333, 1, 90), NoteStage.off(1_001),
            NoteStage.on(1_500, 72),
        ]
        let whole = NoteStage([TestZone.sine(set)]).render(4_000, moments)
        for pieces in [1, 7, 33, 48, 512] {
            let split = NoteStage([TestZone.sine(set)]).render(4_000, pieces: pieces, moments)
            #expect(split.left == whole.left)
            #expect(split.right == whole.right)
        }
    }

    @Test func aVoiceThatHasEndedLeavesTheOthersAlone() {
        // The filter is on its way when the first note ends; its place lies beside the second one's.
        let set: [(Int, Float)] = [
            (Generator.filterCutoff, 9_000), (Generator.modulationLFOToCutoff, -3_000),
            (Generator.modulationLFOFrequency, 1_800), (Generator.filterResonance, 100),
        ]
        let stage = NoteStage([TestZone.sine(set)])
        _ = stage.render(4_000, [NoteStage.on(0, 72), NoteStage.on(0), NoteStage.off(1_000, 72)])
        let sound = stage.render(48_000).left
        let isSound = sound.allSatisfy { abs($0) < 2 }
        #expect(isSound)
    }

    @Test func hostileZonesMakeFiniteSound() {
        var numbers = Seeded(77)
        for _ in 0..<60 {
            let count = 1 + numbers.below(300)
            let start = numbers.below(count)
            let loop = start..<start + numbers.below(count - start + 1)
            let set = (0..<20).map { _ in (numbers.below(Generator.count), Float(numbers.below(65_536) - 32_768)) }
            let stage = NoteStage([TestZone.zone(numbers.samples(count), loop: loop, rate: 44_100, set)])
            let sound = stage.render(4_000, [NoteStage.on(0, Float(numbers.below(128))), NoteStage.off(2_000)]).left
            let isFinite = sound.allSatisfy { $0.isFinite }
            #expect(isFinite)
        }
    }

    @Test func renderingTouchesNoHeap() {
        let stage = NoteStage([TestZone.sine([(Generator.filterCutoff, 8_000)])], voiceCount: 2)
        let renderer = stage.synthesizer.renderer
        let planes = Planes(channelCount: 4, frameCount: 64)
        let pointers = planes.pointers
        let calls = countingHeapCalls {
            for step in 0..<50 {
                renderer.beginStep()
                renderer.start(key: Float(40 + step), velocity: 100, channel: step, frame: 0)
                renderer.control(step, 70, channel: step, frame: 0)
                renderer.render(
                    64, left: pointers[0], right: pointers[1], reverb: pointers[2], chorus: pointers[3])
                renderer.stop(key: 40 + step, channel: step, frame: 63)
            }
        }
        #expect(calls == .none)
    }
}
