import AVFAudio
import CoreMedia
import Foundation
import SordinoEngine
import SordinoMedia
import SordinoRealtime
import SordinoSession
import SordinoStreaming

extension NSNotification.Name {
    /// An item has played to its end; its object is the item.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// An item could not be played to its end; its object is the item.
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// The time of an item jumped; its object is the item.
    public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
    /// An item waits for its media; posted for sounds on servers.
    public static let AVPlayerItemPlaybackStalled = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
}

/// The key of the error in `AVPlayerItemFailedToPlayToEndTime`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

/// A track of an item.
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
    /// The track of the asset.
    public let assetTrack: AVAssetTrack?
    /// Indicates whether it is audible; always so here.
    open var isEnabled: Bool { true }

    init(_ track: AVAssetTrack) {
        assetTrack = track
        super.init()
    }
}

/// An asset on its way through a player.
///
/// Its headers are read when it becomes a player's item.
/// - Thread: any.
open class AVPlayerItem: NSObject, @unchecked Sendable {
    /// Indicates whether it can be played.
    public enum Status: Int, Sendable {
        /// The item does not belong to a player yet.
        case unknown = 0
        /// The item can be played.
        case readyToPlay = 1
        /// The item cannot be played; `error` has the reason.
        case failed = 2
    }

    private struct State {
        /// The result of opening the item.
        var outcome = Status.unknown
        /// The published status: it becomes equal to `outcome` on the main queue.
        var status = Status.unknown
        var error: (any Error)?
        var file: FilePlayer?
        /// The sound on a server; nil of files.
        var remote: ArrivingSound?
        /// Indicates whether frames are missing because of a seek.
        var isSeeking = false
        var timed: [AVMetadataItem]?
        /// Made once, so that observers see a change only where there is one.
        var tracks: [AVPlayerItemTrack]?
        var outputs: [AVPlayerItemOutput] = []
        var isAtEnd = false
        /// Indicates whether its player was paused after it had played.
        var isPaused = false
        /// The time at which playback begins when a player takes the item.
        var startTime = CMTime.zero
    }

    /// An item has played to its end; its object is the item.
    public static let didPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemDidPlayToEndTime
    /// An item could not be played to its end; its object is the item.
    public static let failedToPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemFailedToPlayToEndTime
    /// The time of an item jumped; its object is the item.
    public static let timeJumpedNotification = NSNotification.Name.AVPlayerItemTimeJumped
    /// An item waits for its media; posted for sounds on servers.
    public static let playbackStalledNotification = NSNotification.Name.AVPlayerItemPlaybackStalled

    /// The asset that is played.
    public let asset: AVAsset
    private let state = Guarded(State())
    let watchers = PropertyWatchers<AVPlayerItem>()
    weak var owner: AVPlayer?
    /// The volumes of the tracks; takes effect when a player receives the item.
    open var audioMix: AVAudioMix? {
        didSet { watchers.look(self) }
    }
    /// The method of changing the rate: with `varispeed` the pitch follows the rate, otherwise it is kept.
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain {
        didSet {
            if let file { adapt(file) }
            watchers.look(self)
        }
    }
    /// The time at which playing ends; invalid for the end of the asset.
    open var forwardPlaybackEndTime = CMTime.invalid {
        didSet {
            if let file { file.range = heardRange(of: file) }
            watchers.look(self)
        }
    }
    /// The object that has the item played again and again.
    weak var looper: AVPlayerLooper?
    /// Seconds to be read ahead of sounds on servers, 0 for 20; files are read as they are needed.
    open var preferredForwardBufferDuration: TimeInterval {
        get { preferredAhead.withLock { $0 } }
        set {
            let seconds = newValue.isFinite ? max(0, newValue) : 0
            preferredAhead.withLock { $0 = seconds }
            state.withLock { $0.remote }?.setAhead(seconds: seconds > 0 ? seconds : Self.usualAheadSeconds)
            watchers.look(self)
        }
    }
    /// Bits per second that are not to be exceeded where a playlist offers a choice; 0 for no limit.
    ///
    /// Counts from when the item becomes a player's.
    open var preferredPeakBitRate: Double = 0 {
        didSet { watchers.look(self) }
    }
    /// Indicates whether a live stream is read ahead while its player is paused.
    ///
    /// If not, a pause ends the use of the network until playback resumes; the buffered sound is played first.
    open var canUseNetworkResourcesForLiveStreamingWhilePaused = false {
        didSet {
            hold(isPaused)
            watchers.look(self)
        }
    }
    private var isPaused: Bool { state.withLock { $0.isPaused } }
    /// The counts for the logs.
    let logs = ItemLogs()
    private let preferredAhead = Guarded<TimeInterval>(0)
    private let isLookAhead = Guarded(false)
    private let times = Guarded<CMTimebase?>(nil)
    /// Seconds that are read ahead of sounds on servers, and those with which playing begins.
    private static let usualAheadSeconds = 20.0
    private static let keepUpSeconds = 2.0

    /// Makes an item of a file or of an address of http:// or https://.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// Makes an item of an asset.
    ///
    /// - Parameter automaticallyLoadedAssetKeys: Not used: headers are read when the item becomes a player's.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]? = nil) {
        self.asset = asset
        super.init()
    }

    deinit { state.withLock { $0.remote }?.close() }

    /// Copies the item; the copy is no player's and begins at the beginning.
    open override func copy() -> Any {
        let copy = AVPlayerItem(asset: asset)
        copy.audioMix = audioMix
        copy.forwardPlaybackEndTime = forwardPlaybackEndTime
        copy.audioTimePitchAlgorithm = audioTimePitchAlgorithm
        copy.preferredForwardBufferDuration = preferredForwardBufferDuration
        copy.preferredPeakBitRate = preferredPeakBitRate
        copy.canUseNetworkResourcesForLiveStreamingWhilePaused = canUseNetworkResourcesForLiveStreamingWhilePaused
        return copy
    }

    /// Indicates whether it can be played.
    ///
    /// Changes on the main queue after the item was given to a player, so that observers added directly afterwards are
    /// notified.
    open var status: Status { state.withLock { $0.status } }
    /// The result of opening the item, which `status` publishes later.
    var outcome: Status { state.withLock { $0.outcome } }
    /// The reason why it cannot be played; nil if it can.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The length; indefinite until a player has taken the item, and for live streams.
    open var duration: CMTime {
        let (file, remote) = state.withLock { ($0.file, $0.remote) }
        guard let file else { return .indefinite }
        guard let remote else { return CMTime(frames: file.frameCount, rate: file.format.sampleRate) }
        guard let seconds = remote.status.seconds else { return .indefinite }
        return CMTime(frames: Int64(nearest: seconds * file.format.sampleRate), rate: file.format.sampleRate)
    }
    /// The tracks; none of streams.
    open var tracks: [AVPlayerItemTrack] {
        guard file != nil, remote == nil || asset.isRead else { return [] }
        if let made = state.withLock({ $0.tracks }) { return made }
        let made = asset.tracks.map { AVPlayerItemTrack($0) }
        state.withLock { $0.tracks = made }
        return made
    }
    /// The time ranges that can be played without waiting; for files the whole duration.
    open var loadedTimeRanges: [NSValue] {
        guard let remote, file != nil else { return seekableTimeRanges }
        let loaded = remote.status.loaded
        return [NSValue(timeRange: Self.range(loaded.lowerBound, loaded.upperBound))]
    }
    /// The time ranges within which seeking is possible; none for live streams.
    open var seekableTimeRanges: [NSValue] {
        guard file != nil else { return [] }
        if let remote, !remote.status.isSeekable { return [] }
        return [NSValue(timeRange: CMTimeRange(start: .zero, duration: duration))]
    }
    /// Indicates whether it will probably play without waiting.
    open var isPlaybackLikelyToKeepUp: Bool {
        guard file != nil else { return false }
        guard let status = remote?.status else { return true }
        let preferred = preferredForwardBufferDuration
        let enough = preferred > 0 ? min(preferred, Self.keepUpSeconds) : Self.keepUpSeconds
        return status.isWhole || status.isFull || status.aheadSeconds >= enough || status.failure != nil
    }
    /// Indicates whether no more is read ahead.
    open var isPlaybackBufferFull: Bool { file != nil && (remote?.status.isFull ?? true) }
    /// Indicates whether there is nothing to be played at once.
    open var isPlaybackBufferEmpty: Bool {
        guard file != nil else { return true }
        guard let status = remote?.status else { return false }
        return status.aheadSeconds <= 0 && !status.isWhole
    }

    private static func range(_ start: Double, _ end: Double) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(seconds: start, preferredTimescale: 1_000_000),
            end: CMTime(seconds: end, preferredTimescale: 1_000_000))
    }
    /// Indicates whether it can be played faster than recorded.
    open var canPlayFastForward: Bool { file != nil }
    /// Indicates whether it can be played slower than recorded.
    open var canPlaySlowForward: Bool { file != nil }
    /// Indicates whether it can be played backwards.
    open var canPlayReverse: Bool { false }

    /// Returns the current position.
    open func currentTime() -> CMTime {
        let (file, isAtEnd, start) = state.withLock { ($0.file, $0.isAtEnd, $0.startTime) }
        guard let file else { return start }
        if isAtEnd {
            let end = forwardPlaybackEndTime.isNumeric ? CMTimeMinimum(forwardPlaybackEndTime, duration) : duration
            if end.isNumeric { return end }
        }
        return CMTime(frames: file.currentFrame, rate: file.format.sampleRate)
    }

    /// Goes to a time, exactly.
    ///
    /// - Parameter completionHandler: Told whether it went there.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        let isMoved = move(to: time)
        if let completionHandler {
            let context = owner?.context ?? AppContext.current
            context.system.callbacks.deliver(.main, to: context) { completionHandler(isMoved) }
        }
    }

    /// Goes to a time, exactly.
    open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        seek(
            to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler)
    }

    /// Goes to a time, exactly.
    ///
    /// - Returns: Whether it went there.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool { move(to: time) }

    /// Goes to a time, exactly: files need no tolerance.
    ///
    /// - Returns: Whether it went there.
    @discardableResult
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool { move(to: time) }

    /// The item's time and speed; nil before it can be played, speed 0 while it waits.
    open var timebase: CMTimebase? {
        guard file != nil else { return nil }
        if times.withLock({ $0 }) == nil, let made = try? CMTimebase(sourceClock: .hostTimeClock) {
            times.withLock { if $0 == nil { $0 = made } }
        }
        setTimebase()
        return times.withLock { $0 }
    }

    /// Sets the time base, if it was requested, to the audible position.
    func setTimebase() {
        guard let timebase = times.withLock({ $0 }) else { return }
        let isHeard = owner?.currentItem === self && owner?.timeControlStatus == .playing
        // The time of an item is a number, and so is its speed.
        try? timebase.setTime(currentTime())
        try? timebase.setRate(isHeard ? Double(owner?.rate ?? 0) : 0)
    }

    /// Ends seeks that wait: none does.
    open func cancelPendingSeeks() {}

    /// Calls a function when a property changes, on the thread where it does.
    ///
    /// - Returns: Keep it as long as you observe.
    public func observe<Value>(
        _ keyPath: KeyPath<AVPlayerItem, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (AVPlayerItem, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { watchers.add(self, keyPath, options, changeHandler) }

    // MARK: For the player

    var file: FilePlayer? { state.withLock { $0.file } }

    var isAtEnd: Bool {
        get { state.withLock { $0.isAtEnd } }
        set { state.withLock { $0.isAtEnd = newValue } }
    }

    /// Seeks to a time; returns false if the time is not numeric.
    func move(to time: CMTime) -> Bool {
        guard time.isNumeric else { return false }
        guard let file else {
            state.withLock { $0.startTime = CMTimeMaximum(time, .zero) }
            return true
        }
        let rate = file.format.sampleRate
        let end = duration.isNumeric ? duration.frames(rate: rate) : Int64.max
        if let remote {
            guard remote.status.isSeekable else { return false }
            state.withLock { $0.isSeeking = true }
        }
        let frame = min(max(0, time.frames(rate: rate)), end)
        isAtEnd = frame == end
        file.seek(to: frame)
        NotificationCenter.default.postFromAnywhere(name: Self.timeJumpedNotification, object: self)
        owner?.timeJumped()
        return true
    }

    /// Opens the asset for a player; a sound on a server is ready later.
    func open(in context: AppContext) {
        guard outcome == .unknown, remote == nil else { return }
        if let asset = asset as? AVURLAsset, asset.content.isRemote || asset.content.isAsked {
            return fetch(asset.content, context)
        }
        do {
            begin(try makePlayer(context))
        } catch {
            let failure = (error as? MediaError).map { AVError.error($0, at: (asset as? AVURLAsset)?.url) }
            fail(failure ?? error)
        }
        context.system.callbacks.deliver(.main, to: context) { [weak self] in self?.announce() }
    }

    /// Publishes the result of opening the item to observers.
    private func announce() {
        state.withLock { $0.status = $0.outcome }
        watchers.look(self)
        owner?.announced(self)
    }

    private func begin(_ file: FilePlayer) {
        adapt(file)
        file.range = heardRange(of: file)
        if let looper { looper.adapt(file) }
        let start = state.withLock { state in
            (state.file, state.outcome) = (file, .readyToPlay)
            return state.startTime > .zero ? state.startTime : looper?.timeRange.start ?? .zero
        }
        if start > .zero { _ = move(to: start) }
    }

    private func adapt(_ file: FilePlayer) {
        let limits = heardAlgorithm.rates
        file.rateLimits = Double(limits.lowerBound)...Double(limits.upperBound)
        file.isTape = heardAlgorithm == .varispeed
    }

    private func fail(_ error: any Error) { state.withLock { ($0.error, $0.outcome) = (error, .failed) } }

    private func fetch(_ content: AssetContent, _ context: AppContext) {
        logs.opened()
        let preferred = preferredForwardBufferDuration
        let ahead = preferred > 0 ? preferred : Self.usualAheadSeconds
        let changed: @Sendable () -> Void = { [weak self] in
            // Many pieces may arrive before one notification.
            guard let self,
                isLookAhead.withLock({ isAhead in
                    defer { isAhead = true }
                    return !isAhead
                })
            else { return }
            context.system.workers.submit { [weak self] in self?.arrived(context) }
        }
        let (name, fields) = (content.url.absoluteString, content.fields)
        let remote =
            content.isAsked
            ? ArrivingSound(
                name, asking: content.makeQuestions(), fields: fields, aheadSeconds: ahead, changed: changed)
            : ArrivingSound(
                name, fields: fields, aheadSeconds: ahead,
                bitRate: preferredPeakBitRate.isFinite ? Int(min(max(0, preferredPeakBitRate), 1e12)) : 0,
                changed: changed)
        state.withLock { $0.remote = remote }
    }

    /// Takes over the state of a sound that arrives from a server.
    private func arrived(_ context: AppContext) {
        isLookAhead.withLock { $0 = false }
        guard let remote else { return }
        let now = remote.status
        if now.isReady, file == nil {
            begin(FilePlayer(reader: remote, context: context))
            owner?.becameReady(self)
        } else if let failure = now.failure, file == nil, outcome != .failed {
            fail((asset as? AVURLAsset)?.content.error(failure) ?? AVError.error(failure, at: nil))
            owner?.becameReady(self)
        }
        state.withLock { $0.status = $0.outcome }
        postFailures(of: remote)
        owner?.arrived(self)
        watchers.look(self)
    }

    /// Called when the player pauses or plays.
    func hold(_ isPaused: Bool) {
        let remote = state.withLock { state in
            state.isPaused = isPaused
            return state.remote
        }
        remote?.setHeld(isPaused && !canUseNetworkResourcesForLiveStreamingWhilePaused)
    }

    /// The sound on a server; nil of files.
    var remote: ArrivingSound? { state.withLock { $0.remote } }

    /// Returns whether playing can begin.
    ///
    /// - Parameter waits: Whether enough has to be buffered to play without a break.
    func canPlay(waits: Bool) -> Bool {
        // After a failure the buffered sound is played before the failure is reported.
        waits ? isPlaybackLikelyToKeepUp : !isPlaybackBufferEmpty || remote?.status.failure != nil
    }

    /// Returns whether frames are missing because of a seek, and resets this state.
    func takeSeek() -> Bool {
        state.withLock { state in
            defer { state.isSeeking = false }
            return state.isSeeking
        }
    }

    // MARK: Timed metadata

    /// The metadata of the sound that is playing, such as a station's title; nil before any has arrived.
    open var timedMetadata: [AVMetadataItem]? { state.withLock { $0.timed } }

    /// The outputs that receive data of the item other than its sound.
    open var outputs: [AVPlayerItemOutput] { state.withLock { $0.outputs } }

    /// Adds an output; one that was added before is not added again.
    open func add(_ output: AVPlayerItemOutput) {
        state.withLock { state in
            if !state.outputs.contains(where: { $0 === output }) { state.outputs.append(output) }
        }
    }

    /// Takes an output away.
    open func remove(_ output: AVPlayerItemOutput) {
        state.withLock { state in state.outputs.removeAll { $0 === output } }
    }

    /// Sets the metadata that holds from now on.
    func setTimed(_ items: [AVMetadataItem]?) {
        state.withLock { $0.timed = items }
        watchers.look(self)
    }

    /// Ends the use by a player; releases the file and the connection.
    func close() {
        let time = currentTime()
        if let remote { logs.keep(remote) }
        let (file, remote) = state.withLock { state in
            defer {
                (state.file, state.remote, state.startTime, state.tracks) = (nil, nil, time, nil)
                // It is opened again when a player takes it.
                (state.outcome, state.status, state.error) = (.unknown, .unknown, nil)
            }
            return (state.file, state.remote)
        }
        file?.pause()
        remote?.close()
    }
}
