import SordinoDevice
import SordinoHardware
import SordinoMedia
import SordinoPolicy
import SordinoSession
import SordinoWork
import Synchronization

/// Plays one file or piece of memory through the program's player graph, as its session allows.
///
/// `AVAudioPlayer` is its face. Reading and decoding happen in the graph's service, which keeps the voices' rings filled; going
/// to another place makes a new voice. The lock is never held while the session is asked.
///
/// - Thread: any but the render thread.
package final class FilePlayer: Sendable {
    /// The calls to the player's owner.
    package struct Events: Sendable {
        /// The thread of these calls, except for interruptions.
        package var lane: CallbackQueue.Lane
        package var finished: @Sendable (_ successfully: Bool) -> Void
        package var failed: @Sendable (MediaError) -> Void
        package var interruption: @Sendable (_ began: Bool, _ shouldResume: Bool) -> Void
        /// The session has stopped it.
        package var stopped: @Sendable () -> Void

        package init(
            lane: CallbackQueue.Lane = .main, finished: @escaping @Sendable (Bool) -> Void,
            failed: @escaping @Sendable (MediaError) -> Void,
            interruption: @escaping @Sendable (Bool, Bool) -> Void, stopped: @escaping @Sendable () -> Void = {}
        ) {
            self.lane = lane
            self.stopped = stopped
            self.finished = finished
            self.failed = failed
            self.interruption = interruption
        }
    }

    struct State {
        let reader: any FrameSource
        var voice: PlayerVoice?
        /// Voices that play to a moment at which `voice` follows them.
        var leaving: [PlayerVoice] = []
        /// Indicates whether the graph has the voice now.
        var isInMix = false
        var isPlaying = false
        var volume: Float = 1
        var pan: Float = 0
        var assignments: [AssignedChannel]?
        var fade: VolumeFade?
        var loops = 0
        var rate = 1.0
        /// Indicates whether the owner enabled changes of rate; taken up when the player gets ready.
        var isRateEnabled = false
        var isRateUsed = false
        var rateLimits = FilePlayer.rates
        /// Indicates whether the pitch follows the speed.
        var isTape = false
        /// The part of the file that is heard; nil for all of it.
        var range: Range<Int64>?
        /// Rounds that voices before the present one have heard to their end.
        var roundsBefore = 0
        var isReady = false
        /// The frame at which the next voice begins, while there is none.
        var restingFrame: Int64 = 0
        /// The time at which the voice is to begin, on the device's time line.
        var startNanoseconds: Int64?
        var isMetered = false
        var io: SessionIO?
        /// Counts stops from outside, so that a start that was under way notices one.
        var stopCount = 0
        var events: Events?
    }

    package let context: AppContext
    package let format: MediaFormat
    package let frameCount: Int64
    let graph: PlayerGraph
    let state: Mutex<State>
    private let face: IOKind.Face

    /// - Parameters:
    ///   - reader: At its first frame; belongs to the player from now on.
    ///   - face: As what the session knows it: a player, or a system sound, which is of the local class.
    package init(reader: sending any FrameSource, face: IOKind.Face = .player, context: AppContext = .current) {
        self.context = context
        self.face = face
        format = reader.format
        frameCount = reader.frameCount
        graph = face == .systemSound ? .ofSystemSounds(context) : .of(context)
        // A hundred sounds may be opened long before one of them is heard.
        reader.rest()
        state = Mutex(State(reader: reader))
    }

    deinit {
        let voices = state.withLock { $0.leaving + ($0.voice.map { [$0] } ?? []) }
        for voice in voices {
            voice.stream.close()
            graph.remove(voice)
        }
    }

    /// Sets the calls to the owner, in place of those set before.
    package func setEvents(_ events: Events) { state.withLock { $0.events = events } }

    package var durationSeconds: Double { Double(frameCount) / format.sampleRate }
    package var isPlaying: Bool { state.withLock { $0.isPlaying } }

    /// Rounds after the present one; -1 or any negative number: for ever.
    ///
    /// Counts from now on, regardless of the frames read ahead.
    package var loops: Int {
        get { state.withLock { $0.loops } }
        set {
            state.withLock { state in
                state.loops = newValue
                guard let voice = state.voice else { return }
                voice.stream.setLoops(newValue, heardFrame: voice.playedFrames)
                voice.player.bell?.ring()
            }
        }
    }

    /// Rounds that were heard to their end since the player was made.
    package var passedRounds: Int {
        state.withLock { state in
            state.roundsBefore + (state.voice.map { $0.stream.passedRounds(at: $0.playedFrames) } ?? 0)
        }
    }

    /// The frames of the file that are heard, round after round; nil for all of it.
    package var range: Range<Int64>? {
        get { state.withLock { $0.range } }
        set {
            state.withLock { state in
                guard state.range != newValue else { return }
                state.range = newValue
                if state.voice != nil { seek(&state, to: currentFrame(&state)) }
            }
        }
    }

    // MARK: Playing

    /// Activates the session and fills the ring, so that `play` sounds at once.
    ///
    /// Until then the ring is all that is held of the sound, mostly.
    /// - Throws: Why the session refuses.
    package func prepare() throws(SessionError) {
        try context.client.ask(.setActive(true, notifyOthers: false))
        state.withLock { state in
            makeReady(&state)
            let voice = makeVoiceIfNeeded(&state)
            if !state.isInMix { voice.stream.rest() }
        }
    }

    /// Plays on from where it is; activates the session if it is not active (rule R4.17).
    ///
    /// - Parameters:
    ///   - moment: When the first frame is to leave, exact to the frame; nil for the next block.
    ///   - rises: Whether it rises from silence where it continues after a pause.
    /// - Returns: False if the session stopped it again in the meantime.
    package func play(at moment: Moment? = nil, rises: Bool = true) throws(PlayError) -> Bool {
        if isPlaying { return true }
        let (io, stopsBefore) = try openIO()
        do { try io.start() } catch { throw .session(error) }
        let (voice, isStopped) = state.withLock { state -> (PlayerVoice, Bool) in
            makeReady(&state)
            let voice = makeVoiceIfNeeded(&state)
            guard state.stopCount == stopsBefore else { return (voice, true) }
            voice.set(gainNow(&state))
            state.startNanoseconds = moment?.nanoseconds
            voice.play(hostNanoseconds: state.startNanoseconds, rises: rises)
            state.isPlaying = true
            state.isInMix = true
            return (voice, false)
        }
        if isStopped { return false }
        do {
            try graph.add(voice)
        } catch {
            pause()
            throw .hardware(error)
        }
        return true
    }

    /// Stops where it is.
    package func pause() {
        let (wasPlaying, io) = state.withLock { state -> (Bool, SessionIO?) in
            let wasPlaying = state.isPlaying
            halt(&state)
            return (wasPlaying, state.io)
        }
        leaveMixIfHalted()
        if wasPlaying { io?.stop() }
    }

    /// The position in seconds of the file: the sound that has been handed to the device.
    package var currentTime: Double {
        get { Double(currentFrame) / format.sampleRate }
        set {
            let target = newValue.isFinite ? newValue * format.sampleRate : 0
            seek(to: Int64(max(0, min(target, Double(frameCount)))))
        }
    }

    /// The frame of the file that is taken next.
    package var currentFrame: Int64 { state.withLock { currentFrame(&$0) } }

    func currentFrame(_ state: inout State) -> Int64 {
        guard let voice = state.voice else { return state.restingFrame }
        return voice.stream.fileFrame(of: voice.playedFrames)
    }

    /// Goes to a frame of the file; keeps playing if it plays.
    package func seek(to frame: Int64) { state.withLock { seek(&$0, to: frame) } }

    func seek(_ state: inout State, to frame: Int64) {
        state.restingFrame = frame
        guard let old = state.voice else { return }
        state.roundsBefore += old.stream.passedRounds(at: old.playedFrames)
        old.stream.close()
        state.voice = nil
        guard state.isInMix else { return }
        replaceVoice(&state, old: old)
    }

    /// Puts a new voice at `restingFrame` into the mix in place of another; one that has not begun begins when that would have.
    func replaceVoice(_ state: inout State, old: PlayerVoice) {
        let voice = makeVoiceIfNeeded(&state)
        if state.isPlaying {
            voice.play(hostNanoseconds: state.startNanoseconds, isCrossfade: old.isSounding)
        }
        do {
            try graph.add(voice, replacing: old)
        } catch {
            // The server is gone; the session says so to the program, and the position is kept.
            halt(&state)
            state.isInMix = false
            graph.remove(old)
        }
    }

    /// Indicates whether levels are measured; costs nothing while off.
    package var isMetered: Bool {
        get { state.withLock { $0.isMetered } }
        set {
            state.withLock { state in
                state.isMetered = newValue
                state.voice?.player.isMetered = newValue
            }
        }
    }

    /// Mean square and peak of each channel since the last call, nil where nothing was rendered.
    package func takeLevels() -> [(meanSquare: Float, peak: Float)?] {
        state.withLock { $0.voice?.player.takeLevels() ?? [] }
    }

    // MARK: Parts

    /// The reason for which playing did not begin.
    package enum PlayError: Error {
        case session(SessionError)
        case hardware(HardwareError)
    }

    private func openIO() throws(PlayError) -> (SessionIO, Int) {
        let (there, stops) = state.withLock { ($0.io, $0.stopCount) }
        if let there { return (there, stops) }
        do {
            let made = try context.client.openIO(
                IOKind(face, formatID: face == .player ? format.codec.rawValue : nil), handler: self)
            return state.withLock { state in
                let io = state.io ?? made
                state.io = io
                return (io, state.stopCount)
            }
        } catch {
            throw .session(error)
        }
    }

    @discardableResult
    func makeVoiceIfNeeded(_ state: inout State) -> PlayerVoice {
        let rate = graph.sampleRate
        if let voice = state.voice {
            if voice.sampleRate == rate { return voice }
            state.restingFrame = currentFrame(&state)
            state.roundsBefore += voice.stream.passedRounds(at: voice.playedFrames)
            voice.stream.close()
        }
        let stream = FileStream(
            playing: state.reader, from: state.restingFrame, rate: rate, loops: state.loops,
            speed: state.isRateUsed ? state.rate : nil, range: state.range, isTape: state.isTape,
            blockFrames: graph.blockFrames)
        let voice = PlayerVoice(
            stream: stream, sampleRate: rate, gain: gainNow(&state), assignments: state.assignments,
            isMetered: state.isMetered,
            rateChanged: { [weak self] in self?.followRate() },
            ended: { [weak self, weak stream] in
                if let self, let stream { ended(stream) }
            })
        state.voice = voice
        return voice
    }

    /// Not playing any more: what is heard falls silent; the voice keeps what it has.
    func halt(_ state: inout State) {
        state.voice?.player.pause(fadeSeconds: StageFade.seconds)
        for voice in state.leaving { voice.player.pause(fadeSeconds: StageFade.seconds) }
        state.isPlaying = false
    }

    /// Takes a voice that does not play out of the mix, so that the stream can rest.
    func leaveMixIfHalted() {
        let voice = state.withLock { state -> PlayerVoice? in
            guard !state.isPlaying, state.isInMix else { return nil }
            state.isInMix = false
            dropLeaving(&state)
            return state.voice
        }
        if let voice { graph.remove(voice) }
    }
}

extension FilePlayer: SessionIOHandler {
    package func sessionStopsIO(because cause: Cause) {
        let wasPlaying = state.withLock { state in
            let wasPlaying = state.isPlaying
            state.stopCount += 1
            halt(&state)
            return wasPlaying
        }
        if wasPlaying { report { $0.stopped() } }
        // The stream is the session's to stop; the mix is left where waiting for it is allowed.
        context.system.workers.submit { [weak self] in self?.leaveMixIfHalted() }
    }

    package func sessionInterruption(began: Bool, shouldResume: Bool) {
        state.withLock { $0.events }?.interruption(began, shouldResume)
    }
}
