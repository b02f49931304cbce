extension SequencePlan {
    /// Brings a part to its place among those with earlier and later events.
    @_noAllocation @_noLocks
    func siftDown(_ start: Int) {
        let count = heap.count
        guard start >= 0, start < count else { return }
        let moved = heap[start]
        var place = start
        while true {
            var child = place &* 2 &+ 1
            guard child < count else { break }
            if child &+ 1 < count, isBefore(heap[child &+ 1], heap[child]) { child &+= 1 }
            guard isBefore(heap[child], moved) else { break }
            heap[place] = heap[child]
            place = child
        }
        heap[place] = moved
    }

    /// Indicates whether the next event of a part comes before that of another; at one beat the tracks keep their order.
    @_noAllocation @_noLocks
    private func isBefore(_ one: Int32, _ other: Int32) -> Bool {
        let (first, second) = (parts[Int(one)].nextBeat, parts[Int(other)].nextBeat)
        return first < second || (first == second && one < other)
    }
}

extension PlannedPart {
    /// The length of the repeated beats; 0 for none.
    private var loopLength: Double { @_noAllocation @_noLocks get { loopEnd - loopStart } }

    /// Indicates whether the events behind the repeated ones are not reached yet.
    private var isInLoop: Bool {
        @_noAllocation @_noLocks get { loopLength > 0 && (loopCount == 0 || iteration < loopCount &- 1) }
    }

    /// Finds the first event at or after a beat of the player.
    @_noAllocation @_noLocks
    mutating func place(at beat: Double) {
        let local = beat - offset
        iteration = 0
        if loopLength > 0, local >= loopEnd {
            // The number of rounds is bounded to fit 32 bits.
            let rounds = min((local - loopStart) / loopLength, 2_147_483_647)
            iteration = Int(rounds)
            if loopCount > 0 { iteration = min(iteration, loopCount &- 1) }
        }
        let inside = local - Double(iteration) * loopLength
        var low = isInLoop || iteration > 0 ? (iteration > 0 ? loopFirst : 0) : 0
        var high = isInLoop ? loopLimit : eventCount
        while low < high {
            let middle = (low &+ high) / 2
            if events[middle].beat < inside { low = middle &+ 1 } else { high = middle }
        }
        index = low
        settle()
    }

    /// Goes to the next event.
    @_noAllocation @_noLocks
    mutating func advance() {
        index &+= 1
        settle()
    }

    /// Goes back to the event before.
    ///
    /// - Returns: False if there is none in this round.
    @_noAllocation @_noLocks
    mutating func stepBack() -> Bool {
        let first = iteration > 0 ? loopFirst : 0
        guard index > first else {
            guard iteration > 0, loopLimit > loopFirst else { return false }
            iteration &-= 1
            index = loopLimit &- 1
            settle()
            return true
        }
        index &-= 1
        settle()
        return true
    }

    /// Begins the next round at the end of the repeated beats, and finds the beat of the event.
    @_noAllocation @_noLocks
    private mutating func settle() {
        if isInLoop, index >= loopLimit {
            if loopLimit > loopFirst {
                iteration &+= 1
                index = loopFirst
            } else if loopCount > 0 {
                iteration = loopCount &- 1
                index = loopLimit
            } else {
                nextBeat = .infinity
                return
            }
        }
        nextBeat = index < eventCount ? events[index].beat + Double(iteration) * loopLength + offset : .infinity
    }
}
