import Foundation
import SordinoDevice
import SordinoLibrary
import SordinoRealtime
import SordinoSession

/// The player of all the music in the program itself, where no process of its own can be reached.
class SystemMusicPlayer: MPMusicPlayerController, MPSystemMusicPlayerController {
    /// Makes the one that the program can reach.
    static func make(_ context: AppContext) -> SystemMusicPlayer {
        PlayerLine.open().map { RemoteMusicPlayer(context, $0) } ?? SystemMusicPlayer(context)
    }

    func openToPlay(_ queueDescriptor: MPMusicPlayerQueueDescriptor) {
        setQueue(with: queueDescriptor)
        play()
    }
}

/// The player of all the music in a process of its own, which plays on when this program has ended.
final class RemoteMusicPlayer: SystemMusicPlayer {
    private let line: PlayerLine

    init(_ context: AppContext, _ line: PlayerLine) {
        self.line = line
        super.init(context)
        let me = Lent(WeakObject(self))
        line.observe { before, after in
            context.system.callbacks.deliver(.main, to: context) { me.value.object?.changed(before, after) }
        }
        _ = context.client.addObserver(on: .main) { notification in
            if case .outputVolume = notification { me.value.object?.post(.MPMusicPlayerControllerVolumeDidChange) }
        }
    }

    /// Posts what has changed.
    private func changed(_ before: PlayerReport, _ after: PlayerReport) {
        if before.queueNumber != after.queueNumber { post(.MPMusicPlayerControllerQueueDidChange) }
        if before.itemNumber != after.itemNumber || before.item != after.item {
            post(.MPMusicPlayerControllerNowPlayingItemDidChange)
        }
        if before.state != after.state { post(.MPMusicPlayerControllerPlaybackStateDidChange) }
    }

    override func beginGeneratingPlaybackNotifications() {
        super.beginGeneratingPlaybackNotifications()
        // Changes from now on are known only to whom knows the state before.
        _ = line.report
    }

    // MARK: The queue

    override func setQueue(with descriptor: MPMusicPlayerQueueDescriptor) {
        let (entries, first) = inContext { (descriptor.entries(), descriptor.firstItem) }
        send(.replace, entries, first: first.flatMap { item in entries.firstIndex { $0.item == item } })
    }

    override func append(_ descriptor: MPMusicPlayerQueueDescriptor) {
        send(.append, inContext { descriptor.entries() })
    }

    override func prepend(_ descriptor: MPMusicPlayerQueueDescriptor) {
        send(.prepend, inContext { descriptor.entries() })
    }

    private func send(_ way: PlayerQueue.Way, _ entries: [QueueEntry], first: Int? = nil) {
        let all = entries.map { PlayerQueue.Entry(id: $0.item.id, start: $0.start, end: $0.end) }
        line.ask(.setQueue, [PlayerQueue(way, all, first: first).wireValue])
    }

    override var repeatMode: MPMusicRepeatMode {
        get { MPMusicRepeatMode(rawValue: line.report.repeatMode) ?? .default }
        set { line.ask(.setRepeatMode, [.integer(Int64(newValue.rawValue))]) }
    }

    override var shuffleMode: MPMusicShuffleMode {
        get { MPMusicShuffleMode(rawValue: line.report.shuffleMode) ?? .default }
        set { line.ask(.setShuffleMode, [.integer(Int64(newValue.rawValue))]) }
    }

    override var nowPlayingItem: MPMediaItem? {
        get { inContext { MPMusicPlayerStoreQueueDescriptor.item("\(line.report.item)") } }
        set { if let newValue { line.ask(.setItem, [.text(String(newValue.id, radix: 16))]) } }
    }

    override var indexOfNowPlayingItem: Int {
        let index = line.report.index
        return index >= 0 ? index : NSNotFound
    }

    // MARK: Playing

    override var playbackState: MPMusicPlaybackState {
        MPMusicPlaybackState(rawValue: line.report.state) ?? .stopped
    }
    override var isPreparedToPlay: Bool { line.report.isPrepared }

    override func prepareToPlay() { line.ask(.prepare) }

    override func prepareToPlay(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        line.ask(.prepare)
        completionHandler(isPreparedToPlay ? nil : MPError(.notFound, "there is nothing to play"))
    }

    override func prepareToPlay() async throws {
        line.ask(.prepare)
        if !isPreparedToPlay { throw MPError(.notFound, "there is nothing to play") }
    }

    override func play() { line.ask(.play) }
    override func pause() { line.ask(.pause) }
    override func stop() { line.ask(.stop) }
    override func skipToNextItem() { line.ask(.next) }
    override func skipToBeginning() { line.ask(.beginning) }
    override func skipToPreviousItem() { line.ask(.previous) }
    override func beginSeekingForward() { line.ask(.seekForward) }
    override func beginSeekingBackward() { line.ask(.seekBackward) }
    override func endSeeking() { line.ask(.endSeek) }

    override var currentPlaybackTime: TimeInterval {
        get {
            let place = line.report.place(at: PlayerReport.now)
            let duration = nowPlayingItem?.playbackDuration ?? 0
            return duration > 0 ? min(place, duration) : place
        }
        set { if newValue.isFinite { line.ask(.setPosition, [.real(newValue)]) } }
    }

    override var currentPlaybackRate: Float {
        get { Float(line.report.rate) }
        set { if newValue.isFinite { line.ask(.setRate, [.real(Double(newValue))]) } }
    }
}
