import SordinoRealtime

/// A thread that does one job after the other and sleeps in between.
///
/// The listeners of a device are called on one, never on a loop thread: a listener may call the hardware, whose lock
/// the loop thread holds.
package final class SerialThread: Sendable {
    /// Jobs that wait; those beyond are refused.
    package static let capacity = 1_024

    private struct Queue {
        var jobs = BoundedQueue<@Sendable () -> Void>(capacity: SerialThread.capacity)
        /// Calls that show that the thread still runs; the limit of jobs does not apply to them.
        var proofs: [@Sendable () -> Void] = []
        var later: (due: UInt64, job: @Sendable () -> Void)?
        var ends = false
    }

    private enum Step {
        case perform(@Sendable () -> Void)
        case sleep(until: UInt64?)
        case end
    }

    private let queue = Guarded(Queue())
    private let bell = Bell()

    /// Makes a queue of jobs that no thread performs yet.
    package init() {}

    /// Starts the thread; once.
    ///
    /// - Returns: False when the system gives no thread.
    package func begin() -> Bool { startThreadIfPossible { [self] in run() } }

    /// Performs a job after those that wait.
    ///
    /// - Returns: False at the bound: the job was not taken.
    @discardableResult
    package func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = queue.withLock { $0.jobs.append(job) }
        bell.ring()
        return isTaken
    }

    /// Calls `done` on the thread before the jobs that wait, and at once where the thread has ended.
    package func prove(_ done: @escaping @Sendable () -> Void) {
        let hasEnded = queue.withLock { queue in
            if !queue.ends { queue.proofs.append(done) }
            return queue.ends
        }
        if hasEnded { return done() }
        bell.ring()
    }

    /// Performs one job later, instead of any that was to be performed later before.
    package func perform(afterNanoseconds delay: UInt64, _ job: @escaping @Sendable () -> Void) {
        queue.withLock { $0.later = (HostClock.now() + delay, job) }
        bell.ring()
    }

    /// Ends the thread after the jobs that are there.
    package func end() {
        queue.withLock { $0.ends = true }
        bell.ring()
    }

    private func run() {
        while true {
            let seen = bell.count
            switch queue.withLock({ Self.step(&$0) }) {
            case .perform(let job): job()
            case .sleep(let hostTime): bell.wait(after: seen, until: hostTime)
            case .end: return
            }
        }
    }

    private static func step(_ queue: inout Queue) -> Step {
        if let proof = queue.proofs.popLast() { return .perform(proof) }
        if let job = queue.jobs.popFirst() { return .perform(job) }
        if queue.ends { return .end }
        guard let later = queue.later else { return .sleep(until: nil) }
        guard later.due <= HostClock.now() else { return .sleep(until: later.due) }
        queue.later = nil
        return .perform(later.job)
    }
}
