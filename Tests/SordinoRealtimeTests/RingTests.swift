import AllocationProbe
import SordinoRealtime
import Synchronization
import Testing

private enum Command: BitwiseCopyable, Equatable {
    case gain(Float)
    case stop(at: Int64)
}

/// Proof that a concrete use of the generic ends passes the realtime marks; it would not build otherwise.
@_noAllocation @_noLocks
private func drain(_ consumer: RingConsumer<Command>, into last: inout Float) -> Int {
    var count = 0
    while let command = consumer.pop() {
        count &+= 1
        switch command {
        case .gain(let gain): last = gain
        case .stop: last = 0
        }
    }
    return count
}

@Suite struct RingTests {
    @Test func elementsComeOutInTheOrderTheyWentIn() {
        let ring = Ring<Command>(capacity: 3)
        #expect(ring.capacity == 4)
        #expect(ring.producer.push(.gain(0.5)))
        #expect(ring.producer.push(.stop(at: 7)))
        #expect(ring.consumer.peek() == .gain(0.5))
        #expect(ring.consumer.readableCount == 2)
        #expect(ring.producer.writableCount == 2)
        #expect(ring.consumer.pop() == .gain(0.5))
        #expect(ring.consumer.pop() == .stop(at: 7))
        #expect(ring.consumer.pop() == nil)
    }

    @Test func aFullRingRefusesAndReportsAreCountedAsLost() {
        let ring = Ring<Int>(capacity: 2)
        #expect(ring.producer.push(1))
        #expect(ring.producer.push(2))
        #expect(!ring.producer.push(3))
        #expect(ring.consumer.lostCount == 0)
        ring.producer.report(4)
        ring.producer.report(5)
        #expect(ring.consumer.lostCount == 2)
        #expect(ring.consumer.pop() == 1)
        ring.producer.report(6)
        #expect(ring.consumer.lostCount == 2)
        #expect(ring.consumer.pop() == 2)
        #expect(ring.consumer.pop() == 6)
    }

    @Test func bulkMovesTakeWhatFitsAcrossTheWrap() {
        let ring = Ring<Int>(capacity: 8)
        var next = 0
        var expected = 0
        var buffer = [Int](repeating: 0, count: 8)
        for step in 1...40 {
            let offered = (0..<(step % 7 + 1)).map { next + $0 }
            let room = ring.producer.writableCount
            let pushed = ring.producer.push(from: offered, count: offered.count)
            #expect(pushed == min(offered.count, room))
            next += pushed
            let popped = ring.consumer.pop(into: &buffer, count: step % 5 + 1)
            for index in 0..<popped {
                #expect(buffer[index] == expected)
                expected += 1
            }
        }
        #expect(ring.consumer.discardAll() == next - expected)
        #expect(ring.consumer.readableCount == 0)
    }

    @Test func twoThreadsLoseAndInventNothing() async {
        let ring = Ring<Int>(capacity: 64)
        let total = 100_000
        async let sum: Int = Task.detached {
            var sum = 0
            var expected = 0
            while expected < total {
                if let value = ring.consumer.pop() {
                    if value != expected { return -1 }
                    expected += 1
                    sum += value
                } else {
                    await Task.yield()
                }
            }
            return sum
        }.value
        await Task.detached {
            for value in 0..<total { while !ring.producer.push(value) { await Task.yield() } }
        }.value
        #expect(await sum == total * (total - 1) / 2)
    }

    @Test func pushingAndPoppingTouchesNoHeap() {
        let ring = Ring<Command>(capacity: 16)
        var last: Float = 0
        var count = 0
        let calls = countingHeapCalls {
            for _ in 0..<10 { ring.producer.report(.gain(0.25)) }
            count = drain(ring.consumer, into: &last)
        }
        #expect(calls == .none)
        #expect(count == 10)
        #expect(last == 0.25)
    }
}
