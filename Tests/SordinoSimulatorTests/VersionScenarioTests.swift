import AVFAudio
import SordinoSimulator
import Testing

/// Where versions differ (rules.md §0.2), and what a device may be told to do differently.
@Suite struct VersionScenarioTests {
    private typealias Code = AVAudioSession.ErrorCode

    @Test func s29PlaybackGoesOnUnderTheLockInIOS6() throws {
        let scene = Scenario(.phone, .iOS6)
        _ = try scene.playing("Player", .playback, background: [])
        scene.device.lock()
        #expect(scene.audible() == "Speaker: Player 0")
        #expect(scene.heard() == [])
    }

    @Test func s37ASuspendedProgramHearsLateOfItsInterruptionInIOS12() throws {
        let scene = Scenario(.phone, .iOS12)
        let mix = try scene.playing("Mix", .playback, options: .mixWithOthers, background: [])
        mix.moveToBackground()
        #expect(scene.audible() == "silence")
        #expect(scene.heard() == [])
        mix.moveToForeground()
        #expect(scene.heard() == ["B(Mix,1)"])
        #expect(scene.audible() == "silence")
        try mix.playTone()
        #expect(scene.audible() == "Speaker: Mix 0")
    }

    @Test func s42DeactivatingWithRunningIOFailsAndHappensInIOS9() throws {
        let scene = Scenario(.phone, .iOS9)
        let mus = try scene.mus(inBackground: false)
        #expect(code { try mus.deactivate() } == Code.isBusy.rawValue)
        #expect(!mus.isTonePlaying)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "silence")
    }

    @Test func s43DeactivatingWithRunningIOFailsInIOS6() throws {
        let scene = Scenario(.phone, .iOS6)
        let mus = try scene.mus(inBackground: false)
        #expect(code { try mus.deactivate() } == Code.isBusy.rawValue)
        #expect(mus.isTonePlaying)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s46NothingPlaysBesideACallInIOS9() throws {
        let scene = Scenario(.phone, .iOS9)
        scene.device.ring()
        scene.device.acceptCall()
        let radio = scene.device.app("Radio", backgroundModes: .audio)
        try radio.session.setCategory(.playback)
        #expect(code { try radio.perform { try radio.session.setActive(true) } } == Code.insufficientPriority.rawValue)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Receiver: callVoice 0")
    }

    @Test func aDeviceMayLoseTheEndOfAnInterruption() throws {
        var behaviour = SimulatedBehaviour()
        behaviour.losesEndsOfInterruptions = true
        let device = SimulatedDevice(.phone, behaving: behaviour)
        let music = device.app("Music", backgroundModes: .audio)
        music.resumesAfterInterruptions = true
        try music.activate(.playback)
        try music.playTone()
        device.ring()
        device.declineCall()
        #expect(music.notifications.contains(.interruptionBegan(.default)))
        #expect(!music.notifications.contains(.interruptionEnded(shouldResume: true)))
        try music.playTone()
        device.advance(0.1)
        #expect(music.isTonePlaying)
    }

    @Test func aDeviceMayDuckAsItIsTold() throws {
        var behaviour = SimulatedBehaviour()
        behaviour.duckDecibels = -20
        behaviour.duckSeconds = 0.1
        let device = SimulatedDevice(.phone, behaving: behaviour)
        let (music, maps) = (device.app("Music"), device.app("Maps"))
        try music.activate(.playback)
        try music.playTone()
        try maps.activate(.playback, options: .duckOthers)
        device.advance(0.3)
        let speaker = try #require(device.output(.builtInSpeaker))
        #expect(abs(speaker.level(of: music, at: 0.11) + 20) < 0.01)
        #expect(music.reasonsForSilence == ["§4.10: ducked by another app's session"])
        #expect(maps.reasonsForSilence == [])
    }
}
