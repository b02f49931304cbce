import Glibc
import SordinoRealtime

/// Something that is waited for; each opening lets one wait through.
package final class Latch: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var openings = 0

    package init() {
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
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

    /// Lets one wait through, now or when it comes.
    package func open() {
        pthread_mutex_lock(mutex)
        openings += 1
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits for an opening.
    ///
    /// - Parameter hostTime: Until then at most, in monotonic nanoseconds; nil for ever.
    /// - Returns: Whether it was opened in time.
    @discardableResult
    package func wait(until hostTime: UInt64? = nil) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while openings == 0 {
            guard let hostTime else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            var when = timespec(tv_sec: Int(hostTime / 1_000_000_000), tv_nsec: Int(hostTime % 1_000_000_000))
            if pthread_cond_timedwait(condition, mutex, &when) == ETIMEDOUT, openings == 0 { return false }
        }
        openings -= 1
        return true
    }

    /// Waits for an opening, so many seconds at most.
    @discardableResult
    package func wait(seconds: UInt64) -> Bool { wait(until: HostClock.now() + seconds * 1_000_000_000) }
}
