import SordinoPolicy
import Testing

/// Scenarios S01 to S24: calls, alarms, apps and prompts.
@Suite struct InterruptionStories {
    @Test func S01_musicIsInterruptedByACallThatIsDeclinedAndResumes() {
        var world = World()
        let mus = world.music()
        world.send(.callRings(.fullScreen))
        #expect(world.heard == ["stop(Mus.1)", "B(Mus)", "pl+(Mus.1)"])
        #expect(world.decibels(mus) == nil)
        #expect(world.sounding == [.call])
        world.clear()
        world.send(.callDeclined)
        #expect(world.heard == ["E(Mus,1)", "pl-(Mus.1)"])
        #expect(world.sounding.isEmpty)
        world.clear()
        world.activate(mus)
        #expect(world.heard == ["ok"])
        world.start(mus)
        #expect(world.decibels(mus) == 0)
    }

    @Test func S02_aCallThatIsAcceptedInterruptsOnce() {
        var world = World()
        let mus = world.music()
        world.send(.callRings(.fullScreen))
        #expect(world.notified == ["B(Mus)"])
        world.clear()
        world.send(.callAccepted)
        #expect(world.heard == [])
        world.wait(60)
        world.send(.callEnded)
        #expect(world.notified == ["E(Mus,1)"])
        world.start(mus)
        #expect(world.decibels(mus) == 0)
    }

    @Test func S03_aBannerCallLeavesAloneWhoAskedForIt() {
        var world = World()
        let mus = world.music()
        world.request(mus, .prefer(.prefersNoInterruptionsFromSystemAlerts(true)))
        world.clear()
        world.send(.callRings(.banner))
        #expect(world.sounding == [.call])
        #expect(world.decibels(mus) == 0)
        world.send(.callDeclined)
        #expect(world.heard == [])
        #expect(world.decibels(mus) == 0)
    }

    @Test func S04_aBannerCallInterruptsWhenItIsAnswered() {
        var world = World()
        let mus = world.music()
        world.request(mus, .prefer(.prefersNoInterruptionsFromSystemAlerts(true)))
        world.clear()
        world.send(.callRings(.banner))
        #expect(world.notified == [])
        world.send(.callAccepted)
        #expect(world.notified == ["B(Mus)"])
        world.send(.callEnded)
        #expect(world.notified == ["B(Mus)", "E(Mus,1)"])
    }

    @Test func S05_anAlarmInterruptsUntilItIsAcknowledged() {
        var world = World()
        let mus = world.music()
        world.send(.alarmStarts)
        #expect(world.notified == ["B(Mus)"])
        #expect(world.sounding == [.alarm])
        world.send(.alarmAcknowledged)
        #expect(world.notified == ["B(Mus)", "E(Mus,1)"])
        world.start(mus)
        #expect(world.decibels(mus) == 0)
    }

    @Test func S06_anAmbientGameMixesWithMusic() {
        var world = World()
        let mus = world.music()
        let game = world.launch("Game", category: .ambient)
        #expect(world.device.shouldSilenceSecondaryAudio(of: game))
        world.activate(game)
        world.play(game)
        #expect(world.notified == [])
        #expect(world.decibels(mus) == 0)
        #expect(world.decibels(game) == 0)
    }

    @Test func S07_soloAmbientInterruptsMusic() {
        var world = World()
        let mus = world.music()
        let solo = world.launch("Solo", category: .soloAmbient)
        world.activate(solo)
        #expect(world.heard == ["stop(Mus.1)", "B(Mus)", "pl+(Mus.1)", "ok"])
        #expect(world.decibels(mus) == nil)
        #expect(world.decibels(solo) == 0)
    }

    @Test func S08_mixablesMix() {
        var world = World()
        let first = world.playing(
            "Mix1", .playback, .standard, .mixWithOthers, background: .audio, lifecycle: .background)
        let second = world.launch("Mix2", category: .playback, options: .mixWithOthers)
        world.activate(second)
        #expect(world.heard == ["ok"])
        world.play(second)
        #expect(world.decibels(first) == 0)
        #expect(world.decibels(second) == 0)
    }

    @Test func S09_aMixableOverMusicLeavesItTheHardware() {
        var world = World()
        let mus = world.music()
        world.request(mus, .prefer(.ioBufferDuration(0.005)))
        #expect(world.device.timing.blockFrames == 256)
        let mix = world.launch("Mix", category: .playback, options: .mixWithOthers)
        world.request(mix, .prefer(.ioBufferDuration(0.05)))
        world.clear()
        world.activate(mix)
        #expect(world.heard == ["ok"])
        #expect(world.device.timing.blockFrames == 256)
    }

    @Test func S10_aNonMixableOverAMixableTakesTheHardware() {
        var world = World()
        let mix = world.playing("Mix", .playback, .standard, .mixWithOthers, background: .audio, lifecycle: .background)
        world.request(mix, .prefer(.ioBufferDuration(0.005)))
        #expect(world.device.timing.blockFrames == 256)  // alone it has what it prefers (R6.1)
        let radio = world.launch("Radio", category: .playback)
        world.request(radio, .prefer(.ioBufferDuration(0.01)))
        world.clear()
        world.activate(radio)
        #expect(world.heard == ["ok"])
        #expect(world.device.timing.blockFrames == 512)
        #expect(world.decibels(mix) == 0)
    }

    /// S11: Mus is interrupted by Radio, which holds the floor.
    static func radioOverMusic(_ settings: PolicySettings = PolicySettings()) -> (World, mus: AppID, radio: AppID) {
        var world = World(settings)
        let mus = world.music()
        let radio = world.launch("Radio", category: .playback, background: .audio)
        world.activate(radio)
        return (world, mus, radio)
    }

    @Test func S11_nonMixableOverNonMixableInterrupts() {
        let (world, mus, radio) = Self.radioOverMusic()
        #expect(world.heard == ["stop(Mus.1)", "B(Mus)", "pl+(Mus.1)", "ok"])
        #expect(world.state(mus) == .interrupted)
        #expect(world.view(mus).causes.map(\.by) == [.app(radio)])
        #expect(world.view(mus).causes.map(\.rule) == ["§4.2"])
        #expect(world.decibels(radio) == 0)
    }

    @Test func S12_deactivationWithNotifyEndsTheInterruption() {
        var (world, mus, radio) = Self.radioOverMusic()
        world.clear()
        world.deactivate(radio, notify: true)
        #expect(world.heard == ["E(Mus,1)", "pl-(Mus.1)", "ok"])
        #expect(world.state(mus) == .inactive)
        world.start(mus)
        #expect(world.decibels(mus) == 0)
    }

    @Test func S13_deactivationWithoutNotifyLeavesItInterrupted() {
        var (world, mus, radio) = Self.radioOverMusic()
        world.clear()
        world.deactivate(radio)
        #expect(world.heard == ["ok"])
        #expect(world.state(mus) == .interrupted)
        #expect(world.decibels(mus) == nil)
        #expect(world.view(mus).causes.map(\.rule) == ["§4.4"])
    }

    @Test func S14_anInterrupterThatCrashesEndsItWithoutResume() {
        var (world, mus, radio) = Self.radioOverMusic()
        world.clear()
        world.send(.appEnded(radio))
        #expect(world.heard == ["E(Mus,0)", "pl-(Mus.1)"])
        #expect(world.state(mus) == .inactive)
    }

    @Test func S15_theInterruptedAppTakesTheFloorBack() {
        var (world, mus, radio) = Self.radioOverMusic()
        world.move(mus, .foreground)
        world.clear()
        world.activate(mus)
        #expect(world.heard == ["B(Radio)", "ok"])
        #expect(world.decibels(mus) == 0)
        #expect(world.state(radio) == .interrupted)
        world.clear()
        world.deactivate(mus, notify: true)
        #expect(world.heard == ["E(Radio,1)", "ok"])
    }

    @Test func S16_activatingAgainSaysNothing() {
        var world = World()
        let mus = world.music()
        world.activate(mus)
        #expect(world.effects.count == 1)
        #expect(world.heard == ["ok"])
    }

    @Test func S17_turnByTurnDucksMusicWhileItIsActive() {
        var world = World()
        let mus = world.music()
        let nav = world.launch("Nav", category: .playback, options: .duckOthers, background: .audio)
        world.move(nav, .background)
        world.clear()
        world.activate(nav)
        #expect(
            world.effects.contains(
                .gain(
                    .app(mus), .media, world.policy.settings.duckGain, rampSeconds: 0.5,
                    causes: [
                        Cause(rule: "§4.10", by: .app(nav), sentence: "ducked by another app's session", since: .zero)
                    ])
            ))
        world.play(nav)
        #expect(world.decibels(nav) == 0)
        world.wait(2)
        world.stop(nav)
        world.deactivate(nav)
        #expect(world.notified == [])
        #expect(world.effects.contains(.gain(.app(mus), .media, 1, rampSeconds: 0.5, causes: [])))
        #expect(world.decibels(mus) == 0)
    }

    @Test func S18_aDuckLastsAsLongAsTheActivityNotTheSound() {
        var world = World()
        let mus = world.music()
        let nav = world.launch("Nav", category: .playback, options: .duckOthers, background: .audio)
        world.move(nav, .background)
        world.play(nav)
        world.wait(2)
        world.stop(nav)
        world.wait(5)
        #expect(world.decibels(mus) == -14)
        world.deactivate(nav)
        #expect(world.decibels(mus) == 0)
        #expect(world.notified == [])
    }

    @Test func S19_twoDuckersDuckOnce() {
        var world = World()
        let mus = world.music()
        let navA = world.playing("NavA", .playback, .standard, .duckOthers)
        let navB = world.playing("NavB", .playback, .standard, .duckOthers)
        #expect(world.decibels(mus) == -14)
        #expect(world.decibels(navA) == -14)  // the newest ducker wins
        #expect(world.decibels(navB) == 0)
        world.deactivate(navA)
        #expect(world.decibels(mus) == -14)
        #expect(world.view(mus).causes.map(\.by) == [.app(navB)])
        world.deactivate(navB)
        #expect(world.decibels(mus) == 0)
        #expect(world.notified == [])
    }

    @Test func S20_aLateStarterStartsDucked() {
        var world = World()
        _ = world.playing("Nav", .playback, .standard, .duckOthers)
        let mix = world.launch("Mix", category: .playback, options: .mixWithOthers)
        world.play(mix)
        #expect(world.notified == [])
        #expect(world.decibels(mix) == -14)
        #expect(world.effects.contains { if case .gain(.app(mix), .media, _, 0, _) = $0 { true } else { false } })
    }

    static let navPlus: CategoryOptions = [.duckOthers, .interruptSpokenAudio, .mixWithOthers]

    @Test func S21_aPodcastFadesAndIsThenPausedByAPrompt() {
        var world = World()
        let pod = world.playing("Pod", .playback, .spokenAudio, background: .audio, lifecycle: .background)
        let nav = world.launch("Nav+", category: .playback, options: Self.navPlus)
        world.activate(nav)
        #expect(world.heard == ["ok"])
        let glides = world.effects.contains { effect in
            if case .gain(.app(pod), .media, PolicySettings().duckGain, rampSeconds: 0.5, _) = effect {
                true
            } else {
                false
            }
        }
        #expect(glides)
        world.clear()
        world.wait(0.499)
        #expect(world.effects.isEmpty)
        #expect(world.decibels(pod) == -14)
        world.wait(0.001)
        #expect(world.heard == ["stop(Pod.1)", "B(Pod)", "pl+(Pod.1)"])
        #expect(world.decibels(pod) == nil)
        world.clear()
        world.deactivate(nav, notify: true)
        #expect(world.heard == ["E(Pod,1)", "pl-(Pod.1)", "ok"])
    }

    @Test func aPromptThatEndsWithinTheFadeInterruptsNobody() {
        var world = World()
        let pod = world.playing("Pod", .playback, .spokenAudio, background: .audio, lifecycle: .background)
        let nav = world.launch("Nav+", category: .playback, options: Self.navPlus)
        world.activate(nav)
        world.wait(0.2)
        world.deactivate(nav, notify: true)
        world.wait(10)
        #expect(world.notified == [])
        #expect(world.state(pod) == .active)
        #expect(world.decibels(pod) == 0)
    }

    @Test func aSecondPromptInterruptsThePodcastThatFadesUnderTheFirst() {
        var world = World()
        let pod = world.playing("Pod", .playback, .spokenAudio, background: .audio, lifecycle: .background)
        let first = world.launch("One", category: .playback, options: Self.navPlus)
        let second = world.launch("Two", category: .playback, options: Self.navPlus)
        world.activate(first)
        world.wait(0.3)
        world.activate(second)
        world.deactivate(first, notify: true)
        world.wait(0.2)
        #expect(world.notified == ["B(Pod)"])
        world.clear()
        world.deactivate(second, notify: true)
        #expect(world.notified == ["E(Pod,1)"])
        #expect(world.state(pod) == .inactive)
    }

    @Test func aPodcastThatLeavesWhileItFadesIsNotInterrupted() {
        var world = World()
        let pod = world.playing("Pod", .playback, .spokenAudio, background: .audio, lifecycle: .background)
        let nav = world.launch("Nav+", category: .playback, options: Self.navPlus)
        world.activate(nav)
        world.deactivate(pod)
        world.clear()
        world.wait(10)
        #expect(world.notified == [])
        #expect(world.state(pod) == .inactive)
    }

    @Test func aPodcastThatIsSilentAnywayIsInterruptedAtOnce() {
        var world = World()
        let pod = world.playing("Pod", .playback, .spokenAudio, background: .audio, lifecycle: .background)
        world.stop(pod)
        let nav = world.launch("Nav+", category: .playback, options: Self.navPlus)
        world.activate(nav)
        #expect(world.notified == ["B(Pod)"])
    }

    @Test func S22_aPromptPausesThePodcastAndDucksTheMusic() {
        var world = World()
        let mix = world.playing("Mix", .playback, .standard, .mixWithOthers, background: .audio, lifecycle: .background)
        let pod = world.playing("Pod", .playback, .spokenAudio, background: .audio, lifecycle: .background)
        let nav = world.launch("Nav+", category: .playback, options: Self.navPlus)
        world.activate(nav)
        world.play(nav)
        world.wait(0.5)
        #expect(world.notified == ["B(Pod)"])
        #expect(world.decibels(mix) == -14)
        #expect(world.decibels(pod) == nil)
        #expect(world.decibels(nav) == 0)
        world.clear()
        world.deactivate(nav, notify: true)
        #expect(world.notified == ["E(Pod,1)"])
        world.start(pod)
        #expect(world.decibels(mix) == 0)
        #expect(world.decibels(pod) == 0)
    }

    @Test func S23_aPromptThatOnlyDucksLeavesThePodcastRunning() {
        var world = World()
        let pod = world.playing("Pod", .playback, .spokenAudio, background: .audio, lifecycle: .background)
        let nav = world.launch("Nav", category: .playback, options: .duckOthers)
        world.play(nav)
        #expect(world.notified == [])
        #expect(world.decibels(pod) == -14)
        #expect(world.decibels(nav) == 0)
    }

    @Test func S24_aPromptAppWithoutNotifyLeavesThePodcastPaused() {
        var world = World()
        let pod = world.playing("Pod", .playback, .spokenAudio, background: .audio, lifecycle: .background)
        let nav = world.launch("Nav+", category: .playback, options: Self.navPlus)
        world.activate(nav)
        world.wait(0.5)
        world.clear()
        world.deactivate(nav)
        #expect(world.heard == ["ok"])
        #expect(world.state(pod) == .interrupted)
    }
}
