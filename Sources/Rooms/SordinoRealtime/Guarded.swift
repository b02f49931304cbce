import CRealtime
import Synchronization

/// A value under a lock: a `Mutex` whose order of owners ThreadSanitizer sees.
///
/// On Linux a `Mutex` that is waited for is handed over by the kernel, which the sanitizer knows nothing of: it would report what
/// the next owner does as a race. So it is told, where it watches.
/// - Thread: any but the render thread.
package struct Guarded<Value: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    /// Only the sanitizer looks at it, and no two owners at once.
    nonisolated(unsafe) private let token = crealtime_lock_token()

    /// Puts a value under a lock.
    package init(_ value: Value) { mutex = Mutex(value) }

    deinit { crealtime_lock_gone(token) }

    /// Runs `body` with the value, while nobody else does.
    package borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        mutex.withLock { value in
            // Before the value is touched in any way.
            crealtime_lock_taken(token)
            defer { crealtime_lock_given(token) }
            return body(&value)
        }
    }
}

/// Whether RealtimeSanitizer watches every render call of this program.
package var isRealtimeSanitized: Bool { crealtime_is_sanitized() != 0 }
