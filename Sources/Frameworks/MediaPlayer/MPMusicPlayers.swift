import Foundation
import SordinoDevice

/// A player for lists of items: what `MPMusicPlayerController` and players of pictures have in common.
public protocol MPMediaPlayback {
    /// Makes the beginning quick.
    func prepareToPlay()
    var isPreparedToPlay: Bool { get }
    func play()
    func pause()
    func stop()
    /// The place in seconds.
    var currentPlaybackTime: TimeInterval { get set }
    /// The speed; 0 while it rests.
    var currentPlaybackRate: Float { get set }
    func beginSeekingForward()
    func beginSeekingBackward()
    func endSeeking()
}

/// The player of all the music, as far as a program sees it.
public protocol MPSystemMusicPlayerController: NSObjectProtocol {
    /// Plays a queue in the player; there is no program to open beside it.
    func openToPlay(_ queueDescriptor: MPMusicPlayerQueueDescriptor)
}

/// The program's own player, whose queue can be changed while it plays.
open class MPMusicPlayerApplicationController: MPMusicPlayerController {
    /// Changes the queue.
    ///
    /// - Parameters:
    ///   - queueTransaction: Changes it.
    ///   - completionHandler: Called with the queue as it is then, on the calling thread.
    open func perform(
        queueTransaction: @escaping (MPMusicPlayerControllerMutableQueue) -> Void,
        completionHandler: @escaping @Sendable (MPMusicPlayerControllerQueue, (any Error)?) -> Void
    ) { completionHandler(perform(queueTransaction), nil) }

    /// Changes the queue.
    ///
    /// - Returns: The queue as it is then.
    open func perform(
        queueTransaction: @escaping (MPMusicPlayerControllerMutableQueue) -> Void
    ) async throws -> MPMusicPlayerControllerQueue { perform(queueTransaction) }

    private func perform(_ change: (MPMusicPlayerControllerMutableQueue) -> Void) -> MPMusicPlayerControllerQueue {
        let before = current
        let queue = MPMusicPlayerControllerMutableQueue(order.map { entries[$0] })
        inContext { change(queue) }
        if let before, let at = queue.entries.firstIndex(of: before) {
            (entries, order, place) = (queue.entries, Array(queue.entries.indices), at)
            post(.MPMusicPlayerControllerQueueDidChange)
        } else {
            replaceQueue(queue.entries, beginningWith: nil)
        }
        return MPMusicPlayerControllerQueue(queue.entries)
    }
}
