import SordinoDevice
import SordinoGraph
import SordinoHardware
import SordinoMedia
import SordinoPolicy
import SordinoSession
import SordinoWork
import Synchronization

/// Records the input into one file, as the program's session allows.
///
/// `AVAudioRecorder` is its face. The render thread copies frames into a ring, a worker encodes and writes them. Calls take
/// turns; getters do not wait for the disk, and no call of the session is made with the state locked.
/// - Thread: any but the render thread.
package final class FileRecorder: Sendable {
    /// The calls to the owner, on the program's main queue.
    package struct Events: Sendable {
        package var finished: @Sendable (_ successfully: Bool) -> Void
        package var failed: @Sendable (Failure) -> Void
        package var interruption: @Sendable (_ began: Bool, _ shouldResume: Bool) -> Void

        /// Makes the set of calls.
        package init(
            finished: @escaping @Sendable (Bool) -> Void, failed: @escaping @Sendable (Failure) -> Void,
            interruption: @escaping @Sendable (Bool, Bool) -> Void
        ) {
            self.finished = finished
            self.failed = failed
            self.interruption = interruption
        }
    }

    /// The file that is recorded into.
    package struct Target: Sendable {
        let container: Container
        let description: MediaDescription
        let conversion: ConversionSettings
        let makeSink: @Sendable () throws(MediaError) -> any ByteSink

        /// Describes a file.
        ///
        /// - Parameters:
        ///   - conversion: How rates are converted.
        ///   - makeSink: Makes or empties the file; called for each recording.
        package init(
            _ container: Container, _ description: MediaDescription,
            conversion: ConversionSettings = ConversionSettings(),
            makeSink: @escaping @Sendable () throws(MediaError) -> any ByteSink
        ) {
            self.container = container
            self.description = description
            self.conversion = conversion
            self.makeSink = makeSink
        }
    }

    /// The reason for which a recording did not begin, or did not continue.
    package enum Failure: Error {
        case session(SessionError)
        case hardware(HardwareError)
        case media(MediaError)
        /// The media services were lost: this recorder is of no more use.
        case servicesLost
    }

    enum Phase { case stopped, prepared, recording, paused }

    struct State {
        var phase = Phase.stopped
        /// The file of the recording, or of the last one.
        var file: RecordingFile?
        var io: SessionIO?
        /// Seconds that captures before the present one took.
        var secondsBefore = 0.0
        /// The end of the recording, in seconds of itself.
        var endSeconds: Double?
        var isMetered = false
        /// Counts stops from outside, so that a start that was under way notices one.
        var stopCount = 0
        var events: Events?
    }

    package let context: AppContext
    let target: Target
    /// Used with the state locked.
    let graph: RecorderGraph
    let state = Mutex(State())
    /// Held by calls that change the state of the recording.
    let turn = ReentrantLock()
    private let pump = Mutex<Pump?>(nil)
    private let observer = Mutex<Int?>(nil)

    /// Makes a recorder; no file is made yet.
    package init(_ target: Target, context: AppContext = .current) {
        self.target = target
        self.context = context
        graph = RecorderGraph(context: context)
        let number = context.client.addObserver { [weak self] notification in
            if case .mediaServicesLost = notification { self?.loseServices() }
        }
        observer.withLock { $0 = number }
    }

    /// Indicates whether the input goes through voice processing; holds from the next recording on.
    package var isVoiceProcessed: Bool {
        get { state.withLock { _ in graph.isVoiceProcessed } }
        set { state.withLock { _ in graph.isVoiceProcessed = newValue } }
    }

    deinit {
        if let number = observer.withLock({ $0 }) { context.client.removeObserver(number) }
        pump.withLock { $0 }?.cancel()
        let file = state.withLock { state -> RecordingFile? in
            graph.stop(closes: true)
            return state.file
        }
        // The recorder is gone, so a failure cannot be reported; a program that needs the result calls `stop`.
        try? file?.finish()
    }

    /// Sets the calls to the owner, in place of those set before.
    package func setEvents(_ events: Events) { state.withLock { $0.events = events } }

    // MARK: Recording

    package var isRecording: Bool { state.withLock { $0.phase == .recording } }

    /// Indicates whether there is no recording; one that was prepared or paused is one.
    package var isStopped: Bool { state.withLock { $0.phase == .stopped } }

    /// Seconds of the recording so far; 0 when it is stopped.
    package var currentTime: Double {
        state.withLock { $0.phase == .stopped ? 0 : seconds($0) }
    }

    /// Activates the session and makes the file, in the place of one that may be there.
    ///
    /// Does nothing while a recording is under way or paused.
    /// - Throws: Why not.
    package func prepare() throws(Failure) {
        turn.lock()
        defer { turn.unlock() }
        do { try context.client.ask(.setActive(true, notifyOthers: false)) } catch { throw .session(error) }
        try makeFileIfNeeded()
    }

    /// Records on from where it is; activates the session if it is not active (rule R4.17).
    ///
    /// The person is asked for permission, if that has not happened yet; until there is an answer the input is silent.
    ///
    /// - Parameters:
    ///   - moment: When the first frame is to be taken, exact to the frame; nil for the next block.
    ///   - seconds: How long from there; nil for ever, or as long as was said before a pause.
    /// - Returns: False if the session stopped it again in the meantime.
    package func record(at moment: Moment? = nil, forSeconds seconds: Double? = nil) throws(Failure) -> Bool {
        turn.lock()
        defer { turn.unlock() }
        if isRecording { return true }
        if context.client.snapshot.recordPermission == .undetermined {
            // Asking is never refused; the answer opens the input.
            try? context.client.ask(.requestRecordPermission)
        }
        let (io, stopsBefore) = try openIO()
        do { try io.start() } catch { throw .session(error) }
        do throws(Failure) {
            try makeFileIfNeeded()
            return try begin(stopsBefore, at: moment, forSeconds: seconds)
        } catch {
            io.stop()
            throw error
        }
    }

    /// Stops at the present position; `record` continues there.
    package func pause() {
        turn.lock()
        defer { turn.unlock() }
        let io = state.withLock { state -> SessionIO? in
            guard state.phase == .recording else { return nil }
            halt(&state)
            return state.io
        }
        io?.stop()
        wakePump()
    }

    /// Ends the recording; the file is whole and closed when this returns.
    package func stop() {
        turn.lock()
        defer { turn.unlock() }
        let (phase, file, io) = state.withLock { state -> (Phase, RecordingFile?, SessionIO?) in
            defer { end(&state) }
            return (state.phase, state.file, state.io)
        }
        if phase == .recording { io?.stop() }
        finish(file, tells: phase == .recording || phase == .paused)
    }

    // MARK: Levels and channels

    /// Indicates whether levels are measured; costs nothing while off.
    package var isMetered: Bool {
        get { state.withLock { $0.isMetered } }
        set {
            state.withLock { state in
                state.isMetered = newValue
                graph.capture?.isMetered = newValue
            }
        }
    }

    /// Mean square and peak of each channel since the last call, nil where nothing came.
    package func takeLevels() -> [(meanSquare: Float, peak: Float)?] {
        state.withLock { _ in graph.capture?.takeLevels() ?? [] }
    }

    /// The port and channel that each channel of the file records; nil for the usual order.
    package var channelAssignments: [AssignedChannel]? {
        get { state.withLock { _ in graph.assignments } }
        set {
            state.withLock { _ in
                graph.assignments = newValue
                graph.follow()
            }
        }
    }

    /// Frames of silence in the file because the disk stood still for too long.
    package var lostFrameCount: Int { state.withLock { _ in graph.capture?.lostFrameCount ?? 0 } }
}

// MARK: - Parts

extension FileRecorder {
    private func openIO() throws(Failure) -> (SessionIO, Int) {
        let (there, stops) = state.withLock { ($0.io, $0.stopCount) }
        if let there { return (there, stops) }
        do {
            let made = try context.client.openIO(IOKind(.recorder, hasInput: true, hasOutput: false), handler: self)
            return state.withLock { state in
                state.io = made
                return (made, state.stopCount)
            }
        } catch {
            throw .session(error)
        }
    }

    private func makeFileIfNeeded() throws(Failure) {
        let (isNeeded, last) = state.withLock { ($0.phase == .stopped, $0.file) }
        guard isNeeded else { return }
        // The worker may still be closing the last one, which lies in the same place.
        try? last?.finish()
        do throws(MediaError) {
            // A format that cannot be written is refused before the present file is replaced.
            try MediaWriter.check(target.container, target.description)
            let made = try RecordingFile(
                target.makeSink(), target.container, target.description, target.conversion)
            state.withLock { state in
                state.file = made
                state.phase = .prepared
                state.secondsBefore = 0
                state.endSeconds = nil
                graph.forgetCapture()
            }
        } catch {
            throw .media(error)
        }
    }

    /// Starts the stream for the input as it is.
    private func begin(_ stopsBefore: Int, at moment: Moment?, forSeconds limit: Double?) throws(Failure) -> Bool {
        let outcome = state.withLock { state -> Result<Bool, Failure> in
            guard state.stopCount == stopsBefore else { return .success(false) }
            if let limit { state.endSeconds = seconds(state) + limit }
            return startStream(&state, at: moment)
        }
        wakePump()
        return try outcome.get()
    }

    func startStream(_ state: inout State, at moment: Moment?) -> Result<Bool, Failure> {
        guard let file = state.file else { return .success(false) }
        let before = seconds(state)
        let isNew: Bool
        do throws(HardwareError) { isNew = try graph.prepare(channelCount: file.channelCount) } catch {
            return .failure(.hardware(error))
        }
        guard let capture = graph.capture else { return .success(false) }
        if isNew {
            state.secondsBefore = before
            file.follow(capture)
        }
        capture.isMetered = state.isMetered
        let left = state.endSeconds.map { Int((max(0, $0 - before) * capture.sampleRate).rounded()) }
        capture.begin(hostNanoseconds: moment?.nanoseconds, frameCount: left)
        do throws(HardwareError) { try graph.start(state.io) } catch { return .failure(.hardware(error)) }
        state.phase = .recording
        return .success(true)
    }

    /// Seconds of the recording.
    private func seconds(_ state: State) -> Double {
        let taken = graph.capture.map { Double($0.takenFrameCount) / $0.sampleRate } ?? 0
        return state.secondsBefore + taken
    }

    /// Not recording any more; the file stays open.
    func halt(_ state: inout State) {
        guard state.phase == .recording else { return }
        graph.stop(closes: false)
        state.phase = .paused
    }

    /// The recording is over.
    func end(_ state: inout State) {
        graph.stop(closes: true)
        state.phase = .stopped
    }

    /// Closes the file and says how it went.
    func finish(_ file: RecordingFile?, tells: Bool) {
        var failure: MediaError?
        do throws(MediaError) { try file?.finish() } catch { failure = error }
        if let failure { report(.media(failure)) } else if tells { report { $0.finished(true) } }
    }

    func report(_ failure: Failure) {
        report {
            $0.failed(failure)
            $0.finished(false)
        }
    }

    private func report(_ call: @escaping @Sendable (Events) -> Void) {
        // Held until it was told: a recorder that ended may have no other owner.
        context.system.callbacks.deliver(.main, to: context) { [self] in
            if let events = state.withLock({ $0.events }) { call(events) }
        }
    }

    func wakePump() {
        pump.withLock { pump in
            if pump == nil {
                pump = context.system.workers.addPump(writesFiles: true) { [weak self] in self?.serve() ?? .asleep }
            }
            pump?.wake()
        }
    }
}
