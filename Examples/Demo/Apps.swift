import AVFAudio
import SordinoSimulator

/// Plays music, also in the background; comes back after a call, pauses when the headphones go.
final class MusicApp: PlayingApp {
    private var music: AVAudioPlayer?

    init(on device: SimulatedDevice, _ recordings: Recordings) throws {
        super.init("Music", on: device)
        music = try player(recordings.music, loops: true)
    }

    func play() {
        act("play") {
            try session.setCategory(.playback)
            try session.setActive(true)
            music?.play()
        }
    }

    func stop() {
        act("stop") {
            music?.stop()
            try session.setActive(false, options: .notifyOthersOnDeactivation)
        }
    }

    override func interruptionEnded(shouldResume: Bool) {
        if shouldResume { play() }
    }

    override func oldDeviceBecameUnavailable() {
        guard music?.isPlaying == true else { return }
        act("pause") { music?.pause() }
    }
}

/// Speaks a direction now and then: music steps down, spoken audio pauses.
final class NavigationApp: PlayingApp {
    private var direction: AVAudioPlayer?

    init(on device: SimulatedDevice, _ recordings: Recordings) throws {
        super.init("Navigation", on: device)
        direction = try player(recordings.navigation)
    }

    func speak() {
        act("speak") {
            try session.setCategory(
                .playback, mode: .voicePrompt, options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
            try session.setActive(true)
            direction?.currentTime = 0
            direction?.play()
        }
    }

    /// The direction was spoken: others may come back.
    func done() {
        act("done") { try session.setActive(false, options: .notifyOthersOnDeactivation) }
    }
}

/// Plays speech: it would rather pause than be ducked.
final class PodcastApp: PlayingApp {
    private var episode: AVAudioPlayer?

    init(on device: SimulatedDevice, _ recordings: Recordings) throws {
        super.init("Podcast", on: device)
        episode = try player(recordings.podcast)
    }

    func play() {
        act("play") {
            try session.setCategory(.playback, mode: .spokenAudio)
            try session.setActive(true)
            episode?.play()
        }
    }

    func stop() {
        act("stop") {
            episode?.stop()
            try session.setActive(false, options: .notifyOthersOnDeactivation)
        }
    }

    override func interruptionEnded(shouldResume: Bool) {
        if shouldResume { play() }
    }
}

/// Makes sound beside others, and none when the ringer is off or the screen is locked.
final class GameApp: PlayingApp {
    private var tune: AVAudioPlayer?
    private var point: AVAudioPlayer?

    init(on device: SimulatedDevice, _ recordings: Recordings) throws {
        super.init("Game", on: device)
        tune = try player(recordings.game, loops: true)
        point = try player(recordings.gamePoint)
    }

    func start() {
        act("start") {
            try session.setCategory(.ambient)
            try session.setActive(true)
            tune?.play()
        }
    }

    func score() {
        act("a point") {
            point?.currentTime = 0
            point?.play()
        }
    }
}
