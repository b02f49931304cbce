import AVFAudio
import SordinoSimulator
import Testing

/// Recording, background starts, the assistant, and who may interrupt whom during a call (rules.md §1.3, §4.8, §7.3).
///
/// Scenarios beyond those that every part of the system must pass already.
@Suite struct BackgroundScenarioTests {
    private typealias Code = AVAudioSession.ErrorCode

    @Test func s25RecordingSilencesThoseThatMixToo() throws {
        let scene = Scenario()
        _ = try scene.mix(inBackground: true)
        _ = try scene.game()
        #expect(scene.audible() == "Speaker: Mix 0, Game 0")
        let recorder = scene.device.app("Rec", backgroundModes: .audio)
        try recorder.activate(.record)
        #expect(scene.heard().filter { $0.hasPrefix("B(") } == [])
        #expect(scene.audible() == "silence")
        try recorder.deactivate()
        #expect(scene.audible() == "Speaker: Mix 0, Game 0")
    }

    @Test func s26s27RecordingInterruptsMusicUntilItIsDone() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        let recorder = scene.device.app("Rec", backgroundModes: .audio)
        try recorder.activate(.record)
        #expect(scene.heard().filter { !$0.hasPrefix("R(") } == ["B(Mus)", "pl+(Mus)"])
        #expect(scene.audible() == "silence")
        try recorder.deactivate(notifyingOthers: true)
        #expect(scene.heard().filter { !$0.hasPrefix("R(") } == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s38AProgramInTheBackgroundMayNotInterrupt() throws {
        let scene = Scenario()
        _ = try scene.mus()
        let radio = scene.device.app("Radio", backgroundModes: .audio)
        try radio.session.setCategory(.playback)
        radio.moveToBackground()
        #expect(
            code { try radio.perform { try radio.session.setActive(true) } } == Code.cannotInterruptOthers.rawValue)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s39OneThatMixesMayStartInTheBackground() throws {
        let scene = Scenario()
        _ = try scene.mus()
        let mix = scene.device.app("Mix", backgroundModes: .audio)
        try mix.session.setCategory(.playback, options: .mixWithOthers)
        mix.moveToBackground()
        try mix.playTone()
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mus 0, Mix 0")
    }

    @Test func s40WithoutTheModeNothingStartsInTheBackground() throws {
        let scene = Scenario()
        let app = scene.device.app("App")
        try app.session.setCategory(.playback)
        app.moveToBackground()
        #expect(code { try app.perform { try app.session.setActive(true) } } == Code.cannotStartPlaying.rawValue)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "silence")
    }

    @Test func s41MusicMayResumeFromTheBackgroundAfterACall() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        scene.device.ring()
        scene.device.acceptCall()
        scene.device.advance(3)
        scene.device.hangUp()
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)", "E(Mus,1)", "pl-(Mus)"])
        scene.device.advance(5)
        #expect(code { try mus.perform { try mus.session.setActive(true) } } == nil)
        try mus.playTone()
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s44NobodyRecordsDuringACall() throws {
        let scene = Scenario()
        scene.device.ring()
        scene.device.acceptCall()
        let recorder = scene.device.app("Rec", backgroundModes: .audio)
        try recorder.session.setCategory(.record)
        #expect(
            code { try recorder.perform { try recorder.session.setActive(true) } } == Code.insufficientPriority.rawValue
        )
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Receiver: callVoice 0")
    }

    @Test func s45PlaybackMixesWithACall() throws {
        let scene = Scenario()
        scene.device.ring()
        scene.device.acceptCall()
        let radio = scene.device.app("Radio", backgroundModes: .audio)
        try radio.activate(.playback)
        try radio.playTone()
        #expect(scene.heard().filter { $0.hasPrefix("B(") } == [])
        let heard = scene.audible()
        #expect(heard.contains("callVoice 0"))
        #expect(heard.contains("Radio 0"))
    }

    @Test func s52MusicWaitsForTheAssistant() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        scene.device.invokeAssistant()
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        #expect(scene.audible() == "silence")
        scene.device.dismissAssistant()
        #expect(scene.heard() == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s55TwoInterruptionsAreOneToTheProgram() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        scene.device.invokeAssistant()
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        scene.device.ring()
        scene.device.dismissAssistant()
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: ringtone 0")
        scene.device.declineCall()
        #expect(scene.heard() == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s114AnInterruptedProgramThatGivesUpIsNotCalledBack() throws {
        let scene = Scenario()
        let mus = try scene.mus(resumes: true)
        let radio = try scene.radio()
        _ = scene.heard()
        try mus.deactivate()
        try scene.fallSilent(radio, notify: true)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "silence")
    }

    @Test func s115WakingFromSleepIsARouteChange() throws {
        let scene = Scenario()
        _ = try scene.mus()
        scene.device.wakeFromSleep()
        #expect(scene.heard() == ["R(Mus,6: Speaker→Speaker)"])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s116ThePersonPicksTheRoute() throws {
        let scene = Scenario()
        scene.device.plug(.airPlay())
        scene.device.plug(.headphones)
        _ = try scene.mus()
        #expect(scene.audible() == "Headphones: Mus 0")
        _ = scene.heard()
        scene.device.pick(.airPlay)
        #expect(scene.heard() == ["R(Mus,1: Headphones→AirPlay)"])
        scene.device.unplug(.headphones)
        #expect(scene.heard().filter { $0.hasPrefix("R(") || $0.hasPrefix("B(") } == [])
        #expect(scene.audible() == "AirPlay: Mus 0")
    }
}
