import SordinoRealtime
import SordinoSignal
import Testing

/// Portamento, the soft pedal, tunings and channels that belong together, against the cents and decibels that they stand for.
@Suite struct ExpressionTests {
    private func stage() -> NoteStage { NoteStage([TestZone.sine()]) }

    @Test func portamentoGlidesFromTheLastKeyInItsTime() {
        let stage = stage()
        // 76.2 of controller 5: 5 ms, doubled six times, are 0.32 s or 15360 frames.
        let sound = stage.render(
            40_000,
            [
                NoteStage.control(0, 65, 127), NoteStage.control(0, 5, 76.2), NoteStage.on(0, 60),
                NoteStage.off(4_800), NoteStage.on(9_600, 72),
            ]
        ).left
        #expect(abs(NoteStage.cents(sound[1_000..<4_800], from: 60)) < 0.5, "the first note has nothing to glide from")
        // In the middle of the way, within what 20 ms move.
        #expect(abs(NoteStage.cents(sound[16_800..<17_760], from: 66)) < 5)
        #expect(abs(NoteStage.cents(sound[26_000..<39_000], from: 72)) < 0.5)
    }

    @Test func controller84NamesTheKeyThatOneGlideBeginsAt() {
        let sound = stage().render(
            40_000, [NoteStage.control(0, 5, 76.2), NoteStage.control(0, 84, 48), NoteStage.on(0, 60)]
        ).left
        #expect(abs(NoteStage.cents(sound[7_200..<8_160], from: 54)) < 5)
        #expect(abs(NoteStage.cents(sound[20_000..<39_000], from: 60)) < 0.5)
    }

    @Test func theSoftPedalTakesSixDecibelsOfNotesThatBegin() {
        func level(_ moments: [NoteStage.Moment]) -> Double {
            Double(NoteStage([TestZone.constant()]).render(6_000, moments).left[5_900])
        }
        let loud = level([NoteStage.on(0)])
        let soft = level([NoteStage.control(0, 67, 127), NoteStage.on(0)])
        #expect(abs(20 * RealtimeMath.log10(soft / loud) + 6) < 0.05)
        #expect(abs(level([NoteStage.on(0), NoteStage.control(1_000, 67, 127)]) / loud - 1) < 1e-4)
    }

    @Test func aTunedKeyIsHeardAsItIsTunedAlsoWhileItSounds() {
        let stage = stage()
        let before = stage.render(
            20_000, [(0, { renderer, _ in renderer.tune(key: 60, cents: 37.5) }), NoteStage.on(0)])
        #expect(abs(NoteStage.cents(before.left[1_000..<19_000], from: 60) - 37.5) < 0.5)
        let after = stage.render(20_000, [(20_000, { renderer, _ in renderer.tune(note: 0, cents: -50, mask: 1) })])
        #expect(abs(NoteStage.cents(after.left[1_000..<19_000], from: 60) + 12.5) < 0.5)
    }

    @Test func membersOfAZoneBendByThemselvesAndWithTheirManager() {
        let stage = stage()
        let sound = stage.render(
            60_000,
            [
                (
                    0,
                    { renderer, step in
                        // Registered parameter 6 of channel 1: seven members.
                        for (controller, value) in [(101, 0), (100, 6), (6, 7)] as [(Int, Float)] {
                            renderer.control(controller, value, channel: 0, frame: step)
                        }
                        renderer.start(key: 60, velocity: 127, channel: 3, frame: step)
                        renderer.bend(8_192 / 48, channel: 3)
                    }
                ), (20_032, { renderer, _ in renderer.bend(4_096, channel: 0) }),
                (40_000, { renderer, _ in renderer.bend(8_191, channel: 12) }),
            ]
        ).left
        #expect(abs(NoteStage.cents(sound[1_000..<19_000], from: 61)) < 0.5, "48 semitones for a member")
        #expect(abs(NoteStage.cents(sound[21_000..<39_000], from: 62)) < 0.5, "two for the manager, for all")
        #expect(
            abs(NoteStage.cents(sound[41_000..<59_000], from: 62)) < 0.5,
            "a channel outside of the zone says nothing to it")
    }
}
