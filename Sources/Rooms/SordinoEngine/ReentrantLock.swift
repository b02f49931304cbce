import Glibc
import SordinoRealtime

/// A lock that its holder may take again: it is held while the program is called, which may come back with calls of its own.
///
/// - Thread: any but the render thread.
package final class ReentrantLock: Sendable {
    private let mutex = Lent(UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1))

    /// Makes a lock that no thread holds.
    package init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE))
        pthread_mutex_init(mutex.value, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex.value)
        mutex.value.deallocate()
    }

    /// Waits until no other thread holds it, and holds it.
    package func lock() { pthread_mutex_lock(mutex.value) }

    /// Gives up one hold of it.
    package func unlock() { pthread_mutex_unlock(mutex.value) }

    /// Runs `body` while no other thread does.
    package func withLock(_ body: () -> Void) {
        lock()
        defer { unlock() }
        body()
    }
}
