import AVFAudio
import SordinoPolicy
import SordinoSession
import SordinoVocabulary
import Synchronization

/// A program on a simulated device, with a session of its own.
///
/// Either your own code runs as this program (`perform`), or the test plays the program itself: it sets the session up
/// and plays a tone that no other program has, so that each program can be recognised in the sound of a port.
public final class SimulatedApp: Sendable {
    /// The name that it was made with; unique on its device.
    public let name: String
    /// The hertz of its tone, a multiple of 100.
    public let toneHertz: Double
    package let context: AppContext
    private let journal: Journal
    private let tone: Tone
    private let ears: Ears
    private let state = Mutex(State())

    private struct State {
        var isKilled = false
        var isSuspended = false
    }

    init(name: String, declaration: AppDeclaration, toneHertz: Double, system: AudioSystem, journal: Journal) {
        self.name = name
        self.toneHertz = toneHertz
        self.journal = journal
        context = AppContext(system: system, declaration: declaration)
        tone = Tone(context: context, hertz: toneHertz, name: name, journal: journal)
        ears = Ears(session: AVAudioSession.session(of: context), name: name, journal: journal)
        _ = context.client.addObserver { [weak tone] notification in
            if case .remoteCommand(let command) = notification { tone?.take(command) }
        }
    }

    // MARK: Running code

    /// The session that `AVAudioSession.sharedInstance()` is to this program.
    public var session: AVAudioSession { AVAudioSession.session(of: context) }

    /// Runs code as this program: sessions, players and engines that it asks for or creates are the program's, also in
    /// tasks that it starts.
    ///
    /// Its effects have reached every program when this returns.
    ///
    /// Queues of Dispatch do not inherit the program: code that runs there is the process's own.
    @discardableResult
    public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        defer { context.system.settle() }
        return try AppContext.run(in: context, body)
    }

    /// Runs code as this program.
    @discardableResult
    public func perform<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let result = try await AppContext.run(in: context, isolation: isolation, body)
        context.system.settle()
        return result
    }

    /// Sets category, mode and options and makes the session active.
    public func activate(
        _ category: AVAudioSession.Category, mode: AVAudioSession.Mode = .default,
        options: AVAudioSession.CategoryOptions = []
    ) throws {
        try perform {
            try session.setCategory(category, mode: mode, options: options)
            try session.setActive(true)
        }
    }

    /// Makes the session inactive.
    public func deactivate(notifyingOthers: Bool = false) throws {
        try perform { try session.setActive(false, options: notifyingOthers ? .notifyOthersOnDeactivation : []) }
    }

    // MARK: Microphone mode

    /// The user's choice of the sounds that voice processing keeps at the program's microphone.
    public typealias MicrophoneMode = SessionVocabulary.MicrophoneMode

    // MARK: The tone

    /// The peak of the tone on a port at full level, linear.
    public static let toneAmplitude = 0.1

    /// Plays the program's tone until it is paused, by the program or by the system; makes the session active if it is
    /// not.
    ///
    /// - Throws: The errors of `AVAudioSession.setActive`.
    public func playTone() throws {
        try perform {
            do {
                try tone.play()
            } catch let error as SessionError {
                throw NSError(error)
            }
        }
    }

    /// Pauses the tone as the program would.
    public func pauseTone() { perform { tone.pause() } }

    /// Indicates whether the tone runs; it may be silent all the same.
    public var isTonePlaying: Bool { tone.isPlaying }

    /// Seconds of the tone that were played, over all pauses, at 48 kHz.
    public var tonePosition: Double { Double(tone.framesPlayed) / 48_000 }

    /// Indicates whether the program resumes its tone by itself when an interruption ends with `shouldResume`.
    public var resumesAfterInterruptions: Bool {
        get { tone.resumesAfterInterruptions }
        set { tone.resumesAfterInterruptions = newValue }
    }

    /// The reasons for which the program is silent or quieter than it asks for, such as "R1.1: the ringer switch is set
    /// to silent"; empty while its sound is unchanged.
    public var reasonsForSilence: [String] {
        context.client.snapshot.causes.map { "\($0.rule): \($0.sentence)" }
    }

    // MARK: Notifications and remote commands

    /// The notifications that this program received, in order, since its start or the last `forgetNotifications`.
    public var notifications: [HeardNotification] { journal.entries.filter { $0.app == name }.map(\.notification) }

    /// Presses a button of a headset or the lock screen for this program.
    ///
    /// `.pause` pauses the program's tone, and `.play` resumes a tone that a button paused; the program's own code
    /// receives both through `MPRemoteCommandCenter`. After `.play` the program may activate its session from the
    /// background for ten seconds.
    public func send(_ command: RemoteControlCommand) {
        tell(.remoteCommand(context.id, command == .play ? .play : .pause))
    }

    /// Sends this program a command of a shell or a car by its word, with the value behind it where it has one:
    /// "nextTrack", "changePosition 12.5", "rating 4".
    ///
    /// - Returns: False if there is no such command.
    @discardableResult
    public func press(_ words: String) -> Bool {
        guard let command = try? RemoteCommand(wire: .text(words)) else { return false }
        tell(.remoteCommand(context.id, command))
        return true
    }

    // MARK: Foreground, background, end

    /// Indicates whether the system has taken the processor away from the program.
    public var isSuspended: Bool { state.withLock { $0.isSuspended } }

    /// Brings the program to the front; others stay where they are.
    public func moveToForeground() { tell(.appMoved(context.id, .foreground)) }

    /// Covers the program for a moment, as a dialog does.
    public func resignActive() { tell(.appMoved(context.id, .inactive)) }

    /// Sends the program to the background, where it is suspended unless something keeps it running.
    public func moveToBackground() { tell(.appMoved(context.id, .background)) }

    /// Suspends the program: its code does not run.
    public func suspend() { tell(.appMoved(context.id, .suspended)) }

    /// Ends the program as a crash does; it cannot be used afterwards.
    public func kill() {
        let isFirst = state.withLock { state in
            defer { state.isKilled = true }
            return !state.isKilled
        }
        guard isFirst else { return journal.object("\(name) has ended already: start another program to end one") }
        ears.stop()
        tone.end()
        context.system.transport.disconnect(context.id)
        context.system.settle()
    }

    /// Answers the question whether the program may record, as the user would.
    public func answerRecordPermission(_ isAllowed: Bool) {
        tell(.recordPermissionAnswered(context.id, isAllowed ? .granted : .denied))
    }

    /// Answers the question whether the program may see the library of music, as the user would.
    public func answerLibraryPermission(_ isAllowed: Bool) {
        tell(.libraryPermissionAnswered(context.id, isAllowed ? .granted : .denied))
    }

    /// Answers pickers of the library that the program presents from now on, as the user would.
    ///
    /// - Parameter choose: Takes the prompt and the titles that are offered, and returns those that are picked; nil cancels.
    ///   Without it a picker stays until the program dismisses it.
    public func answerMediaPickers(
        _ choose: (@Sendable (_ prompt: String?, _ titles: [String]) -> [String]?)?
    ) {
        context.attachment(MediaPerson.self) { _ in MediaPerson() }.answer = choose
    }

    /// Answers the question whether the program may take the sound of other programs, as the user would.
    public func answerSystemAudioPermission(_ isAllowed: Bool) {
        tell(.systemAudioPermissionAnswered(context.id, isAllowed ? .granted : .denied))
    }

    /// Answers the question whether the program may add its sound to calls, as the user would.
    public func answerMicrophoneInjectionPermission(_ isAllowed: Bool) {
        tell(.microphoneInjectionPermissionAnswered(context.id, isAllowed ? .granted : .denied))
    }

    /// Applies an event of this program to the device and waits until all programs have received the results.
    package func tell(_ event: Event) {
        if let objection = context.system.service.objection(to: event) { journal.object("\(name): \(objection)") }
        context.system.service.send(event)
        context.system.settle()
    }

    func setSuspended(_ isSuspended: Bool) { state.withLock { $0.isSuspended = isSuspended } }
}

/// A button of a headset or the lock screen.
public enum RemoteControlCommand: Hashable, Sendable { case play, pause }
