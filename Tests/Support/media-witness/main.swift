// media-witness: a program that plays or records by one class of Apple's, for tests of what becomes of it when the sound system
// fails. It prints each notification and each change of its state, and reacts as Apple's documentation asks programs to: it makes
// everything anew when the media services were reset, starts an engine whose configuration has changed, and plays again when a
// device has come.
//
//   media-witness KIND FILE    plays a file of one second over and over, or records into it
import AVFoundation
import Glibc

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

@MainActor
final class Program {
    private let kind: String
    private let url: URL
    private var medium: (any Medium)?
    private var lastState = ""
    /// Indicates whether another sound, such as a call, interrupted it and has not ended.
    private var isInterrupted = false
    private var observers: [any NSObjectProtocol] = []

    init(_ kind: String, _ path: String) {
        (self.kind, url) = (kind, URL(fileURLWithPath: path))
        observe(AVAudioSession.mediaServicesWereLostNotification) { _, _ in say("lost") }
        observe(AVAudioSession.mediaServicesWereResetNotification) { program, _ in
            say("reset")
            program.begin()
        }
        observe(AVAudioSession.routeChangeNotification) { program, note in
            let number = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
            let reason = number.flatMap(AVAudioSession.RouteChangeReason.init)
            say("route \(number ?? 0)")
            if reason == .newDeviceAvailable { program.goOn() }
        }
        observe(AVAudioSession.interruptionNotification) { program, note in
            let number = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            let reason = note.userInfo?[AVAudioSessionInterruptionReasonKey] as? UInt
            say("interruption \(number ?? 9)" + (reason.map { " reason \($0)" } ?? ""))
            // An unplugged device's interruption has no end, and a new device may have been announced before it: route changes come
            // on another thread.
            let isUnplugged = reason == AVAudioSession.InterruptionReason.routeDisconnected.rawValue
            program.isInterrupted = number == AVAudioSession.InterruptionType.began.rawValue && !isUnplugged
            if number == AVAudioSession.InterruptionType.ended.rawValue || isUnplugged && program.hasInput {
                program.goOn()
            }
        }
        observe(.AVAudioEngineConfigurationChange) { program, _ in
            say("configuration")
            program.goOn()
        }
    }

    private func observe(_ name: Notification.Name, _ call: @escaping @MainActor (Program, Notification) -> Void) {
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] note in
                nonisolated(unsafe) let note = note
                DispatchQueue.main.async { MainActor.assumeIsolated { if let self { call(self, note) } } }
            })
    }

    func begin() {
        arrivals.begin()
        medium?.end()
        medium = nil
        // Programs that were silent before a reset are silent after it.
        guard !isInterrupted else { return say("waits") }
        do {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(kind.hasPrefix("record") ? .playAndRecord : .playback)
            try session.setActive(true)
            let made: any Medium =
                switch kind {
                case "audio-player": try FilePlayed(url)
                case "player": ItemPlayed(url)
                case "engine": try GraphPlayed(url)
                case "queue": try QueuePlayed(url)
                case "record-queue": try QueueRecorded()
                case "record-engine": try GraphRecorded()
                default: try FileRecorded(url)
                }
            medium = made
            made.goOn()
            say("begun")
        } catch {
            say("not begun: \(error)")
        }
    }

    private func goOn() {
        arrivals.begin()
        guard !isInterrupted else { return }
        if let medium { medium.goOn() } else { begin() }
    }

    private var hasInput: Bool { AVAudioSession.sharedInstance().isInputAvailable }

    func look() {
        let state = medium?.state ?? "none"
        if state != lastState { say(state) }
        lastState = state
    }
}

signal(SIGPIPE, SIG_IGN)
let program = Program(CommandLine.arguments[1], CommandLine.arguments[2])
program.begin()
let timer = DispatchSource.makeTimerSource(queue: .main)
timer.setEventHandler { MainActor.assumeIsolated { program.look() } }
timer.schedule(deadline: .now(), repeating: .milliseconds(20))
timer.resume()
dispatchMain()
