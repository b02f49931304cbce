import Dispatch
import Synchronization
import Testing

@testable import SordinoEngine

/// Callbacks of audio queues on threads of their own, as a device that runs by itself has them.
@Suite struct QueueCallsTests {
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    /// Calls on a dispatch queue.
    private static func calls(_ queue: DispatchQueue, isHere: Bool = false) -> QueueCalls {
        QueueCalls(
            at: QueueCalls.Place(later: { call in queue.async { call() } }, here: { $0() }, isHere: { isHere }))
    }

    @Test func allCallsHaveBeenMadeInOrderWhenTheyAreWaitedFor() {
        let calls = Self.calls(DispatchQueue(label: "test"))
        let log = Log()
        for number in 0..<100 { calls.deliver { log.add("\(number)") } }
        calls.passAll(patienceSeconds: 60)
        #expect(log.all == (0..<100).map(String.init))
    }

    @Test func theCallersOwnPlaceNeedsNoOtherThread() {
        let queue = DispatchQueue(label: "test")
        queue.suspend()
        let calls = Self.calls(queue, isHere: true)
        let log = Log()
        calls.deliver { log.add("one") }
        calls.deliver { log.add("two") }
        calls.passAll()
        #expect(log.all == ["one", "two"])
        queue.resume()
        queue.sync {}
        #expect(log.all == ["one", "two"])
    }

    @Test func insideACallTheOthersFollow() {
        let calls = Self.calls(DispatchQueue(label: "test"))
        let log = Log()
        calls.deliver {
            log.add("first begins")
            calls.deliver { log.add("second") }
            calls.passAll()
            log.add("first ends")
        }
        calls.passAll(patienceSeconds: 60)
        calls.passAll(patienceSeconds: 60)
        #expect(log.all == ["first begins", "first ends", "second"])
    }

    /// A program whose callback waits for the thread that stops the queue.
    @Test func aPlaceThatDoesNotComeToItsCallsIsNotWaitedForForEver() {
        let queue = DispatchQueue(label: "test")
        queue.suspend()
        let calls = Self.calls(queue)
        let log = Log()
        calls.deliver { log.add("late") }
        calls.passAll(patienceSeconds: 0)
        #expect(log.all == [])
        queue.resume()
        calls.passAll(patienceSeconds: 60)
        #expect(log.all == ["late"])
    }

    @Test func noCallBeginsAfterTheEnd() {
        let queue = DispatchQueue(label: "test")
        queue.suspend()
        let calls = Self.calls(queue)
        let log = Log()
        calls.deliver { log.add("never") }
        calls.close()
        calls.deliver { log.add("nor this") }
        calls.passAll(patienceSeconds: 60)
        queue.resume()
        queue.sync {}
        calls.waitForLast()
        #expect(log.all == [])
    }
}
