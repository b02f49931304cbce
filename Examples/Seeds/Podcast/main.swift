// Plays a podcast, which waits while another program speaks: swift run podcast EPISODE [RATE]
//
// After WWDC 2015, session 507: the mode of spoken audio has prompts of navigation and fitness programs interrupt it instead of
// speaking over it; when they are done it continues by itself, a little earlier.

import AVFoundation
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@MainActor
final class Podcast: NSObject, @preconcurrency AVAudioPlayerDelegate {
    private static let rewindSeconds = 1.0
    private let player: AVAudioPlayer
    private var observer: (any NSObjectProtocol)?

    init(_ episode: URL, rate: Float) throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback, mode: .spokenAudio)
        player = try AVAudioPlayer(contentsOf: episode)
        player.enableRate = true
        player.rate = rate
        super.init()
        player.delegate = self
        observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: session, queue: .main
        ) { note in
            let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt ?? 0
            let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
            MainActor.assumeIsolated { [weak self] in
                self?.interruption(.init(rawValue: type), .init(rawValue: options))
            }
        }
    }

    func play() throws {
        try AVAudioSession.sharedInstance().setActive(true)
        say(player.play() ? "playing" : "cannot play")
    }

    private func interruption(_ type: AVAudioSession.InterruptionType?, _ options: AVAudioSession.InterruptionOptions) {
        switch type {
        case .began: say("waiting at \(player.currentTime)")
        case .ended where options.contains(.shouldResume):
            player.currentTime = max(0, player.currentTime - Self.rewindSeconds)
            say(player.play() ? "going on from \(player.currentTime)" : "cannot go on")
        default: break
        }
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        say("the end")
        exit(flag ? 0 : 1)
    }
}

let words = CommandLine.arguments.dropFirst()
guard let episode = words.first, words.count <= 2, let rate = words.count == 2 ? Float(words.last ?? "") : 1 else {
    say("usage: podcast EPISODE [RATE]")
    exit(2)
}
do {
    let podcast = try Podcast(URL(fileURLWithPath: episode), rate: rate)
    try podcast.play()
    withExtendedLifetime(podcast) { RunLoop.main.run() }
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}
