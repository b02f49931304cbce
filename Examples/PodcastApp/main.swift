// Plays the newest episode of the podcasts in the person's music folders: swift run podcast-app
//
// An episode resumes where it was left, also after a call: what was heard last is heard again for a moment. Shells and headsets
// see the episode, its picture and its chapters' places, and skip by 15 and 30 seconds.

import AVFoundation
import Foundation
import MediaPlayer

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@MainActor
final class PodcastApp {
    private let session = AVAudioSession.sharedInstance()
    private let player = AVPlayer()
    private var episode: MPMediaItem?
    private var observers: [any NSObjectProtocol] = []

    func begin() {
        MPMediaLibrary.requestAuthorization { status in
            MainActor.assumeIsolated {
                guard status == .authorized else {
                    say("the library may not be seen")
                    exit(1)
                }
                self.openLibrary()
            }
        }
    }

    /// Waits until the first scan of the library has found an episode.
    private func openLibrary() {
        let library = MPMediaLibrary.default()
        observers.append(
            NotificationCenter.default.addObserver(forName: .MPMediaLibraryDidChange, object: library, queue: .main) {
                _ in
                MainActor.assumeIsolated { self.playNewest() }
            })
        library.beginGeneratingLibraryChangeNotifications()
        playNewest()
        if episode == nil { say("no episode yet: waiting for one (SORDINO_MUSIC names the folders of music)") }
    }

    private func playNewest() {
        guard episode == nil else { return }
        // The library keeps the items of a disk that is not there.
        let episodes = (MPMediaQuery.podcasts().items ?? []).filter {
            (try? $0.assetURL?.checkResourceIsReachable()) == true
        }
        let newest = episodes.max { ($0.releaseDate ?? .distantPast) < ($1.releaseDate ?? .distantPast) }
        guard let newest, let url = newest.assetURL else { return }
        episode = newest
        do {
            try session.setCategory(.playback, mode: .spokenAudio)
            try session.setActive(true)
        } catch {
            say("error: \(error.localizedDescription)")
            exit(1)
        }
        listen()
        player.replaceCurrentItem(with: AVPlayerItem(url: url))
        if newest.bookmarkTime > 0 { go(to: newest.bookmarkTime) }
        player.play()
        show()
        say("playing \(newest.title ?? "") of \(newest.podcastTitle ?? "")")
    }

    private func listen() {
        let center = NotificationCenter.default
        observers.append(
            center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: .main) {
                note in
                let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt ?? 0
                let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
                MainActor.assumeIsolated { self.interruption(.init(rawValue: type), .init(rawValue: options)) }
            })
        observers.append(
            center.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: .main) { _ in
                say("the end")
                exit(0)
            })
        observers.append(
            center.addObserver(forName: .AVPlayerItemFailedToPlayToEndTime, object: nil, queue: .main) { _ in
                say("error: the episode cannot be played to its end")
                exit(1)
            })
        let commands = MPRemoteCommandCenter.shared()
        commands.playCommand.addTarget { _ in MainActor.assumeIsolated { self.resume() } }
        commands.pauseCommand.addTarget { _ in MainActor.assumeIsolated { self.pause() } }
        commands.skipForwardCommand.preferredIntervals = [30]
        commands.skipForwardCommand.addTarget { _ in MainActor.assumeIsolated { self.skip(30) } }
        commands.skipBackwardCommand.preferredIntervals = [15]
        commands.skipBackwardCommand.addTarget { _ in MainActor.assumeIsolated { self.skip(-15) } }
    }

    private var place: TimeInterval { player.currentTime().seconds }

    private func go(to place: TimeInterval) {
        let time = CMTime(seconds: max(0, place), preferredTimescale: 48_000)
        player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    }

    private func skip(_ seconds: TimeInterval) -> MPRemoteCommandHandlerStatus {
        go(to: place + seconds)
        show()
        return .success
    }

    private func resume() -> MPRemoteCommandHandlerStatus {
        player.play()
        show()
        return player.rate > 0 ? .success : .commandFailed
    }

    private func pause() -> MPRemoteCommandHandlerStatus {
        player.pause()
        show()
        return .success
    }

    private func interruption(_ type: AVAudioSession.InterruptionType?, _ options: AVAudioSession.InterruptionOptions) {
        switch type {
        case .began:
            say("interrupted at \(place)")
            show()
        case .ended where options.contains(.shouldResume):
            say(resume() == .success ? "resumed at \(place)" : "cannot resume")
        default: break
        }
    }

    /// Shows in shells what is played.
    private func show() {
        guard let episode else { return }
        var info: [String: Any] = [
            MPMediaItemPropertyTitle: episode.title ?? "", MPMediaItemPropertyPodcastTitle: episode.podcastTitle ?? "",
            MPMediaItemPropertyPlaybackDuration: episode.playbackDuration,
            MPNowPlayingInfoPropertyElapsedPlaybackTime: place,
            MPNowPlayingInfoPropertyPlaybackRate: Double(player.rate),
            MPNowPlayingInfoPropertyDefaultPlaybackRate: 1.0,
            MPNowPlayingInfoPropertyMediaType: MPNowPlayingInfoMediaType.audio.rawValue,
        ]
        if let artwork = episode.artwork { info[MPMediaItemPropertyArtwork] = artwork }
        MPNowPlayingInfoCenter.default().nowPlayingInfo = info
    }
}

if CommandLine.arguments.count > 1 {
    say("usage: podcast-app; SORDINO_MUSIC names the folders of music")
    exit(CommandLine.arguments.contains("--help") ? 0 : 2)
}
let app = PodcastApp()
app.begin()
withExtendedLifetime(app) { RunLoop.main.run() }
