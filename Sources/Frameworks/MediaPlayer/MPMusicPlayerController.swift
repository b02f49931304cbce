import Foundation
import SordinoDevice
import SordinoLibrary
import SordinoPolicy
import SordinoRealtime
import SordinoSession

/// Plays items of the library: a queue in its order or shuffled, once or again and again.
///
/// Sound goes by `AVPlayer` through the program's audio session; an interruption pauses the player, and it resumes when the
/// interruption ends with that option. Songs that were played to their end or skipped are counted, and long recordings
/// continue where they were left. The items are shown to shells, whose keys reach the player.
/// - Thread: one at a time; the main one, as notifications come there.
open class MPMusicPlayerController: NSObject, MPMediaPlayback {
    let context: AppContext
    /// The queue in the order of the descriptor, and the places of its items in the order of playing.
    var entries: [QueueEntry] = []
    var order: [Int] = []
    /// The place in `order`.
    var place = 0
    var player: AVPlayer?
    var state = MPMusicPlaybackState.stopped
    /// The speed that is wanted while it plays.
    var rate: Float = 1
    /// The beginning of a seek: the device's time and the place, in seconds.
    var seek: (moment: Double, from: TimeInterval)?
    /// The place of the current item while nothing is open, where that is not its beginning.
    var restingPlace: TimeInterval?
    var stateBeforeSeek = MPMusicPlaybackState.paused
    var notificationCount = 0
    private var endObserver: (any NSObjectProtocol)?
    private var isConnected = false
    /// Indicates whether it played when the media services were lost.
    private var hasLostServices = false
    private var volume: Float?

    /// The speed of a seek, in seconds of the item for a second of time.
    static let seekSpeed = 4.0
    /// The highest speed of the sound.
    static let fastest: Float = 32

    /// Called at each change of what the player does, on the thread of the change.
    package var onChange: (() -> Void)?
    /// Counts the queues and the changes of the current item.
    private(set) var queueNumber = 0
    private(set) var itemNumber = 0

    package init(_ context: AppContext) { self.context = context }

    deinit {
        if let endObserver { NotificationCenter.default.removeObserver(endObserver) }
    }

    /// Keeps the players of a program.
    private final class Keeper: Sendable {
        let application: Lent<MPMusicPlayerController>
        let queue: Lent<MPMusicPlayerApplicationController>
        init(_ context: AppContext) {
            application = Lent(MPMusicPlayerController(context))
            queue = Lent(MPMusicPlayerApplicationController(context))
        }
        static var current: Keeper { AppContext.current.attachment(Keeper.self) { Keeper($0) } }
    }

    /// Keeps the player of all the music, as the program reaches it.
    private final class SystemKeeper: Sendable {
        let player: Lent<SystemMusicPlayer>
        init(_ context: AppContext) { player = Lent(SystemMusicPlayer.make(context)) }
        static var current: SystemKeeper { AppContext.current.attachment(SystemKeeper.self) { SystemKeeper($0) } }
    }

    /// The program's own player, apart from that of the system.
    open class var applicationMusicPlayer: MPMusicPlayerController { Keeper.current.application.value }
    /// The program's own player, whose queue can be changed while it plays.
    open class var applicationQueuePlayer: MPMusicPlayerApplicationController { Keeper.current.queue.value }
    /// The player of all the music, which all programs of the user share: a process that plays on when they have ended.
    ///
    /// A program without the session's service, or on a simulated device, has one of its own, which ends with it. Methods and
    /// getters wait for the process, five seconds at most.
    open class var systemMusicPlayer: any MPMusicPlayerController & MPSystemMusicPlayerController {
        SystemKeeper.current.player.value
    }

    @available(*, deprecated, renamed: "systemMusicPlayer")
    open class var iPodMusicPlayer: MPMusicPlayerController { SystemKeeper.current.player.value }

    // MARK: The queue

    /// Takes a queue of what a query finds.
    open func setQueue(with query: MPMediaQuery) { setQueue(with: MPMusicPlayerMediaItemQueueDescriptor(query: query)) }

    /// Takes a queue of items.
    open func setQueue(with itemCollection: MPMediaItemCollection) {
        setQueue(with: MPMusicPlayerMediaItemQueueDescriptor(itemCollection: itemCollection))
    }

    /// Takes a queue of persistent identifiers.
    open func setQueue(with storeIDs: [String]) {
        setQueue(with: MPMusicPlayerStoreQueueDescriptor(storeIDs: storeIDs))
    }

    /// Takes a queue; a player that plays continues with it.
    open func setQueue(with descriptor: MPMusicPlayerQueueDescriptor) {
        let (new, first) = inContext { (descriptor.entries(), descriptor.firstItem) }
        replaceQueue(new, beginningWith: first)
    }

    /// Adds items to the end.
    open func append(_ descriptor: MPMusicPlayerQueueDescriptor) { append(inContext { descriptor.entries() }) }

    func append(_ new: [QueueEntry]) {
        guard !entries.isEmpty else { return replaceQueue(new, beginningWith: nil) }
        order += (0..<new.count).map { entries.count + $0 }
        entries += new
        post(.MPMusicPlayerControllerQueueDidChange)
    }

    /// Adds items behind the current one.
    open func prepend(_ descriptor: MPMusicPlayerQueueDescriptor) { prepend(inContext { descriptor.entries() }) }

    func prepend(_ new: [QueueEntry]) {
        guard !entries.isEmpty else { return replaceQueue(new, beginningWith: nil) }
        order.insert(contentsOf: (0..<new.count).map { entries.count + $0 }, at: min(place + 1, order.count))
        entries += new
        post(.MPMusicPlayerControllerQueueDidChange)
    }

    func replaceQueue(_ new: [QueueEntry], beginningWith first: MPMediaItem?) {
        let isPlaying = state == .playing
        keepBookmark()
        entries = new
        arrange(beginningWith: first.flatMap { item in new.firstIndex { $0.item == item } })
        place = 0
        post(.MPMusicPlayerControllerQueueDidChange)
        close()
        if isPlaying, !entries.isEmpty { open(plays: true) } else { change(to: .stopped) }
        post(.MPMusicPlayerControllerNowPlayingItemDidChange)
    }

    /// Puts the items in the order of playing, of which one may come first.
    private func arrange(beginningWith first: Int?) {
        order = Array(entries.indices)
        switch shuffleMode {
        case .songs:
            order.shuffle()
        case .albums:
            let albums = Dictionary(grouping: order) { entries[$0].item.albumPersistentID }
            order = albums.values.shuffled().flatMap { $0 }
        case .default, .off: break
        }
        guard let first else { return }
        switch shuffleMode {
        case .default, .off: place = first
        case .songs, .albums:
            order.removeAll { $0 == first }
            order.insert(first, at: 0)
        }
        // In its own order, what is before the first item is not played.
        if shuffleMode == .default || shuffleMode == .off, let at = order.firstIndex(of: first) {
            order = Array(order[at...]) + Array(order[..<at])
        }
    }

    /// The repetition of the queue.
    open var repeatMode = MPMusicRepeatMode.default {
        didSet { publish() }
    }

    /// The order of the queue; the current item stays.
    open var shuffleMode = MPMusicShuffleMode.default {
        didSet {
            guard shuffleMode != oldValue, !entries.isEmpty else { return }
            let current = order.indices.contains(place) ? order[place] : nil
            arrange(beginningWith: current)
            place = 0
            if shuffleMode == .off || shuffleMode == .default {
                order = Array(entries.indices)
                place = current ?? 0
            }
            post(.MPMusicPlayerControllerQueueDidChange)
            publish()
        }
    }

    /// The entry that is played.
    var current: QueueEntry? { order.indices.contains(place) ? entries[order[place]] : nil }

    /// The item that is played, or is next to be; setting one of the queue goes to it.
    open var nowPlayingItem: MPMediaItem? {
        get { current?.item }
        set {
            guard let newValue, let index = entries.firstIndex(where: { $0.item == newValue }),
                let at = order.firstIndex(of: index)
            else { return }
            go(to: at)
        }
    }

    /// The place of the current item in the queue; `NSNotFound` without one.
    open var indexOfNowPlayingItem: Int { order.indices.contains(place) ? order[place] : NSNotFound }

    // MARK: Playing

    open var playbackState: MPMusicPlaybackState { state }
    open var isPreparedToPlay: Bool { player != nil }

    open func prepareToPlay() { if player == nil { open(plays: false) } }

    /// Makes the beginning quick.
    ///
    /// - Parameter completionHandler: Called with an error if the queue is empty or its file cannot be read.
    open func prepareToPlay(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        prepareToPlay()
        completionHandler(player == nil ? MPError(.notFound, "there is nothing to play") : nil)
    }

    /// Makes the beginning quick.
    ///
    /// - Throws: `MPError` if the queue is empty or its file cannot be read.
    open func prepareToPlay() async throws {
        try prepareOrThrow()
    }

    private func prepareOrThrow() throws {
        if player == nil { open(plays: false) }
        if player == nil { throw MPError(.notFound, "there is nothing to play") }
    }

    open func play() {
        if seek != nil { endSeeking() }
        guard let player else { return open(plays: true) }
        inContext { player.rate = rate }
        change(to: player.rate > 0 ? .playing : .paused)
    }

    open func pause() {
        if seek != nil { endSeeking() }
        guard let player else { return }
        player.pause()
        keepBookmark()
        change(to: .paused)
    }

    open func stop() {
        keepBookmark()
        close()
        change(to: .stopped)
    }

    open func skipToNextItem() {
        guard current != nil else { return }
        if state == .playing { count { $0.skipCount += 1 } }
        advance(isSkip: true)
    }

    open func skipToBeginning() { currentPlaybackTime = current?.start ?? 0 }

    open func skipToPreviousItem() {
        guard place > 0 else { return skipToBeginning() }
        go(to: place - 1)
    }

    open var currentPlaybackTime: TimeInterval {
        get {
            guard let player else { return restingPlace ?? inItem(current?.start ?? 0) }
            guard let seek else { return player.currentTime().seconds }
            let moved = (now - seek.moment) * Self.seekSpeed * (state == .seekingBackward ? -1 : 1)
            return max(0, min(seek.from + moved, current?.item.playbackDuration ?? 0))
        }
        set {
            guard newValue.isFinite else { return }
            guard let player else {
                if current != nil { restingPlace = inItem(newValue) }
                return publish()
            }
            let time = CMTime(seconds: inItem(newValue), preferredTimescale: 48_000)
            player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
            publish()
        }
    }

    open var currentPlaybackRate: Float {
        get { state == .playing ? player?.rate ?? 0 : 0 }
        set {
            guard newValue.isFinite, newValue > 0 else { return pause() }
            rate = min(newValue, Self.fastest)
            if state == .playing, let player { inContext { player.rate = rate } }
            publish()
        }
    }

    open func beginSeekingForward() { beginSeeking(.seekingForward) }
    open func beginSeekingBackward() { beginSeeking(.seekingBackward) }

    /// Moves silently, four seconds in a second, until `endSeeking`.
    private func beginSeeking(_ direction: MPMusicPlaybackState) {
        guard let player, seek == nil else { return }
        stateBeforeSeek = state
        seek = (now, player.currentTime().seconds)
        player.pause()
        change(to: direction)
    }

    open func endSeeking() {
        guard let player, seek != nil else { return }
        let target = currentPlaybackTime
        seek = nil
        state = stateBeforeSeek
        currentPlaybackTime = target
        if stateBeforeSeek == .playing { inContext { player.rate = rate } }
        post(.MPMusicPlayerControllerPlaybackStateDidChange)
        publish()
    }

    private var now: Double { context.system.hardware.now.seconds }

    // MARK: Items

    private func go(to newPlace: Int) {
        let isPlaying = state == .playing
        keepBookmark()
        close()
        place = newPlace
        if isPlaying { open(plays: true) } else { change(to: .stopped) }
        post(.MPMusicPlayerControllerNowPlayingItemDidChange)
        publish()
    }

    /// Goes on behind the current item.
    private func advance(isSkip: Bool) {
        if repeatMode == .one, !isSkip { return go(to: place) }
        if place + 1 < order.count { return go(to: place + 1) }
        if repeatMode == .all, !order.isEmpty { return go(to: 0) }
        close()
        place = 0
        change(to: .stopped)
        post(.MPMusicPlayerControllerNowPlayingItemDidChange)
    }

    /// Opens the current item, or the first one behind it whose file can be read.
    private func open(plays: Bool) {
        connect()
        for _ in order.indices {
            guard let entry = current else { break }
            if let url = entry.item.assetURL, FileManager.default.isReadableFile(atPath: url.path), open(entry, url) {
                if plays, let player {
                    inContext { player.rate = rate }
                    change(to: player.rate > 0 ? .playing : .paused)
                }
                return publish()
            }
            guard place + 1 < order.count else { break }
            (place, restingPlace) = (place + 1, nil)
            post(.MPMusicPlayerControllerNowPlayingItemDidChange)
        }
        change(to: .stopped)
    }

    private func open(_ entry: QueueEntry, _ url: URL) -> Bool {
        inContext {
            let item = AVPlayerItem(url: url)
            if let end = entry.end, end.isFinite {
                item.forwardPlaybackEndTime = CMTime(seconds: min(end, Self.latestPlace), preferredTimescale: 48_000)
            }
            let player = AVPlayer(playerItem: item)
            guard item.status != .failed else { return false }
            self.player = player
            let me = Lent(WeakObject(self))
            endObserver = NotificationCenter.default.addObserver(
                forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
            ) { _ in me.value.object?.itemEnded() }
            // A long recording continues where it was left.
            let isLong = !entry.item.mediaType.isDisjoint(with: [.podcast, .audioBook])
            let start = restingPlace ?? entry.start ?? (isLong ? entry.item.bookmarkTime : 0)
            restingPlace = nil
            if start > 0 { currentPlaybackTime = start }
            return true
        }
    }

    private func close() {
        if let endObserver { NotificationCenter.default.removeObserver(endObserver) }
        endObserver = nil
        player?.pause()
        player = nil
        (seek, restingPlace) = (nil, nil)
    }

    private func itemEnded() {
        let moment = Date().timeIntervalSince1970
        count { marks in
            marks.playCount += 1
            (marks.lastPlayed, marks.bookmark) = (moment, 0)
        }
        // The item that has ended is left, so that no bookmark of its end is kept.
        close()
        advance(isSkip: false)
    }

    /// Changes the counts of the current item, now or once the index can be written.
    func count(_ change: @escaping @Sendable (inout SongMarks) -> Void) {
        guard let item = current?.item, item.id != 0 else { return }
        item.library?.markWhenPossible(item.id, change)
    }

    /// Keeps the place of a long recording.
    private func keepBookmark() {
        guard let player, let item = current?.item, !item.mediaType.isDisjoint(with: [.podcast, .audioBook]) else {
            return
        }
        let place = player.currentTime().seconds
        if place.isFinite, abs(place - item.bookmarkTime) > 0.5 { count { $0.bookmark = place } }
    }

    // MARK: Others

    /// Runs a piece of work as a part of the program that the player belongs to.
    func inContext<Result>(_ body: () throws -> Result) rethrows -> Result { try AppContext.run(in: context, body) }

    /// Listens to interruptions and keys from the first play on.
    private func connect() {
        guard !isConnected else { return }
        isConnected = true
        let me = Lent(WeakObject(self))
        _ = context.client.addObserver(on: .main) { notification in
            guard let player = me.value.object else { return }
            switch notification {
            case .interruptionBegan: player.interrupted()
            case .interruptionEnded(let shouldResume): player.interruptionEnded(shouldResume)
            case .mediaServicesLost: player.servicesLost()
            case .mediaServicesReset: player.servicesReturned()
            case .outputVolume: player.post(.MPMusicPlayerControllerVolumeDidChange)
            default: break
            }
        }
        inContext { PlayerKeys.connect(self) }
    }

    private func interrupted() {
        guard state == .playing || seek != nil else { return }
        seek = nil
        keepBookmark()
        change(to: .interrupted)
    }

    private func interruptionEnded(_ shouldResume: Bool) {
        guard state == .interrupted else { return }
        if shouldResume { play() } else { change(to: .paused) }
    }

    /// The sound of an open item is gone with the service, and the item is opened anew when that returns.
    private func servicesLost() {
        guard player != nil else { return }
        let (place, wasPlaying) = (currentPlaybackTime, state == .playing)
        keepBookmark()
        close()
        restingPlace = place
        hasLostServices = wasPlaying
        change(to: wasPlaying ? .interrupted : .paused)
    }

    private func servicesReturned() {
        guard hasLostServices else { return }
        hasLostServices = false
        if state == .interrupted { play() }
    }

    func change(to new: MPMusicPlaybackState) {
        let isNew = state != new
        state = new
        if isNew { post(.MPMusicPlayerControllerPlaybackStateDidChange) }
        publish()
    }

    /// Begins to post notifications; may be called several times.
    open func beginGeneratingPlaybackNotifications() { notificationCount += 1 }

    /// Ends what one call of `beginGeneratingPlaybackNotifications` began.
    open func endGeneratingPlaybackNotifications() { notificationCount = max(0, notificationCount - 1) }

    func post(_ name: NSNotification.Name) {
        if name == .MPMusicPlayerControllerQueueDidChange { queueNumber += 1 }
        if name == .MPMusicPlayerControllerNowPlayingItemDidChange { itemNumber += 1 }
        onChange?()
        guard notificationCount > 0 else { return }
        let (context, me) = (context, Lent(WeakObject(self)))
        context.system.callbacks.deliver(.main, to: context) {
            guard let player = me.value.object else { return }
            NotificationCenter.default.post(name: name, object: player)
        }
    }
}
