// Reads a book aloud and remembers its place: swift run audio-book BOOK PLACE
//
// PLACE is a file that holds seconds. After WWDC 2015, session 507: the mode of speech, and after an interruption a little is
// heard again, because it became quieter before it stopped.

import AVFoundation
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@MainActor
final class Book: NSObject, @preconcurrency AVAudioPlayerDelegate {
    private static let rewindSeconds = 2.0
    private let player: AVAudioPlayer
    private let place: URL
    private var wasPlaying = false
    private var observers: [any NSObjectProtocol] = []

    init(_ book: URL, place: URL) throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback, mode: .spokenAudio)
        player = try AVAudioPlayer(contentsOf: book)
        self.place = place
        super.init()
        player.delegate = self
        let center = NotificationCenter.default
        observers = [
            center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: .main) {
                note in
                let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt ?? 0
                let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
                MainActor.assumeIsolated { [weak self] in
                    self?.interruption(.init(rawValue: type), .init(rawValue: options))
                }
            },
            center.addObserver(forName: AVAudioSession.routeChangeNotification, object: session, queue: .main) { note in
                let reason = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt ?? 0
                MainActor.assumeIsolated { [weak self] in self?.routeChange(.init(rawValue: reason)) }
            },
        ]
    }

    func read() throws {
        let text = (try? String(contentsOf: place, encoding: .utf8)) ?? ""
        player.currentTime = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        try AVAudioSession.sharedInstance().setActive(true)
        say(player.play() ? "reading from \(player.currentTime)" : "cannot read")
    }

    private func remember() { try? Data("\(player.currentTime)\n".utf8).write(to: place, options: .atomic) }

    private func interruption(
        _ type: AVAudioSession.InterruptionType?, _ options: AVAudioSession.InterruptionOptions
    ) {
        switch type {
        case .began:
            wasPlaying = true
            remember()
            say("interrupted at \(player.currentTime)")
        case .ended where wasPlaying && options.contains(.shouldResume):
            player.currentTime = max(0, player.currentTime - Self.rewindSeconds)
            say(player.play() ? "again from \(player.currentTime)" : "cannot go on")
        default: break
        }
    }

    private func routeChange(_ reason: AVAudioSession.RouteChangeReason?) {
        guard reason == .oldDeviceUnavailable else { return }
        player.pause()
        remember()
        say("paused at \(player.currentTime)")
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        try? FileManager.default.removeItem(at: place)
        say("the end")
        exit(flag ? 0 : 1)
    }
}

let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard files.count == 2 else {
    say("usage: audio-book BOOK PLACE")
    exit(2)
}
do {
    let book = try Book(files[0], place: files[1])
    try book.read()
    withExtendedLifetime(book) { RunLoop.main.run() }
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}
