import AVFAudio
import SordinoSimulator
import Testing

/// Programs that mix and that do not, and how interruptions by programs begin and end (rules.md §4.2 to §4.6).
@Suite struct MixingScenarioTests {
    @Test func s06AnAmbientGameMixesWithMusicAndIsToldNothing() throws {
        let scene = Scenario()
        _ = try scene.mus()
        let game = try scene.game()
        #expect(scene.audible() == "Speaker: Mus 0, Game 0")
        #expect(scene.heard() == [])
        #expect(game.session.secondaryAudioShouldBeSilencedHint)
    }

    @Test func s07ASoloAmbientProgramInterruptsMusic() throws {
        let scene = Scenario()
        _ = try scene.mus()
        _ = try scene.playing("Solo", .soloAmbient, background: [])
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        #expect(scene.audible() == "Speaker: Solo 0")
    }

    @Test func s08TwoThatMixAreBothHeard() throws {
        let scene = Scenario()
        _ = try scene.mix("Mix1", inBackground: true)
        _ = try scene.mix("Mix2")
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mix1 0, Mix2 0")
    }

    @Test func s09OneThatMixesLeavesMusicTheHardware() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        try mus.session.setPreferredSampleRate(44_100)
        let mix = scene.device.app("Mix", backgroundModes: .audio)
        try mix.session.setPreferredSampleRate(32_000)
        try mix.activate(.playback, options: .mixWithOthers)
        try mix.playTone()
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mus 0, Mix 0")
        #expect(mus.session.sampleRate == 44_100)
        #expect(mix.session.sampleRate == 44_100)
    }

    @Test func s10MusicThatMixesLeavesTheRadioTheHardware() throws {
        let scene = Scenario()
        let mix = scene.device.app("Mix", backgroundModes: .audio)
        try mix.session.setPreferredSampleRate(32_000)
        try mix.activate(.playback, options: .mixWithOthers)
        try mix.playTone()
        mix.moveToBackground()
        let radio = scene.device.app("Radio", backgroundModes: .audio)
        try radio.session.setPreferredSampleRate(44_100)
        try radio.activate(.playback)
        try radio.playTone()
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mix 0, Radio 0")
        #expect(mix.session.sampleRate == 44_100)
    }

    @Test func s11RadioInterruptsMusic() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        scene.device.advance(1)
        let time = scene.device.now
        _ = try scene.radio()
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        #expect(scene.audible() == "Speaker: Radio 0")
        #expect(try scene.speaker.level(of: mus, at: time - 0.01).rounded() == 0)
        #expect(try scene.speaker.level(of: mus, at: time) == -.infinity)
    }

    @Test func s12MusicMayResumeWhenTheRadioNotifies() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        let radio = try scene.radio()
        _ = scene.heard()
        try scene.fallSilent(radio, notify: true)
        #expect(scene.heard() == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s13WithoutNotifyingMusicStaysInterrupted() throws {
        let scene = Scenario()
        let mus = try scene.mus(resumes: true)
        let radio = try scene.radio()
        _ = scene.heard()
        try scene.fallSilent(radio)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "silence")
        #expect(mus.context.client.snapshot.state == .interrupted)
    }

    @Test func s14MusicIsToldNotToResumeWhenTheRadioCrashes() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        let radio = try scene.radio()
        _ = scene.heard()
        radio.kill()
        #expect(scene.heard() == ["E(Mus,0)", "pl-(Mus)"])
        #expect(scene.audible() == "silence")
    }

    @Test func s15AnInterruptedProgramMayTakeTheSoundBack() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        _ = try scene.radio()
        _ = scene.heard()
        mus.moveToForeground()
        #expect(code { try mus.perform { try mus.session.setActive(true) } } == nil)
        #expect(scene.heard() == ["B(Radio)", "pl+(Radio)"])
        try mus.playTone()
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s16ActivatingTwiceDoesNothing() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        #expect(code { try mus.perform { try mus.session.setActive(true) } } == nil)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s95CeasingToMixWhileActiveInterruptsMusic() throws {
        let scene = Scenario()
        _ = try scene.mus()
        let mix = try scene.mix()
        #expect(scene.audible() == "Speaker: Mus 0, Mix 0")
        #expect(code { try mix.perform { try mix.session.setCategory(.playback) } } == nil)
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        #expect(scene.audible() == "Speaker: Mix 0")
    }
}
