import AVFAudio
import SordinoSimulator
import Testing

/// Indicates whether others play, and the hint to silence secondary audio (rules.md §6.6).
@Suite struct HintScenarioTests {
    @Test func s88AGameInFrontIsToldWhenMusicBeginsAndEnds() throws {
        let scene = Scenario()
        let mus = scene.device.app("Mus", backgroundModes: .audio)
        try mus.perform { try mus.session.setCategory(.playback) }
        mus.moveToBackground()
        let game = try scene.game()
        #expect(!game.session.secondaryAudioShouldBeSilencedHint)
        _ = scene.heard()
        mus.send(.play)
        try mus.playTone()
        #expect(scene.heard() == ["H(Game,begin)"])
        #expect(game.session.secondaryAudioShouldBeSilencedHint)
        #expect(scene.audible() == "Speaker: Mus 0, Game 0")
        mus.pauseTone()
        #expect(scene.heard() == ["H(Game,end)"])
        #expect(!game.session.secondaryAudioShouldBeSilencedHint)
        #expect(scene.audible() == "Speaker: Game 0")
    }

    @Test func s89AGameInTheBackgroundIsNotTold() throws {
        let scene = Scenario()
        let game = try scene.game()
        game.moveToBackground()
        _ = try scene.mus(inBackground: false)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s90AmbientSoundCountsAsOtherAudioButNotForTheHint() throws {
        let scene = Scenario()
        _ = try scene.game()
        let other = scene.device.app("Other")
        #expect(other.session.isOtherAudioPlaying)
        #expect(!other.session.secondaryAudioShouldBeSilencedHint)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Game 0")
    }
}
