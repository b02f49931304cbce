import Synchronization

extension IndexQueuePort {
    /// Appends a number.
    ///
    /// - Returns: False if the queue is full.
    /// - Thread: any, also render. No heap, no lock.
    @_noAllocation @_noLocks
    package func push(_ value: Int) -> Bool {
        var position = state.pointee.tail.load(ordering: .relaxed)
        while true {
            let cell = state.pointee.cells + (position & state.pointee.mask)
            let ahead = cell.pointee.sequence.load(ordering: .acquiring) &- position
            if ahead < 0 { return false }
            if ahead > 0 {
                position = state.pointee.tail.load(ordering: .relaxed)
                continue
            }
            let (isOurs, present) = state.pointee.tail.compareExchange(
                expected: position, desired: position &+ 1, ordering: .relaxed)
            if isOurs {
                cell.pointee.value.store(value, ordering: .relaxed)
                cell.pointee.sequence.store(position &+ 1, ordering: .releasing)
                return true
            }
            position = present
        }
    }

    /// Takes the oldest number.
    ///
    /// - Returns: Nil if the queue is empty.
    /// - Thread: any, also render. No heap, no lock.
    @_noAllocation @_noLocks
    package func pop() -> Int? {
        var position = state.pointee.head.load(ordering: .relaxed)
        while true {
            let cell = state.pointee.cells + (position & state.pointee.mask)
            let ahead = cell.pointee.sequence.load(ordering: .acquiring) &- (position &+ 1)
            if ahead < 0 { return nil }
            if ahead > 0 {
                position = state.pointee.head.load(ordering: .relaxed)
                continue
            }
            let (isOurs, present) = state.pointee.head.compareExchange(
                expected: position, desired: position &+ 1, ordering: .relaxed)
            if isOurs {
                let value = cell.pointee.value.load(ordering: .relaxed)
                cell.pointee.sequence.store(position &+ state.pointee.mask &+ 1, ordering: .releasing)
                return value
            }
            position = present
        }
    }
}
