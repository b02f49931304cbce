import Glibc

/// Wakes one sleeping thread from any other (not from the render thread).
///
/// A ring between look and wait is not lost.
package final class Bell: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// How often it rang; guarded by `mutex`.
    private var rings: UInt64 = 0

    package init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
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

    /// How often it has rung.
    package var count: UInt64 {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return rings
    }

    /// Rings once.
    package func ring() {
        pthread_mutex_lock(mutex)
        rings &+= 1
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until it has rung more often than `seen`.
    ///
    /// - Parameter milliseconds: How long at most; nil for ever.
    /// - Returns: How often it has rung now.
    package func wait(after seen: UInt64, milliseconds: Int?) -> UInt64 {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard let milliseconds else {
            while rings == seen { pthread_cond_wait(condition, mutex) }
            return rings
        }
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        deadline.tv_nsec += milliseconds * 1_000_000
        deadline.tv_sec += deadline.tv_nsec / 1_000_000_000
        deadline.tv_nsec %= 1_000_000_000
        while rings == seen {
            if pthread_cond_timedwait(condition, mutex, &deadline) != 0 { break }
        }
        return rings
    }
}
