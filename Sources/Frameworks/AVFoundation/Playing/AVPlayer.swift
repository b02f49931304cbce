import AVFAudio
import CoreMedia
import Foundation
import SordinoEngine
import SordinoRealtime
import SordinoSession
import SordinoWork

/// Plays items: files, compositions of parts of files, and sounds on servers: files, stations, playlists of HTTP Live
/// Streaming.
///
/// Playing activates the audio session if it is not active; an interruption pauses the player.
/// - Thread: any. Handlers are called on the main queue, or on the queue that was given with them.
open class AVPlayer: NSObject, TimeLine, @unchecked Sendable {
    /// Indicates whether the player works.
    public enum Status: Int, Sendable {
        /// The player has not had an item yet.
        case unknown = 0
        /// The player can play.
        case readyToPlay = 1
        /// The player cannot play.
        case failed = 2
    }

    /// The states of a player with respect to its rate.
    public enum TimeControlStatus: Int, Sendable {
        /// The player is paused.
        case paused = 0
        /// The player should play and waits for data.
        case waitingToPlayAtSpecifiedRate = 1
        /// The player is playing.
        case playing = 2
    }

    /// The possible actions at the end of an item.
    public enum ActionAtItemEnd: Int, Sendable {
        /// The player continues with the next item; for `AVQueuePlayer`.
        case advance = 0
        /// The player pauses at the end.
        case pause = 1
        /// The player keeps its rate and plays nothing.
        case none = 2
    }

    private struct State {
        var item: AVPlayerItem?
        /// Set on the main queue after the player received its first item.
        var isReady = false
        var rate: Float = 0
        var defaultRate: Float = 1
        var volume: Float = 1
        var isMuted = false
        var actionAtItemEnd = ActionAtItemEnd.pause
        var waits = true
        /// Indicates whether the present start waits for nothing.
        var isImmediate = false
    }

    let context = AppContext.current
    private let state = Guarded(State())
    private let observers = TimeObservers(of: "AVPlayer")
    private let watchers = PropertyWatchers<AVPlayer>()
    private let pump = Guarded<Pump?>(nil)
    /// Indicates whether a player waits until enough of a sound on a server is buffered to play without a break.
    ///
    /// If not, it begins with the buffered part, and its rate becomes 0 when that is used up.
    open var automaticallyWaitsToMinimizeStalling: Bool {
        get { state.withLock { $0.waits } }
        set {
            state.withLock { $0.waits = newValue }
            if let item = currentItem { arrived(item) }
            watchers.look(self)
        }
    }
    /// Indicates whether the sound may be played elsewhere; it is played here.
    open var allowsExternalPlayback = true {
        didSet { watchers.look(self) }
    }
    /// The treatment of items with pictures in the background; sound alone follows its session, as it does here.
    open var audiovisualBackgroundPlaybackPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic {
        didSet { watchers.look(self) }
    }

    /// Makes a player without an item.
    public override init() { super.init() }

    /// Makes a player of a file or of an address of http:// or https://.
    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    /// Makes a player of an item.
    public convenience init(playerItem item: AVPlayerItem?) {
        self.init()
        take(item)
    }

    deinit {
        pump.withLock { $0 }?.cancel()
        state.withLock { $0.item }?.close()
    }

    /// Indicates whether the player can play; changes on the main queue after the player received its first item.
    open var status: Status { state.withLock { $0.isReady } ? .readyToPlay : .unknown }
    /// The reason for which the player cannot play; always nil.
    open var error: (any Error)? { nil }
    /// The item that is played.
    open var currentItem: AVPlayerItem? { state.withLock { $0.item } }

    /// Replaces the item; a player that plays continues with the new one at once.
    open func replaceCurrentItem(with item: AVPlayerItem?) { take(item) }

    /// Takes an item in the place of another.
    func take(_ item: AVPlayerItem?) {
        let old = state.withLock { state in
            defer { state.item = item }
            return state.item
        }
        if old !== item {
            old?.owner = nil
            old?.close()
        }
        if let item {
            requireCondition(
                item.owner == nil || item.owner === self,
                "An AVPlayerItem cannot be associated with more than one instance of AVPlayer")
            item.owner = self
            item.open(in: context)
            prepare(item)
            context.system.callbacks.deliver(.main, to: context) { [weak self] in
                guard let self else { return }
                state.withLock { $0.isReady = true }
                watchers.look(self)
            }
        }
        let rate = state.withLock { $0.rate }
        if rate != 0 { run(at: rate) }
        watchers.look(self)
    }

    private func prepare(_ item: AVPlayerItem) {
        hear(item)
        item.file?.setVolume(effectiveVolume, fadeSeconds: 0)
    }

    /// The first media of an item has arrived, or none will.
    func becameReady(_ item: AVPlayerItem) {
        guard currentItem === item else { return }
        prepare(item)
        if item.outcome == .failed { state.withLock { $0.rate = 0 } }
    }

    /// Updates the player's observers after an item has published its status.
    func announced(_ item: AVPlayerItem) { if currentItem === item { watchers.look(self) } }

    /// Media of an item on a server has arrived, or is missed.
    func arrived(_ item: AVPlayerItem) {
        let (isCurrent, rate, waits) = state.withLock {
            ($0.item === item, $0.rate, $0.waits && !$0.isImmediate)
        }
        guard isCurrent else { return }
        defer { watchers.look(self) }
        guard rate != 0, let file = item.file else { return }
        if !file.isPlaying {
            if item.canPlay(waits: waits) { run(at: rate) }
        } else if let status = item.remote?.status, status.isDry, !status.isWhole, status.failure == nil {
            file.pause()
            guard !item.takeSeek() else { return }
            state.withLock { state in
                if !state.waits { state.rate = 0 }
                state.isImmediate = false
            }
            item.logs.stalled()
            NotificationCenter.default.postFromAnywhere(name: AVPlayerItem.playbackStalledNotification, object: item)
        }
    }

    private func hear(_ item: AVPlayerItem) {
        // Makes the session, so that interruptions are notified even if the program never asks for it.
        _ = AVAudioSession.session(of: context)
        item.file?.setEvents(
            FilePlayer.Events(
                finished: { [weak self, weak item] _ in
                    if let self, let item { ended(item) }
                },
                failed: { [weak self, weak item] failure in
                    guard let self, let item else { return }
                    state.withLock { $0.rate = 0 }
                    NotificationCenter.default.postFromAnywhere(
                        name: AVPlayerItem.failedToPlayToEndTimeNotification, object: item,
                        userInfo: [
                            AVPlayerItemFailedToPlayToEndTimeErrorKey:
                                AVError.error(failure, at: (item.asset as? AVURLAsset)?.url)
                        ])
                    watchers.look(self)
                },
                interruption: { _, _ in },
                stopped: { [weak self] in
                    guard let self else { return }
                    state.withLock { $0.rate = 0 }
                    currentItem?.hold(true)
                    watchers.look(self)
                    observers.jump(self)
                }))
    }

    /// The last frame of an item was taken.
    func ended(_ item: AVPlayerItem) {
        guard currentItem === item else { return }
        item.isAtEnd = true
        item.looper?.look()
        observers.look(self)
        let action = actionAtItemEnd
        if action == .pause { state.withLock { $0.rate = 0 } }
        NotificationCenter.default.postFromAnywhere(name: AVPlayerItem.didPlayToEndTimeNotification, object: item)
        if action == .advance, currentItem === item { advance() }
        watchers.look(self)
    }

    /// Goes on to the next item; a player of one item has none.
    func advance() { state.withLock { $0.rate = 0 } }

    /// The action at the end of an item.
    open var actionAtItemEnd: ActionAtItemEnd {
        get { state.withLock { $0.actionAtItemEnd } }
        set {
            state.withLock { $0.actionAtItemEnd = newValue }
            watchers.look(self)
        }
    }

    // MARK: Playing

    /// Starts or resumes playback at `defaultRate`.
    open func play() { rate = defaultRate }

    /// Stops where it is.
    open func pause() { rate = 0 }

    /// Plays at a speed, without waiting.
    ///
    /// - Parameter rate: As `rate`.
    open func playImmediately(atRate rate: Float) {
        state.withLock { $0.isImmediate = true }
        play(at: rate)
    }

    /// The rate at which `play` starts.
    open var defaultRate: Float {
        get { state.withLock { $0.defaultRate } }
        set {
            state.withLock { $0.defaultRate = newValue.isFinite ? newValue : 1 }
            watchers.look(self)
        }
    }

    /// The requested playback rate: 0 is paused; other values are clamped to 1/32 and 32.
    ///
    /// The item determines whether the pitch stays. Playing backwards is not possible: negative speeds pause.
    open var rate: Float {
        get { state.withLock { $0.rate } }
        set {
            state.withLock { $0.isImmediate = false }
            play(at: newValue)
        }
    }

    private func play(at newRate: Float) {
        let limits = (currentItem?.heardAlgorithm ?? .timeDomain).rates
        let rate = newRate.isFinite && newRate > 0 ? min(max(newRate, limits.lowerBound), limits.upperBound) : 0
        if rate != self.rate { currentItem?.hold(rate == 0) }
        state.withLock { $0.rate = rate }
        // An address that has failed already pauses, as one that fails a moment later does.
        if let item = currentItem, item.outcome == .failed, item.remote != nil, item.file == nil {
            state.withLock { $0.rate = 0 }
        } else if rate == 0 {
            currentItem?.file?.pause()
        } else {
            run(at: rate)
        }
        watchers.look(self)
        observers.jump(self)
    }

    /// Sets the speed, and seeks to a time.
    ///
    /// - Parameters:
    ///   - itemTime: Where to go; invalid to stay.
    ///   - hostClockTime: Not used: it begins at once.
    open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        if itemTime.isNumeric { _ = currentItem?.move(to: itemTime) }
        self.rate = rate
    }

    private func run(at rate: Float) {
        guard let item = currentItem, let file = item.file else { return }
        guard !item.isAtEnd else {
            if actionAtItemEnd == .pause { state.withLock { $0.rate = 0 } }
            return
        }
        guard item.canPlay(waits: state.withLock { $0.waits && !$0.isImmediate }) else { return }
        let speed = Double(rate)
        if speed != 1, !file.isRateEnabled {
            // A prepared file cannot change its speed: it is stopped and prepared again.
            file.stop()
            file.isRateEnabled = true
        }
        file.rate = speed
        file.setVolume(effectiveVolume, fadeSeconds: 0)
        do {
            guard try file.play() else { return stopped() }
        } catch { return stopped() }
        item.postStart()
        watch()
    }

    private func stopped() { state.withLock { $0.rate = 0 } }

    /// The state of the player: paused, waiting or playing.
    open var timeControlStatus: TimeControlStatus {
        let (rate, item) = state.withLock { ($0.rate, $0.item) }
        if rate == 0 { return .paused }
        return item?.file?.isPlaying ?? false ? .playing : .waitingToPlayAtSpecifiedRate
    }

    /// The reason why the player waits; nil if it does not.
    open var reasonForWaitingToPlay: WaitingReason? {
        guard timeControlStatus == .waitingToPlayAtSpecifiedRate else { return nil }
        guard let item = currentItem else { return .noItemToPlay }
        guard item.file == nil else { return .toMinimizeStalls }
        return item.remote == nil ? .noItemToPlay : .evaluatingBufferingRate
    }

    /// Fills the buffers, so that `play` sounds at once.
    ///
    /// - Parameter completionHandler: Told whether it worked.
    open func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        let isReady = currentItem?.file.map { (try? $0.prepare()) != nil } ?? false
        guard let completionHandler else { return }
        context.system.callbacks.deliver(.main, to: context) { completionHandler(isReady) }
    }

    /// Ends prerolls that wait: none does.
    open func cancelPendingPrerolls() {}

    // MARK: Sound

    /// Linear gain, nominally 0 to 1.
    open var volume: Float {
        get { state.withLock { $0.volume } }
        set {
            state.withLock { $0.volume = newValue.isFinite ? max(0, newValue) : 0 }
            currentItem?.file?.setVolume(effectiveVolume, fadeSeconds: 0)
            watchers.look(self)
        }
    }

    /// Indicates whether the player is silenced.
    open var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set {
            state.withLock { $0.isMuted = newValue }
            currentItem?.file?.setVolume(effectiveVolume, fadeSeconds: 0)
            watchers.look(self)
        }
    }

    private var effectiveVolume: Float { state.withLock { $0.isMuted ? 0 : $0.volume } }

    // MARK: Time

    /// Returns the position in the current item; 0 without one.
    open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    /// Goes to a time, exactly.
    open func seek(to time: CMTime) { _ = currentItem?.move(to: time) }

    /// Goes to a time, exactly: files need no tolerance.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

    /// Goes to a time, exactly.
    ///
    /// - Parameter completionHandler: Told whether it went there.
    open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        seek(
            to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler)
    }

    /// Goes to a time, exactly: files need no tolerance.
    ///
    /// - Parameter completionHandler: Told whether it went there.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        let isMoved = currentItem?.move(to: time) ?? false
        context.system.callbacks.deliver(.main, to: context) { completionHandler(isMoved) }
    }

    /// Goes to a time, exactly.
    ///
    /// - Returns: Whether it went there.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool { currentItem?.move(to: time) ?? false }

    /// Goes to a time, exactly: files need no tolerance.
    ///
    /// - Returns: Whether it went there.
    @discardableResult
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        currentItem?.move(to: time) ?? false
    }

    func timeJumped() { observers.jump(self) }

    func setTimebase() { currentItem?.setTimebase() }

    /// Calls a function periodically during playback, and when the time jumps, starts or stops.
    ///
    /// - Parameters:
    ///   - interval: The period in the time of the item, above 0.
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

    /// Calls a function when the item comes past times.
    ///
    /// - Parameters:
    ///   - times: Times as `NSValue`, one at least.
    ///   - queue: Where it is called; nil is the main queue.
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

    /// Looks at the time while there are observers and something plays.
    private func watch() {
        guard !observers.isEmpty || currentItem?.remote != nil || currentItem?.looper != nil else { return }
        pump.withLock { pump in
            if pump == nil {
                pump = context.system.workers.addPump { [weak self] in
                    guard let self, timeControlStatus == .playing else { return .asleep }
                    let remote = currentItem.flatMap { $0.remote == nil ? nil : $0 }
                    remote?.passMetadata(context)
                    let looper = currentItem?.looper
                    looper?.look()
                    guard !observers.isEmpty || remote != nil || looper != nil else { return .asleep }
                    observers.look(self)
                    return .idle
                }
            }
            pump?.wake()
        }
    }

    /// Calls a function when a property changes, on the thread where it does.
    ///
    /// - Returns: Keep it as long as you observe.
    public func observe<Value>(
        _ keyPath: KeyPath<AVPlayer, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (AVPlayer, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { watchers.add(self, keyPath, options, changeHandler) }
}
