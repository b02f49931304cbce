import Glibc

/// Wakes one sleeping thread from any other (not from the render thread).
///
/// A ring between look and wait is not lost.
final class Bell: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// How often it rang; guarded by `mutex`.
    private var rings: UInt64 = 0

    init() {
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

    var count: UInt64 {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return rings
    }

    func ring() {
        pthread_mutex_lock(mutex)
        rings &+= 1
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until it has rung more often than `seen`.
    ///
    /// - Parameter milliseconds: How long at most; nil for ever.
    /// - Returns: How often it has rung now.
    func wait(after seen: UInt64, milliseconds: Int?) -> UInt64 {
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

/// Starts a detached thread.
func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
        return nil
    }
    let status = pthread_create(&thread, &attributes, start, box)
    pthread_attr_destroy(&attributes)
    // No thread to be had: the machine is out of resources and nothing could go on.
    precondition(status == 0, "a thread could not be started: error \(status)")
}
