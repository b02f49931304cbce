import AVFAudio
import SordinoSimulator
import Testing

/// A player as programs write it, and the tests that its author would write.
private final class OurPlayer: @unchecked Sendable {
    private let player: AVAudioPlayer
    private var token: (any NSObjectProtocol)?
    private var wasPlaying = false

    init(data: Data) throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback)
        player = try AVAudioPlayer(data: data)
        token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: session, queue: nil
        ) { [weak self] in self?.hear($0) }
    }

    deinit { if let token { NotificationCenter.default.removeObserver(token) } }

    var isPlaying: Bool { player.isPlaying }

    func play() throws {
        try AVAudioSession.sharedInstance().setActive(true)
        wasPlaying = player.play()
    }

    private func hear(_ notification: Notification) {
        guard let info = notification.userInfo, let type = info[AVAudioSessionInterruptionTypeKey] as? UInt,
            AVAudioSession.InterruptionType(rawValue: type) == .ended
        else { return }
        let options = AVAudioSession.InterruptionOptions(
            rawValue: info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0)
        if wasPlaying, options.contains(.shouldResume) { try? play() }
    }
}

@Suite struct ExampleTests {
    private let song = Sound.sine(hertz: 1_000, amplitude: 0.1, seconds: 10, sampleRate: 48_000).wave()

    @Test func ourPlayerPausesForACallAndGoesOnAfterIt() throws {
        let device = SimulatedDevice(.phone)
        let player = try device.run { try OurPlayer(data: song) }
        try device.run { try player.play() }
        device.advance(1)
        #expect(player.isPlaying)
        device.ring()
        device.advance(1)
        #expect(!player.isPlaying)
        device.declineCall()
        device.advance(1)
        #expect(player.isPlaying)

        let speaker = try #require(device.output(.builtInSpeaker))
        let heard = { (time: Double) in speaker.level(ofToneAt: 1_000, amplitude: 0.1, at: time) }
        #expect(abs(heard(0.9)) < 0.1)
        #expect(heard(1.9) == -.infinity)
        #expect(abs(heard(2.9)) < 0.1)
    }

    @Test func ourPlayerIsDuckedByAScriptedProgram() throws {
        let device = SimulatedDevice(.phone)
        let player = try device.run { try OurPlayer(data: song) }
        try device.run { try player.play() }
        device.program.moveToBackground()
        let maps = device.app("Maps", backgroundModes: .audio)
        try maps.activate(.playback, options: .duckOthers)
        device.advance(1)
        let speaker = try #require(device.output(.builtInSpeaker))
        #expect(abs(speaker.level(ofToneAt: 1_000, amplitude: 0.1, at: 0.9) + 14) < 0.1)
        #expect(player.isPlaying)
    }

    @Test func programsBeginAnewAfterTheMediaServicesCrash() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        let game = try scene.game()
        #expect(scene.audible() == "Speaker: Mus 0, Game 0")
        scene.device.loseMediaServices()
        #expect(scene.heard() == ["L(Mus)", "L(Game)"])
        #expect(scene.audible() == "silence")
        #expect(
            code { try mus.session.setActive(true) } == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
        scene.device.restartMediaServices()
        #expect(scene.heard() == ["X(Mus)", "X(Game)"])
        #expect(mus.session.category == .soloAmbient)
        #expect(scene.audible() == "silence")
        mus.moveToForeground()
        try mus.activate(.playback)
        try mus.playTone()
        #expect(scene.audible() == "Speaker: Mus 0")
        try game.activate(.ambient)
        try game.playTone()
        #expect(scene.audible() == "Speaker: Mus 0, Game 0")
    }

    @Test func microphonesHearWhatTheTestSays() throws {
        let device = SimulatedDevice(.phone)
        device.advance(0.1)
        let level = { device.hardware.stage.meter(portUID: "Built-In Microphone")?.peak.first }
        #expect(level() == 0)
        device.microphone(hears: .tone(hertz: 400, amplitude: 0.2))
        device.advance(0.1)
        #expect(abs((level() ?? 0) - 0.2) < 0.001)
        device.microphone(.builtInMic)
        device.advance(0.1)
        #expect(level() == 0)
    }
}
