import Glibc
import SordinoRealtime

/// Wakes the threads that sleep at it, from any other thread (not from the render thread).
///
/// A ring between look and wait is not lost: rings are counted, and `wait` names the count that the thread has seen.
package final class Bell: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// The number of rings so far; guarded by `mutex`.
    private var rings: UInt64 = 0

    package init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // The wall clock may jump.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// The number of rings so far.
    package var count: UInt64 {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return rings
    }

    /// Rings once; every thread that sleeps wakes.
    package func ring() {
        pthread_mutex_lock(mutex)
        rings &+= 1
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until it has rung more often than `seen`.
    ///
    /// - Parameters:
    ///   - seen: A count that was read before; 0 for a ring at any time.
    ///   - hostTime: Until then at most, in monotonic nanoseconds; nil for ever.
    /// - Returns: How often it has rung now; `seen` when the time was over first.
    @discardableResult
    package func wait(after seen: UInt64, until hostTime: UInt64? = nil) -> UInt64 {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while rings == seen {
            guard let hostTime else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            var deadline = timespec(tv_sec: Int(hostTime / 1_000_000_000), tv_nsec: Int(hostTime % 1_000_000_000))
            if pthread_cond_timedwait(condition, mutex, &deadline) != 0 { break }
        }
        return rings
    }

    /// Waits as above, so many milliseconds at most; nil for ever.
    @discardableResult
    package func wait(after seen: UInt64, milliseconds: Int?) -> UInt64 {
        wait(after: seen, until: milliseconds.map { HostClock.now() + UInt64(max($0, 0)) * 1_000_000 })
    }
}
