import SordinoGraph
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import SordinoWork
import Synchronization

/// A live graph on the hardware: one stream, which runs as the session allows.
///
/// The lock is never held while the session is asked.
/// - Thread: any but the render thread.
package final class EngineIO: Sendable {
    /// The format that the engine renders for.
    package struct Format: Hashable, Sendable {
        package var sampleRate: Double
        package var outputChannels: Int
        package var inputChannels: Int
        /// The ports behind it: other ports are another device for the engine, even at the same rate.
        package var outputUIDs: [String]
        package var inputUIDs: [String]
        /// Indicates whether the input goes through voice processing.
        package var isVoice = false
        /// The taps in the last of the input channels.
        package var taps: [StreamTap] = []

        /// The input channels that are not those of taps.
        package var microphoneChannels: Int { inputChannels - taps.reduce(0) { $0 + $1.channelCount } }

        /// Indicates whether a stream for this format continues unchanged: where rooms join or leave others that stay, the stage
        /// follows.
        func goesOn(as other: Format) -> Bool {
            var same = other
            same.outputUIDs = outputUIDs
            let stays = outputUIDs == other.outputUIDs || outputUIDs.contains(where: other.outputUIDs.contains)
            return self == same && stays
        }
    }

    /// The reason for which the engine does not run.
    package enum StartError: Error {
        case session(SessionError)
        case hardware(HardwareError)
    }

    private struct State {
        var io: SessionIO?
        var stream: (any HardwareStream)?
        var format: Format?
        var hasInput = false
        /// Counts stops from outside, so that a start that was under way notices one.
        var stopCount = 0
        /// The cause of the latest stop by the session, until it is read.
        var cause: Cause?
        /// The cause of the latest stop, also of one that found nothing running.
        var latestCause: Cause?
        /// The voice processing of the input from the next start on.
        var voice: VoiceLine?
        /// The taps that are read from the next start on.
        var taps: [StreamTap] = []
        /// The voice processing of the stream that is open.
        var voiceOfStream: VoiceLine?
    }

    // Not the program's context, which may own this.
    private let client: SessionClient
    private let hardware: any ProgramHardware
    private let name: String
    /// The graph that the stream renders.
    let live: LiveGraph
    private let face: IOKind.Face
    private let cell: Held<EngineIOState>
    private let news = Held(EngineIOFlags())
    private let workers: Workers
    private let afterBlock = AfterBlock()
    private let state = Mutex(State())
    private let watch: VoiceWatch

    /// Makes the way to the hardware; nothing is opened.
    ///
    /// - Parameters:
    ///   - live: The graph that is rendered.
    ///   - face: As what the session knows it: an engine, or a unit on the hardware.
    init(context: AppContext, rendering live: LiveGraph = LiveGraph(), face: IOKind.Face = .engine) {
        client = context.client
        hardware = context.system.hardware
        workers = context.system.workers
        watch = VoiceWatch(context: context)
        let kind =
            switch face {
            case .player: "players"
            case .engine: "engine"
            case .recorder: "recorder"
            case .systemSound: "system sounds"
            case .queue, .ioUnit: "unit"
            }
        name = "\(context.declaration.name): \(kind)"
        self.face = face
        self.live = live
        cell = Held(EngineIOState(renderer: live.renderer.state, news: news.pointer))
    }

    deinit { state.withLock { $0.stream?.close() } }

    /// The voice processing that the input goes through from the next start on; nil for none.
    ///
    /// The stream then has one channel either way: what is played is mixed to one, and one microphone is heard.
    package var voice: VoiceLine? {
        get { state.withLock { $0.voice } }
        set { state.withLock { $0.voice = newValue } }
    }

    /// The taps whose sound comes in behind the microphone's channels, from the next start on.
    package var taps: [StreamTap] {
        get { state.withLock { $0.taps } }
        set { state.withLock { $0.taps = newValue } }
    }

    /// Returns the hardware's present format for this program.
    ///
    /// - Parameter wantsInput: Whether the input counts.
    package func currentFormat(wantsInput: Bool) -> Format {
        let timing = hardware.timing
        let snapshot = client.snapshot
        let route = snapshot.route
        // Several ports are one device (rule R5.18); each room has the whole sound.
        let counts = route.outputs.map(\.channels.count)
        let outputs = counts.isEmpty ? 2 : route.isInRooms ? counts.max() ?? 2 : counts.reduce(0, +)
        let inputs = route.inputs.map(\.channels.count).max() ?? 0
        var inputChannels = snapshot.inputChannels > 0 ? snapshot.inputChannels : inputs
        let (isVoice, taps) = (voice != nil, taps)
        if isVoice { inputChannels = min(inputChannels, 1) }
        if !taps.isEmpty { inputChannels = (wantsInput ? inputChannels : 0) + taps.reduce(0) { $0 + $1.channelCount } }
        return Format(
            sampleRate: timing.sampleRate,
            outputChannels: isVoice ? 1 : outputChannels(session: snapshot.outputChannels, ports: outputs),
            inputChannels: inputChannels, outputUIDs: route.outputs.map(\.uid),
            inputUIDs: wantsInput ? route.inputs.map(\.uid) : [], isVoice: isVoice, taps: taps)
    }

    /// Channels that the stream makes: the session's for an engine and a unit, all that the ports have for players of files.
    ///
    /// Two at least: a mono port gets the mean on the stage.
    private func outputChannels(session: Int, ports: Int) -> Int {
        // Sound that stays on the device ignores the session's channel count.
        if face == .systemSound { return 2 }
        return face != .player && session > 0 ? max(session, 2) : max(session, ports, 2)
    }

    /// The format that the stream was started for; nil while it is closed.
    package var format: Format? { look(\.format) ?? nil }

    /// Looks whether the hardware has become another than the stream was started for.
    ///
    /// Rooms that join and leave make no other hardware, even when none of the first is left at the end.
    func isOutdated(wantsInput: Bool) -> Bool {
        let now = currentFormat(wantsInput: wantsInput)
        return state.withLock { state in
            guard let format = state.format, format != now else { return false }
            guard format.goesOn(as: now) else { return true }
            state.format = now
            return false
        }
    }

    /// Indicates whether blocks are rendered.
    ///
    /// Takes no lock: the lock may be held by a thread that waits for a block which reads this property.
    package var isRunning: Bool { runs && !news.pointer.pointee.isHalted.load(ordering: .acquiring) }

    /// `isRunning` without stops inside a block; changed with the lock held.
    private var runs: Bool {
        get { news.pointer.pointee.runs.load(ordering: .acquiring) }
        set { news.pointer.pointee.runs.store(newValue, ordering: .releasing) }
    }

    /// The flags for the render thread; valid as long as this object.
    var haltFlags: UnsafePointer<EngineIOFlags> { UnsafePointer(news.pointer) }

    /// Seconds from a rendered frame to the air.
    package var outputLatencySeconds: Double { look { $0.stream?.outputLatencySeconds ?? 0 } ?? 0 }

    /// Seconds from the air to a delivered frame.
    package var inputLatencySeconds: Double {
        look { ($0.stream?.inputLatencySeconds ?? 0) + ($0.voiceOfStream?.latencySeconds ?? 0) } ?? 0
    }

    /// Reads the state; nil inside a block that a stop is waiting for with the lock held.
    private func look<Value>(_ read: (State) -> Value) -> Value? {
        guard RenderThread.isCurrent else { return state.withLock { read($0) } }
        return state.withLockIfAvailable { read($0) }
    }

    /// Asks the session, which activates if need be; the plan must be made for what is `currentFormat` afterwards.
    ///
    /// - Parameters:
    ///   - wantsInput: Whether the engine uses the input.
    ///   - wantsOutput: Whether the engine plays; without playback it may run in a session that has no output.
    /// - Throws: `StartError` with the reason of the session.
    /// - Returns: For `start`: how often the session had stopped the object when it allowed this.
    package func allow(wantsInput: Bool, wantsOutput: Bool = true) throws(StartError) -> Int {
        afterBlock.finish()
        guard !afterBlock.isPending else {
            throw .hardware(.refused("a stream stopped inside a block cannot be started in the same block"))
        }
        let kind = IOKind(face, hasInput: wantsInput, hasOutput: wantsOutput)
        let (there, stops) = state.withLock { ($0.io?.kind == kind ? $0.io : nil, $0.stopCount) }
        do {
            let io = if let there { there } else { try client.openIO(kind, handler: self) }
            state.withLock { $0.io = io }
            try io.start()
        } catch {
            throw .session(error)
        }
        return stops
    }

    /// Opens the stream if it is not open for this format, and starts it.
    ///
    /// - Parameters:
    ///   - stops: What `allow` returned; if the session has stopped the object since, it stays stopped, and
    ///     `takeSessionStop` returns the cause.
    ///   - session: The I/O object that the session knows, if the caller asked the session without `allow`.
    ///   - rises: Whether a stream that is opened for another format continues a sound that is under way: it rises from
    ///     silence then.
    /// - Throws: Why the hardware refuses; then nothing runs.
    package func start(
        for format: Format, wantsInput: Bool, stops: Int, session: SessionIO? = nil, rises: Bool = false
    ) throws(StartError) {
        let failure = state.withLock { state -> HardwareError? in
            guard state.stopCount == stops else {
                state.cause = state.latestCause
                return nil
            }
            if state.format != format || state.hasInput != wantsInput || state.stream == nil {
                state.stream?.close()
                state.stream = nil
                cell.pointer.pointee.sampleRate = format.sampleRate
                cell.pointer.pointee.rise(for: rises ? format.sampleRate * StageFade.seconds : 0)
                state.voiceOfStream = wantsInput ? state.voice : nil
                state.voiceOfStream?.prepare(sampleRate: format.sampleRate)
                cell.pointer.pointee.voice = state.voiceOfStream?.state
                do throws(HardwareError) { state.stream = try open(format, wantsInput: wantsInput) } catch {
                    return error
                }
                state.format = format
                state.hasInput = wantsInput
            }
            do throws(HardwareError) {
                try startStream(&state, format, wantsInput: wantsInput)
            } catch {
                return error
            }
            runs = true
            return nil
        }
        guard let failure else {
            let (voice, io) = state.withLock { (runs ? $0.voiceOfStream : nil, session ?? $0.io) }
            // File recorders are no conversation, so they duck no other sound.
            if let voice { watch.begin(voice, io, ducks: face != .recorder) }
            return
        }
        state.withLock { $0.io }?.stop()
        throw .hardware(failure)
    }

    private func open(_ format: Format, wantsInput: Bool) throws(HardwareError) -> any HardwareStream {
        try hardware.openStream(
            StreamDescription(
                program: .app(client.id), audioClass: face == .systemSound ? .local : .media, name: name,
                outputChannels: format.outputChannels,
                inputChannels: wantsInput || !format.taps.isEmpty ? format.inputChannels : 0,
                wantsReference: wantsInput && format.isVoice, taps: format.taps),
            renderer: StreamRenderer(context: UnsafeMutableRawPointer(cell.pointer), render: renderEngine))
    }

    private func startStream(_ state: inout State, _ format: Format, wantsInput: Bool) throws(HardwareError) {
        guard let stream = state.stream, !stream.isRunning else { return }
        do throws(HardwareError) { return try stream.start() } catch {
            guard error == .gone else { throw error }
            // The server was lost meanwhile: the stream is of no more use, and another is opened.
            stream.close()
            state.stream = nil
        }
        let another = try open(format, wantsInput: wantsInput)
        state.stream = another
        try another.start()
    }

    /// Stops the stream; the last block has been rendered when this returns.
    ///
    /// Inside a block it returns at once, and the block is the last one.
    ///
    /// - Parameters:
    ///   - closes: Whether the stream is given back, too.
    ///   - then: Called when the stream has stopped.
    package func stop(closes: Bool, then: @escaping @Sendable () -> Void = {}) {
        guard RenderThread.isCurrent else {
            afterBlock.finish()
            stopNow(closes: closes)
            return then()
        }
        halt()
        afterBlock.ask(closes ? 1 : 0, of: workers) { [self] in
            stopNow(closes: closes)
            then()
        }
    }

    /// Stops the stream for good and frees the plans of its graph.
    func end() {
        stop(closes: true)
        live.retire()
    }

    /// Completes a stop that was requested inside a block; does nothing inside a block.
    func finishStop() { afterBlock.finish() }

    /// Makes the present block the last one; `stop` stops the stream later.
    func halt() {
        if runs { news.pointer.pointee.isHalted.store(true, ordering: .releasing) }
    }

    private func stopNow(closes: Bool) {
        let io = state.withLock { state -> SessionIO? in
            let wasRunning = runs
            stopStream(state.stream)
            if closes {
                state.stream?.close()
                state.stream = nil
                state.format = nil
            }
            return wasRunning ? state.io : nil
        }
        watch.end()
        io?.stop()
    }

    /// Stops the stream.
    ///
    /// Called with the lock held.
    private func stopStream(_ stream: (any HardwareStream)?) {
        runs = false
        stream?.stop()
        news.pointer.pointee.isHalted.store(false, ordering: .releasing)
    }

    /// Returns the cause for which the session stopped the engine since the last call; nil if it did not.
    package func takeSessionStop() -> Cause? {
        state.withLock { state in
            defer { state.cause = nil }
            return state.cause
        }
    }
}

extension EngineIO: SessionIOHandler {
    package func sessionStopsIO(because cause: Cause) {
        guard RenderThread.isCurrent else { return stopForSession(cause) }
        // The program has deactivated its session inside a block.
        halt()
        afterBlock.ask(2, of: workers) { [self] in stopForSession(cause) }
    }

    private func stopForSession(_ cause: Cause) {
        state.withLock { state in
            state.stopCount += 1
            state.latestCause = cause
            guard runs else { return }
            state.cause = cause
            stopStream(state.stream)
        }
    }

    /// An engine does not start by itself: programs hear the session's notification.
    package func sessionInterruption(began: Bool, shouldResume: Bool) {}
}

/// The state that the stream's callback needs.
struct EngineIOState {
    let renderer: UnsafeMutablePointer<RendererState>
    /// The rate that the plan is made for; a block at another rate is silence until the engine has noticed.
    var sampleRate: Double = 0
    /// The voice processing of the input.
    var voice: UnsafeMutablePointer<VoiceLineState>?
    let news: UnsafePointer<EngineIOFlags>
    /// Frames in which the sound rises from silence, and how many of them were rendered.
    private(set) var riseFrames = 0
    var risenFrames = 0

    /// Lets the sound rise from silence in so many frames from the next block on.
    mutating func rise(for frames: Double) { (riseFrames, risenFrames) = (Int(frames), 0) }

    init(renderer: UnsafeMutablePointer<RendererState>, news: UnsafePointer<EngineIOFlags>) {
        (self.renderer, self.news) = (renderer, news)
    }
}

/// The flags of an engine's stream that control threads and the render thread share.
struct EngineIOFlags: ~Copyable {
    /// Indicates whether blocks are rendered.
    let runs = Atomic(false)
    /// Indicates whether the program has stopped the stream inside a block: no further one is rendered.
    let isHalted = Atomic(false)
}
