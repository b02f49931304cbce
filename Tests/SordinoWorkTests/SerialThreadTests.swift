import SordinoWork
import Synchronization
import Testing

@Suite struct SerialThreadTests {
    @Test func jobsRunInTheirOrderAndOnOneThreadUntilItEnds() {
        let thread = SerialThread()
        let done = Mutex<[Int]>([])
        let last = Bell()
        #expect(thread.begin())
        for number in 0..<500 { thread.perform { done.withLock { $0.append(number) } } }
        thread.perform { last.ring() }
        thread.end()
        last.wait(after: 0)
        #expect(done.withLock { $0 } == Array(0..<500))
    }

    @Test func beyondItsBoundJobsAreRefused() {
        let thread = SerialThread()
        let done = Mutex(0)
        let last = Bell()
        for _ in 1..<SerialThread.capacity { #expect(thread.perform { done.withLock { $0 += 1 } }) }
        #expect(thread.perform { last.ring() })
        #expect(!thread.perform { done.withLock { $0 += 1_000_000 } })
        #expect(thread.begin())
        last.wait(after: 0)
        #expect(done.withLock { $0 } == SerialThread.capacity - 1)
        #expect(thread.perform { last.ring() }, "there is room again")
        last.wait(after: 1)
        thread.end()
    }

    @Test func ofTwoJobsForLaterTheSecondIsPerformed() {
        let thread = SerialThread()
        let done = Mutex<[String]>([])
        let last = Bell()
        thread.perform(afterNanoseconds: 0) { done.withLock { $0.append("first") } }
        thread.perform(afterNanoseconds: 1_000_000) {
            done.withLock { $0.append("second") }
            last.ring()
        }
        thread.perform { done.withLock { $0.append("now") } }
        #expect(thread.begin())
        last.wait(after: 0)
        thread.end()
        #expect(done.withLock { $0 } == ["now", "second"])
    }
}
