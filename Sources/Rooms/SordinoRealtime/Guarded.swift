import CRealtime
import Synchronization

/// A value under a lock: a `Mutex` whose order of owners ThreadSanitizer sees.
///
/// On Linux a `Mutex` that is waited for is handed over by the kernel, which the sanitizer knows nothing of: it would report what
/// the next owner does as a race. So it is told, where it watches.
/// - Thread: any but the render thread.
package struct Guarded<Value: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    /// Puts a value under a lock.
    package init(_ value: Value) { mutex = Mutex(value) }

    /// Runs `body` with the value, while nobody else does.
    package borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        mutex.withLock { value in
            withUnsafeMutablePointer(to: &value) { pointer in
                crealtime_lock_taken(pointer)
                defer { crealtime_lock_given(pointer) }
                return body(&pointer.pointee)
            }
        }
    }
}

/// Whether RealtimeSanitizer watches every render call of this program.
package var isRealtimeSanitized: Bool { crealtime_is_sanitized() != 0 }
