import AVFAudio
import SordinoSimulator
import Testing

/// Calls and alarms over programs (rules.md §7.1, §7.2).
@Suite struct CallScenarioTests {
    @Test func s01MusicStopsForACallAndResumesWhenItIsDeclined() throws {
        let scene = Scenario()
        let mus = try scene.mus(resumes: true)
        #expect(scene.audible() == "Speaker: Mus 0")
        let ringTime = scene.device.now
        scene.device.ring()
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        #expect(scene.audible() == "Speaker: ringtone 0")
        #expect(try scene.speaker.level(of: mus, at: ringTime) == -.infinity, "silent from the first sample on")
        scene.device.declineCall()
        #expect(scene.heard() == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "Speaker: Mus 0")
        #expect(code { try mus.perform { try mus.session.setActive(true) } } == nil)
    }

    @Test func s02MusicWaitsUntilTheAcceptedCallEnds() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        scene.device.ring()
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        scene.device.acceptCall()
        #expect(scene.heard() == [])
        #expect(scene.audible(after: 60) == "Receiver: callVoice 0")
        scene.device.hangUp()
        #expect(scene.heard() == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s03ABannerLeavesMusicAloneThatPrefersNoInterruptions() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        try mus.session.setPrefersNoInterruptionsFromSystemAlerts(true)
        scene.device.ring(.banner)
        #expect(scene.audible() == "Speaker: Mus 0, ringtone 0")
        scene.device.declineCall()
        #expect(scene.audible() == "Speaker: Mus 0")
        #expect(scene.heard() == [])
    }

    @Test func s04AnsweringTheBannerInterrupts() throws {
        let scene = Scenario()
        let mus = try scene.mus(resumes: true)
        try mus.session.setPrefersNoInterruptionsFromSystemAlerts(true)
        scene.device.ring(.banner)
        #expect(scene.heard() == [])
        scene.device.acceptCall()
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        #expect(scene.audible() == "Receiver: callVoice 0")
        scene.device.hangUp()
        #expect(scene.heard() == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s05MusicResumesAfterAnAlarm() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        scene.device.alarm()
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        #expect(scene.audible() == "Speaker: alarm 0")
        scene.device.acknowledgeAlarm()
        #expect(scene.heard() == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s47AVoIPCallInterruptsMusicAndSpeaksFromTheReceiver() throws {
        let scene = Scenario()
        _ = try scene.mus()
        _ = try scene.voip()
        #expect(
            scene.heard() == ["B(Mus)", "pl+(Mus)", "R(VoIP,3: MicrophoneBuiltIn+Speaker→MicrophoneBuiltIn+Receiver)"])
        #expect(scene.audible() == "Receiver: VoIP 0")
    }

    @Test func s48MusicComesBackWhenTheVoIPCallEnds() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        let voip = try scene.voip()
        _ = scene.heard()
        try scene.fallSilent(voip, notify: true)
        #expect(
            scene.heard() == [
                "R(VoIP,3: MicrophoneBuiltIn+Receiver→MicrophoneBuiltIn+Speaker)", "E(Mus,1)", "pl-(Mus)",
            ])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s49ACellularCallOverAVoIPCallConcernsTheVoIPCallAlone() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        let voip = try scene.voip()
        voip.resumesAfterInterruptions = true
        _ = scene.heard()
        scene.device.ring()
        scene.device.acceptCall()
        #expect(scene.heard() == ["B(VoIP)", "pl+(VoIP)"])
        scene.device.advance(1)
        scene.device.hangUp()
        #expect(scene.heard().filter { !$0.hasPrefix("R(") } == ["E(VoIP,1)", "pl-(VoIP)"])
        #expect(scene.audible() == "Receiver: VoIP 0")
    }

    @Test func s50TheChainIsReleasedWhenTheVoIPCallEnds() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        let voip = try scene.voip()
        voip.resumesAfterInterruptions = true
        scene.device.ring()
        scene.device.acceptCall()
        scene.device.hangUp()
        _ = scene.heard()
        try scene.fallSilent(voip, notify: true)
        #expect(scene.heard().filter { !$0.hasPrefix("R(") } == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s51AnAlarmDuringACallIsMixedLowAndInterruptsNobody() throws {
        let scene = Scenario()
        _ = try scene.mus()
        scene.device.ring()
        scene.device.acceptCall()
        _ = scene.heard()
        scene.device.alarm()
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Receiver: callVoice 0; Speaker: alarm -14")
        scene.device.acknowledgeAlarm()
        #expect(scene.audible() == "Receiver: callVoice 0")
    }

    @Test func s56ACallInterruptsThoseThatMixToo() throws {
        let scene = Scenario()
        let game = try scene.game(resumes: true)
        let mix = try scene.mix(resumes: true)
        let nav = try scene.nav()
        try scene.speak(nav)
        nav.resumesAfterInterruptions = true
        #expect(scene.audible() == "Speaker: Game -14, Mix -14, Nav 0")
        _ = scene.heard()
        scene.device.ring()
        #expect(
            scene.heard() == ["B(Nav)", "pl+(Nav)", "B(Mix)", "pl+(Mix)", "B(Game)", "pl+(Game)"])
        #expect(scene.audible() == "Speaker: ringtone 0")
        scene.device.declineCall()
        #expect(
            scene.heard().filter { $0.hasPrefix("E") || $0.hasPrefix("B") } == ["E(Nav,1)", "E(Mix,1)", "E(Game,1)"])
        let allPlay = [game, mix, nav].allSatisfy { $0.isTonePlaying }
        #expect(allPlay)
        #expect(scene.audible() == "Speaker: Game -14, Mix -14, Nav 0")
    }
}
