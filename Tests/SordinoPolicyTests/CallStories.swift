import SordinoPolicy
import Testing

/// Scenarios S47 to S56 and S107 to S114: VoIP, chains, alarms, assistant, nesting.
@Suite struct CallStories {
    /// S47: VoIP has interrupted Mus and is heard at the ear.
    static func voipOverMusic() -> (World, mus: AppID, voip: AppID) {
        var world = World()
        let mus = world.music()
        let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat, background: .audio)
        world.activate(voip)
        return (world, mus, voip)
    }

    @Test func S47_aVoIPCallInterruptsMusicAndGoesToTheEar() {
        let (world, _, voip) = Self.voipOverMusic()
        #expect(
            world.heard == [
                "stop(Mus.1)", "B(Mus)", "pl+(Mus.1)", "R(VoIP,3: from Speaker+MicrophoneBuiltIn)", "ok",
            ])
        #expect(world.outputs(voip) == ["Receiver"])
    }

    @Test func S48_whenItEndsTheLoudspeakerIsBackAndMusicToo() {
        var (world, mus, voip) = Self.voipOverMusic()
        world.clear()
        world.deactivate(voip, notify: true)
        #expect(
            world.heard == ["R(VoIP,3: from Receiver+MicrophoneBuiltIn)", "E(Mus,1)", "pl-(Mus.1)", "ok"])
        world.start(mus)
        #expect(world.outputs(mus) == ["Speaker"])
        #expect(world.decibels(mus) == 0)
    }

    @Test func S49_S50_aCallOverVoIPOverMusicIsAChain() {
        var (world, _, voip) = Self.voipOverMusic()
        world.clear()
        world.send(.callRings(.fullScreen))
        world.send(.callAccepted)
        world.send(.callEnded)
        #expect(world.heard == ["B(VoIP)", "E(VoIP,1)"])
        world.clear()
        world.deactivate(voip, notify: true)
        #expect(world.notified == ["E(Mus,1)"])
    }

    @Test func R4_9_aChainWhoseMiddleGivesUpDuringTheCallWaitsForTheCall() {
        var (world, _, voip) = Self.voipOverMusic()
        world.send(.callRings(.fullScreen))
        world.send(.callAccepted)
        world.clear()
        world.deactivate(voip, notify: true)
        #expect(world.notified == [])
        world.send(.callEnded)
        #expect(world.notified == ["E(Mus,1)"])
    }

    @Test func musicStaysInterruptedBetweenACallAndTheOneThatWaited() {
        var world = World()
        let mus = world.music()
        world.send(.callRings(.fullScreen))
        world.send(.callAccepted)
        world.clear()
        world.send(.callGivesWay(.fullScreen))
        world.send(.callAccepted)
        #expect(world.notified == [])
        #expect(world.decibels(mus) == nil)
        world.send(.callEnded)
        #expect(world.notified == ["E(Mus,1)"])
    }

    /// The reason follows the call, and the silence lasts since it rang.
    @Test func aCallThatWasAcceptedIsNotCalledRinging() {
        var world = World()
        let mus = world.music()
        func reasons() -> [String] { world.views[mus]?.causes.map(\.sentence) ?? [] }
        world.wait(1)
        let ring = world.now
        world.send(.callRings(.fullScreen))
        #expect(reasons() == ["interrupted by a ringing call"])
        world.wait(2)
        world.send(.callAccepted)
        #expect(reasons() == ["interrupted by a call"])
        world.send(.callGivesWay(.fullScreen))
        #expect(reasons() == ["interrupted by a ringing call"])
        world.send(.callAccepted)
        #expect(reasons() == ["interrupted by a call"])
        #expect(world.views[mus]?.causes.map(\.since) == [ring])
        #expect(world.notified == ["B(Mus)"])
        world.send(.callEnded)
        #expect(world.notified == ["B(Mus)", "E(Mus,1)"])
    }

    @Test func R4_8_oneInterrupterThatCrashesIsEnoughNotToResume() {
        var (world, _, voip) = Self.voipOverMusic()
        world.send(.callRings(.fullScreen))
        world.send(.appEnded(voip))
        world.clear()
        world.send(.callDeclined)
        #expect(world.notified == ["E(Mus,0)"])
    }

    @Test func S51_anAlarmDuringACallIsHeardLowBesideIt() {
        var world = World()
        let mus = world.music()
        world.send(.callRings(.fullScreen))
        world.send(.callAccepted)
        world.clear()
        world.send(.alarmStarts)
        #expect(world.heard == [])
        #expect(world.gains[.actor(.call)] == 1)
        #expect(world.gains[.actor(.alarm)] == world.policy.settings.duckGain)
        world.send(.callEnded)
        #expect(world.gains[.actor(.alarm)] == 1)
        #expect(world.notified == [])  // the alarm still holds the music
        world.send(.alarmAcknowledged)
        #expect(world.notified == ["E(Mus,1)"])
        #expect(world.state(mus) == .inactive)
    }

    @Test func S52_theAssistantInterruptsUntilItIsDismissed() {
        var world = World()
        _ = world.music()
        world.send(.assistant(.capturing))
        world.send(.assistant(.speaking))
        world.send(.assistant(.dismissed))
        #expect(world.notified == ["B(Mus)", "E(Mus,1)"])
    }

    @Test func S53_aCommandToldToTheAssistantComesBeforeTheEnd() {
        var world = World()
        let mus = world.music()
        world.send(.assistant(.capturing))
        world.send(.remoteCommand(mus, .pause))
        world.send(.assistant(.dismissed))
        #expect(world.notified == ["B(Mus)", "remote(Mus,pause)", "E(Mus,1)"])
    }

    @Test func S54_nobodyRecordsWhileTheAssistantListens() {
        var world = World()
        let rec = world.launch("Rec", category: .record)
        world.send(.assistant(.capturing))
        world.activate(rec)
        world.play(rec, 1, IOKind(.recorder, hasInput: true, hasOutput: false))
        #expect(world.heard == ["ok", "ok", "err(siri)"])
    }

    @Test func R7_3_whoeverTheAssistantStartsKeepsTheOthersWaiting() {
        var world = World()
        _ = world.music()
        world.send(.assistant(.capturing))
        let radio = world.launch("Radio", category: .playback)
        world.activate(radio)
        world.send(.assistant(.dismissed))
        #expect(world.notified == [])
        world.deactivate(radio, notify: true)
        #expect(world.notified == ["E(Mus,1)"])
    }

    @Test func R4_6_theInterruptedAppCannotOverruleTheAssistant() {
        var world = World()
        let mus = world.music(lifecycle: .foreground)
        world.send(.assistant(.capturing))
        world.clear()
        world.activate(mus)
        #expect(world.heard == ["err(!pri)"])
        #expect(world.state(mus) == .interrupted)
    }

    @Test func S55_interruptionsNestAndAreToldOnce() {
        var world = World()
        _ = world.music()
        world.send(.assistant(.capturing))
        world.send(.callRings(.fullScreen))
        #expect(world.notified == ["B(Mus)"])
        world.send(.assistant(.dismissed))
        #expect(world.notified == ["B(Mus)"])
        world.send(.callDeclined)
        #expect(world.notified == ["B(Mus)", "E(Mus,1)"])
    }

    @Test func S56_aCallInterruptsThoseThatMixToo() {
        var world = World()
        _ = world.playing("Game", .ambient)
        _ = world.playing("Mix", .playback, .standard, .mixWithOthers)
        _ = world.playing("Nav", .playback, .standard, .duckOthers)
        world.send(.callRings(.fullScreen))
        #expect(world.notified == ["B(Nav)", "B(Mix)", "B(Game)"])
        world.clear()
        world.send(.callDeclined)
        #expect(world.notified == ["E(Nav,1)", "E(Mix,1)", "E(Game,1)"])
    }

    @Test func S107_everyPlayerHearsOfIt() {
        var world = World()
        let app = world.launch("App", category: .playback)
        for player in 1...4 { world.play(app, player) }
        world.clear()
        world.send(.callRings(.fullScreen))
        #expect(
            world.heard == [
                "stop(App.1)", "stop(App.2)", "stop(App.3)", "stop(App.4)", "B(App)", "pl+(App.1)", "pl+(App.2)",
                "pl+(App.3)", "pl+(App.4)",
            ])
        world.clear()
        world.send(.callDeclined)
        #expect(world.heard == ["E(App,1)", "pl-(App.1)", "pl-(App.2)", "pl-(App.3)", "pl-(App.4)"])
    }

    @Test func S108_playingActivatesTheSession() {
        var world = World()
        _ = world.music()
        let radio = world.launch("Radio", category: .playback)
        world.play(radio)
        #expect(world.heard == ["ok", "stop(Mus.1)", "B(Mus)", "pl+(Mus.1)", "ok"])
        #expect(world.state(radio) == .active)
    }

    @Test func S109_aMutedMicrophoneInterruptsWhoRecords() {
        var world = World()
        let app = world.launch("App", category: .playAndRecord)
        world.play(app, 1, IOKind(.engine, hasInput: true))
        world.clear()
        world.send(.microphoneMuted(true))
        #expect(world.heard == ["stop(App.1)", "B(App,2)"])
        world.clear()
        world.start(app)
        #expect(world.heard == ["err(!rec)"])
        world.deactivate(app)
        world.activate(app)
        world.start(app)
        world.clear()
        world.send(.microphoneMuted(false))
        #expect(world.heard == [])  // it gave up being interrupted when it reactivated
    }

    @Test func S109_whenTheMicrophoneIsBackTheAppMayResume() {
        var world = World()
        let app = world.launch("App", category: .playAndRecord)
        world.play(app, 1, IOKind(.engine, hasInput: true))
        world.send(.microphoneMuted(true))
        world.clear()
        world.send(.microphoneMuted(false))
        #expect(world.heard == ["E(App,1)"])
    }

    @Test func S110_withTheOptionAMutedMicrophoneDeliversZeros() {
        var world = World()
        let app = world.launch("App", category: .playAndRecord, options: .overrideMutedMicrophoneInterruption)
        world.play(app, 1, IOKind(.engine, hasInput: true))
        world.clear()
        world.send(.microphoneMuted(true))
        #expect(world.effects == [.silenceInput(app, true)])
        world.clear()
        world.send(.microphoneMuted(false))
        #expect(world.effects == [.silenceInput(app, false)])
    }

    @Test func S111_aPromptAppIsToldHowMuchToSay() {
        var world = World()
        _ = world.launch("Nav", category: .playback, mode: .voicePrompt, options: InterruptionStories.navPlus)
        _ = world.music()
        world.send(.assistant(.capturing))
        world.send(.assistant(.speaking))
        world.send(.assistant(.dismissed))
        #expect(world.notified.filter { $0.hasPrefix("P") } == ["P(Nav,none)", "P(Nav,short)", "P(Nav,normal)"])
    }

    @Test func S112_withoutPermissionTheMicrophoneDeliversZeros() {
        var world = World()
        let app = world.launch("App", category: .playAndRecord, permission: .denied)
        world.play(app, 1, IOKind(.engine, hasInput: true))
        #expect(world.heard.filter { $0.hasPrefix("err") } == [])
        #expect(!world.effects.contains(.silenceInput(app, false)))  // silenced from its launch on
        world.clear()
        world.send(.recordPermissionAnswered(app, .granted))
        #expect(world.effects.contains(.silenceInput(app, false)))
        #expect(world.notified == ["permission(App,granted)"])
    }

    @Test func S114_anInterruptedAppThatGivesUpHearsNoEnd() {
        var (world, mus, radio) = InterruptionStories.radioOverMusic()
        world.deactivate(mus)
        world.clear()
        world.deactivate(radio, notify: true)
        #expect(world.heard == ["ok"])
        #expect(world.state(mus) == .inactive)
    }

    @Test func anAlarmThatNobodyAnswersStopsByItself() {
        var world = World()
        _ = world.music()
        world.send(.alarmStarts)
        world.wait(15 * 60 - 1)
        #expect(world.notified == ["B(Mus)"])
        world.wait(2)
        #expect(world.notified == ["B(Mus)", "E(Mus,1)"])
        #expect(world.sounding.isEmpty)
    }

    @Test func theRingtoneObeysTheRingerAndTheAlarmDoesNot() {
        var world = World()
        world.send(.ringer(silent: true))
        world.send(.callRings(.fullScreen))
        #expect(world.gains[.actor(.call)] ?? 0 == 0)
        world.send(.callAccepted)
        #expect(world.gains[.actor(.call)] == 1)  // the voice is no ringtone
        world.send(.callEnded)
        world.send(.alarmStarts)
        #expect(world.gains[.actor(.alarm)] == 1)
    }

    @Test func theRingtoneIsHeardOnLoudspeakerAndHeadphonesTheVoiceAtTheEar() {
        var world = World()
        world.plug(World.headset)
        world.send(.callRings(.fullScreen))
        #expect(world.routes[.actor(.call)]?.outputs.map(\.type) == [.builtInSpeaker, .headphones])
        world.send(.callAccepted)
        #expect(world.routes[.actor(.call)]?.outputs.map(\.type) == [.headphones])
        #expect(world.routes[.actor(.call)]?.inputs.map(\.type) == [.headsetMic])
        world.unplug(World.headset)
        #expect(world.routes[.actor(.call)]?.outputs.map(\.type) == [.builtInReceiver])
    }

    @Test func aProgramsOwnCallRanksWithTheTelephones() {
        var world = World()
        let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat, background: .audio)
        world.send(.appCall(voip, begins: true))
        world.activate(voip)
        world.clear()
        world.send(.alarmStarts)
        #expect(world.notified == [])
        world.send(.alarmAcknowledged)
        let rec = world.launch("Rec", category: .record)
        world.activate(rec)
        #expect(world.heard == ["err(!pri)"])
        world.send(.appCall(voip, begins: false))
        world.clear()
        world.activate(rec)
        #expect(world.notified.first == "B(VoIP)")
    }

    @Test func afterAProgramsCallOnlyOneSessionKeepsTheFloor() {
        var world = World()
        let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat, background: .audio)
        world.send(.appCall(voip, begins: true))
        world.activate(voip)
        let radio = world.playing("Radio", .playback)
        #expect(world.notified == [])
        world.send(.appCall(voip, begins: false))
        #expect(world.notified.first == "B(VoIP)")
        #expect(world.decibels(radio) == 0)
        #expect(world.outputs(radio) == ["Speaker"])
    }

    @Test func whyASessionIsSilentNamesAllThatHoldIt() {
        var world = World()
        let mus = world.music()
        world.send(.assistant(.capturing))
        world.wait(1)
        world.send(.callRings(.fullScreen))
        #expect(world.view(mus).causes.map(\.by) == [.actor(.assistant), .actor(.call)])
        #expect(world.view(mus).causes.map(\.since) == [.zero, Moment(seconds: 1)])
        world.send(.assistant(.dismissed))
        #expect(world.view(mus).causes.map(\.by) == [.actor(.call)])
        world.send(.callDeclined)
        #expect(world.view(mus).causes.map(\.rule) == ["§9"])
        world.start(mus)
        #expect(world.view(mus).causes == [])
    }

    @Test func anInterruptedProgramHearsNothingThroughTheMicrophone() {
        var world = World()
        let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat, background: .audio)
        world.play(voip, 1, IOKind(.ioUnit, hasInput: true))
        #expect(world.effects.contains(.silenceInput(voip, false)))
        world.clear()
        world.send(.callRings(.fullScreen))
        #expect(world.effects.contains(.silenceInput(voip, true)))
    }

    @Test func anEmergencyAlertInterruptsEverything() {
        var world = World()
        let mus = world.music(lifecycle: .foreground)
        world.send(.emergency(sounding: true))
        #expect(world.notified == ["B(Mus)"])
        world.clear()
        world.activate(mus)
        #expect(world.heard == ["err(!pri)"])
        world.send(.emergency(sounding: false))
        #expect(world.notified == ["E(Mus,1)"])
    }
}
