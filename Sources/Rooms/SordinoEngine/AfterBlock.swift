import SordinoRealtime
import SordinoWork

/// Work that a program requested inside a block, deferred until the block is over.
///
/// Stopping waits for the block in progress, and releasing requires that nothing renders: neither is possible inside a block. A
/// worker does the work after the block, or `finish` does it earlier for a call that requires it to be done.
/// - Thread: `ask` inside a call of the program on the render thread, where it locks and allocates; `finish` on any other.
package final class AfterBlock: @unchecked Sendable {
    private struct Job: Sendable {
        let key: Int
        let work: @Sendable () -> Void
    }

    private let jobs = Guarded<[Job]>([])
    private let turn = ReentrantLock()
    /// Indicates whether the holder of `turn` is running work, which may call `finish` itself.
    private var isWorking = false
    /// The workers for rendering without a device.
    private static let workers = Workers(.onThreads)

    /// Makes an empty list.
    package init() {}

    /// Indicates whether work is waiting or running.
    package var isPending: Bool { jobs.withLock { !$0.isEmpty } }

    /// Requests work after the block; requests are served in order.
    ///
    /// - Parameters:
    ///   - key: Identifies the work: a second request with the same key is ignored while the first one waits.
    ///   - workers: The workers of the device; nil without a device.
    package func ask(_ key: Int, of workers: Workers?, _ work: @escaping @Sendable () -> Void) {
        let isNew = jobs.withLock { jobs in
            guard !jobs.contains(where: { $0.key == key }) else { return false }
            jobs.append(Job(key: key, work: work))
            return true
        }
        if isNew { (workers ?? Self.workers).submit { self.finish() } }
    }

    /// Does the waiting work and returns when it is done; does nothing inside a block.
    package func finish() {
        guard !RenderThread.isCurrent else { return }
        turn.lock()
        defer { turn.unlock() }
        guard !isWorking else { return }
        isWorking = true
        defer { isWorking = false }
        // Work stays in the list until it is done, so that a second request during the work is ignored.
        while let job = jobs.withLock({ $0.first }) {
            job.work()
            jobs.withLock { _ = $0.removeFirst() }
        }
    }
}
