import Dispatch
import Glibc
import Testing

@testable import SordinoWork

/// Programs whose main queue does not run are not waited for.
struct CallbackQueueTests {
    /// Callbacks on a queue that stands still until the test ends.
    private final class Stuck: Sendable {
        let callbacks = CallbackQueue(.onThreads)
        private let queue = DispatchQueue(label: "stands still")

        init() {
            queue.suspend()
            callbacks.chosenQueue = queue
        }

        /// Runs the queue and waits until it has.
        func run() {
            queue.resume()
            queue.sync {}
            queue.suspend()
        }

        deinit { queue.resume() }

        /// Begins to wait for an hour, on a thread of its own; the semaphore tells that it is over.
        func wait() -> DispatchSemaphore {
            let over = DispatchSemaphore(value: 0)
            startThread { [self] in
                callbacks.waitUntilDelivered(seconds: 3_600)
                over.signal()
            }
            return over
        }
    }

    @Test func aProgramWithoutMainLoopIsNotWaitedFor() {
        let stuck = Stuck()
        stuck.callbacks.expectNoMainLoop()
        #expect(stuck.wait().wait(timeout: .now() + 120) == .success)
    }

    @Test func whoWaitsAlreadyIsToldThatThereIsNoMainLoop() {
        let stuck = Stuck()
        let over = stuck.wait()
        while !stuck.callbacks.isWaitedFor { sched_yield() }
        stuck.callbacks.expectNoMainLoop()
        #expect(over.wait(timeout: .now() + 120) == .success)
    }

    @Test func aMainLoopThatHasRunIsWaitedForAgain() {
        let stuck = Stuck()
        stuck.callbacks.expectNoMainLoop()
        #expect(stuck.wait().wait(timeout: .now() + 120) == .success)
        // Work put there by the first waiting runs now.
        stuck.run()
        stuck.callbacks.expectNoMainLoop()
        let over = stuck.wait()
        while !stuck.callbacks.isWaitedFor { sched_yield() }
        #expect(over.wait(timeout: .now()) == .timedOut)
        stuck.run()
        #expect(over.wait(timeout: .now() + 120) == .success)
    }
}
