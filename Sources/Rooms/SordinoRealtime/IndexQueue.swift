import Synchronization

/// A bounded queue of small numbers that any threads push to and any threads pop from, the render thread among them.
///
/// Places of a pool go through such queues: one for those that are free, one for those that are filled. Each cell carries a
/// sequence number that says whose turn it is, so nobody waits for anybody.
/// - Source: D. Vyukov, "Bounded MPMC queue".
package final class IndexQueue: @unchecked Sendable {
    /// The port that pushes and pops.
    package let port: IndexQueuePort
    private let cells: UnsafeMutablePointer<IndexQueueCell>
    private let capacity: Int

    /// Makes an empty queue.
    ///
    /// - Parameter minimumCapacity: At least 2; rounded up to a power of two.
    package init(minimumCapacity: Int) {
        capacity = max(minimumCapacity, 2).roundedUpToPowerOfTwo
        cells = .allocate(capacity: capacity)
        for index in 0..<capacity { (cells + index).initialize(to: IndexQueueCell(sequence: index)) }
        let state = UnsafeMutablePointer<IndexQueueState>.allocate(capacity: 1)
        state.initialize(to: IndexQueueState(cells: cells, mask: capacity - 1))
        port = IndexQueuePort(state: state)
    }

    deinit {
        port.state.deinitialize(count: 1)
        port.state.deallocate()
        cells.deinitialize(count: capacity)
        cells.deallocate()
    }
}

/// One place of the queue.
struct IndexQueueCell: ~Copyable {
    /// Equal to a position: free for its push; one more: filled, for its pop.
    let sequence: Atomic<Int>
    let value = Atomic<Int>(0)

    init(sequence: Int) { self.sequence = Atomic(sequence) }
}

/// The state that all threads share.
struct IndexQueueState: ~Copyable {
    let head = Atomic<Int>(0)
    let tail = Atomic<Int>(0)
    let cells: UnsafeMutablePointer<IndexQueueCell>
    let mask: Int

    init(cells: UnsafeMutablePointer<IndexQueueCell>, mask: Int) {
        self.cells = cells
        self.mask = mask
    }
}

/// Pushes to and pops from a queue, which must outlive it.
package struct IndexQueuePort: @unchecked Sendable {
    let state: UnsafeMutablePointer<IndexQueueState>
}
