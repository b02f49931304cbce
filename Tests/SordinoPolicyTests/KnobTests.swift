import SordinoPolicy
import Testing

/// Every open choice of rules.md §10: what its other settings change.
@Suite struct KnobTests {
    static func settings(_ change: (inout PolicySettings) -> Void) -> PolicySettings {
        var settings = PolicySettings()
        change(&settings)
        return settings
    }

    @Test func endedWithoutNotifyFlagCanBeTold() {
        var (world, _, radio) = InterruptionStories.radioOverMusic(
            Self.settings { $0.endedWithoutNotifyFlag = .shouldNotResume })
        world.clear()
        world.deactivate(radio)
        #expect(world.notified == ["E(Mus,0)"])
    }

    @Test(arguments: [(EndedNotice.shouldResume, ["E(Mus,1)"]), (.none, [])])
    func crashEndedDecidesWhatACrashLeaves(_ notice: EndedNotice, _ expected: [String]) {
        var (world, mus, radio) = InterruptionStories.radioOverMusic(Self.settings { $0.crashEnded = notice })
        world.clear()
        world.send(.appEnded(radio))
        #expect(world.notified == expected)
        #expect(world.state(mus) == (expected.isEmpty ? .interrupted : .inactive))
    }

    @Test func endsCanBeDroppedToTestPrograms() {
        var world = World(Self.settings { $0.dropsEnded = true })
        let mus = world.music()
        world.send(.callRings(.fullScreen))
        world.send(.callDeclined)
        #expect(world.notified == ["B(Mus)"])
        world.move(mus, .foreground)
        world.start(mus)
        #expect(world.decibels(mus) == 0)
    }

    @Test func victimsAndEndsCanComeOldestFirst() {
        var world = World(
            Self.settings {
                $0.victimOrder = .oldestFirst
                $0.endedOrder = .oldestFirst
            })
        _ = world.playing("A", .ambient)
        _ = world.playing("B", .ambient)
        world.send(.callRings(.fullScreen))
        world.send(.callDeclined)
        #expect(world.notified == ["B(A)", "B(B)", "E(A,1)", "E(B,1)"])
    }

    @Test func duckGainAndRampsAreSettings() {
        var world = World(
            Self.settings {
                $0.duckGain = 0.3
                $0.duckAttackSeconds = 0.25
                $0.duckReleaseSeconds = 0.75
            })
        let mus = world.music()
        let nav = world.playing("Nav", .playback, .standard, .duckOthers)
        #expect(world.gain(mus) == 0.3)
        world.deactivate(nav)
        let release = world.effects.compactMap { effect in
            if case .gain(.app(mus), .media, 1, let seconds, _) = effect { seconds } else { nil }
        }
        #expect(release == [0.75])
        world.clear()
        world.activate(nav)
        let attack = world.effects.compactMap { effect in
            if case .gain(.app(mus), .media, 0.3, let seconds, _) = effect { seconds } else { nil }
        }
        #expect(attack == [0.25])
    }

    @Test func duckersCanDuckOneAnother() {
        var world = World(Self.settings { $0.duckerVersusDucker = .mutual })
        let navA = world.playing("NavA", .playback, .standard, .duckOthers)
        let navB = world.playing("NavB", .playback, .standard, .duckOthers)
        #expect(world.decibels(navA) == -14)
        #expect(world.decibels(navB) == -14)
        world.deactivate(navA)
        #expect(world.decibels(navB) == 0)
    }

    @Test func aLateStarterCanStartInFull() {
        var world = World(Self.settings { $0.lateStarterIsDucked = false })
        let mus = world.music()
        _ = world.playing("Nav", .playback, .standard, .duckOthers)
        let late = world.playing("Late", .playback, .standard, .mixWithOthers)
        #expect(world.decibels(mus) == -14)
        #expect(world.decibels(late) == 0)
    }

    @Test func theRingerCanReachHeadphones() {
        var world = World(Self.settings { $0.ringerAffectsExternalRoutes = true })
        world.plug(World.headphones)
        let game = world.playing("Game", .ambient)
        world.send(.ringer(silent: true))
        #expect(world.decibels(game) == nil)
    }

    @Test(arguments: [(Profile.p6, false), (.p9, true), (.modern, true)])
    func lockNeedsBackgroundModeFollowsTheProfile(_ profile: Profile, _ needs: Bool) {
        for overruled in [nil, true, false] as [Bool?] {
            var settings = PolicySettings(profile: profile)
            settings.lockNeedsBackgroundMode = overruled
            var world = World(settings)
            let app = world.playing("App", .playback)
            world.send(.screen(locked: true))
            #expect((world.decibels(app) == nil) == (overruled ?? needs))
        }
    }

    @Test func strictBackgroundActivationAsksForAGrantEvenForSilence() {
        for (strict, expected) in [(false, "ok"), (true, "err(!int)")] {
            var world = World(Self.settings { $0.strictBackgroundActivation = strict })
            let radio = world.launch("Radio", category: .playback, background: .audio, lifecycle: .background)
            world.activate(radio)
            #expect(world.heard == [expected])
        }
    }

    @Test func mixablesTuneWhereNobodyElseDoesUnlessTheSettingsSayNo() {
        for (mayTune, rate, frames) in [(true, 24_000.0, 128), (false, 48_000.0, 1_024)] {
            var world = World(Self.settings { $0.mixableMayTune = mayTune })
            let mix = world.launch("Mix", category: .playback, options: .mixWithOthers)
            world.request(mix, .prefer(.sampleRate(24_000)))
            world.request(mix, .prefer(.ioBufferDuration(0.005)))
            world.activate(mix)
            #expect(world.device.timing == HardwareTiming(sampleRate: rate, blockFrames: frames))
            _ = world.playing("Mus", .playback)
            #expect(world.device.timing.sampleRate == 48_000)
        }
    }

    @Test func deniedInputCanFail() {
        var world = World(Self.settings { $0.deniedInput = .fails })
        let app = world.launch("App", category: .record, permission: .denied)
        world.play(app, 1, IOKind(.recorder, hasInput: true, hasOutput: false))
        #expect(world.heard.last == "err(!rec)")
    }

    @Test func withoutADecoderInHardwareEveryStreamIsDecodedInSoftware() {
        var world = World(Self.settings { $0.hasHardwareDecoder = false })
        for name in ["First", "Second", "Third"] {
            let app = world.launch(name, category: .playback, options: .mixWithOthers)
            world.activate(app)
            world.clear()
            world.play(app, 1, IOKind(.player, formatID: HardwareStories.heAAC))
            #expect(!world.heard.contains { $0.hasPrefix("err") }, "\(name): \(world.heard)")
        }
    }

    @Test func aSecondHEAACCanBeDecodedInSoftware() {
        var world = World(Self.settings { $0.secondHEAACDecodesInSoftware = true })
        for name in ["First", "Second"] {
            let app = world.launch(name, category: .playback, options: .mixWithOthers)
            world.play(app, 1, IOKind(.player, formatID: HardwareStories.heAAC))
            #expect(world.heard.last == "ok")
        }
    }

    @Test(arguments: [
        (AirPlayOptionRule.badParam, SessionErrorCode.badParam as SessionErrorCode?), (.unspecified, .unspecified),
        (.ignore, nil),
    ])
    func airPlayOptionDecidesWhatPlaybackWithItGives(_ rule: AirPlayOptionRule, _ code: SessionErrorCode?) {
        var world = World(Self.settings { $0.airPlayOption = rule })
        let app = world.launch("App")
        #expect(world.set(app, .playback, nil, .allowAirPlay)?.code == code)
        #expect(!world.view(app).configuration.options.contains(.allowAirPlay))
    }

    @Test func aCallCanLeaveMixablesAlone() {
        var world = World(Self.settings { $0.callInterruptsMixable = false })
        _ = world.music()
        let game = world.playing("Game", .ambient)
        world.send(.callRings(.fullScreen))
        world.send(.callAccepted)
        #expect(world.notified == ["B(Mus)", "H(Game,end)"])
        #expect(world.decibels(game) == 0)
    }

    @Test func routeChangesCanBeForActiveSessionsOnly() {
        var world = World(Self.settings { $0.routeChangeToInactiveApps = false })
        let idle = world.launch("Idle", category: .playback)
        _ = world.playing("Mus", .playback)
        world.plug(World.headphones)
        #expect(world.notified == ["R(Mus,1: from Speaker)"])
        #expect(world.view(idle).route.outputs.map(\.type) == [.headphones])  // the getters know
    }

    @Test func outputVolumeCanBeRounded() {
        var world = World(Self.settings { $0.roundsOutputVolume = true })
        _ = world.music()
        world.send(.volumeSet(0.1))
        world.clear()
        world.send(.volumeKey(.up))
        #expect(world.device.outputVolume == 0.15)
        #expect(world.effects.contains(.volume(0.162_5)))  // the device itself is not
    }

    @Test func multiRouteCanKeepTheOrderOfArrival() {
        var world = World(Self.settings { $0.multiRouteOrder = .byArrival })
        world.plug([World.output(.HDMI)])
        world.plug(World.headphones)
        let app = world.launch("DJ", category: .multiRoute)
        world.activate(app)
        #expect(world.outputs(app) == ["HDMIOutput", "Headphones"])
    }

    @Test func anAlarmCanTakeTheCallsPlace() {
        var world = World(Self.settings { $0.alarmInterruptsCall = true })
        world.send(.callAccepted)
        world.send(.alarmStarts)
        #expect(world.gains[.actor(.call)] == 0)
        #expect(world.gains[.actor(.alarm)] == 1)
        world.send(.alarmAcknowledged)
        #expect(world.gains[.actor(.call)] == 1)
    }

    @Test(arguments: [(EndedNotice.shouldNotResume, ["E(App,0)"]), (.none, [])])
    func mutedMicEndedDecidesWhatUnmutingTells(_ notice: EndedNotice, _ expected: [String]) {
        var world = World(Self.settings { $0.mutedMicEnded = notice })
        let app = world.launch("App", category: .playAndRecord)
        world.play(app, 1, IOKind(.engine, hasInput: true))
        world.send(.microphoneMuted(true))
        world.clear()
        world.send(.microphoneMuted(false))
        #expect(world.notified == expected)
    }

    @Test func theScreenReaderCanDuck() {
        var world = World(Self.settings { $0.screenReaderDucks = true })
        let mus = world.music()
        world.send(.screenReader(speaking: true))
        #expect(world.decibels(mus) == -14)
        #expect(world.view(mus).causes.map(\.by) == [.actor(.screenReader)])
        world.send(.screenReader(speaking: false))
        #expect(world.decibels(mus) == 0)
    }

    @Test func timesAreSettings() {
        var world = World(
            Self.settings {
                $0.alarmSeconds = 5
                $0.grantSeconds = 1
                $0.backgroundGraceSeconds = 2
            })
        let mus = world.music()
        world.send(.alarmStarts)
        world.wait(5.1)
        #expect(world.notified == ["B(Mus)", "E(Mus,1)"])
        world.wait(1.1)
        _ = world.playing("Radio", .playback)
        #expect(world.activate(mus)?.code == .cannotInterruptOthers)
        let other = world.music("Other")
        world.stop(other)
        world.wait(2.1)
        #expect(world.state(other) == .inactive)
    }

    @Test func aProgramMayOpenSoManyObjectsAndNoMore() {
        var world = World(Self.settings { $0.maximumIOObjects = 2 })
        let app = world.launch("App")
        for io in 1...3 { world.open(app, io) }
        #expect(world.heard == ["ok", "ok", "err(!res)"])
        world.request(app, .closeIO(IOID(1)))
        #expect(world.open(app, 3) == nil)
    }

    @Test func aSessionThatHoldsOthersWithoutASoundLosesItsHold() {
        for limit in [nil, 60.0] {
            var world = World(Self.settings { $0.stuckHolderReleaseSeconds = limit })
            let music = world.music("Music")
            let radio = world.launch("Radio", category: .playback)
            world.activate(radio)
            #expect(world.state(music) == .interrupted)
            world.wait(59)
            // A running operation has a reason: the time begins again when it stops.
            world.play(radio)
            world.wait(120)
            world.stop(radio)
            world.wait(59)
            #expect(world.state(music) == .interrupted)
            #expect(world.state(radio) == .active)
            world.wait(2)
            #expect(world.state(radio) == (limit == nil ? .active : .inactive))
            #expect(world.state(music) == (limit == nil ? .interrupted : .inactive))
            guard limit != nil else { continue }
            #expect(world.heard.filter { $0 == "B(Radio)" || $0.hasPrefix("E(Music") } == ["B(Radio)", "E(Music,0)"])
            // It may come again, and those that waited may, too.
            #expect(world.activate(radio) == nil)
            #expect(world.state(radio) == .active)
        }
    }

    @Test func aSessionThatHoldsNobodyStaysActiveWithoutASound() {
        var world = World(Self.settings { $0.stuckHolderReleaseSeconds = 60 })
        let radio = world.launch("Radio", category: .playback)
        world.activate(radio)
        world.wait(600)
        #expect(world.state(radio) == .active)
    }

    @Test func theDeviceIsDescribedBySettings() {
        var world = World(
            Self.settings {
                $0.initialVolume = 0.5
                $0.minimumBlockFrames = 128
                $0.maximumBlockFrames = 2_048
                $0.defaultTiming = HardwareTiming(sampleRate: 96_000, blockFrames: 512)
            })
        let app = world.launch("App", category: .playback)
        world.activate(app)
        #expect(world.device.outputVolume == 0.5)
        #expect(world.device.timing == HardwareTiming(sampleRate: 96_000, blockFrames: 512))
        world.request(app, .prefer(.ioBufferDuration(1)))
        #expect(world.device.timing.blockFrames == 2_048)
        world.request(app, .prefer(.ioBufferDuration(1e-6)))
        #expect(world.device.timing.blockFrames == 128)
    }
}
