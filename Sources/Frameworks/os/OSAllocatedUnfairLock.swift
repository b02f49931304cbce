/// A value under a lock that lives on the heap; copies are the same lock.
///
/// - Thread: any but the audio thread.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    /// The expected owner of a lock, for assertions.
    public enum Ownership: Hashable, Sendable {
        /// The calling thread holds the lock.
        case owner
        /// The lock must not be held by the calling thread.
        case notOwner
    }

    private final class Storage {
        let lock: os_unfair_lock_t
        var state: State

        init(_ state: State) {
            lock = .allocate(capacity: 1)
            lock.initialize(to: os_unfair_lock_s())
            self.state = state
        }

        deinit { lock.deallocate() }
    }

    private let storage: Storage

    /// Puts a value under a lock, whether or not it may cross threads.
    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    /// Holds the lock while `body` uses the value; what `body` captures and returns need not be sendable.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        os_unfair_lock_lock(storage.lock)
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Holds the lock while `body` uses the value.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Runs `body` with the value if the lock is free; what `body` captures and returns need not be sendable.
    ///
    /// - Returns: Nil if the lock is held.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard os_unfair_lock_trylock(storage.lock) else { return nil }
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Runs `body` with the value if the lock is free.
    ///
    /// - Returns: Nil if the lock is held.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Stops the program unless the lock is held, or not held, by the calling thread.
    public func precondition(_ condition: Ownership) {
        switch condition {
        case .owner: os_unfair_lock_assert_owner(storage.lock)
        case .notOwner: os_unfair_lock_assert_not_owner(storage.lock)
        }
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Puts a value under a lock.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Makes a lock that guards no value.
    public init() { self.init(uncheckedState: ()) }

    /// Takes the lock; waits while another thread holds it.
    @available(*, noasync, message: "Use withLock for scoped locking")
    public func lock() { os_unfair_lock_lock(storage.lock) }

    /// Gives the lock back.
    @available(*, noasync, message: "Use withLock for scoped locking")
    public func unlock() { os_unfair_lock_unlock(storage.lock) }

    /// Takes the lock if it is free, without waiting.
    ///
    /// - Returns: Whether it was taken.
    @available(*, noasync, message: "Use withLockIfAvailable for scoped locking")
    public func lockIfAvailable() -> Bool { os_unfair_lock_trylock(storage.lock) }

    /// Holds the lock while `body` runs; what `body` captures and returns need not be sendable.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        try withLockUnchecked { (_: inout Void) in try body() }
    }

    /// Holds the lock while `body` runs.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R { try withLockUnchecked(body) }

    /// Runs `body` if the lock is free.
    ///
    /// - Returns: Nil if the lock is held.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { (_: inout Void) in try body() }
    }
}
