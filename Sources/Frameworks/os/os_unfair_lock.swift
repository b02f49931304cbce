import CUnfairLock
import Synchronization

/// A lock of one word: the number of the thread that holds it, and a bit if others wait.
///
/// It must not move in memory while it is used: keep it behind a pointer, or take an `OSAllocatedUnfairLock`.
public struct os_unfair_lock_s: Sendable {
    /// The owner's thread number and the bit for waiting threads; 0 while the lock is free.
    public var _os_unfair_lock_opaque: UInt32

    /// Makes a lock that is free.
    public init() { _os_unfair_lock_opaque = 0 }

    /// Makes a lock of its word; 0 means free.
    public init(_os_unfair_lock_opaque: UInt32) { self._os_unfair_lock_opaque = _os_unfair_lock_opaque }
}

/// A lock of one word.
public typealias os_unfair_lock = os_unfair_lock_s

/// A pointer to a lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Set beside the owner's number while threads wait; no thread has so high a number.
private let waitersBit: UInt32 = 1 << 31

extension UnsafeMutablePointer<os_unfair_lock_s> {
    fileprivate var word: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt32.self)
    }

    /// The same word; an atomic number lies in memory as the number itself.
    fileprivate func exchange(_ expected: UInt32, _ desired: UInt32, taking: Bool) -> (
        exchanged: Bool, original: UInt32
    ) {
        let atomic = UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<UInt32>.self)
        return taking
            ? atomic.pointee.compareExchange(
                expected: expected, desired: desired, successOrdering: .acquiring, failureOrdering: .relaxed)
            : atomic.pointee.compareExchange(
                expected: expected, desired: desired, successOrdering: .relaxed, failureOrdering: .relaxed)
    }

    fileprivate func release() -> UInt32 {
        let atomic = UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<UInt32>.self)
        return atomic.pointee.exchange(0, ordering: .releasing)
    }

    fileprivate var owner: UInt32 {
        let atomic = UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<UInt32>.self)
        return atomic.pointee.load(ordering: .relaxed) & ~waitersBit
    }
}

/// Takes a lock; waits while another thread holds it.
///
/// A thread that takes a lock twice stops the program.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
    let me = cunfairlock_thread()
    var (isMine, seen) = lock.exchange(0, me, taking: true)
    if isMine { return }
    while true {
        precondition(seen & ~waitersBit != me, "os_unfair_lock is not recursive: this thread holds it already")
        if seen != 0, seen & waitersBit == 0 {
            (isMine, seen) = lock.exchange(seen, seen | waitersBit, taking: false)
            guard isMine else { continue }
            seen |= waitersBit
        }
        if seen != 0 { cunfairlock_wait(lock.word, seen) }
        // More threads may wait: a thread that has waited cannot tell, so it keeps the bit and wakes the next one.
        (isMine, seen) = lock.exchange(0, me | waitersBit, taking: true)
        if isMine { return }
    }
}

/// Takes a lock if it is free, without waiting.
///
/// - Returns: Whether it was taken.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
    lock.exchange(0, cunfairlock_thread(), taking: true).exchanged
}

/// Gives a lock back; only the thread that took it may, any other stops the program.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
    precondition(lock.owner == cunfairlock_thread(), "os_unfair_lock is given back by a thread that does not hold it")
    if lock.release() & waitersBit != 0 { cunfairlock_wake(lock.word) }
}

/// Stops the program unless the calling thread holds a lock.
public func os_unfair_lock_assert_owner(_ lock: os_unfair_lock_t) {
    precondition(lock.owner == cunfairlock_thread(), "the thread does not hold this os_unfair_lock")
}

/// Stops the program if the calling thread holds a lock.
public func os_unfair_lock_assert_not_owner(_ lock: os_unfair_lock_t) {
    precondition(lock.owner != cunfairlock_thread(), "the thread holds this os_unfair_lock")
}
