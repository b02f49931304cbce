import SordinoWork
import Testing

@Suite struct BoundedQueueTests {
    @Test func whatCameFirstGoesFirst() {
        var queue = BoundedQueue<Int>(capacity: 1_000)
        var model: [Int] = []
        var taken: [Int] = []
        var expected: [Int] = []
        for number in 0..<5_000 {
            if queue.append(number) { model.append(number) }
            if number % 3 != 0 {
                if let element = queue.popFirst() { taken.append(element) }
                if !model.isEmpty { expected.append(model.removeFirst()) }
            }
            #expect(queue.count == model.count)
        }
        #expect(taken == expected)
        let rest = queue.takeAll()
        #expect(rest == model)
        #expect(queue.isEmpty)
        let none = queue.popFirst()
        #expect(none == nil)
    }

    @Test func aFullQueueRefusesAndCounts() {
        var queue = BoundedQueue<Int>(capacity: 3)
        let areTaken = (1...5).map { queue.append($0) }
        #expect(areTaken == [true, true, true, false, false])
        #expect(queue.refusedCount == 2)
        #expect(queue.isFull)
        let first = queue.popFirst()
        #expect(first == 1)
        let isTaken = queue.append(6)
        #expect(isTaken)
        let all = queue.takeAll()
        #expect(all == [2, 3, 6])
        #expect(!queue.isFull)
    }

    @Test func whatIsTakenIsReleased() {
        final class Thing {}
        var queue = BoundedQueue<Thing>(capacity: 10)
        weak var thing: Thing?
        do {
            let made = Thing()
            thing = made
            _ = queue.append(made)
            _ = queue.append(Thing())
        }
        #expect(thing != nil)
        _ = queue.popFirst()
        #expect(thing == nil)
    }
}
