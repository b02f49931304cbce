import SordinoWork
import Synchronization
import Testing

@Suite struct WorkersTests {
    @Test func inlineJobsRunInOrderWhenTheDeviceIsPulledAndNotBefore() {
        let workers = Workers(.inline)
        let done = Mutex<[Int]>([])
        for number in 1...5 { workers.submit { done.withLock { $0.append(number) } } }
        #expect(done.withLock { $0 } == [])
        #expect(workers.runUntilQuiet())
        #expect(done.withLock { $0 } == [1, 2, 3, 4, 5])
        #expect(!workers.runUntilQuiet())
    }

    @Test func aJobThatIsSubmittedByAJobRunsInTheSameRound() {
        let workers = Workers(.inline)
        let done = Mutex<[String]>([])
        workers.submit {
            done.withLock { $0.append("first") }
            workers.submit { done.withLock { $0.append("second") } }
        }
        workers.runUntilQuiet()
        #expect(done.withLock { $0 } == ["first", "second"])
    }

    @Test func aPumpIsCalledUntilItFindsNothingToDo() {
        let workers = Workers(.inline)
        let left = Mutex(3)
        let calls = Mutex(0)
        let pump = workers.addPump {
            calls.withLock { $0 += 1 }
            return left.withLock { left in
                guard left > 0 else { return .idle }
                left -= 1
                return .worked
            }
        }
        workers.runUntilQuiet()
        #expect(left.withLock { $0 } == 0)
        #expect(calls.withLock { $0 } == 4)
        workers.runUntilQuiet()
        #expect(calls.withLock { $0 } == 5, "an idle pump is looked at once per round")
        pump.cancel()
        workers.runUntilQuiet()
        #expect(calls.withLock { $0 } == 5)
    }

    @Test func aPumpThatSleepsIsNotCalledUntilItIsWoken() {
        let workers = Workers(.inline)
        let calls = Mutex(0)
        let pump = workers.addPump {
            calls.withLock { $0 += 1 }
            return .asleep
        }
        workers.runUntilQuiet()
        workers.runUntilQuiet()
        #expect(calls.withLock { $0 } == 1)
        pump.wake()
        workers.runUntilQuiet()
        #expect(calls.withLock { $0 } == 2)
    }

    @Test func aPumpMayEndItself() {
        let workers = Workers(.inline)
        let holder = Mutex<Pump?>(nil)
        let calls = Mutex(0)
        let pump = workers.addPump {
            calls.withLock { $0 += 1 }
            holder.withLock { $0 }?.cancel()
            return .worked
        }
        holder.withLock { $0 = pump }
        workers.runUntilQuiet()
        #expect(calls.withLock { $0 } == 1)
        holder.withLock { $0 = nil }
    }

    @Test func workInsideWorkWaitsForTheOuterRound() {
        let workers = Workers(.inline)
        let done = Mutex<[String]>([])
        workers.submit {
            workers.submit { done.withLock { $0.append("inner") } }
            #expect(!workers.runUntilQuiet())
            done.withLock { $0.append("outer") }
        }
        workers.runUntilQuiet()
        #expect(done.withLock { $0 } == ["outer", "inner"])
    }

    @Test func jobsOnAThreadRunInOrder() async {
        let workers = Workers(.onThreads)
        let done = Mutex<[Int]>([])
        await withCheckedContinuation { continuation in
            for number in 1...100 { workers.submit { done.withLock { $0.append(number) } } }
            workers.submit { continuation.resume() }
        }
        #expect(done.withLock { $0 } == Array(1...100))
    }

    @Test func aPumpOnAThreadGoesOnByItselfAndCancelWaitsForIt() async {
        let workers = Workers(.onThreads)
        let calls = Mutex(0)
        let ending = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let pump = workers.addPump {
            let count = calls.withLock { calls in
                calls += 1
                return calls
            }
            if count == 20 {
                ending.withLock { continuation in
                    continuation?.resume()
                    continuation = nil
                }
            }
            return .idle
        }
        await withCheckedContinuation { continuation in
            let isPast = calls.withLock { calls in
                ending.withLock { $0 = continuation }
                return calls >= 20
            }
            if isPast {
                ending.withLock { continuation in
                    continuation?.resume()
                    continuation = nil
                }
            }
        }
        pump.cancel()
        let count = calls.withLock { $0 }
        #expect(count >= 20)
        #expect(calls.withLock { $0 } == count)
    }
}
