import AllocationProbe
import SordinoRealtime
import Testing

private struct Change: BitwiseCopyable, Equatable {
    var place: Int32
    var value: Float
}

/// Proof that a concrete use of the generic port passes the realtime marks; it would not build otherwise.
@_noAllocation @_noLocks
private func move(_ source: SharedRingPort<Change>, to sink: SharedRingPort<Change>) -> Int {
    var count = 0
    while let change = source.pop() {
        if sink.push(change) { count &+= 1 }
    }
    return count
}

@Suite struct SharedRingTests {
    @Test func elementsComeOutInTheOrderTheyWentIn() {
        let ring = SharedRing<Change>(capacity: 3)
        #expect(ring.port.capacity == 4)
        let changes = (0..<4).map { Change(place: $0, value: Float($0) / 2) }
        // More rounds than places, so that every place is used again.
        for _ in 0..<5 {
            #expect(changes.allSatisfy { ring.port.push($0) })
            #expect((0..<5).map { ring.port.peek($0) } == changes + [nil])
            #expect((0..<5).map { _ in ring.port.pop() } == changes + [nil])
            #expect(ring.port.peek() == nil)
        }
        #expect(ring.port.refusedCount == 0)
    }

    @Test func aFullRingRefusesAndCounts() {
        let ring = SharedRing<Int>(capacity: 2)
        #expect(ring.port.push(1) && ring.port.push(2))
        #expect(!ring.port.push(3) && !ring.port.push(4))
        #expect(ring.port.refusedCount == 2)
        #expect(ring.port.pop() == 1)
        #expect(ring.port.push(5))
        #expect([ring.port.pop(), ring.port.pop(), ring.port.pop()] == [2, 5, nil])
        #expect(ring.port.refusedCount == 2)
    }

    @Test func ofSeveralThreadsOnBothEndsNoElementIsLostOrTakenTwice() async {
        let ring = SharedRing<Int>(capacity: 64)
        let (perThread, threads) = (20_000, 3)
        let taken = await withTaskGroup(of: [Int].self) { group in
            for thread in 0..<threads {
                group.addTask {
                    for index in 0..<perThread {
                        while !ring.port.push(thread * perThread + index) { await Task.yield() }
                    }
                    return []
                }
                group.addTask {
                    var mine: [Int] = []
                    while mine.count < perThread {
                        if let value = ring.port.pop() { mine.append(value) } else { await Task.yield() }
                    }
                    return mine
                }
            }
            var all: [[Int]] = []
            for await part in group where !part.isEmpty { all.append(part) }
            return all
        }
        #expect(taken.joined().sorted() == Array(0..<perThread * threads))
        // Each thread that pops meets the values of one pushing thread in their order.
        for part in taken {
            for thread in 0..<threads {
                let own = part.filter { $0 / perThread == thread }
                #expect(own == own.sorted())
            }
        }
    }

    @Test func pushingAndPoppingTouchesNoHeap() {
        let (source, sink) = (SharedRing<Change>(capacity: 16), SharedRing<Change>(capacity: 16))
        for index in Int32(0)..<16 { _ = source.port.push(Change(place: index, value: 0)) }
        var moved = 0
        #expect(countingHeapCalls { moved = move(source.port, to: sink.port) } == .none)
        #expect(moved == 16)
    }
}
