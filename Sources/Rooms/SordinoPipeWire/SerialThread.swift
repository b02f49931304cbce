import Glibc
import SordinoRealtime
import Synchronization

/// A thread that does one job after the other and sleeps in between.
///
/// What is told to listeners is told on it, never on a loop thread: a listener may call the hardware, whose lock the loop
/// thread holds.
final class SerialThread: @unchecked Sendable {
    private struct Queue {
        var jobs: [@Sendable () -> Void] = []
        var later: (due: UInt64, job: @Sendable () -> Void)?
        var ends = false
    }

    private let queue = Mutex(Queue())
    private let latch = Latch()

    /// - Returns: False when the system gives no thread.
    func begin() -> Bool {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<SerialThread>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        if result != 0 {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    func perform(_ job: @escaping @Sendable () -> Void) {
        queue.withLock { $0.jobs.append(job) }
        latch.open()
    }

    /// Performs one job later, instead of any that was to be performed later before.
    func perform(afterNanoseconds delay: UInt64, _ job: @escaping @Sendable () -> Void) {
        queue.withLock { $0.later = (HostClock.now() + delay, job) }
        latch.open()
    }

    /// Ends the thread after the jobs that are there.
    func end() {
        queue.withLock { $0.ends = true }
        latch.open()
    }

    private func run() {
        while true {
            let (job, due, ends) = queue.withLock { queue -> ((@Sendable () -> Void)?, UInt64?, Bool) in
                if !queue.jobs.isEmpty { return (queue.jobs.removeFirst(), nil, false) }
                if queue.ends { return (nil, nil, true) }
                if let later = queue.later {
                    guard later.due <= HostClock.now() else { return (nil, later.due, false) }
                    queue.later = nil
                    return (later.job, nil, false)
                }
                return (nil, nil, false)
            }
            if let job {
                job()
                continue
            }
            if ends { return }
            latch.wait(until: due)
        }
    }
}
