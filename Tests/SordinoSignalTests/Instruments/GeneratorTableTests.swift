import SordinoRealtime
import SordinoSignal
import Testing

/// The effect of each generator and each modulator of SoundFont 2.04 on a note, against the specification's formulas.
///
/// The rows are those of the table in `Documentation/instruments.md`.
@Suite struct GeneratorTableTests {
    private struct Row {
        let name: String
        let unit: String
        let expected: Double
        let measured: Double
        let limit: Double

        /// The row in seconds: within 1 ms or 1 %.
        static func time(_ name: String, _ expected: Double, _ measured: Double) -> Row {
            Row(name: name, unit: "s", expected: expected, measured: measured, limit: max(0.001, expected * 0.01))
        }
    }

    private let rate = 48_000.0

    /// The gain of a note over its frames, 1 for a note that nothing makes softer.
    private func gain(
        _ set: [(Int, Float)], key: Float = 60, velocity: Float = 127, frames: Int = 48_000,
        _ moments: [NoteStage.Moment] = []
    ) -> [Double] {
        let stage = NoteStage([TestZone.constant(set)])
        let all = [NoteStage.on(0, key, velocity: velocity)] + moments
        return stage.render(frames, all.sorted { $0.frame < $1.frame }).left.map { Double($0) / TestZone.fullLevel }
    }

    /// Cents above the key's own pitch over time: a point for each cycle of a sine of 2 kHz at key 84.
    private func pitch(
        _ set: [(Int, Float)], key: Float = 84, frames: Int = 48_000, _ moments: [NoteStage.Moment] = []
    ) -> [(time: Double, cents: Double)] {
        let stage = NoteStage([TestZone.sine(set)])
        let all = (moments + [NoteStage.on(0, key)]).sorted { $0.frame < $1.frame }
        let sound = stage.render(frames, all).left
        var crossings: [Double] = []
        for index in 1..<sound.count where sound[index - 1] < 0 && sound[index] >= 0 {
            crossings.append(Double(index) - Double(sound[index] / (sound[index] - sound[index - 1])))
        }
        let own = 500 * RealtimeMath.pow(2, (Double(key) - 60) / 12)
        return zip(crossings, crossings.dropFirst()).map { one, two in
            ((one + two) / 2 / rate, 1_200 * RealtimeMath.log2(rate / (two - one) / own))
        }
    }

    private func first(_ values: [Double], where isFound: (Double) -> Bool) -> Double {
        Double(values.firstIndex(where: isFound) ?? -1) / rate
    }

    private func first(_ points: [(time: Double, cents: Double)], from: Double = 0, where isFound: (Double) -> Bool)
        -> Double
    {
        points.first { $0.time >= from && isFound($0.cents) }?.time ?? -1
    }

    /// A hundred decibels' time of a straight fall, from its stretch between -10 and -30 dB.
    private func fall(_ gains: [Double], from start: Int = 0) -> Double {
        let tail = Array(gains[start...])
        let ten = first(tail) { $0 < RealtimeMath.pow(10, -0.5) }
        return 5 * (first(tail) { $0 < RealtimeMath.pow(10, -1.5) } - ten)
    }

    private func check(_ rows: [Row]) {
        for row in rows {
            #expect(
                abs(row.measured - row.expected) <= row.limit,
                "\(row.name): \(row.measured) \(row.unit) instead of \(row.expected)")
        }
    }

    @Test func theVolumeEnvelopeKeepsItsTimes() {
        let half: Float = -1_200
        let end = [(Generator.volumeEnvelopeSustain, 1_440 as Float)]
        let hold = end + [(Generator.volumeEnvelopeDecay, half)]
        // 1 dB of 100 in half a second.
        let lag = 0.005
        func held(_ set: [(Int, Float)], key: Float) -> Double {
            first(gain(hold + set, key: key, frames: 96_000)) { $0 < RealtimeMath.pow(10, -0.05) } - lag
        }
        let released = gain([(38, half)], frames: 48_000, [NoteStage.off(9_600)])
        check([
            .time("33 delayVolEnv", 0.25, first(gain([(33, -2_400)])) { $0 > 0 }),
            .time("34 attackVolEnv (half way)", 0.25, first(gain([(34, half)])) { $0 >= 0.5 }),
            .time("35 holdVolEnv", 0.5, held([(35, half)], key: 60)),
            .time("36 decayVolEnv (100 dB)", 1, fall(gain(end + [(36, 0)]))),
            Row(
                name: "37 sustainVolEnv", unit: "dB", expected: -30,
                measured: decibels(gain([(36, half), (37, 300)])[40_000]), limit: 0.05),
            .time("38 releaseVolEnv (100 dB)", 0.5, fall(released, from: 9_600)),
            .time("39 keynumToVolEnvHold (key 48)", 1, held([(35, half), (39, 100)], key: 48)),
            .time(
                "40 keynumToVolEnvDecay (key 84)", 2, fall(gain(end + [(36, 0), (40, -50)], key: 84, frames: 96_000))),
        ])
    }

    @Test func theModulationEnvelopeKeepsItsTimes() {
        let half: Float = -1_200
        let up = [(Generator.modulationEnvelopeToPitch, 1_200 as Float)]
        let down = up + [(Generator.modulationEnvelopeSustain, 1_000 as Float)]
        let held = pitch(down + [(27, half)])
        let keyed = pitch(down + [(27, half), (31, 100)], key: 84, frames: 96_000)
        let falling = pitch(down + [(28, 0)])
        let keyedFall = pitch(down + [(28, 0), (32, 50)], frames: 96_000)
        let released = pitch(
            up + [(30, half), (Generator.volumeEnvelopeRelease, 2_400)], frames: 48_000, [NoteStage.off(9_600, 84)])
        check([
            .time("25 delayModEnv", 0.25, first(pitch(up + [(25, -2_400)])) { $0 > 600 }),
            // The convex curve: 1 + 5/12 log10 of the part of the time that has passed.
            .time(
                "26 attackModEnv (7/8 of the height)", 0.5 * RealtimeMath.pow(10, -0.3),
                first(pitch(up + [(26, half)])) { $0 >= 1_050 }),
            .time("27 holdModEnv", 0.5, first(held, from: 0.1) { $0 < 600 }),
            .time("28 decayModEnv (half way)", 0.5, first(falling, from: 0.05) { $0 < 600 }),
            Row(
                name: "29 sustainModEnv", unit: "cents", expected: 900,
                measured: pitch(up + [(28, half), (29, 250)]).last?.cents ?? 0, limit: 0.5),
            .time("30 releaseModEnv (half way)", 0.25, first(released, from: 0.21) { $0 < 600 } - 0.2),
            // 24 keys above 60: 2,400 cents less.
            .time("31 keynumToModEnvHold (key 84)", 0.125, first(keyed, from: 0.02) { $0 < 600 }),
            .time("32 keynumToModEnvDecay (key 84, half way)", 0.25, first(keyedFall, from: 0.05) { $0 < 600 }),
            Row(
                name: "7 modEnvToPitch", unit: "cents", expected: 1_200,
                measured: first(held, at: 0.3), limit: 0.5),
        ])
    }

    private func first(_ points: [(time: Double, cents: Double)], at time: Double) -> Double {
        points.first { $0.time >= time }?.cents ?? 0
    }

    @Test func oscillatorsKeepTheirRatesDelaysAndDepths() {
        // 700 cents above 8.176 Hz.
        let hertz = 8.175_798_9 * RealtimeMath.pow(2, -700.0 / 1_200)
        let tremolo = gain([(22, -700), (13, 60)], frames: 96_000)
        let tops = tremolo.indices.dropFirst().dropLast().filter {
            tremolo[$0] >= tremolo[$0 - 1] && tremolo[$0] > tremolo[$0 + 1] && tremolo[$0] > 1.8
        }
        let cycles = (Double(tops[tops.count - 1] - tops[0]) / rate) / Double(max(tops.count - 1, 1))
        // A step in three of 96: tops of one cycle are counted once.
        let count = ((tops.last.map(Double.init) ?? 0) - Double(tops[0])) / rate * hertz
        let vibrato = pitch([(24, -700), (6, 100)], frames: 96_000)
        var ups: [Double] = []
        for (one, two) in zip(vibrato, vibrato.dropFirst()) where one.cents < 0 && two.cents >= 0 {
            ups.append(one.time + (two.time - one.time) * one.cents / (one.cents - two.cents))
        }
        let vibratoHertz = Double(ups.count - 1) / ((ups.last ?? 1) - (ups.first ?? 0))
        let toPitch = pitch([(22, -700), (5, 100)], frames: 96_000).map(\.cents)
        _ = cycles
        check([
            Row(
                name: "22 freqModLFO (whole cycles between tops)", unit: "cycles", expected: count.rounded(),
                measured: count, limit: 0.02),
            Row(
                name: "24 freqVibLFO", unit: "Hz", expected: hertz, measured: vibratoHertz, limit: hertz * 0.002),
            .time("21 delayModLFO", 0.25, first(gain([(21, -2_400), (13, 60), (22, 1_200)])) { abs($0 - 1) > 1e-3 }),
            .time("23 delayVibLFO", 0.25, first(pitch([(23, -2_400), (6, 200), (24, 1_200)])) { abs($0) > 2 }),
            Row(
                name: "13 modLFOToVolume (louder)", unit: "dB", expected: 6,
                measured: decibels(tremolo.max() ?? 0), limit: 0.1),
            Row(
                name: "13 modLFOToVolume (softer)", unit: "dB", expected: -6,
                measured: decibels(tremolo.dropFirst(4_800).min() ?? 0), limit: 0.1),
            Row(
                name: "6 vibLFOToPitch", unit: "cents", expected: 100,
                measured: vibrato.map(\.cents).max() ?? 0, limit: 2),
            Row(name: "5 modLFOToPitch", unit: "cents", expected: 100, measured: toPitch.max() ?? 0, limit: 2),
        ])
    }

    @Test func tuningAndLevelsAreThoseOfTheirUnits() {
        func cents(_ set: [(Int, Float)], key: Float = 60) -> Double {
            NoteStage.cents(
                NoteStage([TestZone.sine(set)]).render(20_000, [NoteStage.on(0, key)]).left[1_000..<19_000], from: 60)
        }
        let stage = NoteStage([TestZone.constant([(15, 250), (16, 400), (17, 0)])])
        let controls = [NoteStage.control(0, 91, 0), NoteStage.control(0, 93, 0)]
        _ = stage.render(9_600, controls + [NoteStage.on(0)])
        let panned = NoteStage([TestZone.constant([(17, -250)])]).render(9_600, [NoteStage.on(0)])
        let angle = (250.0) * Double.pi / 2_000
        let own = TestZone.fullLevel / 0.5.squareRoot()
        check([
            Row(name: "51 coarseTune", unit: "cents", expected: -700, measured: cents([(51, -7)]), limit: 0.5),
            Row(name: "52 fineTune", unit: "cents", expected: 35, measured: cents([(52, 35)]), limit: 0.5),
            Row(
                name: "56 scaleTuning (50, key 84)", unit: "cents", expected: 1_200,
                measured: cents([(56, 50)], key: 84), limit: 0.5),
            Row(
                name: "58 overridingRootKey (48)", unit: "cents", expected: 1_200, measured: cents([(58, 48)]),
                limit: 0.5),
            Row(name: "46 keynum (67)", unit: "cents", expected: 700, measured: cents([(46, 67)]), limit: 0.5),
            Row(
                name: "47 velocity (64)", unit: "dB", expected: 40 * RealtimeMath.log10(64.0 / 127),
                measured: decibels(gain([(47, 64)], frames: 9_600)[9_000]), limit: 0.05),
            Row(
                name: "48 initialAttenuation", unit: "dB", expected: -12,
                measured: decibels(gain([(48, 120)], frames: 9_600)[9_000]), limit: 0.01),
            Row(
                name: "16 reverbEffectsSend", unit: "of the note", expected: 0.4,
                measured: Double(stage.sends.reverb[9_000]) / own, limit: 0.001),
            Row(
                name: "15 chorusEffectsSend", unit: "of the note", expected: 0.25,
                measured: Double(stage.sends.chorus[9_000]) / own, limit: 0.001),
            Row(
                name: "17 pan (-25 %, left)", unit: "of the note", expected: RealtimeMath.cos(angle),
                measured: Double(panned.left[9_000]) / own, limit: 0.001),
            Row(
                name: "17 pan (-25 %, right)", unit: "of the note", expected: RealtimeMath.sin(angle),
                measured: Double(panned.right[9_000]) / own, limit: 0.001),
        ])
    }

    @Test func theFilterMovesWithItsEnvelopeAndOscillator() {
        // 10 kHz of a sine lies far above the cutoff: 12 dB an octave.
        func level(_ set: [(Int, Float)], at frame: Int, velocity: Float = 127) -> Double {
            let samples = SineFit.tone(8_000, rate: 48_000, amplitude: 1, count: 6_000)
            let stage = NoteStage([TestZone.zone(samples, loop: 600..<5_400, rate: 48_000, set)])
            let sound = stage.render(frame + 480, [NoteStage.on(0, velocity: velocity)]).left
            return decibels(
                SineFit(sound[frame..<frame + 480], cyclesPerSample: 8_000.0 / 48_000).amplitude / TestZone.fullLevel)
        }
        // Butterworth, bilinear: tan(pi f / rate) against that of the cutoff.
        func expected(_ cents: Double) -> Double {
            let cutoff = 8.175_798_9 * RealtimeMath.pow(2, cents / 1_200)
            let ratio =
                RealtimeMath.tan(Float(Double.pi * 8_000 / 48_000))
                / RealtimeMath.tan(Float(Double.pi * cutoff / 48_000))
            return -10 * RealtimeMath.log10(1 + RealtimeMath.pow(Double(ratio), 4))
        }
        // The slowest of oscillators stands at its top a quarter of a cycle on: 8.176 Hz at -3,600 cents is 1.022 Hz.
        let quarter = Int(48_000 / (8.175_798_9 / 8) / 4) - 240
        // The velocity's own part of the loudness is taken out by its formula.
        func level(velocity: Float, cents: Float) -> Double {
            level([(8, cents)], at: 9_600, velocity: velocity) - 40 * RealtimeMath.log10(Double(velocity) / 127)
        }
        check([
            // 2,400 cents less at velocity 0, none at 127, on a straight line.
            Row(
                name: "8.4.2 velocity to the cutoff (64 at 9,600)", unit: "dB",
                expected: expected(9_600 - 2_400 * 63 / 127), measured: level(velocity: 64, cents: 9_600), limit: 0.5),
            Row(
                name: "8.4.2 velocity to the cutoff (16 at 11,000)", unit: "dB",
                expected: expected(11_000 - 2_400 * 111.0 / 127), measured: level(velocity: 16, cents: 11_000),
                limit: 0.5),
            Row(
                name: "8 initialFilterFc (9,000)", unit: "dB", expected: expected(9_000),
                measured: level([(8, 9_000)], at: 9_600), limit: 0.5),
            Row(
                name: "11 modEnvToFilterFc (8,000 + 1,500)", unit: "dB", expected: expected(9_500),
                measured: level([(8, 8_000), (11, 1_500)], at: 9_600), limit: 0.5),
            Row(
                name: "10 modLfoToFilterFc (8,000 + 1,200)", unit: "dB", expected: expected(9_200),
                measured: level([(8, 8_000), (10, 1_200), (22, -3_600)], at: quarter), limit: 0.5),
        ])
    }

    @Test func modulatorsLeadAsTheSpecificationHasThem() {
        func moved(_ controller: Int, _ value: Float, _ set: [(Int, Float)] = []) -> Double {
            decibels(gain(set, frames: 9_600, [NoteStage.control(0, controller, value)])[9_000])
        }
        func depth(_ moments: [NoteStage.Moment]) -> Double {
            pitch([(24, -700)], frames: 96_000, moments).map(\.cents).max() ?? 0
        }
        let pressure: NoteStage.Moment = (0, { renderer, _ in renderer.press(64, channel: 0) })
        let stage = NoteStage([TestZone.constant()])
        _ = stage.render(9_600, [NoteStage.control(0, 91, 127), NoteStage.control(0, 93, 64), NoteStage.on(0)])
        let own = TestZone.fullLevel / 0.5.squareRoot()
        let volume = 40 * RealtimeMath.log10(64.0 / 100)
        check([
            Row(
                name: "8.4.1 velocity to attenuation (32)", unit: "dB", expected: 40 * RealtimeMath.log10(32.0 / 127),
                measured: decibels(gain([], velocity: 32, frames: 9_600)[9_000]), limit: 0.05),
            Row(
                name: "8.4.3 channel pressure to vibrato (64)", unit: "cents", expected: 50 * 64.0 / 127,
                measured: depth([pressure]), limit: 1),
            Row(
                name: "8.4.4 controller 1 to vibrato (127)", unit: "cents", expected: 50,
                measured: depth([NoteStage.control(0, 1, 127)]), limit: 1),
            Row(
                name: "8.4.5 controller 7 to attenuation (64)", unit: "dB", expected: volume, measured: moved(7, 64),
                limit: 0.05),
            Row(
                name: "8.4.7 controller 11 to attenuation (64)", unit: "dB",
                expected: 40 * RealtimeMath.log10(64.0 / 127),
                measured: moved(11, 64), limit: 0.05),
            Row(
                name: "8.4.8 controller 91 to reverb (127)", unit: "of the note", expected: 0.2,
                measured: Double(stage.sends.reverb[9_000]) / own, limit: 0.001),
            Row(
                name: "8.4.9 controller 93 to chorus (64)", unit: "of the note", expected: 0.2 * 64 / 127,
                measured: Double(stage.sends.chorus[9_000]) / own, limit: 0.001),
        ])
    }
}
