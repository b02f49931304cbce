// A game's sound: music below, effects above, quiet where the person listens to something else: swift run game MUSIC EFFECT
//
// After WWDC 2011, session 413, and WWDC 2015, session 507: the ambient category, the game's own music only while nothing else
// plays, effects over each other. The game itself is left out: a signal USR1 is a shot, TERM the end.

import AVFoundation
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@MainActor
final class GameSound {
    private let session = AVAudioSession.sharedInstance()
    private let music: AVAudioPlayer
    /// Effects overlap, so there are several players of one sound, taken in turn.
    private let shots: [AVAudioPlayer]
    private var shotCount = 0
    private var observer: (any NSObjectProtocol)?

    init(music musicURL: URL, effect: URL) throws {
        try session.setCategory(.ambient)
        try session.setActive(true)
        music = try AVAudioPlayer(contentsOf: musicURL)
        music.numberOfLoops = -1
        music.volume = 0.5
        shots = try (0..<4).map { _ in try AVAudioPlayer(contentsOf: effect) }
        for shot in shots { shot.prepareToPlay() }
        observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.silenceSecondaryAudioHintNotification, object: session, queue: .main
        ) { note in
            let type = note.userInfo?[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? UInt ?? 0
            MainActor.assumeIsolated { [weak self] in self?.hint(.init(rawValue: type)) }
        }
    }

    func begin() {
        // The user's own audio comes before the game's music.
        if session.secondaryAudioShouldBeSilencedHint { return say("effects alone") }
        say(music.play() ? "music" : "cannot play")
    }

    private func hint(_ type: AVAudioSession.SilenceSecondaryAudioHintType?) {
        if type == .begin {
            music.pause()
            say("music off")
        } else {
            say(music.play() ? "music on" : "cannot play")
        }
    }

    func shoot() {
        let shot = shots[shotCount % shots.count]
        shotCount += 1
        shot.currentTime = 0
        say(shot.play() ? "shot \(shotCount)" : "cannot shoot")
    }
}

let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard files.count == 2 else {
    say("usage: game MUSIC EFFECT")
    exit(2)
}
do {
    let game = try GameSound(music: files[0], effect: files[1])
    signal(SIGUSR1, SIG_IGN)
    let shots = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)
    shots.setEventHandler { MainActor.assumeIsolated { game.shoot() } }
    shots.resume()
    game.begin()
    withExtendedLifetime((game, shots)) { RunLoop.main.run() }
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}
