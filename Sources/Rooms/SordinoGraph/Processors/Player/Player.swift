import SordinoRealtime
import Synchronization

/// Plays scheduled sounds, each on its frame: buffers in memory and streams that a worker reads ahead.
///
/// The player's time line starts at 0 with the first frame after `play`; it stands still while paused and ends with
/// `stop`. Scheduling, commands and `service` may come from any thread. Nothing is decided here that has to be on time:
/// commands travel in a list and are obeyed at the next block.
package final class Player: Processor, Sendable {
    package let name = "Player"
    package let health = Health()
    package let bell: ServiceBell?
    private let held: Shared<PlayerNews, PlayerState>
    private let schedule: Guarded<PlayerSchedule>

    private let meters: ChannelMeters
    private let cues: Ring<PlayerCue>
    /// The input whose volume and pan the cues change.
    private let mix = Guarded<MixInput?>(nil)

    /// Makes a player with nothing to play.
    ///
    /// - Parameters:
    ///   - meterCount: Channels that can be measured.
    ///   - cueCapacity: Changes of level that may wait for their frames.
    package init(meterCount: Int = 0, cueCapacity: Int = 1) {
        let cues = Ring<PlayerCue>(capacity: max(cueCapacity, 1))
        self.cues = cues
        let meters = ChannelMeters(count: meterCount)
        self.meters = meters
        let head = PlayerSchedule.makeItem(PlayerItem(kind: .head, sequence: 0))
        let bell = ServiceBell()
        self.bell = bell
        held = Shared(PlayerNews()) {
            PlayerState(
                head: head, news: $0, bell: bell.state, meters: meters.meters, meterCount: meterCount,
                cues: cues.consumer)
        }
        schedule = Guarded(PlayerSchedule(head: head))
    }

    deinit { schedule.withLock { $0.freeAll() } }

    package var lendsOutput: Bool { true }
    package var standsAlone: Bool { true }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(run: runPlayer, state: UnsafeMutableRawPointer(held.own), owner: self)
    }

    /// Frames that can be read ahead at most.
    package static let readAheadLimit = PlayerFeeder.ringFrames

    // MARK: Scheduling

    /// Appends a sound.
    ///
    /// - Thread: any but the render thread.
    package func schedule(_ sound: PlayerSound) {
        precondition(sound.frameCount > 0, "a scheduled sound has at least one frame")
        let sound = Lent(sound)
        schedule.withLock { $0.append(sound.value) }
        bell?.ring()
    }

    /// Starts, or continues after a pause.
    ///
    /// - Parameters:
    ///   - frame: On the node's time line; nil for the next block, or for `hostNanoseconds`.
    ///   - hostNanoseconds: Host time.
    ///   - fadeSeconds: How long it rises if it begins in the middle of a wave.
    ///   - isCrossfade: Whether another sound falls meanwhile: then it rises also where it begins quietly.
    package func play(
        atFrame frame: Int64? = nil, hostNanoseconds: Int64? = nil, fadeSeconds: Double = 0, isCrossfade: Bool = false
    ) {
        schedule.withLock {
            guard !$0.isPlaying else { return }
            $0.isPlaying = true
            $0.command(
                .play, startFrame: frame, startHostNanoseconds: hostNanoseconds, fadeSeconds: fadeSeconds,
                isCrossfade: isCrossfade)
        }
        bell?.ring()
    }

    /// Stands still; scheduled sounds stay.
    ///
    /// - Parameter fadeSeconds: How long the frames that come next are heard on their way to silence. They are not
    ///   played by that: `play` continues with the first of them.
    package func pause(fadeSeconds: Double = 0) {
        schedule.withLock {
            guard $0.isPlaying else { return }
            $0.isPlaying = false
            $0.command(.pause, fadeSeconds: fadeSeconds)
        }
    }

    /// Ends a fall that is under way, since no block follows that could continue it.
    package func endFall() { schedule.withLock { $0.command(.settle) } }

    /// Indicates whether it is paused, and has fallen silent.
    package var isSilent: Bool {
        let (isPlaying, lastPause) = schedule.withLock { ($0.isPlaying, $0.lastPause) }
        let report = held.both.pointee.report.latest()
        return !isPlaying && (report.obeyed >= lastPause && !report.isFalling || !report.wasRendered)
    }

    /// Stops and forgets the scheduled sounds.
    ///
    /// - Returns: The completions of everything that was waiting, in order; the caller calls them.
    package func stop() -> [PlayerCompletion] {
        defer { bell?.ring() }
        return schedule.withLock {
            $0.isPlaying = false
            $0.command(.stop)
            return $0.completeAll()
        }
    }

    /// Sets the player back: the sound at hand begins anew at player time 0 when it is rendered again.
    ///
    /// - Thread: control, while nothing renders.
    package func rewind() {
        schedule.withLock {
            $0.command(.rewind)
            settle(&$0)
            $0.rewindStreams(from: held.own.pointee.current)
        }
        bell?.ring()
    }

    /// Indicates whether `play` was called last, not `pause` or `stop`.
    package var isPlaying: Bool { schedule.withLock { $0.isPlaying } }

    /// Sounds that are scheduled and not yet ended.
    package var waitingCount: Int { schedule.withLock { $0.waitingCount } }

    /// Blocks in which a stream was late.
    package var starvationCount: Int { held.both.pointee.starvations.load(ordering: .relaxed) }

    /// The report of the last block; a time line that was ended since then is not started in it.
    package var latestReport: PlayerReport {
        let lastEnd = schedule.withLock { $0.lastEnd }
        var report = held.both.pointee.report.latest()
        if report.obeyed < lastEnd { report.isStarted = false }
        return report
    }

    /// The report of the last block as it stands, also if its time line was ended since; takes no lock.
    package var standingReport: PlayerReport { held.both.pointee.report.latest() }

    /// Frames that were played since the first start, as of the last block.
    package var playedFrames: Int64 {
        let report = latestReport
        return report.wasRendered ? report.sampleTime + Int64(report.frameCount) - report.origin : 0
    }

    // MARK: Meters

    /// Indicates whether the output is measured; costs nothing while off.
    package var isMetered: Bool {
        get { held.both.pointee.isMetered.load(ordering: .relaxed) }
        set { held.both.pointee.isMetered.store(newValue, ordering: .relaxed) }
    }

    /// Levels of each channel since the last call: linear mean square and peak, nil where nothing was played.
    ///
    /// - Thread: control, one at a time.
    package func takeLevels() -> [(meanSquare: Float, peak: Float)?] { meters.take() }

    // MARK: Cues

    /// Where the cues' changes go: the player's input of a mixer in the same plan, nil for nowhere.
    package func setCueTarget(_ input: MixInput?) {
        mix.withLock { mix in
            mix = input
            held.both.pointee.mix.store(UInt(bitPattern: input?.held.both), ordering: .releasing)
        }
    }

    /// Changes how loud the player is at a frame of the stream that it plays.
    ///
    /// - Returns: False when as many wait as the player was made for; then nothing happened.
    /// - Thread: a worker, one at a time.
    package func add(_ cue: PlayerCue) -> Bool { cues.producer.push(cue) }

    // MARK: Service

    /// Reads streams ahead, calls the completions that are due in their order, and frees sounds that were played.
    package func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService {
        let (due, next) = schedule.withLock { schedule -> ([PlayerCompletion], NextService) in
            let report = held.both.pointee.report.latest()
            let heardUntil =
                report.sampleTime + Int64(report.frameCount)
                - Int64((request.secondsToAir * report.sampleRate).rounded())
            schedule.free(before: held.both.pointee.neededFrom.load(ordering: .acquiring))
            schedule.readAhead(request.readAheadFrames)
            let due = schedule.completeEnded(heardUntil: heardUntil)
            // Memory of a sound that has just ended may be read until the next block; a stream that was not read now is
            // read the next time.
            if schedule.holdsMemory || (request.readAheadFrames == 0 && schedule.hasFramesToRead) {
                return (due, .after(seconds: 0))
            }
            var frames = schedule.framesUntilHeard(after: heardUntil)
            if schedule.isPlaying, let framesUntilDue = schedule.framesUntilDue {
                frames = min(frames ?? .max, Int64(framesUntilDue))
            }
            let sampleRate = report.sampleRate > 0 ? report.sampleRate : request.sampleRate
            guard let frames, sampleRate > 0 else { return (due, .whenRung) }
            return (due, .after(seconds: Double(frames) / sampleRate))
        }
        for completion in due { call(completion) }
        return next
    }

    /// Obeys the commands that no block has come for.
    ///
    /// - Thread: control, while nothing renders.
    package func settle() {
        schedule.withLock { settle(&$0) }
        bell?.ring()
    }

    private func settle(_ schedule: inout PlayerSchedule) {
        held.own.pointee.settle()
        schedule.free(before: held.both.pointee.neededFrom.load(ordering: .acquiring))
    }

}

/// A sound to be scheduled.
package struct PlayerSound {
    /// Where the sound comes from.
    package enum Source {
        /// Samples that stay in place until the sound has ended; the object keeps them.
        case buffer(PlayerSamples, keeping: AnyObject)
        /// Samples that are read as they are needed.
        case stream(any PlayerStream)
    }

    package var source: Source
    /// The number of frames, 1 or more.
    package var frameCount: Int
    /// On the player's time line; nil for after the sounds that were scheduled before.
    package var startFrame: Int64?
    package var options: PlayerOptions
    /// The function to call at the moment of `completesWhen`.
    package var completion: PlayerCompletion?
    package var completesWhen: PlayerCompletionMoment

    /// Describes a sound to be scheduled.
    package init(
        source: Source, frameCount: Int, startFrame: Int64? = nil, options: PlayerOptions = [],
        completesWhen: PlayerCompletionMoment = .consumed, completion: PlayerCompletion? = nil
    ) {
        self.source = source
        self.frameCount = frameCount
        self.startFrame = startFrame
        self.options = options
        self.completesWhen = completesWhen
        self.completion = completion
    }
}

/// The call to make when a sound has ended.
package typealias PlayerCompletion = ServiceCall

/// When a sound counts as ended.
package enum PlayerCompletionMoment: Sendable {
    /// Its last frame was taken by the player.
    case consumed
    /// Its last frame has gone through the graph.
    case rendered
    /// Its last frame was heard.
    case playedBack
}

/// The source of a stream's samples.
package protocol PlayerStream: AnyObject, Sendable {
    var channelCount: Int { get }
    /// Frames that are read ahead at most.
    var readAheadFrames: Int { get }
    /// Indicates whether the stream itself determines its end, by `endFrame`, instead of the schedule.
    var isOpenEnded: Bool { get }
    /// Frames of the whole stream from its first frame on; nil while it has no known end. May change while it is
    /// played.
    var endFrame: Int? { get }

    /// Gives the next frames.
    ///
    /// - Parameters:
    ///   - channels: One pointer per channel to room for `frameCount` floats.
    /// - Returns: Frames given; fewer than asked for means that there are no more.
    /// - Thread: a worker, one at a time.
    func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) -> Int

    /// Indicates whether the stream lends its frames instead of being read; stays as it is. An open-ended stream only.
    var lendsFrames: Bool { get }

    /// Shows the next frames, where the stream holds them.
    ///
    /// - Parameter wanted: Frames at most.
    /// - Returns: Nil when there are no more.
    /// - Thread: a worker, one at a time.
    func lend(frameCount wanted: Int) -> LentFrames?

    /// Goes back to the first frame.
    func rewind()
}

extension PlayerStream {
    package var readAheadFrames: Int { PlayerFeeder.ringFrames }
    package var isOpenEnded: Bool { false }
    package var endFrame: Int? { nil }
    package var lendsFrames: Bool { false }
    package func lend(frameCount wanted: Int) -> LentFrames? { nil }
}
