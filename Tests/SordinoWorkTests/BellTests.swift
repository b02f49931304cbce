import SordinoRealtime
import SordinoWork
import Synchronization
import Testing

@Suite struct BellTests {
    @Test func aRingBeforeTheWaitIsNotLost() {
        let bell = Bell()
        let seen = bell.count
        bell.ring()
        #expect(bell.wait(after: seen) == seen + 1)
        #expect(bell.wait(after: seen, milliseconds: 0) == seen + 1)
    }

    @Test func withoutARingTheWaitEndsAtItsTime() {
        let bell = Bell()
        let until = HostClock.now() + 2_000_000
        #expect(bell.wait(after: 0, until: until) == 0)
        #expect(HostClock.now() >= until)
        #expect(bell.wait(after: 0, milliseconds: -1) == 0)
    }

    @Test func oneRingWakesAllThatSleep() {
        let bell = Bell()
        let back = Bell()
        for _ in 0..<4 {
            startThread {
                bell.wait(after: 0)
                back.ring()
            }
        }
        bell.ring()
        var seen: UInt64 = 0
        while seen < 4 { seen = back.wait(after: seen) }
        #expect(seen == 4)
        #expect(bell.count == 1)
    }
}
