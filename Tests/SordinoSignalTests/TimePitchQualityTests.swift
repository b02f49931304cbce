import SordinoRealtime
import SordinoSignal
import Testing

/// How stretched sound sounds, in numbers: partials, attacks, the stereo image.
///
/// Thresholds are what Rubber Band R3 reached
/// (chord 42.7 dB, pre-echo -41.5 dB), or a little below what was measured here where that is less.
@Suite struct TimePitchQualityTests {
    @Test(arguments: [1.5, 0.75])
    func aChordStaysAChord(rate: Double) {
        let chord = StretchMeasures.chord([220, 277.18, 329.63], partials: 1, frames: 144_000)
        let output = stretch([chord.samples], rate: rate)[0]
        #expect(StretchMeasures.chordRatio(output, hertz: chord.hertz) > 42.7)
    }

    @Test func aChordOfRichTonesStaysOne() {
        // R3 of Rubber Band 3.1.2 comes to 20 dB with this one.
        let chord = StretchMeasures.chord([220, 277.18, 329.63], partials: 6, frames: 144_000)
        let output = stretch([chord.samples], rate: 1.5)[0]
        #expect(StretchMeasures.chordRatio(output, hertz: chord.hertz) > 30)
    }

    @Test(arguments: [1.5, 0.75])
    func nothingIsHeardBeforeAnAttackAndTheAttackStaysShort(rate: Double) {
        let places = (0..<4).map { 12_000 + 20_000 * $0 }
        let sound = StretchMeasures.attacks(places: places, frames: 96_000)
        let output = stretch([sound], rate: rate)[0]
        let heard = StretchMeasures.attacks(output, places: places, rate: rate)
        #expect(heard.preEcho < -41.5)
        #expect(heard.early > (rate > 1 ? 0.8 : 0.6))
        // They come when they should: within 6 ms.
        #expect(heard.worstDelay < 288)
    }

    @Test func attacksOverATonePassToo() {
        let places = (0..<4).map { 12_000 + 20_000 * $0 }
        let attacks = StretchMeasures.attacks(places: places, frames: 96_000)
        let tone = sine(hertz: 330, frames: 96_000).map { $0 * 0.02 }
        let output = stretch([zip(attacks, tone).map(+)], rate: 1.5)[0]
        // The tone itself is there before the attacks; it lies 27 dB below them over these times.
        #expect(StretchMeasures.attacks(output, places: places, rate: 1.5).preEcho < -18)
    }

    @Test(arguments: [1.5, 0.75])
    func aToneSoundsOnWhileTicksStrike(rate: Double) {
        // A millisecond of noise every quarter of a second: an onset in the high bands only.
        var sound = sine(hertz: 330, frames: 144_000)
        var numbers = Seeded(4)
        for place in stride(from: 9_000, to: 140_000, by: 12_000) {
            for frame in place..<place + 48 { sound[frame] += 0.1 * numbers.sample() }
        }
        let output = stretch([sound], rate: rate)[0]
        // The ticks themselves lie 37 dB below; the tone broken at each of them would leave 10 dB.
        #expect(StretchMeasures.chordRatio(output, hertz: [330]) > 30)
    }

    @Test func bothChannelsAreTurnedAlike() {
        // The same sound at other levels, one side inverted: the relation must survive.
        let sound = pulses(frames: 60_000)
        let right = sound.map { $0 * -0.5 }
        let output = stretch([sound, right], rate: 1.5)
        var worst: Float = 0
        for (a, b) in zip(output[0], output[1]) { worst = max(worst, abs(a * -0.5 - b)) }
        #expect(worst < 1e-5)
        #expect(output[0].contains { abs($0) > 0.1 })
    }

    @Test func pulsesOfAVoiceStayPulses() {
        // A pulse every 8 ms: smeared, its crest would fall to that of noise.
        var train = [Float](repeating: 0, count: 96_000)
        for frame in stride(from: 0, to: 96_000, by: 384) { train[frame] = 0.9 }
        let output = Array(stretch([train], rate: 1.25)[0][24_000..<60_000])
        var (peak, square) = (0.0, 0.0)
        for sample in output {
            peak = max(peak, abs(Double(sample)))
            square += Double(sample * sample)
        }
        // The train itself has 20 log10(sqrt(384)) = 25.8 dB; noise about 12.
        #expect(10 * RealtimeMath.log10(peak * peak / (square / Double(output.count))) > 18)
    }

    private func stretch(_ channels: [[Float]], rate: Double) -> [[Float]] {
        let unit = TimePitch(channelCount: channels.count, sampleRate: 48_000, changesPitch: false)
        unit.renderer.setRate(rate)
        let run = StretchRun(unit, channels)
        run.produce(Int(Double(channels[0].count) / rate))
        return channels.indices.map { run.output($0) }
    }
}
