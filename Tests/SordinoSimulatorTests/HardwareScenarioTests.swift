import AVFAudio
import SordinoPolicy
import SordinoSession
import SordinoSimulator
import Testing

/// Rates, blocks, channels and the services' death, scenarios S80 to S86, S99, S100 and S117: exact notifications and what
/// ports played.
@Suite struct HardwareScenarioTests {
    private typealias Code = AVAudioSession.ErrorCode

    private func frames(_ session: AVAudioSession) -> Double {
        (session.ioBufferDuration * session.sampleRate).rounded()
    }

    @Test func s80StereoOnSixChannelsIsHeardOnTheFirstTwo() throws {
        let scene = Scenario()
        scene.device.plug(.hdmi(channelCount: 6))
        let mus = try scene.mus()
        #expect(scene.audible() == "HDMIOutput: Mus 0")
        let port = try #require(scene.device.output(.HDMI))
        let time = scene.device.now
        for channel in 0..<2 { #expect(abs(port.level(of: mus, at: time - 0.01, channel: channel)) < 0.1) }
        for channel in 2..<6 {
            #expect(port.samples(channel: channel, from: time - 0.5, to: time).allSatisfy { $0 == 0 })
        }
        #expect(scene.heard().filter { !$0.hasPrefix("I(") } == [])
    }

    @Test func s81ChannelsCanBeAskedForUpToThoseOfTheRoute() throws {
        let scene = Scenario()
        scene.device.plug(.hdmi(channelCount: 6))
        let mus = try scene.playing("Mus", .playback)
        #expect(mus.session.maximumOutputNumberOfChannels == 6)
        #expect(mus.session.outputNumberOfChannels == 2)
        _ = scene.heard()
        try mus.perform { try mus.session.setPreferredOutputNumberOfChannels(6) }
        #expect(mus.session.outputNumberOfChannels == 6)
        #expect(code { try mus.perform { try mus.session.setPreferredOutputNumberOfChannels(8) } } == -50)
        #expect(mus.session.outputNumberOfChannels == 6)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "HDMIOutput: Mus 0")
    }

    @Test func s82TheRateOfTheSessionThatDoesNotMixWins() throws {
        let scene = Scenario()
        let mix = scene.device.app("Mix", backgroundModes: .audio)
        try mix.session.setPreferredSampleRate(44_100)
        try mix.activate(.playback, options: .mixWithOthers)
        try mix.playTone()
        #expect(mix.session.sampleRate == 44_100, "alone it has what it prefers")
        let voip = scene.device.app("VoIP", backgroundModes: .audio)
        try voip.session.setPreferredSampleRate(24_000)
        try voip.session.setPreferredIOBufferDuration(0.02)
        _ = scene.heard()
        try voip.activate(.playAndRecord, mode: .voiceChat)
        #expect(scene.heard().filter { $0.hasPrefix("B(") } == [])
        #expect(voip.session.sampleRate == 24_000)
        #expect(frames(voip.session) == 512)
        #expect(mix.session.sampleRate == 24_000)
        try voip.playTone()
        #expect(scene.audible() == "Receiver: Mix 0, VoIP 0")
    }

    @Test func s83APreferenceWaitsForTheActivation() throws {
        let scene = Scenario()
        let app = scene.device.app("App", backgroundModes: .audio)
        try app.session.setPreferredSampleRate(24_000)
        #expect(app.session.sampleRate == 48_000)
        try app.activate(.playback)
        #expect(app.session.sampleRate == 24_000)
        try app.playTone()
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: App 0")
    }

    @Test func s84s85BlocksAre1024FramesUntilLessIsAskedFor() throws {
        let scene = Scenario()
        let app = scene.device.app("App", backgroundModes: .audio)
        try app.session.setPreferredSampleRate(44_100)
        try app.activate(.playback)
        try app.playTone()
        #expect(abs(app.session.ioBufferDuration - 0.0232) < 0.000_05)
        #expect(scene.audible() == "Speaker: App 0")
        try app.perform { try app.session.setPreferredIOBufferDuration(0.005) }
        #expect(abs(app.session.ioBufferDuration - 0.0058) < 0.000_05)
        #expect(frames(app.session) == 256)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: App 0")
    }

    @Test func s86AnInactiveSessionSeesWhatTheDeviceRunsAt() throws {
        let scene = Scenario()
        let radio = scene.device.app("Radio", backgroundModes: .audio)
        let idle = scene.device.app("Idle")
        try radio.session.setPreferredSampleRate(32_000)
        try radio.activate(.playback)
        #expect(idle.session.sampleRate == 32_000)
        try radio.playTone()
        #expect(scene.audible() == "Speaker: Radio 0")
        #expect(scene.heard() == [])
    }

    @Test func s99TheServicesDieAndComeBack() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        let game = try scene.game()
        #expect(scene.audible() == "Speaker: Mus 0, Game 0")
        _ = scene.heard()
        scene.device.loseMediaServices()
        #expect(scene.heard() == ["L(Mus)", "L(Game)"])
        #expect(
            code { try game.perform { try game.session.setActive(true) } } == Code.mediaServicesFailed.rawValue)
        #expect(scene.audible() == "silence")
        scene.device.restartMediaServices()
        #expect(scene.heard() == ["X(Mus)", "X(Game)"])
        #expect(mus.session.category == .soloAmbient)
        #expect(scene.audible() == "silence")
    }

    @Test func s100AnObjectFromBeforeFailsAndANewOnePlays() throws {
        let scene = Scenario()
        let mus = try scene.playing("Mus", .playback)
        let old = try mus.context.client.openIO(IOKind(.player), handler: Unheard())
        try old.start()
        scene.device.advance(0.5)
        _ = scene.heard()
        scene.device.resetMediaServices()
        #expect(scene.heard() == ["L(Mus)", "X(Mus)"])
        #expect(throws: SessionError.self) { try old.start() }
        #expect(scene.audible() == "silence")
        try mus.perform { try mus.session.setCategory(.playback) }
        try mus.playTone()
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s117TheBlockOfTheSessionThatDoesNotMixWins() throws {
        let scene = Scenario()
        let mix = scene.device.app("A", backgroundModes: .audio)
        try mix.session.setPreferredIOBufferDuration(0.005)
        try mix.activate(.playback, options: .mixWithOthers)
        try mix.playTone()
        let mus = scene.device.app("Mus", backgroundModes: .audio)
        try mus.session.setPreferredIOBufferDuration(0.02)
        try mus.activate(.playback)
        try mus.playTone()
        #expect(frames(mus.session) == 1_024)
        #expect(scene.heard().filter { $0.hasPrefix("B(") } == [])
        #expect(scene.audible() == "Speaker: A 0, Mus 0")
    }
}

/// Something that plays, of which nothing is asked.
private final class Unheard: SessionIOHandler {
    func sessionStopsIO(because cause: Cause) {}
    func sessionInterruption(began: Bool, shouldResume: Bool) {}
}
