import AVFAudio
import CoreMedia
import Foundation
import SordinoEngine
import SordinoMedia
import SordinoRealtime
import SordinoSession

extension NSNotification.Name {
    /// An item has played to its end; its object is the item.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// An item could not be played to its end; its object is the item.
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// An item goes on at another time; its object is the item.
    public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
    /// An item waits for its media; never posted for files.
    public static let AVPlayerItemPlaybackStalled = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
}

/// The key of the error in `AVPlayerItemFailedToPlayToEndTime`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

/// A track of an item.
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
    /// The asset's track.
    public let assetTrack: AVAssetTrack?
    /// Whether it is heard; always so here.
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
    /// Whether it can be played.
    public enum Status: Int, Sendable {
        /// It is not a player's yet.
        case unknown = 0
        /// It can be played.
        case readyToPlay = 1
        /// It cannot; `error` says why.
        case failed = 2
    }

    private struct State {
        var status = Status.unknown
        var error: (any Error)?
        var file: FilePlayer?
        var isAtEnd = false
        /// Where it begins when it becomes a player's.
        var startTime = CMTime.zero
    }

    /// An item has played to its end; its object is the item.
    public static let didPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemDidPlayToEndTime
    /// An item could not be played to its end; its object is the item.
    public static let failedToPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemFailedToPlayToEndTime
    /// An item goes on at another time; its object is the item.
    public static let timeJumpedNotification = NSNotification.Name.AVPlayerItemTimeJumped
    /// An item waits for its media; never posted for files.
    public static let playbackStalledNotification = NSNotification.Name.AVPlayerItemPlaybackStalled

    /// What is played.
    public let asset: AVAsset
    private let state = Guarded(State())
    let watchers = PropertyWatchers<AVPlayerItem>()
    weak var owner: AVPlayer?
    /// How loud each track is; counts from when the item becomes a player's.
    open var audioMix: AVAudioMix?
    /// How the pitch follows the speed: it stays.
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
    /// Where playing ends before the asset does; invalid for its end.
    open var forwardPlaybackEndTime = CMTime.invalid
    /// Seconds to be read ahead; files are read as they are needed.
    open var preferredForwardBufferDuration: TimeInterval = 0

    /// Makes an item of a file.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// Makes an item of an asset.
    ///
    /// - Parameter automaticallyLoadedAssetKeys: Not used: headers are read when the item becomes a player's.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]? = nil) {
        self.asset = asset
        super.init()
    }

    /// Copies the item; the copy is no player's and begins at the beginning.
    open override func copy() -> Any {
        let copy = AVPlayerItem(asset: asset)
        copy.audioMix = audioMix
        copy.forwardPlaybackEndTime = forwardPlaybackEndTime
        return copy
    }

    /// Whether it can be played.
    open var status: Status { state.withLock { $0.status } }
    /// Why it cannot be played.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The length; indefinite until the item is a player's.
    open var duration: CMTime {
        guard let file else { return .indefinite }
        return CMTime(frames: file.frameCount, rate: file.format.sampleRate)
    }
    /// The tracks.
    open var tracks: [AVPlayerItemTrack] { status == .readyToPlay ? asset.tracks.map { AVPlayerItemTrack($0) } : [] }
    /// What can be played without waiting: everything, of files.
    open var loadedTimeRanges: [NSValue] { seekableTimeRanges }
    /// Where it is possible to go.
    open var seekableTimeRanges: [NSValue] {
        guard file != nil else { return [] }
        return [NSValue(timeRange: CMTimeRange(start: .zero, duration: duration))]
    }
    /// Whether it will play without waiting.
    open var isPlaybackLikelyToKeepUp: Bool { file != nil }
    /// Whether no more is read ahead.
    open var isPlaybackBufferFull: Bool { file != nil }
    /// Whether nothing has been read.
    open var isPlaybackBufferEmpty: Bool { file == nil }
    /// Whether it can be played faster than recorded.
    open var canPlayFastForward: Bool { file != nil }
    /// Whether it can be played slower than recorded.
    open var canPlaySlowForward: Bool { file != nil }
    /// Whether it can be played backwards.
    open var canPlayReverse: Bool { false }

    /// Where it is.
    open func currentTime() -> CMTime {
        let (file, isAtEnd, start) = state.withLock { ($0.file, $0.isAtEnd, $0.startTime) }
        guard let file else { return start }
        return CMTime(
            frames: isAtEnd ? file.frameCount : file.currentFrame, rate: file.format.sampleRate)
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

    /// Goes to a time; false if that is no number.
    func move(to time: CMTime) -> Bool {
        guard time.isNumeric else { return false }
        guard let file else {
            state.withLock { $0.startTime = CMTimeMaximum(time, .zero) }
            return true
        }
        let rate = file.format.sampleRate
        let frame = min(max(0, time.frames(rate: rate)), file.frameCount)
        isAtEnd = frame == file.frameCount
        file.seek(to: frame)
        NotificationCenter.default.post(name: Self.timeJumpedNotification, object: self)
        owner?.timeJumped()
        return true
    }

    /// Opens the asset for a player.
    func open(in context: AppContext) {
        guard status == .unknown else { return }
        do {
            let file = try Self.player(of: asset, audioMix, context)
            let start = state.withLock { state in
                (state.file, state.status) = (file, .readyToPlay)
                return state.startTime
            }
            if start > .zero { file.seek(to: min(start.frames(rate: file.format.sampleRate), file.frameCount)) }
        } catch {
            let failure = (error as? MediaError).map { AVError.error($0, at: (asset as? AVURLAsset)?.url) }
            let stored = failure ?? error
            state.withLock { ($0.error, $0.status) = (stored, .failed) }
        }
        watchers.look(self)
    }

    private static func player(of asset: AVAsset, _ mix: AVAudioMix?, _ context: AppContext) throws -> FilePlayer {
        if let asset = asset as? AVURLAsset, mix == nil {
            let path = try asset.content.path()
            return FilePlayer(
                reader: try reader { () throws(MediaError) in try MediaReader(path: path) }, context: context)
        }
        let tracks = try asset.readTracks().filter { $0.mediaType == .audio }
        let duration = try asset.readDuration()
        guard !tracks.isEmpty, duration > .zero else { throw AVError.error(.noSourceTrack, "the asset has no sound") }
        return FilePlayer(
            reader: try reader { () throws(MediaError) in
                guard let sound = RenderedSound(tracks, mix, duration: duration) else {
                    throw .unsupported(.dataFormat("the tracks have no format that is played"))
                }
                return try MediaReader(sound)
            }, context: context)
    }

    private static func reader(_ open: () throws(MediaError) -> MediaReader) throws -> sending MediaReader {
        try open()
    }

    /// It is no player's any more.
    func close() {
        let time = currentTime()
        let file = state.withLock { state in
            defer { (state.file, state.status, state.startTime) = (nil, .unknown, time) }
            return state.file
        }
        file?.pause()
    }
}
