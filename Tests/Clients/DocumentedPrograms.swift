// Programs of the pages in `Documentation`, as they are printed there.

import AVFAudio

/// A player that pauses for interruptions and continues when the system says so.
final class InterruptiblePlayer: Sendable {
    private let player: AVAudioPlayer

    init(url: URL) throws {
        try AVAudioSession.sharedInstance().setCategory(.playback)
        player = try AVAudioPlayer(contentsOf: url)
        NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(), queue: nil
        ) { [weak self] note in
            let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
            if AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume) { self?.player.play() }
        }
    }

    var isPlaying: Bool { player.isPlaying }

    func play() throws {
        try AVAudioSession.sharedInstance().setActive(true)
        player.play()
    }
}

/// The types of a session's notifications, in the order in which they are posted.
func notifications(_ name: Notification.Name, of session: AVAudioSession) -> AsyncStream<UInt> {
    AsyncStream { continuation in
        let observer = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { note in
            if let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt { continuation.yield(type) }
        }
        nonisolated(unsafe) let token = observer
        continuation.onTermination = { _ in NotificationCenter.default.removeObserver(token) }
    }
}

/// Records until it is told to stop, and closes the file itself.
final class Recording {
    private let engine = AVAudioEngine()
    private let file: AVAudioFile

    init(to url: URL) throws {
        let input = engine.inputNode
        let format = input.outputFormat(forBus: 0)
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        self.file = file
        input.installTap(onBus: 0, bufferSize: 4096, format: format) { @Sendable buffer, _ in
            try? file.write(from: buffer)
        }
        try engine.start()
    }

    func stop() {
        engine.inputNode.removeTap(onBus: 0)
        engine.stop()
        file.close()
    }
}

/// Writes a progress line without the C library's `stdout`.
func show(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\r".utf8))
}

#if canImport(os)
import os

let log = Logger(subsystem: "org.example.player", category: "audio")
#else
/// Writes to standard error where there is no system log.
struct Log: Sendable {
    func info(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

let log = Log()
#endif

/// A class that is visible to Objective-C where there is an Objective-C runtime.
final class RouteWatcher: NSObject {
    #if canImport(ObjectiveC)
    @objc
    #endif
    func routeChanged(_ note: Notification) {
        log.info("The route changed: \(AVAudioSession.sharedInstance().currentRoute)")
    }

    func watch() {
        NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main
        ) { note in
            RouteWatcher().routeChanged(note)
        }
    }
}

extension Notification.Name {
    static let tuned = Notification.Name("tuned")
}

func tellThatItIsTuned() {
    OperationQueue.main.addOperation { NotificationCenter.default.post(name: .tuned, object: nil) }
}
