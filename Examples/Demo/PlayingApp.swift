import AVFAudio
import SordinoSimulator

/// What the demo's apps have in common: a player, a diary, and ears for what the system says.
///
/// The code of the apps is what an iPhone app would write: its own session, its own player, its own observers. None of
/// them knows that there are others.
@MainActor class PlayingApp {
    let device: SimulatedDevice
    let app: SimulatedApp
    /// The session that is the app's own: `sharedInstance()` inside `perform`.
    let session: AVAudioSession
    /// Everything that the app plays with.
    private(set) var players: [(player: AVAudioPlayer, recording: Recording)] = []
    /// What the app did, for the timeline.
    private(set) var diary: [(seconds: Double, words: String)] = []

    init(_ name: String, on device: SimulatedDevice) {
        self.device = device
        app = device.app(name, backgroundModes: .audio)
        session = app.perform { AVAudioSession.sharedInstance() }
        listen()
    }

    /// Opens a recording as this app.
    func player(_ recording: Recording, loops: Bool = false) throws -> AVAudioPlayer {
        let player = try app.perform { try AVAudioPlayer(contentsOf: recording.url) }
        player.numberOfLoops = loops ? -1 : 0
        players.append((player, recording))
        return player
    }

    /// Runs code as this app and writes down in a word what it does.
    func act(_ words: String, _ body: () throws -> Void) {
        do {
            try app.perform(body)
            diary.append((device.now, words))
        } catch {
            diary.append((device.now, "\(words): refused, \(error.localizedDescription)"))
        }
    }

    // MARK: What the system says; each app answers as it likes

    func interruptionBegan() {}
    func interruptionEnded(shouldResume: Bool) {}
    /// The headphones are gone: Apple asks players to pause.
    func oldDeviceBecameUnavailable() {}

    private func listen() {
        let centre = NotificationCenter.default
        _ = centre.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: nil) {
            [weak self] note in
            let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
            // A pulled device speaks on the thread that pulls it, which is the main one.
            MainActor.assumeIsolated {
                if type == AVAudioSession.InterruptionType.began.rawValue { self?.interruptionBegan() }
                if type == AVAudioSession.InterruptionType.ended.rawValue {
                    let resumes = AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume)
                    self?.interruptionEnded(shouldResume: resumes)
                }
            }
        }
        _ = centre.addObserver(forName: AVAudioSession.routeChangeNotification, object: session, queue: nil) {
            [weak self] note in
            let reason = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
            MainActor.assumeIsolated {
                if reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue {
                    self?.oldDeviceBecameUnavailable()
                }
            }
        }
    }
}
