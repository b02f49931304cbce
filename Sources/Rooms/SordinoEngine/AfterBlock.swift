import SordinoRealtime
import SordinoWork

/// Work that a program has asked for while rendering, and that waits until the block is over.
///
/// Stopping waits for the block under way, and giving back needs that nothing renders: neither can be done inside a block. A worker
/// does it then, or an earlier call that has to find it done.
/// - Thread: `ask` on the render thread, `finish` on any other.
package final class AfterBlock: @unchecked Sendable {
    private struct Job: Sendable {
        let key: Int
        let work: @Sendable () -> Void
    }

    private let jobs = Guarded<[Job]>([])
    private let turn = ReentrantLock()
    /// Indicates whether the holder of `turn` is at work; the work may call `finish` itself.
    private var isWorking = false
    /// For programs that are on no device.
    private static let workers = Workers(.onThreads)

    /// Prepares for no work.
    package init() {}

    /// Indicates whether work waits or is being done.
    package var isPending: Bool { jobs.withLock { !$0.isEmpty } }

    /// Has work done after the block, in the order of requests.
    ///
    /// - Parameters:
    ///   - key: Work of a key that waits already is not asked for twice.
    ///   - workers: Of the device that calls; nil for threads of no device.
    package func ask(_ key: Int, of workers: Workers?, _ work: @escaping @Sendable () -> Void) {
        let isNew = jobs.withLock { jobs in
            guard !jobs.contains(where: { $0.key == key }) else { return false }
            jobs.append(Job(key: key, work: work))
            return true
        }
        if isNew { (workers ?? Self.workers).submit { self.finish() } }
    }

    /// Does the waiting work now, and returns when it is done; inside a block nothing happens.
    package func finish() {
        guard !RenderThread.isCurrent else { return }
        turn.lock()
        defer { turn.unlock() }
        guard !isWorking else { return }
        isWorking = true
        defer { isWorking = false }
        // Work stays in the list until it is done: a block that asks again while it is waited for adds nothing.
        while let job = jobs.withLock({ $0.first }) {
            job.work()
            jobs.withLock { _ = $0.removeFirst() }
        }
    }
}
