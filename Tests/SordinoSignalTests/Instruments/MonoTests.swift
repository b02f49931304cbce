import SordinoRealtime
import SordinoSignal
import Testing

/// One note at a time (controllers 126 and 127), and notes that continue as others (68).
@Suite struct MonoTests {
    private let attack: [(Int, Float)] = [(Generator.volumeEnvelopeAttack, -3_986)]

    @Test func inMonoModeAKeyEndsTheOneBeforeAndBringsItBack() {
        let stage = NoteStage([TestZone.sine()])
        let sound = stage.render(
            40_000,
            [
                NoteStage.control(0, 126, 1), NoteStage.on(0, 60), NoteStage.on(10_000, 64), NoteStage.off(20_000, 64),
                NoteStage.off(30_000, 60),
            ]
        ).left
        #expect(abs(NoteStage.cents(sound[2_000..<9_900], from: 60)) < 1)
        #expect(abs(NoteStage.cents(sound[11_000..<19_900], from: 64)) < 1, "the one before has ended")
        #expect(abs(NoteStage.cents(sound[21_000..<29_900], from: 60)) < 1, "its key is still down")
        #expect(sound[35_000] == 0)
        #expect(stage.synthesizer.renderer.soundingCount == 0)
    }

    @Test func aKeyThatDoesNotSoundIsLiftedUnheard() {
        let stage = NoteStage([TestZone.sine()])
        let sound = stage.render(
            30_000,
            [
                NoteStage.control(0, 126, 1), NoteStage.on(0, 60), NoteStage.on(5_000, 64), NoteStage.off(10_000, 60),
                NoteStage.off(20_000, 64),
            ]
        ).left
        #expect(abs(NoteStage.cents(sound[11_000..<19_900], from: 64)) < 1)
        #expect(sound[25_000] == 0)
    }

    @Test func polyModeLetsKeysSoundTogetherAgain() {
        let stage = NoteStage([TestZone.sine()])
        _ = stage.render(
            4_000,
            [
                NoteStage.control(0, 126, 1), NoteStage.on(0, 60), NoteStage.control(1_000, 127, 0),
                NoteStage.on(2_000, 64), NoteStage.on(2_000, 67),
            ])
        // The note of mono mode was let go by the change, as by "all notes off".
        #expect(stage.synthesizer.renderer.soundingCount == 2)
    }

    @Test func theLegatoPedalLeadsANoteOnWithoutANewAttack() {
        // A tenth of a second: a new attack would be heard.
        let stage = NoteStage([TestZone.sine(attack)])
        let sound = stage.render(
            40_000,
            [
                NoteStage.control(0, 68, 127), NoteStage.on(0, 60), NoteStage.on(20_000, 67),
                NoteStage.off(30_000, 67),
            ]
        ).left
        let peak = sound[20_100..<20_400].map(abs).max() ?? 0
        #expect(abs(Double(peak) / TestZone.fullLevel - 1) < 0.01)
        #expect(abs(NoteStage.cents(sound[21_000..<29_900], from: 67)) < 1)
        #expect(stage.synthesizer.renderer.soundingCount == 0 && sound[39_000] == 0)
    }

    @Test func legatoInMonoModeReturnsToTheKeyBefore() {
        let stage = NoteStage([TestZone.sine(attack)])
        let sound = stage.render(
            50_000,
            [
                NoteStage.control(0, 126, 1), NoteStage.control(0, 68, 127), NoteStage.on(0, 60),
                NoteStage.on(20_000, 67), NoteStage.off(30_000, 67), NoteStage.off(45_000, 60),
            ]
        ).left
        #expect(abs(NoteStage.cents(sound[21_000..<29_900], from: 67)) < 1)
        #expect(abs(NoteStage.cents(sound[31_000..<44_900], from: 60)) < 1)
        let peak = sound[30_100..<30_400].map(abs).max() ?? 0
        #expect(abs(Double(peak) / TestZone.fullLevel - 1) < 0.01, "no new attack on the way back")
        #expect(stage.synthesizer.renderer.soundingCount == 0)
    }
}
