import AVAudioTypes
import AVFAudio
import CoreMedia
import Foundation
import SordinoEngine
import SordinoRealtime
import SordinoSession
import SordinoWork

extension NSNotification.Name {
    /// The rate of a synchronizer has changed, by the program or by an interruption; its object is the synchronizer.
    public static let AVSampleBufferRenderSynchronizerRateDidChange = NSNotification.Name(
        "AVSampleBufferRenderSynchronizerRateDidChangeNotification")
}

/// Gives several renderers one time line: they begin, stop and change their rate at the same frame.
///
/// A start or a change of the rate takes effect a few blocks of the device later, at one moment for all renderers;
/// until then the sound before it continues. An interruption sets the rate to 0, and the program sets it again.
/// - Thread: any.
open class AVSampleBufferRenderSynchronizer: NSObject, TimeLine, @unchecked Sendable {
    private struct Removal {
        var renderer: AVSampleBufferAudioRenderer
        var time: CMTime
        /// Indicates whether its sound has been told to end.
        var isEnding = false
        var completion: (@Sendable (Bool) -> Void)?
    }

    private struct State {
        var renderers: [AVSampleBufferAudioRenderer] = []
        var removals: [Removal] = []
        /// The rate that was asked for.
        var rate: Float = 0
        var anchor = LineAnchor(time: .zero, nanoseconds: 0, rate: 0)
        /// Holds until the anchor's moment.
        var before: LineAnchor?
        /// Indicates whether the start waits for media.
        var isWaiting = false
        var delays = true
    }

    /// Another name of `AVSampleBufferRenderSynchronizerRateDidChange`.
    public static let rateDidChangeNotification = NSNotification.Name.AVSampleBufferRenderSynchronizerRateDidChange

    /// A time line that differs by less from what is heard is as it should be.
    private static let tolerance = 0.000_1
    /// A renderer that differs by more from the others begins anew in its place.
    private static let slip = 0.001
    /// Nanoseconds ahead of which nothing can be started: ten days.
    private static let farthest: Int64 = 864_000_000_000_000
    /// Milliseconds between two looks without observers.
    private static let restMilliseconds = 50

    let context = AppContext.current
    /// The time line as a time base, driven by the clock of the host; its readers only read it.
    private let base = CMTimebase.standing()
    /// One change after the other.
    private let changes = NSRecursiveLock()
    private let state = Guarded(State())
    private let observers = TimeObservers(of: "AVSampleBufferRenderSynchronizer")
    private let watchers = PropertyWatchers<AVSampleBufferRenderSynchronizer>()
    private let pump = Guarded<Pump?>(nil)

    /// Makes a synchronizer without renderers whose time stands at 0.
    public override init() { super.init() }

    deinit {
        pump.withLock { $0 }?.cancel()
        for renderer in state.withLock({ $0.renderers }) { _ = renderer.stand() }
    }

    // MARK: Time

    /// The time line, to be read only: the synchronizer sets its rate and its time.
    open var timebase: CMTimebase {
        setTimebase()
        return base
    }

    /// Returns the time that is heard now.
    open func currentTime() -> CMTime { time(at: now) }

    private var now: Int64 { FilePlayer.nowNanoseconds(context) }

    private func time(at moment: Int64) -> CMTime {
        state.withLock { state in
            if let before = state.before, moment < state.anchor.nanoseconds { return before.time(at: moment) }
            return state.anchor.time(at: moment)
        }
    }

    func setTimebase() {
        let moment = now
        let anchor = state.withLock { state in
            if let before = state.before, moment < state.anchor.nanoseconds { return before }
            return state.anchor
        }
        let host = CMClock.hostTimeClock.time
        // Until its moment, a start has not begun; the time base says so by an anchor that lies ahead.
        let ahead = max(0, anchor.nanoseconds - moment)
        try? base.setRate(
            anchor.rate, anchorTime: anchor.time(at: moment),
            immediateSourceTime: host + CMTime(value: ahead, timescale: 1_000_000_000))
    }

    /// The rate of the time line; 0 stands, 1 is as recorded.
    ///
    /// Rates above 0 are clamped to those that the algorithms of all renderers allow; others are 0. The rate that was
    /// set is returned also while the start waits for media.
    open var rate: Float {
        get { state.withLock { $0.rate } }
        set { setRate(newValue, time: .invalid) }
    }

    /// Indicates whether a start waits until all renderers have media for it.
    open var delaysRateChangeUntilHasSufficientMediaData: Bool {
        get { state.withLock { $0.delays } }
        set {
            state.withLock { $0.delays = newValue }
            mediaArrived()
        }
    }

    /// Sets the rate, and goes to a time.
    ///
    /// - Parameter time: The time from which on the rate holds; invalid to continue from the present one.
    open func setRate(_ rate: Float, time: CMTime) { change(rate, time.isNumeric ? time : nil, at: nil) }

    /// Sets the rate, and has a time heard at a moment of the host clock.
    ///
    /// The start waits for no media.
    /// - Parameters:
    ///   - time: The time at the moment; invalid for the present one.
    ///   - hostTime: The moment; invalid, or too near, for the next one possible.
    open func setRate(_ rate: Float, time: CMTime, atHostTime hostTime: CMTime) {
        let moment = hostTime.isNumeric ? Int64(clamping: CMClockConvertHostTimeToSystemUnits(hostTime)) : nil
        change(rate, time.isNumeric ? time : nil, at: moment.map { min($0, now + Self.farthest) })
    }

    private func change(_ wanted: Float, _ time: CMTime?, at moment: Int64?) {
        let isChanged = changes.withLock {
            let old = state.withLock { $0.rate }
            let limits = [AVAudioTimePitchAlgorithm.spectral.rates] + state.withLock { $0.renderers }.map(\.rates)
            let rate =
                wanted.isFinite && wanted > 0
                ? limits.reduce(wanted) { min(max($0, $1.lowerBound), $1.upperBound) } : 0
            if rate == 0 {
                halt(at: time)
            } else {
                start(rate, time, at: moment)
            }
            return state.withLock { $0.rate } != old
        }
        tell(isChanged)
    }

    private func tell(_ isChanged: Bool) {
        setTimebase()
        if isChanged { NotificationCenter.default.postFromAnywhere(name: Self.rateDidChangeNotification, object: self) }
        watchers.look(self)
        observers.jump(self)
        watch()
    }

    // MARK: Starting and stopping

    private func start(_ rate: Float, _ time: CMTime?, at moment: Int64?) {
        let isRunning = state.withLock { $0.anchor.rate > 0 }
        let waits =
            moment == nil
            && state.withLock({ $0.delays })
            && !state.withLock({ $0.renderers }).allSatisfy(\.hasSufficientMediaDataForReliablePlaybackStart)
        if waits, !isRunning {
            state.withLock { state in
                (state.rate, state.isWaiting) = (rate, true)
                if let time { state.anchor.time = time }
            }
            return
        }
        begin(rate, time, at: moment)
    }

    /// Begins a stretch of the time line at one moment for all renderers.
    private func begin(_ rate: Float, _ time: CMTime?, at moment: Int64?) {
        let start = max(nextMoment(), moment ?? .min)
        let from = time ?? self.time(at: start)
        let (anchor, renderers) = state.withLock { state in
            let anchor = LineAnchor(time: from, nanoseconds: start, rate: Double(rate))
            state.before = state.anchor.rate > 0 ? state.anchor : nil
            (state.anchor, state.rate, state.isWaiting) = (anchor, rate, false)
            return (anchor, state.renderers)
        }
        // All are notified before the answer of the first counts.
        let isRefused = renderers.map { $0.run(anchor, isJump: time != nil) }.contains(false)
        if isRefused { halt(at: nil) }
    }

    /// The next moment at which something can begin, a whole number of frames after the anchor.
    private func nextMoment() -> Int64 {
        let rate = max(FilePlayer.deviceRate(context), 1)
        let seconds = 2 * FilePlayer.blockSeconds(context) + FilePlayer.latencySeconds(context)
        let anchor = state.withLock { $0.anchor.rate > 0 ? $0.anchor.nanoseconds : nil }
        let now = now
        let from = anchor ?? now
        let frames = ((Double(now - from) / 1e9 + min(seconds, 1)) * rate).rounded(.up)
        return from + (frames * 1e9 / rate).bounded
    }

    /// Stops all renderers at once.
    private func halt(at time: CMTime?) {
        let moment = now
        let renderers = state.withLock { $0.renderers }
        let heard = renderers.compactMap { $0.stand() }.first
        let wasWaiting = state.withLock { $0.isWaiting }
        let place = time ?? (wasWaiting ? nil : heard) ?? self.time(at: moment)
        state.withLock { state in
            state.anchor = LineAnchor(time: place, nanoseconds: moment, rate: 0)
            (state.before, state.rate, state.isWaiting) = (nil, 0, false)
        }
    }

    /// The session has stopped the sound.
    func interrupted() {
        let isChanged = changes.withLock {
            guard state.withLock({ $0.rate }) != 0 else { return false }
            halt(at: nil)
            return true
        }
        if isChanged { tell(true) }
    }

    /// Begins if the start waits for media and all is there.
    func mediaArrived() {
        guard state.withLock({ $0.isWaiting }) else { return }
        changes.withLock {
            let (isWaiting, rate, delays, renderers) = state.withLock {
                ($0.isWaiting, $0.rate, $0.delays, $0.renderers)
            }
            guard isWaiting else { return }
            guard !delays || renderers.allSatisfy(\.hasSufficientMediaDataForReliablePlaybackStart) else { return }
            begin(rate, state.withLock { $0.anchor.time }, at: nil)
        }
        tell(state.withLock { $0.rate } == 0)
    }

    /// Has one renderer begin anew in its place, if time runs.
    func renew(_ renderer: AVSampleBufferAudioRenderer) {
        changes.withLock {
            let anchor = state.withLock { $0.anchor }
            guard anchor.rate > 0, state.withLock({ $0.renderers.contains { $0 === renderer } }) else { return }
            let moment = max(nextMoment(), anchor.nanoseconds)
            let place = LineAnchor(time: anchor.time(at: moment), nanoseconds: moment, rate: anchor.rate)
            if !renderer.run(place, isJump: false) { interrupted() }
        }
    }

    // MARK: Renderers

    /// The renderers of the time line.
    open var renderers: [any AVQueuedSampleBufferRendering] { state.withLock { $0.renderers } }

    /// Adds a renderer; it plays with the others from the next moment on.
    ///
    /// A renderer of another class, or of another synchronizer, stops the program.
    open func addRenderer(_ renderer: any AVQueuedSampleBufferRendering) {
        guard let renderer = renderer as? AVSampleBufferAudioRenderer else {
            stopOnMisuse("*** -[AVSampleBufferRenderSynchronizer addRenderer:] only audio renderers can be added")
        }
        changes.withLock {
            requireCondition(
                renderer.synchronizer == nil,
                "*** -[AVSampleBufferRenderSynchronizer addRenderer:] the renderer belongs to a synchronizer")
            renderer.synchronizer = self
            state.withLock { $0.renderers.append(renderer) }
            renew(renderer)
        }
        watchers.look(self)
    }

    /// Removes a renderer when a time is reached.
    ///
    /// - Parameters:
    ///   - time: The first time at which it is not heard; at once if the time is over or not a number.
    ///   - completionHandler: Receives whether this call removed it; false if it is none of the time line's, or if
    ///     another call did.
    open func removeRenderer(
        _ renderer: any AVQueuedSampleBufferRendering, at time: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        let isMember = state.withLock { $0.renderers.contains { $0 === renderer } }
        guard isMember, let renderer = renderer as? AVSampleBufferAudioRenderer else {
            if let completionHandler { answer(completionHandler, false) }
            return
        }
        let old = state.withLock { state in
            defer { state.removals.removeAll { $0.renderer === renderer } }
            return state.removals.first { $0.renderer === renderer }?.completion
        }
        if let old { answer(old, false) }
        let removal = Removal(renderer: renderer, time: time, completion: completionHandler)
        guard time.isNumeric, time > currentTime() else { return remove(removal) }
        state.withLock { $0.removals.append(removal) }
        watch()
    }

    /// Removes a renderer when a time is reached.
    ///
    /// - Returns: Whether this call removed it.
    @discardableResult
    open func removeRenderer(_ renderer: any AVQueuedSampleBufferRendering, at time: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            removeRenderer(renderer, at: time) { continuation.resume(returning: $0) }
        }
    }

    private func answer(_ completion: @escaping @Sendable (Bool) -> Void, _ isRemoved: Bool) {
        context.system.callbacks.deliver(.secondary, to: context) { completion(isRemoved) }
    }

    private func remove(_ removal: Removal) {
        changes.withLock {
            state.withLock { $0.renderers.removeAll { $0 === removal.renderer } }
            _ = removal.renderer.stand()
            removal.renderer.synchronizer = nil
        }
        if let completion = removal.completion { answer(completion, true) }
        watchers.look(self)
        mediaArrived()
    }

    // MARK: Looking after

    /// Looks at the time while it runs.
    private func watch() {
        pump.withLock { pump in
            if pump == nil { pump = context.system.workers.addPump { [weak self] in self?.look() ?? .asleep } }
            pump?.wake()
        }
    }

    private func look() -> Workers.PumpResult {
        guard state.withLock({ $0.anchor.rate > 0 }) else { return .asleep }
        // A change that is under way looks after everything itself.
        if changes.try() {
            follow()
            changes.unlock()
        }
        endRemovals()
        observers.look(self)
        let isPolled = !observers.isEmpty || state.withLock { !$0.removals.isEmpty }
        return isPolled ? .idle : .resting(milliseconds: Self.restMilliseconds)
    }

    /// Ends the sound of renderers whose time is near, and removes those whose time is over.
    private func endRemovals() {
        let moment = now
        let current = time(at: moment)
        let lead = 3 * FilePlayer.blockSeconds(context) + 0.05
        let (due, ending) = state.withLock { state -> ([Removal], [(Removal, Int64)]) in
            let due = state.removals.filter { $0.time <= current }
            state.removals.removeAll { $0.time <= current }
            var ending: [(Removal, Int64)] = []
            for index in state.removals.indices where !state.removals[index].isEnding {
                guard let end = state.anchor.moment(of: state.removals[index].time),
                    Double(end - moment) / 1e9 <= lead
                else { continue }
                state.removals[index].isEnding = true
                ending.append((state.removals[index], end))
            }
            return (due, ending)
        }
        for (removal, end) in ending { removal.renderer.end(atNanoseconds: end) }
        for removal in due { remove(removal) }
    }

    /// Keeps the time line on what is heard, as the clocks of device and host may differ, and renderers in step.
    private func follow() {
        let (anchor, renderers) = state.withLock { ($0.anchor, $0.renderers) }
        guard now > anchor.nanoseconds, anchor.rate > 0 else { return }
        var line = anchor
        var isLeader = true
        for renderer in renderers {
            guard let place = renderer.heardPlace, place.nanoseconds > anchor.nanoseconds else { continue }
            let apart = (place.time - line.time(at: place.nanoseconds)).seconds
            if isLeader {
                isLeader = false
                guard abs(apart) > Self.tolerance + 1 / max(FilePlayer.deviceRate(context), 1) else { continue }
                line = LineAnchor(time: place.time, nanoseconds: place.nanoseconds, rate: anchor.rate)
                state.withLock { $0.anchor = line }
                for renderer in renderers { renderer.follow(line) }
                setTimebase()
            } else if abs(apart) > Self.slip {
                renew(renderer)
            }
        }
    }

    // MARK: Observers

    /// Calls a function periodically while time runs, and when it jumps, starts or stops.
    ///
    /// - Parameters:
    ///   - interval: The period on the time line, above 0.
    ///   - queue: The queue for the calls; nil is the main queue.
    /// - Returns: To be given to `removeTimeObserver`.
    @discardableResult
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        let token = observers.addPeriodic(interval, queue, block)
        watch()
        return token
    }

    /// Calls a function when time passes one of several times.
    ///
    /// - Parameters:
    ///   - times: Times as `NSValue`, one at least.
    ///   - queue: The queue for the calls; nil is the main queue.
    /// - Returns: To be given to `removeTimeObserver`.
    @discardableResult
    open func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any {
        let token = observers.addBoundary(times, queue, block)
        watch()
        return token
    }

    /// Takes an observer of time away; anything else stops the program.
    open func removeTimeObserver(_ observer: Any) { observers.remove(observer) }

    /// Calls a function when a property changes, on the thread where it does.
    ///
    /// - Returns: Keep it as long as you observe.
    public func observe<Value>(
        _ keyPath: KeyPath<AVSampleBufferRenderSynchronizer, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (AVSampleBufferRenderSynchronizer, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { watchers.add(self, keyPath, options, changeHandler) }
}
