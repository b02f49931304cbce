import Foundation
import Testing
import os

struct UnfairLockTests {
    @Test func oneThreadAtATime() async {
        let counter = OSAllocatedUnfairLock(initialState: 0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
                }
            }
        }
        #expect(counter.withLock { $0 } == 80_000)
    }

    @Test func aHeldLockIsNotTaken() {
        let lock = OSAllocatedUnfairLock()
        #expect(lock.lockIfAvailable())
        lock.precondition(.owner)
        #expect(!lock.lockIfAvailable())
        #expect(lock.withLockIfAvailable { 1 } == nil)
        lock.unlock()
        lock.precondition(.notOwner)
        #expect(lock.withLockIfAvailable { 1 } == 1)
        #expect(lock.withLock { 2 } == 2)
    }

    @Test func theLockOfOneWord() {
        let lock = os_unfair_lock_t.allocate(capacity: 1)
        lock.initialize(to: os_unfair_lock())
        defer { lock.deallocate() }
        os_unfair_lock_lock(lock)
        os_unfair_lock_assert_owner(lock)
        #expect(!os_unfair_lock_trylock(lock))
        os_unfair_lock_unlock(lock)
        os_unfair_lock_assert_not_owner(lock)
        #expect(os_unfair_lock_trylock(lock))
        os_unfair_lock_unlock(lock)
        #expect(lock.pointee._os_unfair_lock_opaque == 0)
        #expect(MemoryLayout<os_unfair_lock>.size == 4)
    }

    @Test func threadsThatWaitAreWoken() {
        let lock = OSAllocatedUnfairLock(initialState: [Int]())
        let threads = (0..<4).map { number in
            Thread {
                for _ in 0..<500 {
                    lock.withLock { $0.append(number) }
                    sched_yield()
                }
            }
        }
        for thread in threads { thread.start() }
        while lock.withLock({ $0.count }) < 2000 { sched_yield() }
        #expect(lock.withLock { $0.count } == 2000)
    }

    @Test func throwingGivesTheLockBack() {
        struct Failure: Error {}
        let lock = OSAllocatedUnfairLock(initialState: 1)
        #expect(throws: Failure.self) { try lock.withLock { _ in throw Failure() } }
        #expect(lock.withLockIfAvailable { $0 } == 1)
    }
}
