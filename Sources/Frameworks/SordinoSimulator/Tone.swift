import AVFAudio
import SordinoDevice
import SordinoHardware
import SordinoPolicy
import SordinoSession
import Synchronization

/// A program's tone: a player as simple as can be.
final class Tone: SessionIOHandler {
    private struct State {
        var io: SessionIO?
        var voice: LoopingVoice?
        var resumesAfterInterruptions = false
        var wasInterrupted = false
        /// Set while the tone is paused by a button of a headset or the lock screen.
        var isPausedByKey = false
    }

    private let context: AppContext
    private let hertz: Double
    private let name: String
    private let journal: Journal
    private let state = Mutex(State())

    init(context: AppContext, hertz: Double, name: String, journal: Journal) {
        self.context = context
        self.hertz = hertz
        self.name = name
        self.journal = journal
    }

    var isPlaying: Bool { state.withLock { $0.voice }?.isPlaying ?? false }

    var framesPlayed: Int { state.withLock { $0.voice }?.framesPlayed ?? 0 }

    var resumesAfterInterruptions: Bool {
        get { state.withLock { $0.resumesAfterInterruptions } }
        set { state.withLock { $0.resumesAfterInterruptions = newValue } }
    }

    /// Handles a button of a headset or the lock screen, as a program's command handlers do.
    func take(_ command: RemoteCommand) {
        switch command {
        case .pause, .stop: pauseByKey()
        case .play: goOn()
        case .togglePlayPause: isPlaying ? pauseByKey() : goOn()
        case .nextTrack, .previousTrack, .skipForward, .skipBackward, .changePosition, .changeRate, .further: break
        }
    }

    private func pauseByKey() {
        let wasPlaying = isPlaying
        pause()
        state.withLock { $0.isPausedByKey = wasPlaying }
    }

    private func goOn() {
        // If the session cannot be activated, the tone stays silent, as on a real device.
        if state.withLock({ $0.isPausedByKey }) { try? play() }
    }

    func play() throws {
        state.withLock { $0.isPausedByKey = false }
        let io = try start()
        let voice = voice()
        do {
            try voice.play()
        } catch {
            io.stop()
            throw SessionError(
                .cannotStartPlaying,
                Cause(rule: "§4.2", sentence: "the device did not start the stream", since: context.system.service.now))
        }
    }

    func pause() {
        state.withLock { state in
            state.wasInterrupted = false
            state.isPausedByKey = false
        }
        state.withLock { $0.voice }?.stop()
        state.withLock { $0.io }?.stop()
    }

    func end() {
        let voice = state.withLock { state in
            defer { state.voice = nil }
            return state.voice
        }
        voice?.stop()
    }

    private func start() throws -> SessionIO {
        let io = try registration()
        guard let refusal = refusal(of: io) else { return io }
        guard refusal.code == .expiredSession else { throw refusal }
        // The media services were reset meanwhile: objects from before are unusable, as on a real device.
        end()
        state.withLock { $0.io = nil }
        let again = try registration()
        try again.start()
        return again
    }

    private func refusal(of io: SessionIO) -> SessionError? {
        do throws(SessionError) {
            try io.start()
            return nil
        } catch {
            return error
        }
    }

    private func registration() throws -> SessionIO {
        if let io = state.withLock({ $0.io }) { return io }
        let io = try context.client.openIO(IOKind(.player), handler: self)
        state.withLock { $0.io = io }
        return io
    }

    private func voice() -> LoopingVoice {
        state.withLock { state in
            if let voice = state.voice { return voice }
            let voice = LoopingVoice(
                hardware: context.system.hardware,
                description: StreamDescription(program: .app(context.id), name: "\(name): tone", outputChannels: 2),
                recording: .tone(hertz: hertz, amplitude: SimulatedApp.toneAmplitude))
            state.voice = voice
            return voice
        }
    }

    // MARK: The session

    func sessionStopsIO(because cause: Cause) {
        state.withLock { $0.voice }?.stop()
    }

    func sessionInterruption(began: Bool, shouldResume: Bool) {
        journal.write(
            began ? .playerInterruptionBegan : .playerInterruptionEnded(shouldResume: shouldResume), app: name)
        let resumes = state.withLock { state in
            if began {
                state.wasInterrupted = true
                return false
            }
            defer { state.wasInterrupted = false }
            return state.wasInterrupted && shouldResume && state.resumesAfterInterruptions
        }
        // If the session cannot be activated, the tone stays silent, as on a real device.
        if resumes { try? play() }
    }
}
