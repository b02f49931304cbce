import Synchronization

/// A bounded queue that any threads push to and any threads pop from, the render thread among them; no call waits.
///
/// Each place carries a sequence number that marks its turn: equal to a position, it is free for that push; one more,
/// it is filled, for that pop. As with `Ring` the elements are plain memory, the ring owns them, and its port is a
/// trivial value that must not outlive it; the port is generic and is checked, specialised, inside each marked function
/// that uses it.
/// - Source: D. Vyukov, "Bounded MPMC queue".
@usableFromInline
package final class SharedRing<Element: BitwiseCopyable>: Sendable {
    /// The end for both pushing and popping.
    package let port: SharedRingPort<Element>

    /// Makes an empty ring.
    ///
    /// - Parameter capacity: Elements it holds at least; rounded up to a power of two, 2 or more.
    /// - Thread: control.
    package init(capacity: Int) {
        let rounded = max(capacity, 2).roundedUpToPowerOfTwo
        let state = UnsafeMutablePointer<SharedRingState>.allocate(capacity: 1)
        let turns = UnsafeMutablePointer<SharedRingTurn>.allocate(capacity: rounded)
        for position in 0..<rounded { (turns + position).initialize(to: SharedRingTurn(position)) }
        state.initialize(to: SharedRingState(turns: turns, capacity: rounded))
        port = SharedRingPort(state: state, slots: .allocate(capacity: rounded))
    }

    deinit {
        let (turns, capacity) = (port.state.value.pointee.turns, port.state.value.pointee.capacity)
        turns.deinitialize(count: capacity)
        turns.deallocate()
        port.state.value.deinitialize(count: 1)
        port.state.value.deallocate()
        port.slots.value.deallocate()
    }
}

/// The sequence number of one place.
@usableFromInline
package struct SharedRingTurn: ~Copyable {
    @usableFromInline let number: Atomic<Int>

    init(_ position: Int) { number = Atomic(position) }
}

/// The counters that all threads share.
@usableFromInline
package struct SharedRingState: ~Copyable {
    @usableFromInline let pushed = Atomic<Int>(0)
    @usableFromInline let popped = Atomic<Int>(0)
    @usableFromInline let refused = Atomic<Int>(0)
    @usableFromInline let turns: UnsafeMutablePointer<SharedRingTurn>
    @usableFromInline let capacity: Int

    init(turns: UnsafeMutablePointer<SharedRingTurn>, capacity: Int) { (self.turns, self.capacity) = (turns, capacity) }
}

/// Pushes to and pops from a `SharedRing`.
///
/// - Thread: any, also render. No heap, no lock.
@usableFromInline
package struct SharedRingPort<Element: BitwiseCopyable>: BitwiseCopyable, Sendable {
    @usableFromInline let state: Lent<UnsafeMutablePointer<SharedRingState>>
    @usableFromInline let slots: Lent<UnsafeMutablePointer<Element>>

    init(state: UnsafeMutablePointer<SharedRingState>, slots: UnsafeMutablePointer<Element>) {
        (self.state, self.slots) = (Lent(state), Lent(slots))
    }

    /// Elements the ring holds at most.
    @inlinable package var capacity: Int { state.value.pointee.capacity }

    /// The number of pushes that found the ring full.
    @inlinable package var refusedCount: Int { state.value.pointee.refused.load(ordering: .relaxed) }

    /// Appends an element.
    ///
    /// - Returns: False, and counted in `refusedCount`, when the ring is full.
    @inlinable package func push(_ element: Element) -> Bool {
        var position = state.value.pointee.pushed.load(ordering: .relaxed)
        while true {
            let place = position & (state.value.pointee.capacity &- 1)
            let ahead = state.value.pointee.turns[place].number.load(ordering: .acquiring) &- position
            if ahead < 0 {
                state.value.pointee.refused.wrappingAdd(1, ordering: .relaxed)
                return false
            }
            if ahead > 0 {
                position = state.value.pointee.pushed.load(ordering: .relaxed)
                continue
            }
            let (isOurs, present) = state.value.pointee.pushed.weakCompareExchange(
                expected: position, desired: position &+ 1, ordering: .relaxed)
            if isOurs {
                slots.value[place] = element
                state.value.pointee.turns[place].number.store(position &+ 1, ordering: .releasing)
                return true
            }
            position = present
        }
    }

    /// Takes the oldest element; nil when there is none.
    @inlinable package func pop() -> Element? {
        var position = state.value.pointee.popped.load(ordering: .relaxed)
        while true {
            let place = position & (state.value.pointee.capacity &- 1)
            let ahead = state.value.pointee.turns[place].number.load(ordering: .acquiring) &- (position &+ 1)
            if ahead < 0 { return nil }
            if ahead > 0 {
                position = state.value.pointee.popped.load(ordering: .relaxed)
                continue
            }
            let (isOurs, present) = state.value.pointee.popped.weakCompareExchange(
                expected: position, desired: position &+ 1, ordering: .relaxed)
            if isOurs {
                let element = slots.value[place]
                state.value.pointee.turns[place].number.store(
                    position &+ state.value.pointee.capacity, ordering: .releasing)
                return element
            }
            position = present
        }
    }

    /// Looks at an element without taking it; nil when fewer wait.
    ///
    /// Only for the one thread that pops, if there is but one.
    /// - Parameter index: From 0, the oldest.
    @inlinable package func peek(_ index: Int = 0) -> Element? {
        let position = state.value.pointee.popped.load(ordering: .relaxed) &+ index
        let place = position & (state.value.pointee.capacity &- 1)
        guard state.value.pointee.turns[place].number.load(ordering: .acquiring) == position &+ 1 else { return nil }
        return slots.value[place]
    }
}
