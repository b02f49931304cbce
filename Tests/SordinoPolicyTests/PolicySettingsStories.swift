import SordinoPolicy
import Testing

/// Rules of the configuration as stories: pairs of ducking, single programs, order of ports, and a configuration that changes
/// while programs run.
@Suite struct PolicySettingsStories {
    static func world(_ text: String, ports: [Port] = World.phonePorts) throws -> World {
        World(try PolicyFileTests.settings(text), ports: ports)
    }

    /// The ramps to a gain of a program that were said, in seconds.
    static func ramps(_ world: World, _ app: AppID) -> [Double] {
        world.effects.compactMap { effect in
            if case .gain(.app(app), .media, _, let seconds, _) = effect { seconds } else { nil }
        }
    }

    // MARK: Pairs

    @Test func aPairHasItsOwnDepthAndTimes() throws {
        var world = try Self.world(
            """
            [ducking]
            prompt over music = -20 dB 200 ms 700 ms
            prompt over speech = -6 dB
            """)
        let music = world.music()
        let film = world.playing("Film", .playback, .moviePlayback, .mixWithOthers)
        let speech = world.playing("Pod", .playback, .spokenAudio, .mixWithOthers)
        let maps = world.launch("Maps", category: .playback, options: .duckOthers)
        world.clear()
        world.activate(maps)
        #expect(world.gain(music) == 0.1)
        #expect(world.gain(film) == PolicySettings().duckGain)
        #expect(world.gain(speech) == Decibels.factor(-6))
        #expect(Self.ramps(world, music) == [0.2])
        #expect(Self.ramps(world, film) == [0.5])
        world.clear()
        world.deactivate(maps)
        #expect(world.gain(music) == 1)
        #expect(Self.ramps(world, music) == [0.7])
        #expect(Self.ramps(world, film) == [0.5])
    }

    @Test func ofTwoDuckersTheLowerPairWins() throws {
        var world = try Self.world("[ducking]\ngame over music = -30 dB\nprompt over music = -10 dB\n")
        let music = world.music()
        let game = world.launch("Game", category: .ambient, options: .duckOthers)
        let maps = world.launch("Maps", category: .playback, options: .duckOthers)
        world.activate(game)
        #expect(world.gain(music) == Decibels.factor(-30))
        world.activate(maps)
        #expect(world.gain(music) == Decibels.factor(-30))
        world.deactivate(game)
        #expect(world.gain(music) == Decibels.factor(-10))
        world.deactivate(maps)
        #expect(world.gain(music) == 1)
    }

    @Test func aPairOfNothingDoesNotDuck() throws {
        var world = try Self.world("[ducking]\nprompt over film = 0 dB\n")
        let film = world.playing("Film", .playback, .moviePlayback, .mixWithOthers)
        let maps = world.launch("Maps", category: .playback, options: .duckOthers)
        world.activate(maps)
        #expect(world.gain(film) == 1)
        #expect(world.view(film).causes.isEmpty)
    }

    // MARK: Programs

    @Test func aProgramThatIsNotDuckedKeepsItsLevel() throws {
        var world = try Self.world("[program test.Chime]\nducked = no\n[program test.Loud]\nducks = no\n")
        let chime = world.playing("Chime", .ambient)
        let music = world.music()
        let maps = world.launch("Maps", category: .playback, options: .duckOthers)
        world.activate(maps)
        #expect(world.gain(chime) == 1)
        #expect(world.decibels(music) == -14)
        world.deactivate(maps)
        let loud = world.launch("Loud", category: .playback, options: .duckOthers)
        world.activate(loud)
        #expect(world.gain(music) == 1)
    }

    @Test func aProgramThatInterruptsNobodyMixes() throws {
        var world = try Self.world("[program Radio]\ninterrupts = no\n")
        _ = world.music()
        let radio = world.launch("Radio", category: .playback)
        world.clear()
        world.activate(radio)
        #expect(world.heard == ["ok"])
        #expect(world.view(radio).configuration.options == .mixWithOthers)
    }

    @Test func aProgramThatNobodyInterruptsPlaysOnDuringACallButNotDuringAnEmergency() throws {
        var world = try Self.world("[program Siren]\ninterrupted = no\n")
        let siren = world.playing("Siren", .playback)
        world.send(.callRings(.fullScreen))
        world.send(.callAccepted)
        #expect(world.notified == [])
        #expect(world.gain(siren) == 1)
        world.send(.callEnded)
        let radio = world.launch("Radio", category: .playback)
        world.clear()
        world.activate(radio)
        #expect(world.heard == ["err(!pri)"])
        world.clear()
        world.send(.emergency(sounding: true))
        #expect(world.notified == ["B(Siren)"])
    }

    @Test(arguments: [SordinoPolicy.Category.playback, .ambient], [IOKind(.player), IOKind(.engine)])
    func aProgramThatNobodyInterruptsPlaysOnWhenItsPortIsUnplugged(
        _ category: SordinoPolicy.Category, _ kind: IOKind
    ) throws {
        for profile in [Profile.p9, .modern] {
            var settings = try PolicyFileTests.settings("[program Siren]\ninterrupted = no\n")
            settings.profile = profile
            var world = World(settings)
            let siren = world.launch("Siren", category: category)
            world.play(siren, 1, kind)
            world.plug(World.headphones)
            world.clear()
            world.unplug(World.headphones)
            #expect(world.heard == ["R(Siren,2: from Headphones)"])
            #expect(world.gain(siren) == 1)
        }
    }

    @Test func aProgramThatNobodyInterruptsKeepsItsSoundWhenTheMicrophoneIsMuted() throws {
        var world = try Self.world("[program Siren]\ninterrupted = no\n")
        let siren = world.launch("Siren", category: .playAndRecord)
        world.play(siren, 1, IOKind(.engine, hasInput: true))
        world.clear()
        world.send(.microphoneMuted(true))
        #expect(world.notified == [])
        #expect(world.effects.contains(.silenceInput(siren, true)))
        #expect(world.gain(siren) == 1)
    }

    @Test func aForcedCategoryIsTheSessionsWhateverItAsksFor() throws {
        var world = try Self.world("[program Ads]\ncategory = ambient\n")
        _ = world.music()
        let ads = world.launch("Ads", category: .playback)
        world.clear()
        world.play(ads)
        #expect(world.heard == ["ok", "ok"])
        #expect(world.view(ads).configuration.category == .ambient)
        world.send(.ringer(silent: true))
        #expect(world.gain(ads) == 0)
    }

    @Test func recordingIsDeniedByRuleAndAskedForOnce() throws {
        var world = try Self.world(
            "[program Spy]\nrecord = deny\n[program Trusted]\nrecord = allow\n")
        let spy = world.launch("Spy", category: .playAndRecord)
        #expect(world.view(spy).recordPermission == .denied)
        world.send(.recordPermissionAnswered(spy, .granted))
        #expect(world.view(spy).recordPermission == .denied)
        let trusted = world.launch("Trusted", category: .playAndRecord, permission: .undetermined)
        #expect(world.view(trusted).recordPermission == .granted)
        let asker = world.launch("Asker", category: .playAndRecord, permission: .undetermined)
        world.clear()
        world.play(asker, 1, IOKind(.engine, hasInput: true))
        // A program that records without a question has asked; the input is silent until the answer.
        #expect(world.effects.filter { $0 == .askRecordPermission(asker) }.count == 1)
        #expect(world.effects.contains(.silenceInput(asker, true)) || world.view(asker).recordPermission != .granted)
        world.stop(asker)
        world.clear()
        world.start(asker)
        #expect(!world.effects.contains(.askRecordPermission(asker)))
        world.clear()
        world.send(.recordPermissionAnswered(asker, .granted))
        #expect(world.effects.contains(.silenceInput(asker, false)))
    }

    // MARK: Ports

    @Test func theConfiguredOrderComesBeforeTheOrderOfArrival() throws {
        var world = try Self.world("[outputs]\norder = Headphones, USBAudio\n")
        let music = world.music()
        world.plug([World.output(.usbAudio)])
        world.plug(World.headphones)
        world.plug([World.output(.HDMI)])
        #expect(world.outputs(music) == ["Headphones"])
        world.unplug(World.headphones)
        world.start(music)
        #expect(world.outputs(music) == ["USBAudio"])
        // The user's pick holds until something else arrives.
        world.send(.userPicked(portUID: World.output(.HDMI).uid))
        #expect(world.outputs(music) == ["HDMIOutput"])
        world.plug(World.headphones)
        #expect(world.outputs(music) == ["Headphones"])
    }

    @Test(arguments: [("asked", "BluetoothHFP"), ("conversations", "Receiver"), ("never", "Receiver")])
    func aHeadsetKeepsItsMusicProfileFromRecorders(_ use: String, _ expected: String) throws {
        var world = try Self.world("[outputs]\nbluetooth-call-profile = \(use)\n")
        world.plug(RouteStories.hfp)
        let recorder = world.playing("Memo", .playAndRecord, .standard, .allowBluetoothHFP)
        #expect(world.outputs(recorder) == [expected])
        let chat = world.playing("Chat", .playAndRecord, .voiceChat)
        #expect(world.outputs(chat) == [use == "never" ? "Receiver" : "BluetoothHFP"])
    }

    // MARK: Anew while programs run

    @Test func aNewDepthIsReachedByARampAndNobodyIsInterrupted() throws {
        var world = World()
        let music = world.music()
        let maps = world.playing("Maps", .playback, .standard, .duckOthers)
        #expect(world.decibels(music) == -14)
        world.clear()
        world.send(.configured(try PolicyFileTests.settings("[ducking]\ndepth = -20 dB\nattack = 0.2 s\n")))
        #expect(world.gain(music) == 0.1)
        #expect(Self.ramps(world, music) == [0.2])
        #expect(world.heard == [])
        world.clear()
        world.send(.configured(PolicySettings()))
        #expect(world.decibels(music) == -14)
        // Up again is a release, whose time was not changed.
        #expect(Self.ramps(world, music) == [0.5])
        world.deactivate(maps)
        #expect(world.gain(music) == 1)
    }

    @Test func theSameConfigurationAgainHasNoEffect() throws {
        var world = World()
        _ = world.music()
        world.clear()
        world.send(.configured(PolicySettings()))
        #expect(world.effects.isEmpty)
    }

    @Test func aRuleThatEndsGivesTheProgramBackWhatItAskedFor() throws {
        var world = try Self.world("[program Ads]\ncategory = ambient\nrecord = deny\n")
        let music = world.music()
        let ads = world.playing("Ads", .playback)
        #expect(world.state(music) == .active)
        world.clear()
        world.send(.configured(PolicySettings()))
        #expect(world.view(ads).configuration.category == .playback)
        #expect(world.view(ads).recordPermission == .granted)
        // Two that do not mix cannot stay: the later does.
        #expect(world.notified == ["B(Mus)", "H(Ads,end)"])
        #expect(world.state(ads) == .active)
    }

    @Test func aNewOrderMovesTheRouteWithoutAPause() throws {
        var world = World()
        let music = world.music()
        world.plug([World.output(.usbAudio)])
        world.plug(World.headphones)
        #expect(world.outputs(music) == ["Headphones"])
        world.clear()
        world.send(.configured(try PolicyFileTests.settings("[outputs]\norder = USBAudio\n")))
        #expect(world.outputs(music) == ["USBAudio"])
        #expect(world.heard == ["R(Mus,8: from Headphones)"])
        #expect(world.state(music) == .active)
    }

    // MARK: The same decisions

    /// Through any other configuration and back, before anybody is there, nothing is left of it.
    @Test func aConfigurationEqualToTheDefaultsDecidesAsNone() throws {
        for seed in 1...40 as ClosedRange<UInt64> {
            var walk = Walk(seed: seed)
            var generator = SeededGenerator(seed: seed)
            let steps = walk.steps(300)
            var plain = Policy()
            var configured = Policy(settings: RandomSettings.make(&generator))
            _ = configured.handle(.configured(RandomSettings.make(&generator)), at: .zero)
            _ = configured.handle(.configured(PolicySettings()), at: .zero)
            // The switch of sound in calls is the person's, and said before.
            _ = configured.handle(.microphoneInjection(enabled: false), at: .zero)
            _ = plain.handle(.timeReached, at: .zero)
            for step in steps {
                let (left, right) = (
                    plain.handle(step.event, at: step.moment), configured.handle(step.event, at: step.moment)
                )
                guard left != right else { continue }
                Issue.record("seed \(seed): \(step) decides otherwise")
                return
            }
        }
    }

    /// Every sequence of four events of the small alphabet: with every default written out and without a file.
    @Test func everySequenceIsDecidedAlikeWithTheDefaultsWrittenOut() throws {
        var text = ""
        for section in PolicyKeys.sections {
            text += "[\(section.name)]\n"
            for key in section.keys where key.usual.split(separator: " ").count <= 2 {
                text += "\(key.name) = \(key.usual)\n"
            }
        }
        let written = try PolicyFileTests.settings(text + "[ducking]\n* over * = -14 dB 0.5 s 0.5 s\n")
        #expect(written != PolicySettings())
        var pair = Pair(plain: Policy(), configured: Policy(settings: written))
        for event in ExhaustiveTests.opening([
            (.playback, .standard, []), (.playback, .spokenAudio, []), (.playback, .standard, .duckOthers),
        ]) {
            #expect(pair.fault(after: event) == nil)
        }
        let search = EventSearch(ExhaustiveTests.alphabet, from: pair, depth: 4) { $0.fault(after: $1) }
        #expect(search.fault == nil, "\(search.fault ?? "")")
        // Every letter was tried in every state that fewer than four letters lead to.
        #expect(search.tried == search.states * ExhaustiveTests.alphabet.count)
        #expect(search.tried > 10_000)
    }

    private struct Pair: Hashable {
        var plain: Policy
        var configured: Policy

        mutating func fault(after event: Event) -> String? {
            plain.handle(event, at: .zero) == configured.handle(event, at: .zero) ? nil : "decided otherwise"
        }
    }

    /// INV-1 to INV-5 under configurations that no maker would write.
    @Test func theInvariantsHoldForAnyConfiguration() {
        for seed in 1...UInt64(WalkTests.walks) {
            var walk = Walk(seed: seed)
            var generator = SeededGenerator(seed: seed &* 77)
            var settings = RandomSettings.make(&generator)
            // A program that loses a silent hold is notified of an interruption while its session is inactive, by own rule 25.
            settings.stuckHolderReleaseSeconds = nil
            var steps = walk.steps(400)
            for _ in 0..<20 where !settings.zones.isEmpty {
                let place = Int.random(in: 10..<steps.count, using: &generator)
                let zone = (settings.zones.map(\.name) + [Zone.main]).randomElement(using: &generator) ?? Zone.main
                let app = AppID(Int.random(in: 1...4, using: &generator))
                steps.insert(Step(event: .appZone(app, zone), moment: steps[place].moment), at: place)
            }
            guard let (_, fault) = WalkTests.firstViolation(steps, settings) else { continue }
            let shortest = WalkTests.shrink(steps, settings)
            let list = shortest.map { "  \($0)" }.joined(separator: "\n")
            Issue.record(
                "seed \(seed): \(fault)\n\(PolicyConfiguration.text(of: settings))\nshortest list:\n\(list)")
            return
        }
    }
}
