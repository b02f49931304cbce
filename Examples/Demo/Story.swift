import AVFAudio
import DemoTimeline
import SordinoPolicy
import SordinoSession
import SordinoSimulator

/// What happens to the phone and its apps, in a minute that passes in a few seconds.
@MainActor final class Story {
    static let durationSeconds = 60.0
    /// How finely the drawing follows the players.
    private static let stepSeconds = 0.02

    let device = SimulatedDevice(.phone)
    let watcher: Watcher
    let recordings: Recordings
    let music: MusicApp
    let navigation: NavigationApp
    let podcast: PodcastApp
    let game: GameApp
    private(set) var events: [Timeline.Mark] = []
    /// Who was heard from where, step by step, for the drawing.
    private(set) var ears: Observations

    var apps: [PlayingApp] { [music, navigation, podcast, game] }

    init() throws {
        recordings = try Recordings()
        watcher = Watcher(device)
        music = try MusicApp(on: device, recordings)
        navigation = try NavigationApp(on: device, recordings)
        podcast = try PodcastApp(on: device, recordings)
        game = try GameApp(on: device, recordings)
        ears = Observations(stepSeconds: Self.stepSeconds)
        let actors = device.system.service.actorSounds
        actors.setRecording(recordings.ringtone.loop, for: .ringtone)
        actors.setRecording(recordings.alarm.loop, for: .alarm)
        // Who calls speaks as the podcast does: there is one person among the recordings.
        actors.setRecording(recordings.podcast.loop, for: .callVoice)
    }

    /// Tells the story; `says` hears each thing as it happens.
    func play(_ says: (Double, String) -> Void) {
        let scenes: [(at: Double, words: String, detail: String, happens: () -> Void)] = [
            (
                0.5, "plays music", "the owner opens the music player",
                {
                    self.open(self.music)
                    self.music.play()
                }
            ),
            (
                5, "a turn comes", "the navigation app speaks",
                {
                    self.open(self.navigation)
                    self.navigation.speak()
                }
            ),
            (9.8, "", "", { self.navigation.done() }),
            (13, "headphones in", "", { self.device.plug(.headphones) }),
            (17, "phone rings", "a call comes in", { self.device.ring() }),
            (19.5, "accepted", "", { self.device.acceptCall() }),
            (24, "hangs up", "", { self.device.hangUp() }),
            (29, "headphones out", "", { self.device.unplug(.headphones) }),
            (
                31, "opens podcast", "the owner closes the music and opens the podcast",
                {
                    self.music.stop()
                    self.open(self.podcast)
                    self.podcast.play()
                }
            ),
            (
                35, "a turn comes", "the navigation app speaks",
                {
                    self.open(self.navigation)
                    self.navigation.speak()
                }
            ),
            (39.8, "", "", { self.navigation.done() }),
            (43, "alarm", "the alarm clock goes off", { self.device.alarm() }),
            (45.5, "stopped", "", { self.device.acknowledgeAlarm() }),
            (
                48, "opens game", "the owner closes the podcast",
                {
                    self.podcast.stop()
                    self.open(self.game)
                    self.game.start()
                }
            ),
            (50, "", "", { self.game.score() }),
            (52, "ringer off", "the switch on the side", { self.device.isRingerSilent = true }),
            (53.5, "", "", { self.game.score() }),
            (55, "ringer on", "", { self.device.isRingerSilent = false }),
            (56, "", "", { self.game.score() }),
        ]
        for scene in scenes {
            pass(until: scene.at)
            if !scene.words.isEmpty {
                events.append(Timeline.Mark(seconds: device.now, title: scene.words, detail: scene.detail))
                says(device.now, scene.words)
            }
            scene.happens()
        }
        pass(until: Self.durationSeconds)
    }

    /// Brings an app to the front; the one before goes on in the background.
    private func open(_ app: PlayingApp) {
        for other in apps where other !== app { other.app.moveToBackground() }
        app.app.moveToForeground()
    }

    /// Lets time pass and watches who plays.
    private func pass(until seconds: Double) {
        while device.now < seconds - 1e-6 {
            ears.look(at: device.now, apps: apps, watcher: watcher)
            device.advance(min(Self.stepSeconds, seconds - device.now))
        }
    }
}

extension Recording {
    /// As a sound of the system, at most ten seconds of it.
    var loop: LoopingVoice.Recording {
        LoopingVoice.Recording(samples: Array(samples.prefix(Int(sampleRate * 10))), sampleRate: sampleRate)
    }
}
