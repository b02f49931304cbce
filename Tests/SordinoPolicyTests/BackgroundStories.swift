import SordinoPolicy
import Testing

/// Scenarios S25 to S46: recording, lock, ringer, background, gates.
@Suite struct BackgroundStories {
    // MARK: Recording

    @Test func S25_recordSilencesMixables() {
        var world = World()
        let mix = world.playing("Mix", .playback, .standard, .mixWithOthers)
        let game = world.playing("Game", .ambient)
        let rec = world.launch("Rec", category: .record)
        world.play(rec, 1, IOKind(.recorder, hasInput: true, hasOutput: false))
        #expect(world.notified == [])
        #expect(world.decibels(mix) == nil)
        #expect(world.decibels(game) == nil)
        #expect(world.view(mix).causes.map(\.rule) == ["R1.7"])
        #expect(world.state(mix) == .active)
        #expect(world.routes[.app(rec)]?.inputs.map(\.type) == [.builtInMic])
        world.stop(rec)
        world.deactivate(rec)
        #expect(world.decibels(mix) == 0)
        #expect(world.decibels(game) == 0)
    }

    @Test func S26_S27_recordInterruptsMusicAndGivesItBack() {
        var world = World()
        let mus = world.music()
        let rec = world.launch("Rec", category: .record)
        world.activate(rec)
        #expect(world.heard == ["stop(Mus.1)", "B(Mus)", "pl+(Mus.1)", "ok"])
        world.clear()
        world.deactivate(rec, notify: true)
        #expect(world.heard == ["E(Mus,1)", "pl-(Mus.1)", "ok"])
        world.start(mus)
        #expect(world.decibels(mus) == 0)
    }

    // MARK: Lock

    @Test func S28_recordingGoesOnUnderLock() {
        var world = World()
        let rec = world.launch("Rec", category: .record, background: .audio)
        world.play(rec, 1, IOKind(.recorder, hasInput: true, hasOutput: false))
        world.clear()
        world.send(.screen(locked: true))
        #expect(world.heard == [])
        #expect(world.state(rec) == .active)
        world.wait(120)
        #expect(world.heard == [])
    }

    @Test func S29_playbackGoesOnUnderLockUpToIOS6() {
        var world = World(PolicySettings(profile: .p6))
        let app = world.playing("App", .playback)
        world.send(.screen(locked: true))
        #expect(world.heard == [])
        #expect(world.decibels(app) == 0)
    }

    @Test func S30_playbackWithoutBackgroundModeIsSuspendedUnderLock() {
        var world = World()
        let app = world.playing("App", .playback)
        world.send(.screen(locked: true))
        #expect(world.heard == ["stop(App.1)", "suspend(App)"])
        #expect(world.decibels(app) == nil)
        world.clear()
        world.send(.screen(locked: false))
        #expect(world.heard == ["resume(App)"])
        #expect(world.state(app) == .inactive)
    }

    @Test func S31_theDefaultSessionIsSilentUnderLock() {
        var world = World()
        let app = world.playing("App", .soloAmbient)
        world.send(.screen(locked: true))
        #expect(world.notified == [])
        #expect(world.decibels(app) == nil)
    }

    @Test func R1_6_aSessionThatWasMerelySilencedIsHeardAgainAfterUnlock() {
        var world = World(PolicySettings(profile: .p6))
        let app = world.playing("App", .soloAmbient)
        world.send(.screen(locked: true))
        #expect(world.view(app).causes.map(\.rule) == ["R1.4"])
        #expect(world.decibels(app) == nil)
        #expect(world.state(app) == .active)
        world.send(.screen(locked: false))
        #expect(world.decibels(app) == 0)
        #expect(world.notified == [])
    }

    @Test func whoeverIsSuspendedUnderTheLockRunsAgainAfterIt() {
        var world = World()
        let mus = world.music(lifecycle: .foreground)
        world.send(.screen(locked: true))
        world.stop(mus)
        world.wait(31)
        #expect(world.heard.contains("suspend(Mus)"))
        let game = world.launch("Game", category: .ambient, lifecycle: .background)
        world.move(game, .foreground)
        world.clear()
        world.send(.screen(locked: false))
        #expect(world.heard == ["resume(Mus)"])
        world.activate(game)
        #expect(world.heard.last == "ok")
    }

    // MARK: Ringer

    @Test func S32_theRingerSwitchSilencesAmbientOnBuiltInPorts() {
        var world = World()
        let game = world.playing("Game", .ambient)
        world.send(.ringer(silent: true))
        #expect(world.decibels(game) == nil)
        #expect(world.view(game).causes.map(\.rule) == ["R1.1"])
        #expect(world.state(game) == .active)
        world.send(.ringer(silent: false))
        #expect(world.decibels(game) == 0)
        #expect(world.heard == [])
    }

    @Test func S33_theRingerSwitchIsNothingToPlayback() {
        var world = World()
        let mus = world.music()
        world.send(.ringer(silent: true))
        #expect(world.effects.isEmpty)
        #expect(world.decibels(mus) == 0)
    }

    @Test func S34_theRingerSwitchIsNothingToHeadphones() {
        var world = World()
        world.plug(World.headphones)
        let game = world.playing("Game", .ambient)
        world.send(.ringer(silent: true))
        #expect(world.decibels(game) == 0)
        world.request(game, .prefer(.prefersInterruptionOnRouteDisconnect(false)))
        world.unplug(World.headphones)
        #expect(world.decibels(game) == nil)  // the loudspeaker is the switch's
    }

    // MARK: Background

    @Test func S35_musicGoesOnInTheBackground() {
        var world = World()
        let mus = world.music(lifecycle: .foreground)
        world.move(mus, .background)
        world.wait(300)
        #expect(world.heard == [])
        #expect(world.decibels(mus) == 0)
    }

    @Test func S36_aGameIsSuspendedInTheBackground() {
        var world = World()
        let game = world.playing("Game", .ambient)
        world.move(game, .background)
        #expect(world.heard == ["stop(Game.1)", "suspend(Game)"])
        #expect(world.decibels(game) == nil)
        world.clear()
        world.move(game, .foreground)
        #expect(world.heard == ["resume(Game)"])
        #expect(world.state(game) == .inactive)
    }

    @Test func S36_onIOS12TheGameHearsOfItWhenItReturns() {
        var world = World(PolicySettings(profile: .p12))
        let game = world.playing("Game", .ambient)
        world.move(game, .background)
        world.clear()
        world.move(game, .foreground)
        #expect(world.heard == ["resume(Game)", "B(Game,1,suspended)"])
    }

    @Test func S37_wasSuspendedIsToldOnceAndLate() {
        var world = World(PolicySettings(profile: .p12))
        let mix = world.playing("Mix", .playback, .standard, .mixWithOthers)
        world.move(mix, .background)
        world.move(mix, .suspended)
        world.move(mix, .foreground)
        #expect(world.notified == ["B(Mix,1,suspended)"])
        #expect(world.state(mix) == .inactive)
        world.wait(600)
        #expect(world.notified == ["B(Mix,1,suspended)"])
    }

    @Test func anActiveAppWithoutSoundIsSuspendedAfterItsGrace() {
        var world = World()
        let mus = world.music()
        world.stop(mus)
        world.clear()
        world.wait(29.9)
        #expect(world.heard == [])
        world.wait(0.2)
        #expect(world.heard == ["suspend(Mus)"])
        #expect(world.state(mus) == .inactive)
    }

    @Test func aBackgroundActivationWithoutSoundDoesNotLast() {
        var world = World()
        let nav = world.launch(
            "Nav", category: .playback, options: .duckOthers, background: .audio, lifecycle: .background)
        world.activate(nav)
        world.wait(31)
        #expect(world.heard == ["ok", "suspend(Nav)"])
        #expect(world.state(nav) == .inactive)
        let other = world.launch(
            "Other", category: .playback, options: .duckOthers, background: .audio, lifecycle: .background)
        world.play(other)
        world.wait(31)
        #expect(world.state(other) == .active)
    }

    @Test func theGraceEndsWithTheNextSound() {
        var world = World()
        let mus = world.music()
        world.stop(mus)
        world.wait(20)
        world.start(mus)
        world.clear()
        world.wait(60)
        #expect(world.heard == [])
        #expect(world.state(mus) == .active)
    }

    @Test func aSuspendedHolderEndsItsInterruptionsWithoutResume() {
        var (world, _, radio) = InterruptionStories.radioOverMusic()
        world.clear()
        world.move(radio, .suspended)
        #expect(world.heard == ["suspend(Radio)", "E(Mus,0)", "pl-(Mus.1)"])
    }

    // MARK: Gates

    @Test func S38_aBackgroundAppMayNotInterrupt() {
        var world = World()
        let mus = world.music()
        let radio = world.launch("Radio", category: .playback, background: .audio, lifecycle: .background)
        world.activate(radio)
        #expect(world.heard == ["err(!int)"])
        #expect(world.decibels(mus) == 0)
        #expect(world.state(radio) == .inactive)
    }

    @Test func S39_aBackgroundAppMayMix() {
        var world = World()
        let mus = world.music()
        let mix = world.launch(
            "Mix", category: .playback, options: .mixWithOthers, background: .audio, lifecycle: .background)
        world.play(mix)
        #expect(world.heard == ["ok", "ok"])
        #expect(world.decibels(mus) == 0)
        #expect(world.decibels(mix) == 0)
    }

    @Test func S40_withoutTheModeNothingStartsInTheBackground() {
        var world = World()
        let app = world.launch("App", category: .playback, lifecycle: .background)
        let rec = world.launch("Rec", category: .record, lifecycle: .background)
        world.activate(app)
        world.activate(rec)
        #expect(world.heard == ["err(!pla)", "err(!rec)"])
    }

    @Test func S41_anEndedInterruptionGrantsResumingFromTheBackground() {
        var world = World()
        let mus = world.music()
        world.send(.callRings(.fullScreen))
        world.send(.callAccepted)
        world.send(.callEnded)
        world.wait(9)
        // Another program took the floor meanwhile: with the grant it is given back.
        let radio = world.launch("Radio", category: .playback)
        world.activate(radio)
        world.clear()
        world.activate(mus)
        #expect(world.heard == ["B(Radio)", "ok"])
        #expect(world.state(radio) == .interrupted)
    }

    @Test func aGrantToResumeIsGoodForTenSecondsAndOnce() {
        var world = World()
        let mus = world.music()
        world.send(.alarmStarts)
        world.send(.alarmAcknowledged)
        world.wait(10.1)
        let radio = world.launch("Radio", category: .playback)
        world.activate(radio)
        world.clear()
        world.activate(mus)
        #expect(world.heard == ["err(!int)"])
    }

    @Test func aHeadsetKeyGrantsActivationFromTheBackground() {
        var world = World()
        _ = world.music()
        let radio = world.launch("Radio", category: .playback, background: .audio, lifecycle: .background)
        world.send(.remoteCommand(radio, .play))
        world.activate(radio)
        #expect(world.heard == ["remote(Radio,play)", "stop(Mus.1)", "B(Mus)", "pl+(Mus.1)", "ok"])
    }

    // MARK: Deactivation while sound runs

    @Test func S42_deactivatingWhileSoundRunsOnIOS9() {
        var world = World(PolicySettings(profile: .p9))
        let mus = world.music(lifecycle: .foreground)
        world.deactivate(mus)
        #expect(world.heard == ["stop(Mus.1)", "err(!act)"])
        #expect(world.state(mus) == .inactive)
        #expect(world.decibels(mus) == nil)
    }

    @Test func S43_deactivatingWhileSoundRunsOnIOS6() {
        var world = World(PolicySettings(profile: .p6))
        let mus = world.music(lifecycle: .foreground)
        world.deactivate(mus)
        #expect(world.heard == ["err(!act)"])
        #expect(world.state(mus) == .active)
        #expect(world.decibels(mus) == 0)
    }

    @Test func deactivatingWhileSoundRunsNowStopsIt() {
        var world = World()
        let mus = world.music()
        world.deactivate(mus)
        #expect(world.heard == ["stop(Mus.1)", "ok"])
        #expect(world.state(mus) == .inactive)
    }

    // MARK: During a call

    static func duringCall(_ settings: PolicySettings = PolicySettings()) -> World {
        var world = World(settings)
        world.send(.callRings(.fullScreen))
        world.send(.callAccepted)
        world.clear()
        return world
    }

    @Test func S44_recordingDuringACallIsRefused() {
        var world = Self.duringCall()
        let rec = world.launch("Rec", category: .record)
        world.activate(rec)
        #expect(world.heard == ["err(!pri)"])
        let voip = world.launch("VoIP", category: .playAndRecord)
        #expect(world.activate(voip)?.cause.by == .actor(.call))
    }

    @Test func S45_playbackDuringACallMixes() {
        var world = Self.duringCall()
        let radio = world.launch("Radio", category: .playback)
        world.activate(radio)
        world.play(radio)
        #expect(world.heard == ["ok", "ok", "ok"])
        #expect(world.decibels(radio) == 0)
        #expect(world.gains[.actor(.call)] == 1)
        world.send(.callEnded)
        #expect(world.notified == [])
    }

    @Test func S46_playbackDuringACallWasRefusedOnIOS9() {
        var world = Self.duringCall(PolicySettings(profile: .p9))
        let radio = world.launch("Radio", category: .playback)
        world.activate(radio)
        #expect(world.heard == ["err(!pri)"])
    }
}
