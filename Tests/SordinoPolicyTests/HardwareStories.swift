import SordinoPolicy
import Testing

/// Scenarios S80 to S90, S99 to S104 and S117: rates, blocks, channels, volume, hints, services, decoder.
@Suite struct HardwareStories {
    /// A device whose own rate is 44.1 kHz, as the scenarios have it.
    static func phone441() -> World {
        var settings = PolicySettings()
        settings.defaultTiming = HardwareTiming(sampleRate: 44_100, blockFrames: 1_024)
        return World(settings)
    }

    @Test func S80_S81_channelsAreStereoUntilMoreIsAskedFor() {
        var world = World()
        world.plug([World.output(.HDMI, 6)])
        let mus = world.music()
        #expect(world.view(mus).maximumOutputChannels == 6)
        #expect(world.view(mus).outputChannels == 2)
        world.request(mus, .prefer(.outputChannels(6)))
        #expect(world.view(mus).outputChannels == 6)
        world.request(mus, .prefer(.outputChannels(8)))
        world.request(mus, .prefer(.outputChannels(0)))
        #expect(world.heard == ["ok", "err(-50)", "err(-50)"])
        #expect(world.view(mus).outputChannels == 6)
    }

    @Test func S82_theRateOfTheNonMixableWins() {
        var world = Self.phone441()
        let mix = world.launch("Mix", category: .playback, options: .mixWithOthers)
        world.request(mix, .prefer(.sampleRate(32_000)))
        world.play(mix)
        #expect(world.device.timing.sampleRate == 32_000)  // alone it has what it prefers (R6.1)
        let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat)
        world.request(voip, .prefer(.sampleRate(24_000)))
        world.request(voip, .prefer(.ioBufferDuration(0.02)))
        world.clear()
        world.activate(voip)
        #expect(world.effects.contains(.hardware(HardwareTiming(sampleRate: 24_000, blockFrames: 512))))
        #expect(world.device.timing == HardwareTiming(sampleRate: 24_000, blockFrames: 512))
        #expect(!world.notified.contains("B(Mix)"))
        #expect(world.decibels(mix) == 0)
    }

    /// The music program of session 505: it mixes, as is advised, and prefers a short block.
    @Test func aMixableAloneHasItsRateAndBlockAlsoBesideAGameWithoutPreferences() {
        var world = Self.phone441()
        let piano = world.launch("Piano", category: .playAndRecord, options: .mixWithOthers)
        world.request(piano, .prefer(.sampleRate(48_000)))
        world.request(piano, .prefer(.ioBufferDuration(0.005)))
        world.play(piano)
        #expect(world.device.timing == HardwareTiming(sampleRate: 48_000, blockFrames: 256))
        let game = world.playing("Game", .ambient)
        #expect(world.device.timing == HardwareTiming(sampleRate: 48_000, blockFrames: 256))
        world.deactivate(piano)
        #expect(world.device.timing == HardwareTiming(sampleRate: 44_100, blockFrames: 1_024))
        #expect(world.decibels(game) == 0)
    }

    @Test func S83_aPreferenceOfAnInactiveSessionWaitsForItsActivation() {
        var world = World()
        let app = world.launch("App", category: .playback)
        world.request(app, .prefer(.sampleRate(24_000)))
        #expect(world.device.timing.sampleRate == 48_000)
        #expect(world.view(app).preferredSampleRate == 24_000)
        world.activate(app)
        #expect(world.device.timing.sampleRate == 24_000)
        world.deactivate(app)
        #expect(world.device.timing.sampleRate == 48_000)
        world.activate(app)
        #expect(world.device.timing.sampleRate == 24_000)  // survives deactivation (R6.7)
    }

    @Test func R6_6_theGrantedRateIsTheNearestThatThePortsCanDo() {
        var world = World(ports: [World.output(.builtInSpeaker, rates: [16_000, 44_100, 48_000])])
        let app = world.launch("App", category: .playback)
        world.request(app, .prefer(.sampleRate(24_000)))
        world.activate(app)
        #expect(world.device.timing.sampleRate == 16_000)
        world.request(app, .prefer(.sampleRate(96_000)))
        #expect(world.device.timing.sampleRate == 48_000)
    }

    @Test func S84_theDefaultBlockIs1024Frames() {
        var world = Self.phone441()
        let app = world.launch("App", category: .playback)
        world.activate(app)
        #expect(world.device.timing == HardwareTiming(sampleRate: 44_100, blockFrames: 1_024))
        let block = 1_024 / 44_100.0
        #expect(world.view(app).outputLatencySeconds == block)
    }

    @Test(arguments: [(0.005, 256), (0.02, 1_024), (0.0001, 64), (1, 4_096), (0.011_609, 512), (0.011_62, 1_024)])
    func S85_blocksAreTheNextPowerOfTwo(_ seconds: Double, _ frames: Int) {
        var world = Self.phone441()
        let app = world.launch("App", category: .playback)
        world.activate(app)
        world.request(app, .prefer(.ioBufferDuration(seconds)))
        #expect(world.device.timing.blockFrames == frames)
    }

    @Test func S86_anInactiveSessionSeesWhatTheDeviceRunsAt() {
        var world = World()
        let radio = world.launch("Radio", category: .playback)
        world.request(radio, .prefer(.sampleRate(32_000)))
        world.activate(radio)
        _ = world.launch("Idle")
        #expect(world.device.timing.sampleRate == 32_000)
    }

    @Test func theAnswerOfTheHardwareCounts() {
        var world = World()
        let app = world.launch("App", category: .playback)
        world.request(app, .prefer(.sampleRate(24_000)))
        world.activate(app)
        world.clear()
        world.send(.hardwareTiming(HardwareTiming(sampleRate: 48_000, blockFrames: 2_048)))
        #expect(world.device.timing == HardwareTiming(sampleRate: 48_000, blockFrames: 2_048))
        #expect(!world.effects.contains { if case .hardware = $0 { true } else { false } })  // no further request comes
        world.send(.hardwareTiming(HardwareTiming(sampleRate: 0, blockFrames: 0)))
        #expect(world.device.timing.sampleRate == 48_000)
    }

    @Test func S117_theNonMixablesBlockBeatsTheMixables() {
        var world = Self.phone441()
        let mix = world.launch("A", category: .playback, options: .mixWithOthers)
        world.request(mix, .prefer(.ioBufferDuration(0.005)))
        world.play(mix)
        let mus = world.launch("Mus", category: .playback)
        world.request(mus, .prefer(.ioBufferDuration(0.02)))
        world.play(mus)
        #expect(world.device.timing.blockFrames == 1_024)
        #expect(world.decibels(mix) == 0)
        #expect(world.decibels(mus) == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -1]) func preferencesThatAreNoNumbersAreRefused(_ wrong: Double) {
        var world = World()
        let app = world.launch("App")
        #expect(world.request(app, .prefer(.sampleRate(wrong)))?.code == .badParam)
        #expect(world.request(app, .prefer(.ioBufferDuration(wrong)))?.code == .badParam)
    }

    // MARK: Volume

    @Test func S87_aKeyMovesTheVolumeByASixteenth() {
        var world = World()
        _ = world.music()
        world.send(.volumeSet(0.1))
        world.clear()
        world.send(.volumeKey(.up))
        #expect(world.heard == ["V(Mus,0.1625)"])
        #expect(world.effects.contains(.volume(0.162_5)))
        #expect(world.device.outputVolume == 0.162_5)
        world.clear()
        for _ in 0..<4 { world.send(.volumeKey(.down)) }
        #expect(world.device.outputVolume == 0)
        #expect(world.notified.count == 3)  // at the end it stays where it is, and silent about it
        world.send(.volumeSet(.nan))
        world.send(.volumeSet(7))
        #expect(world.device.outputVolume == 1)
    }

    @Test func R6_13_volumeIsRememberedPerRouteAndClass() {
        var world = World()
        let mus = world.music()
        world.send(.volumeSet(0.3))
        world.request(mus, .prefer(.prefersInterruptionOnRouteDisconnect(false)))
        world.plug(World.headphones)
        #expect(world.device.outputVolume == 0.3)  // a new route begins with what is in force
        world.send(.volumeSet(0.8))
        world.unplug(World.headphones)
        #expect(world.device.outputVolume == 0.3)
        world.plug(World.headphones)
        #expect(world.device.outputVolume == 0.8)
        world.unplug(World.headphones)
        let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat)
        world.activate(voip)
        world.send(.volumeSet(0.5))
        world.clear()
        world.deactivate(voip)
        #expect(world.device.outputVolume == 0.3)
    }

    @Test func whereNothingPlaysTheKeysAreTheRingers() {
        var world = World()
        _ = world.launch("Idle")
        world.send(.volumeKey(.down))
        #expect(world.effects.isEmpty)
        #expect(world.device.outputVolume == 1)
        world.send(.callRings(.fullScreen))
        #expect(world.gains[.actor(.call)] == 0.937_5)
        world.send(.volumeKey(.down))
        #expect(world.gains[.actor(.call)] == 0.875)
    }

    // MARK: Hints

    @Test func S88_aGameIsToldWhenMusicStartsAndStops() {
        var world = World()
        let game = world.playing("Game", .ambient)
        let mus = world.launch("Mus", category: .playback, background: .audio, lifecycle: .background)
        world.send(.remoteCommand(mus, .play))
        world.clear()
        world.play(mus)
        #expect(world.notified == ["H(Game,begin)"])
        #expect(world.device.shouldSilenceSecondaryAudio(of: game))
        #expect(!world.device.shouldSilenceSecondaryAudio(of: mus))
        world.clear()
        world.stop(mus)
        #expect(world.notified == ["H(Game,end)"])
    }

    @Test func S89_aGameInTheBackgroundIsNotTold() {
        var world = World(PolicySettings(profile: .p9))  // where its session stays active
        let game = world.playing("Game", .ambient)
        world.move(game, .background)
        #expect(world.state(game) == .active)
        world.clear()
        _ = world.playing("Mus", .playback)
        #expect(!world.notified.contains { $0.hasPrefix("H(Game") })
    }

    @Test func S90_ambientIsOtherAudioButNoReasonToBeSilent() {
        var world = World()
        let a = world.playing("A", .ambient)
        let b = world.launch("B")
        #expect(world.device.isOtherAudioPlaying(than: b))
        #expect(!world.device.isOtherAudioPlaying(than: a))
        #expect(!world.device.shouldSilenceSecondaryAudio(of: b))
    }

    // MARK: Media services

    @Test func S99_theMediaServicesAreLostAndReset() {
        var world = World()
        let mus = world.music()
        let game = world.playing("Game", .ambient)
        world.request(mus, .prefer(.sampleRate(24_000)))
        world.clear()
        world.send(.servicesLost)
        #expect(world.heard == ["stop(Mus.1)", "stop(Game.1)", "L(Mus)", "L(Game)"])
        #expect(!world.device.isServerUp)
        #expect(world.state(mus) == .inactive)
        #expect(world.decibels(mus) == nil)
        world.clear()
        world.activate(game)
        #expect(world.heard == ["err(msrv)"])
        world.clear()
        world.send(.servicesRestarted)
        #expect(world.heard == ["X(Mus)", "X(Game)"])
        #expect(world.view(mus).configuration == SessionConfiguration())
        #expect(world.view(mus).preferredSampleRate == 0)
        #expect(world.device.timing.sampleRate == 48_000)
    }

    @Test func S100_anObjectFromBeforeFailsANewOnePlays() {
        var world = World()
        let mus = world.music()
        world.move(mus, .foreground)
        world.send(.servicesLost)
        world.send(.servicesRestarted)
        world.clear()
        world.start(mus)
        #expect(world.heard == ["err(!ses)"])
        world.set(mus, .playback)
        world.play(mus, 2)
        #expect(world.heard.suffix(3) == ["ok", "ok", "ok"])
        #expect(world.decibels(mus) == 0)
        #expect(world.outputs(mus) == ["Speaker"])
    }

    @Test func aLossClearsInterruptionsWithoutAnEnd() {
        var (world, _, _) = InterruptionStories.radioOverMusic()
        world.clear()
        world.send(.servicesLost)
        world.send(.servicesRestarted)
        #expect(world.notified == ["L(Mus)", "L(Radio)", "X(Mus)", "X(Radio)"])
    }

    @Test func aCallGoesOnAcrossALossOfTheServices() {
        var world = World()
        world.send(.callRings(.fullScreen))
        world.send(.callAccepted)
        world.send(.servicesLost)
        world.clear()
        world.send(.servicesRestarted)
        #expect(world.effects.contains(.actorSounds(.call, true)))
        #expect(world.gains[.actor(.call)] == 1)
    }

    @Test(arguments: [false, true])
    func whatACallInterruptedStaysInterruptedAcrossALoss(endsWhileLost: Bool) {
        var world = World()
        let mus = world.music()
        world.send(.callRings(.fullScreen))
        world.send(.callAccepted)
        world.clear()
        world.send(.servicesLost)
        #expect(world.state(mus) == .interrupted)
        if endsWhileLost { world.send(.callEnded) }
        world.send(.servicesRestarted)
        #expect(world.view(mus).configuration == SessionConfiguration())
        if !endsWhileLost {
            #expect(world.state(mus) == .interrupted && world.decibels(mus) == nil)
            world.send(.callEnded)
        }
        #expect(
            world.notified
                == (endsWhileLost ? ["L(Mus)", "E(Mus,1)", "X(Mus)"] : ["L(Mus)", "X(Mus)", "E(Mus,1)"]))
        #expect(world.state(mus) == .inactive)
    }

    @Test func aProgramThatActsInACallAfterALossIsNotInterrupted() {
        var world = World()
        let mus = world.music()
        world.send(.callAccepted)
        world.send(.servicesLost)
        world.send(.servicesRestarted)
        world.set(mus, .playback)
        world.activate(mus)
        #expect(world.state(mus) == .active)
        world.clear()
        world.send(.callEnded)
        #expect(world.notified == [])
    }

    // MARK: The decoder

    static let aac: UInt32 = 0x6161_6320
    static let heAAC: UInt32 = 0x6161_6368

    @Test func S101_S103_whatHasASoftwareDecoderNeverFails() {
        var world = World()
        let mus = world.launch("Mus", category: .playback)
        world.play(mus, 1, IOKind(.player, formatID: Self.aac))
        let game = world.launch("Game", category: .ambient)
        world.play(game, 1, IOKind(.player, formatID: Self.aac))
        for player in 2...9 { world.play(game, player) }
        #expect(!world.heard.contains { $0.hasPrefix("err") })
    }

    @Test func S102_aSecondHEAACHasNoDecoder() {
        var world = World()
        let first = world.launch("First", category: .playback, options: .mixWithOthers)
        world.play(first, 1, IOKind(.player, formatID: Self.heAAC))
        let second = world.launch("Second", category: .playback, options: .mixWithOthers)
        world.play(second, 1, IOKind(.player, formatID: Self.heAAC))
        #expect(world.heard.last == "err(!res)")
        world.stop(first)
        world.start(second)
        #expect(world.heard.last == "ok")
    }

    @Test func S104_anInterruptionFreesTheDecoder() {
        var world = World()
        let mus = world.launch("Mus", category: .playback)
        world.play(mus, 1, IOKind(.player, formatID: Self.heAAC))
        let radio = world.launch("Radio", category: .playback)
        world.play(radio, 1, IOKind(.player, formatID: Self.heAAC))
        #expect(world.heard.last == "ok")
        #expect(world.state(mus) == .interrupted)
    }

    // MARK: System sounds

    @Test func S105_S106_systemSoundsComeOneAtATimeAndNotDuringACall() {
        var world = World()
        let app = world.launch("App", category: .playback)
        world.play(app, 1, IOKind(.systemSound))
        world.clear()
        world.play(app, 2, IOKind(.systemSound))
        #expect(world.heard == ["ok", "stop(App.1)", "ok"])
        #expect(world.localGains[.app(app)] == 1)
        world.send(.callRings(.fullScreen))
        #expect(world.localGains[.app(app)] == 0)
        world.send(.callDeclined)
        #expect(world.localGains[.app(app)] == 1)
        #expect(world.state(app) == .inactive)  // a system sound activates nothing
    }

    @Test(arguments: [Event.callRings(.fullScreen), .callRings(.banner), .alarmStarts, .emergency(sounding: true)])
    func R4_20_aSystemSoundWithoutASessionStopsWhenACallOrAnAlarmBegins(_ event: Event) {
        var world = World()
        let notes = world.launch("Notes")
        world.play(notes, 1, IOKind(.systemSound))
        let mus = world.music()
        world.play(mus, 2, IOKind(.systemSound))
        world.clear()
        world.send(event)
        #expect(world.heard.filter { $0 == "stop(Notes.1)" }.count == 1)
        #expect(world.heard.filter { $0 == "stop(Mus.2)" }.count == 1)
        world.clear()
        world.send(.callAccepted)
        #expect(!world.heard.contains { $0.hasPrefix("stop") })
    }

    @Test func R6_5_recordingKeepsSystemSoundsSilentUnlessAllowed() {
        var world = World()
        let notes = world.launch("Notes")
        world.play(notes, 1, IOKind(.systemSound))
        let voice = world.launch("Voice", category: .playAndRecord)
        world.play(voice, 1, IOKind(.engine, hasInput: true))
        #expect(world.localGains[.app(notes)] == 0)
        world.request(voice, .prefer(.allowsHapticsAndSystemSoundsDuringRecording(true)))
        #expect(world.localGains[.app(notes)] == 1)
        world.request(voice, .prefer(.allowsHapticsAndSystemSoundsDuringRecording(false)))
        #expect(world.localGains[.app(notes)] == 0)
        world.stop(voice)
        #expect(world.localGains[.app(notes)] == 1)
    }

    @Test func theRingerSilencesSystemSounds() {
        var world = World()
        let notes = world.launch("Notes")
        world.play(notes, 1, IOKind(.systemSound))
        world.send(.ringer(silent: true))
        #expect(world.localGains[.app(notes)] == 0)
    }
}
