// Plays songs one after the other, as music programs do: swift run music-app SONG...
//
// After WWDC 2011, session 413, and "Audio Session Programming Guide": sound continues behind a locked screen, pauses when the
// headphones are pulled out, and comes back after a call if it played before.

import AVFoundation
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@MainActor
final class MusicApp: NSObject, @preconcurrency AVAudioPlayerDelegate {
    private let songs: [URL]
    private var index = 0
    private var player: AVAudioPlayer?
    private var playedBefore = false
    private var observers: [any NSObjectProtocol] = []

    init(_ songs: [URL]) throws {
        self.songs = songs
        super.init()
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback, mode: .default, policy: .longFormAudio)
        let center = NotificationCenter.default
        observers = [
            center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: .main) {
                note in
                let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt ?? 0
                let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
                let reason = note.userInfo?[AVAudioSessionInterruptionReasonKey] as? UInt ?? 0
                MainActor.assumeIsolated { [weak self] in
                    self?.interruption(
                        .init(rawValue: type), .init(rawValue: reason), .init(rawValue: options))
                }
            },
            center.addObserver(forName: AVAudioSession.routeChangeNotification, object: session, queue: .main) { note in
                let reason = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt ?? 0
                MainActor.assumeIsolated { [weak self] in self?.routeChange(.init(rawValue: reason)) }
            },
            center.addObserver(
                forName: AVAudioSession.mediaServicesWereResetNotification, object: session, queue: .main
            ) { _ in MainActor.assumeIsolated { [weak self] in self?.beginAnew() } },
        ]
    }

    /// Plays the song whose turn it is from a place.
    func play(from seconds: Double = 0) throws {
        guard index < songs.count else {
            say("the end")
            exit(0)
        }
        try AVAudioSession.sharedInstance().setActive(true)
        let player = try AVAudioPlayer(contentsOf: songs[index])
        player.delegate = self
        player.currentTime = seconds
        self.player = player
        say(player.play() ? "song \(index + 1) of \(songs.count)" : "cannot play")
    }

    private func interruption(
        _ type: AVAudioSession.InterruptionType?, _ reason: AVAudioSession.InterruptionReason?,
        _ options: AVAudioSession.InterruptionOptions
    ) {
        guard let player else { return }
        switch type {
        case .began where reason == .routeDisconnected:
            // Since iOS 17; before, the change of the route says so.
            playedBefore = false
            say("paused: the headphones are gone")
        case .began:
            playedBefore = true
            say("interrupted")
        case .ended where playedBefore && options.contains(.shouldResume):
            say(player.play() ? "resumed" : "cannot go on")
        default: break
        }
    }

    private func routeChange(_ reason: AVAudioSession.RouteChangeReason?) {
        guard reason == .oldDeviceUnavailable, let player, player.isPlaying else { return }
        player.pause()
        say("paused: the headphones are gone")
    }

    /// The audio services ended and came back: everything of theirs is made anew.
    private func beginAnew() {
        let seconds = player?.currentTime ?? 0
        do {
            try AVAudioSession.sharedInstance().setCategory(.playback, mode: .default, policy: .longFormAudio)
            try play(from: seconds)
        } catch { say("error: \(error.localizedDescription)") }
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        index += 1
        do { try play() } catch {
            say("error: \(error.localizedDescription)")
            exit(1)
        }
    }
}

let songs = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard !songs.isEmpty else {
    say("usage: music-app SONG...")
    exit(2)
}
do {
    let app = try MusicApp(Array(songs))
    try app.play()
    withExtendedLifetime(app) { RunLoop.main.run() }
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}
