import CRealtime
import Synchronization

/// A value under a lock: a `Mutex` whose order of owners ThreadSanitizer sees.
///
/// On Linux a `Mutex` that is waited for is handed over by the kernel, which the sanitizer does not see: it would
/// report the accesses of the next owner as a race. So each change of owner is reported to it, where it watches.
/// Inlinable, so that no lock costs a look-up of generic metadata.
/// - Thread: any but the render thread.
@usableFromInline
package struct Guarded<Value>: ~Copyable, Sendable {
    /// Lent: Swift 6.2 does not see that `body` of `withLock` gives back what it is given.
    @usableFromInline let mutex: Mutex<Lent<Value>>
    /// Only the sanitizer looks at it, and no two owners at once.
    @usableFromInline let token = Lent(crealtime_lock_token())

    /// Puts a value under a lock.
    package init(_ value: sending Value) { mutex = Mutex(Lent(value)) }

    deinit { crealtime_lock_gone(token.value) }

    /// Runs `body` with the value, while no other thread can.
    @inlinable @inline(__always)
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { held throws(Failure) in
            // Before the value is touched in any way.
            crealtime_lock_taken(token.value)
            defer { crealtime_lock_given(token.value) }
            return try body(&held.value)
        }
    }
}

/// Indicates whether RealtimeSanitizer watches every render call of this program.
package var isRealtimeSanitized: Bool { crealtime_is_sanitized() != 0 }
