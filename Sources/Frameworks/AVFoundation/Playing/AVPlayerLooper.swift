import AVFAudio
import CoreMedia
import Foundation
import SordinoEngine
import SordinoRealtime

/// Plays an item, or a part of it, again and again without a seam.
///
/// One copy of the item is put into the player's queue and repeated there until `disableLooping`; each pass ends with
/// `AVPlayerItem.didPlayToEndTimeNotification`. Items behind it are played afterwards.
/// - Thread: any.
open class AVPlayerLooper: NSObject, @unchecked Sendable {
    /// Indicates whether the sound can be repeated.
    public enum Status: Int, Sendable {
        /// The item's headers have not been read.
        case unknown = 0
        /// The looper can play.
        case ready = 1
        /// The looper cannot play; `error` has the reason.
        case failed = 2
        /// Ended by a call of `disableLooping`.
        case cancelled = 3
    }

    /// The position of the repeated item among the items that are in the queue already.
    public enum ItemOrdering: Int, Sendable {
        /// Before the existing items.
        case loopingItemsPrecedeExistingItems = 0
        /// Behind the existing items.
        case loopingItemsFollowExistingItems = 1
    }

    private struct State {
        var isDisabled = false
        /// Passes for which a notification was posted.
        var postedCount = 0
    }

    private let item: AVPlayerItem
    private let state = Guarded(State())
    private let watchers = PropertyWatchers<AVPlayerLooper>()
    private var observation: NSKeyValueObservation?
    /// The part that is repeated; invalid for all of it.
    let timeRange: CMTimeRange

    /// Repeats a part of an item.
    ///
    /// - Parameters:
    ///   - player: Its queue gets a copy of the item.
    ///   - templateItem: Copied; may not be in a queue itself.
    ///   - loopRange: The part; invalid for all of it.
    ///   - itemOrdering: The position of the copy among the existing items.
    public init(
        player: AVQueuePlayer, templateItem: AVPlayerItem, timeRange loopRange: CMTimeRange,
        existingItemsOrdering itemOrdering: ItemOrdering
    ) {
        requireCondition(
            !loopRange.isValid || loopRange.duration > .zero,
            "*** -[AVPlayerLooper initWithPlayer:templateItem:timeRange:] the time range has no length")
        item = templateItem.copy() as? AVPlayerItem ?? AVPlayerItem(asset: templateItem.asset)
        timeRange = loopRange
        super.init()
        item.looper = self
        observation = item.observe(\.status) { [weak self] _, _ in
            if let self { watchers.look(self) }
        }
        if itemOrdering == .loopingItemsPrecedeExistingItems, let first = player.currentItem {
            player.insert(item, before: first)
        } else {
            player.insert(item, after: nil)
        }
    }

    /// Repeats a part of an item, before items that are in the queue already.
    public convenience init(player: AVQueuePlayer, templateItem: AVPlayerItem, timeRange loopRange: CMTimeRange) {
        self.init(
            player: player, templateItem: templateItem, timeRange: loopRange,
            existingItemsOrdering: .loopingItemsPrecedeExistingItems)
    }

    /// Repeats a whole item without a gap.
    public convenience init(player: AVQueuePlayer, templateItem: AVPlayerItem) {
        self.init(player: player, templateItem: templateItem, timeRange: .invalid)
    }

    deinit { item.file?.loops = 0 }

    /// Indicates whether the sound can be repeated.
    open var status: Status {
        if state.withLock({ $0.isDisabled }) { return .cancelled }
        switch item.status {
        case .unknown: return .unknown
        case .readyToPlay: return .ready
        case .failed: return .failed
        }
    }

    /// The reason why it cannot be repeated; nil if it can.
    open var error: (any Error)? { item.error }

    /// The number of completed repetitions.
    open var loopCount: Int { item.file?.passedRounds ?? state.withLock { $0.postedCount } }

    /// The copies that are played: one.
    open var loopingPlayerItems: [AVPlayerItem] { [item] }

    /// Ends the repetition: the present pass is the last one.
    open func disableLooping() {
        state.withLock { $0.isDisabled = true }
        item.file?.loops = 0
        watchers.look(self)
    }

    /// Calls a function when a property changes, on the thread where it does.
    ///
    /// - Returns: Keep it as long as you observe.
    public func observe<Value>(
        _ keyPath: KeyPath<AVPlayerLooper, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (AVPlayerLooper, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { watchers.add(self, keyPath, options, changeHandler) }

    // MARK: For the item

    /// Has a file repeated.
    func adapt(_ file: FilePlayer) {
        if !state.withLock({ $0.isDisabled }) { file.loops = -1 }
    }

    /// Posts a notification for each pass that has ended since the last look.
    func look() {
        let count = loopCount
        let news = state.withLock { state in
            defer { state.postedCount = max(state.postedCount, count) }
            return count - state.postedCount
        }
        guard news > 0 else { return }
        // A pass of a few frames may have ended very often since then; 16 notifications are enough.
        for _ in 0..<min(news, 16) {
            NotificationCenter.default.postFromAnywhere(name: AVPlayerItem.didPlayToEndTimeNotification, object: item)
        }
        watchers.look(self)
    }
}
