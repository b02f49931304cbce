import CoreAudioTypes
import SordinoDevice
import SordinoGraph
import SordinoHardware
import SordinoMedia
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import SordinoSignal
import SordinoWork

/// Plays the buffers that a program enqueues, through the program's player graph, as its session allows.
///
/// An `AudioQueueRef` of output is its face. Decoding happens in the graph's service. The lock is never held while the session,
/// the graph or the program is asked.
/// - Thread: any but the render thread.
package final class OutputQueue: Sendable {
    /// The calls to the owner, on the thread of the event; the owner passes them on by its own calls.
    package struct Events: Sendable {
        /// The queue is done with a buffer; `isReset` if it was taken back by a stop or a reset.
        package var done: @Sendable (_ id: UInt, _ isReset: Bool) -> Void
        package var isRunningChanged: @Sendable () -> Void
        package var failed: @Sendable (ConversionError) -> Void

        package init(
            done: @escaping @Sendable (UInt, Bool) -> Void, isRunningChanged: @escaping @Sendable () -> Void,
            failed: @escaping @Sendable (ConversionError) -> Void
        ) {
            self.done = done
            self.isRunningChanged = isRunningChanged
            self.failed = failed
        }
    }

    /// The reason for which a queue refused a request.
    package enum Failure: Error {
        /// It was made before the media services were lost.
        case invalidated
        case session(SessionError)
        case hardware(HardwareError)
        /// The call does not fit what the queue is doing.
        case state
    }

    enum Phase { case stopped, running, paused }

    struct State {
        var phase = Phase.stopped
        /// Set while the queue is to stop after its buffers, also before it is started.
        var isStopping = false
        /// Set when the program has disposed of the queue, which plays its last buffers.
        var isAbandoned = false
        var voice: QueueVoice?
        var isInMix = false
        var isInvalid = false
        var parameters = QueueParameters()
        var fade: VolumeFade?
        var timePitch: QueueTimePitch?
        var isTimePitchBypassed = false
        var isMetered = false
        var decodeFrames = OutputQueue.usualDecodeFrames
        var assignments: [AssignedChannel]?
        var places: [ChannelPlace]?
        var io: SessionIO?
        /// Indicates whether it leaves the device's decoder to others.
        var decodesInSoftware = false
        /// Counts stops from outside, so that a start that was under way notices one.
        var stopCount = 0
        /// The time at which the voice is to begin, on the device's time line.
        var startNanoseconds: Int64?
        /// Frames of queue time before the first of the voice, at the queue's rate.
        var timeBefore = 0.0
        /// The number of breaks in the time line, apart from late streams.
        var tearCount = 0
        var tap: QueueTap?
        var offline: OfflineQueue?
        var events = Events(done: { _, _ in }, isRunningChanged: {}, failed: { _ in })
    }

    /// Frames that are decoded ahead of what is heard: 85 ms at 48 kHz.
    package static let usualDecodeFrames = 4096
    /// The longest block of a device; less is never held ready.
    private static let leastDecodeFrames = 4096

    package let context: AppContext
    package let format: ConversionFormat
    /// The way in which the owner calls the program.
    package let calls: QueueCalls
    let feed: QueueFeed
    let graph: PlayerGraph
    let state = Guarded(State())

    /// Makes a queue that is stopped and empty.
    ///
    /// - Throws: Why the format cannot be played.
    package init(
        _ format: ConversionFormat, context: AppContext = .current, calls: QueueCalls
    ) throws(ConversionError) {
        self.format = format
        self.context = context
        self.calls = calls
        feed = try QueueFeed(format)
        graph = .of(context)
        state.withLock { $0.places = format.layout?.labels?.map { ChannelPlace(rawValue: $0) } }
    }

    deinit {
        if let voice = state.withLock({ $0.voice }) { graph.remove(voice) }
    }

    /// Sets the calls to the owner; once, before the queue is used.
    package func setEvents(_ events: Events) {
        state.withLock { $0.events = events }
        feed.setEvents(QueueFeed.Events(done: events.done, failed: events.failed))
    }

    /// Runs what takes the lock of the work: at once, or, inside a tap, whose caller holds that lock, as soon as may be.
    package func outsideTap(_ body: @escaping @Sendable () -> Void) {
        guard state.withLock({ $0.tap })?.isInside == true else { return body() }
        context.system.workers.submit(body)
    }

    // MARK: Buffers

    /// Takes a buffer.
    ///
    /// - Returns: False if there are too many.
    package func enqueue(_ buffer: QueueBuffer) throws(Failure) -> Bool {
        guard let isAwaited = feed.append(buffer) else { return false }
        if isAwaited { ring() }
        return true
    }

    /// Lets everything out that was enqueued until now, as if nothing followed.
    package func flush() { if feed.flush() { ring() } }

    private func ring() { state.withLock { $0.voice }?.player.bell?.ring() }

    // MARK: Running

    /// Indicates whether it was started and has not come to its end.
    package var isRunning: Bool { state.withLock { $0.phase != .stopped } }
    /// Indicates whether it was made before the media services were lost.
    package var isInvalid: Bool { state.withLock { $0.isInvalid } }
    /// Indicates whether the queue is started, not paused and not rendered offline.
    package var isPlaying: Bool { state.withLock { $0.phase == .running && $0.offline == nil } }

    /// Starts or resumes playback; activates the session if it is not active.
    ///
    /// - Parameter hostNanoseconds: When the first frame is to leave, on the device's time line; nil for the next block.
    package func start(hostNanoseconds: Int64? = nil) throws(Failure) {
        let isOffline = try look { $0.offline != nil }
        if !isOffline { try allow() }
        let (stops, isThere) = state.withLock { ($0.stopCount, $0.phase == .running) }
        if isThere { return }
        let voice = makeVoice()
        if !isOffline { _ = read(Self.leastDecodeFrames, voice) }
        let (begins, changed, events) = state.withLock { state -> (Bool, Bool, Events) in
            guard state.stopCount == stops, state.voice === voice else { return (false, false, state.events) }
            let changed = state.phase == .stopped
            state.phase = .running
            state.startNanoseconds = hostNanoseconds
            voice.play(
                hostNanoseconds: hostNanoseconds, rises: !isOffline && voice.player.standingReport.position > 0)
            state.isInMix = !isOffline
            return (true, changed, state.events)
        }
        guard begins else { return }
        if !isOffline {
            do { try graph.add(voice) } catch {
                pause()
                throw .hardware(error)
            }
        }
        if changed { events.isRunningChanged() }
    }

    private func look<Value: Sendable>(_ body: (State) -> Value) throws(Failure) -> Value {
        let (isInvalid, value) = state.withLock { ($0.isInvalid, body($0)) }
        if isInvalid { throw .invalidated }
        return value
    }

    private func allow() throws(Failure) {
        do throws(SessionError) {
            var (io, isSoft) = state.withLock { ($0.io, $0.decodesInSoftware) }
            if io == nil {
                let id: UInt32? = format.pcm == nil && !isSoft ? format.media.codec.rawValue : nil
                let made = try context.client.openIO(IOKind(.queue, formatID: id), handler: self)
                io = state.withLock { state -> SessionIO? in
                    if state.io == nil { state.io = made }
                    return state.io
                }
            }
            try io?.start()
        } catch { throw .session(error) }
    }

    /// Decodes ahead, so that a start is heard at once.
    ///
    /// - Parameter frames: At the queue's rate; 0 for as many as are held ready.
    /// - Returns: Frames that are ready.
    package func prime(_ frames: Int) throws(Failure) -> Int {
        _ = try look { _ in }
        let voice = makeVoice()
        let ratio = voice.format.sampleRate / format.media.sampleRate
        let wanted = frames > 0 ? Int((Double(frames) * ratio).rounded(.up)) : Self.leastDecodeFrames
        return Int((Double(read(wanted, voice)) / ratio).rounded())
    }

    private func read(_ frames: Int, _ voice: QueueVoice) -> Int {
        _ = voice.player.serve(ServiceRequest(readAheadFrames: max(frames, 1))) { _ in }
        let made = feed.madeFrames(in: voice.stream.run) ?? 0
        return max(0, made - voice.player.standingReport.position)
    }

    /// Stops at the present position; `start` continues there.
    package func pause() {
        outsideTap { [self] in
            let (voice, io) = state.withLock { state -> (QueueVoice?, SessionIO?) in
                guard state.phase == .running else { return (nil, nil) }
                state.phase = .paused
                fallSilent(&state)
                defer { state.isInMix = false }
                return (state.isInMix ? state.voice : nil, state.io)
            }
            if let voice { graph.remove(voice) }
            io?.stop()
        }
    }

    /// Pauses the voice; what is heard of it falls silent.
    private func fallSilent(_ state: inout State) {
        state.voice?.player.pause(fadeSeconds: state.isInMix ? StageFade.seconds : 0)
    }

    /// Stops at once, returning every buffer, or when the buffers enqueued so far are played.
    ///
    /// Before the start the latter applies to the buffers enqueued for it; without buffers it has no effect.
    package func stop(atOnce: Bool) {
        outsideTap { [self] in
            guard atOnce else { return stopAfterBuffers() }
            end()
            feed.takeAll()
        }
    }

    private func stopAfterBuffers() {
        let primed = state.withLock { $0.voice }.flatMap { feed.madeFrames(in: $0.stream.run) } ?? 0
        let hasSound = primed > 0 || feed.hasBuffers
        let isNew = state.withLock { state -> Bool in
            guard !state.isStopping, state.phase != .stopped || hasSound else { return false }
            state.isStopping = true
            return true
        }
        if isNew, feed.finish() { ring() }
    }

    /// Plays the enqueued buffers of a queue that the program has disposed of, then stops; an interruption stops it at once.
    package func abandon() {
        state.withLock { $0.isAbandoned = true }
        stop(atOnce: false)
    }

    /// Discards the enqueued buffers; continues to run, unless it was to stop after its buffers.
    package func reset() {
        outsideTap { [self] in
            state.withLock { fallSilent(&$0) }
            feed.takeAll()
            if state.withLock({ $0.isStopping }) { end() } else { replaceVoice(continues: false) }
        }
    }

    /// Not running any more; the time line is over.
    private func end() {
        let (voice, io, events, changed) = state.withLock { state -> (QueueVoice?, SessionIO?, Events, Bool) in
            let changed = state.phase != .stopped
            state.phase = .stopped
            (state.isStopping, state.isInMix, state.timeBefore) = (false, false, 0)
            keepLevels(&state)
            defer { state.voice = nil }
            return (state.voice, state.io, state.events, changed)
        }
        if let voice { graph.remove(voice) }
        guard changed else { return }
        io?.stop()
        events.isRunningChanged()
    }

    /// The last frame of a voice was taken.
    func ended(_ stream: QueueStream) {
        guard state.withLock({ $0.voice?.stream === stream }) else { return }
        // Returns buffers that were enqueued after the stop was requested.
        feed.takeAll()
        end()
    }

    // MARK: Voices

    func makeVoice() -> QueueVoice {
        if let there = state.withLock({ $0.voice }) { return there }
        let now = context.system.hardware.now
        let (parameters, timePitch, decodeFrames, assignments, offlineRate, isMetered, places) = state.withLock {
            (
                heard($0), $0.timePitch, $0.decodeFrames, $0.assignments,
                $0.offline?.sampleRate, $0.isMetered, $0.places
            )
        }
        let rate = offlineRate ?? graph.sampleRate
        let player = Player(meterCount: feed.channelCount, cueCapacity: QueueVoice.cueCapacity)
        player.isMetered = isMetered
        let run = feed.beginRun(
            rate: rate, timePitch: timePitch, parameters: parameters, clock: { Self.clock(of: player) },
            addCue: { player.add($0) })
        let ahead = Int((Double(decodeFrames) * rate / format.media.sampleRate).rounded(.up))
        let stream = QueueStream(
            feed, run: run, readAheadFrames: min(max(ahead, Self.leastDecodeFrames), Player.readAheadLimit))
        let voice = QueueVoice(
            player, stream,
            BusFormat(sampleRate: rate, channelCount: feed.channelCount, places: places),
            gain: state.withLock { gain(&$0, at: now) }, assignments: assignments,
            rateChanged: { [weak self] in self?.replaceVoice(continues: true) },
            ended: { [weak self, weak stream] in
                if let self, let stream { ended(stream) }
            })
        return state.withLock { state in
            if let there = state.voice { return there }
            state.voice = voice
            state.offline?.enter(voice)
            return voice
        }
    }

    private static func clock(of player: Player) -> QueueFeed.Clock {
        let report = player.standingReport
        guard report.wasRendered else { return QueueFeed.Clock() }
        let time = report.sampleTime + Int64(report.frameCount) - report.origin
        return QueueFeed.Clock(time: time, position: Int64(report.position)) { nanoseconds in
            guard report.hostNanoseconds >= 0, report.isStarted else { return nil }
            let seconds = min(max(Double(nanoseconds - report.hostNanoseconds) / 1e9, -86_400), 86_400)
            return time - Int64(report.frameCount) + Int64((seconds * report.sampleRate).rounded())
        }
    }

    /// Makes a voice that continues at the queue time of the old one, after a change of rate or a drop of all frames.
    ///
    /// - Parameter continues: Whether its first frame continues the sound of the old one.
    func replaceVoice(continues: Bool) {
        let old = state.withLock { state -> QueueVoice? in
            guard let old = state.voice else { return nil }
            fallSilent(&state)
            state.timeBefore += time(of: old)
            state.tearCount += 1
            keepLevels(&state)
            state.voice = nil
            return old
        }
        guard let old else { return }
        let voice = makeVoice()
        let isInMix = state.withLock { state in
            if state.phase == .running {
                voice.play(
                    hostNanoseconds: old.playedFrames > 0 ? nil : state.startNanoseconds,
                    rises: continues && state.isInMix && old.playedFrames > 0, isCrossfade: true)
            }
            return state.isInMix
        }
        guard isInMix else { return }
        do { try graph.add(voice, replacing: old) } catch {
            // The server is gone; the session says so to the program.
            graph.remove(old)
        }
    }
}

extension OutputQueue: SessionIOHandler {
    package func sessionStopsIO(because cause: Cause) {
        state.withLock { state in
            state.stopCount += 1
            if cause.loss != nil { state.isInvalid = true }
            guard state.phase == .running, state.offline == nil else { return }
            state.phase = .paused
            fallSilent(&state)
        }
        // The session has stopped the stream. Leaving the mix waits for a block, so a worker does it.
        context.system.workers.submit { [weak self] in
            guard let self else { return }
            if state.withLock({ $0.isAbandoned }) { stop(atOnce: true) } else { leaveMix() }
        }
    }

    private func leaveMix() {
        let voice = state.withLock { state -> QueueVoice? in
            guard state.phase != .running, state.isInMix else { return nil }
            state.isInMix = false
            return state.voice
        }
        if let voice { graph.remove(voice) }
    }

    package func sessionInterruption(began: Bool, shouldResume: Bool) {}
}
