import AVFAudio
import SordinoPolicy
import SordinoSimulator

/// A program of a scenario: its own session, its own players, its own observers.
///
/// Its code is that of an iPhone app, written as if there were no other program.
@MainActor final class PlayingApp {
    let script: Scenario.App
    let device: SimulatedDevice
    let app: SimulatedApp
    /// The session that is the program's own: `sharedInstance()` inside `perform`.
    let session: AVAudioSession
    /// Everything that the program plays with, by name.
    private(set) var players: [(name: String, player: AVAudioPlayer, recording: Recording)] = []
    /// The program's actions, for the timeline.
    private(set) var diary: [(seconds: Double, words: String)] = []
    /// The sound that it played last, which it resumes after an interruption.
    private var latest: String?
    // Written only on the main actor, and read once at deinitialization.
    nonisolated(unsafe) private var observers: [any NSObjectProtocol] = []

    /// Launches the program on a device.
    ///
    /// - Parameter recordings: The sounds of the program, in the order of the script.
    init(_ script: Scenario.App, on device: SimulatedDevice, recordings: [Recording]) throws(ScenarioError) {
        self.script = script
        self.device = device
        var modes: SordinoSimulator.BackgroundModes = []
        if script.hasBackgroundAudio { modes.insert(.audio) }
        if script.hasBackgroundCalls { modes.insert(.voip) }
        app = device.app(script.name, backgroundModes: modes)
        session = app.perform { AVAudioSession.sharedInstance() }
        for (sound, recording) in zip(script.sounds, recordings) {
            do {
                let player = try app.perform { try AVAudioPlayer(contentsOf: recording.url) }
                player.numberOfLoops = sound.loops ? -1 : 0
                players.append((sound.name, player, recording))
            } catch {
                throw ScenarioError(line: sound.line, sentence: "\(sound.file): \(error.localizedDescription)")
            }
        }
        listen()
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    /// Indicates whether any of its sounds runs, audible or not.
    var isPlaying: Bool { app.isTonePlaying || players.contains { $0.player.isPlaying } }

    // MARK: Actions

    /// Plays a sound; one that does not loop from its beginning, unless it is taken up again.
    func play(_ name: String?, again: Bool = false) {
        latest = name
        act(name.map { "play \($0)" } ?? "play") {
            try configure()
            try session.setActive(true)
            guard !players.isEmpty else { return try app.playTone() }
            guard let (_, player, _) = players.first(where: { name == nil || $0.name == name }) else { return }
            if player.numberOfLoops == 0, !again { player.currentTime = 0 }
            player.play()
        }
    }

    func pause() {
        act("pause") {
            for (_, player, _) in players where player.isPlaying { player.pause() }
            app.pauseTone()
        }
    }

    func stop() {
        act("stop") {
            for (_, player, _) in players { player.stop() }
            app.pauseTone()
            try session.setActive(false, options: .notifyOthersOnDeactivation)
        }
    }

    func activate() {
        act("activate") {
            try configure()
            try session.setActive(true)
        }
    }

    func deactivate(notifyingOthers: Bool) {
        act(notifyingOthers ? "deactivate, tell others" : "deactivate") {
            try session.setActive(false, options: notifyingOthers ? .notifyOthersOnDeactivation : [])
        }
    }

    func mute(_ isMuted: Bool) { act(isMuted ? "mute" : "unmute") { try session.setOutputMuted(isMuted) } }

    private func configure() throws {
        try session.setCategory(
            AVAudioSession.Category(rawValue: script.category), mode: AVAudioSession.Mode(rawValue: script.mode),
            options: AVAudioSession.CategoryOptions(rawValue: script.options))
    }

    /// Runs code as this program and records the action, or its refusal, in the diary.
    private func act(_ words: String, _ body: () throws -> Void) {
        do {
            try app.perform(body)
            diary.append((device.now, words))
        } catch {
            diary.append((device.now, "\(words): refused, \(error.localizedDescription)"))
        }
    }

    // MARK: Notifications

    /// Handles a headset key: pauses, or resumes the sound that was played last.
    private func obey(_ notification: SessionNotification) {
        switch notification {
        case .remoteCommand(.pause): pause()
        case .remoteCommand(.play): play(latest, again: true)
        default: break
        }
    }

    private func listen() {
        _ = app.context.client.addObserver { [weak self] notification in
            // A simulated device notifies on the thread that advances it, which is the main thread here.
            MainActor.assumeIsolated { self?.obey(notification) }
        }
        let centre = NotificationCenter.default
        let interruption = AVAudioSession.interruptionNotification
        observers.append(
            centre.addObserver(forName: interruption, object: session, queue: nil) { [weak self] note in
                let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
                guard type == AVAudioSession.InterruptionType.ended.rawValue,
                    AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume)
                else { return }
                // A simulated device notifies on the thread that advances it, which is the main thread here.
                MainActor.assumeIsolated {
                    guard let self, self.script.resumes else { return }
                    self.play(self.latest, again: true)
                }
            })
        let routeChange = AVAudioSession.routeChangeNotification
        observers.append(
            centre.addObserver(forName: routeChange, object: session, queue: nil) { [weak self] note in
                let reason = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
                guard reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue else { return }
                MainActor.assumeIsolated {
                    guard let self, self.script.pausesOnUnplug, self.isPlaying else { return }
                    self.pause()
                }
            })
    }
}
