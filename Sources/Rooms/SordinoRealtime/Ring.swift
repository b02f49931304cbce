import Synchronization

/// A bounded queue between exactly two threads: one pushes, one pops, neither waits.
///
/// The elements are plain memory (small enums, structs of numbers, pointers), so nothing is retained or released on the
/// way. The ring owns the memory; the two threads hold its ends, which are trivial values and must not outlive the
/// ring.
///
/// The ends are generic and therefore bear no realtime marks of their own: the compiler checks them, specialised,
/// inside each marked function that uses them.
@usableFromInline
package final class Ring<Element: BitwiseCopyable>: Sendable {
    /// The end that pushes; for one thread at a time.
    package let producer: RingProducer<Element>
    /// The end that pops; for one thread at a time.
    package let consumer: RingConsumer<Element>

    /// Makes an empty ring.
    ///
    /// - Parameter capacity: Elements it holds at least, 1 or more; rounded up to a power of two.
    /// - Thread: control.
    package init(capacity: Int) {
        precondition(capacity > 0, "a ring holds at least one element")
        let rounded = capacity.roundedUpToPowerOfTwo
        let state = UnsafeMutablePointer<RingState>.allocate(capacity: 1)
        state.initialize(to: RingState(capacity: rounded))
        let slots = UnsafeMutablePointer<Element>.allocate(capacity: rounded)
        producer = RingProducer(state: state, slots: slots)
        consumer = RingConsumer(state: state, slots: slots)
    }

    deinit {
        let (state, slots) = (producer.state.value, producer.slots.value)
        state.deinitialize(count: 1)
        state.deallocate()
        slots.deallocate()
    }

    /// Elements the ring holds at most.
    package var capacity: Int { producer.state.value.pointee.capacity }
}

/// The counters that both ends of a ring share, each on a cache line of its own.
@usableFromInline
package struct RingState: ~Copyable {
    @usableFromInline let pushed = Atomic<Int>(0)
    @usableFromInline let spacing1 = InlineArray<15, Int>(repeating: 0)
    @usableFromInline let popped = Atomic<Int>(0)
    @usableFromInline let spacing2 = InlineArray<15, Int>(repeating: 0)
    @usableFromInline let lost = Atomic<Int>(0)
    @usableFromInline let capacity: Int

    /// Counters of an empty ring.
    init(capacity: Int) { self.capacity = capacity }
}

/// The pushing end of a `Ring`.
@usableFromInline
package struct RingProducer<Element: BitwiseCopyable>: Sendable {
    @usableFromInline let state: Lent<UnsafeMutablePointer<RingState>>
    @usableFromInline let slots: Lent<UnsafeMutablePointer<Element>>

    @usableFromInline
    init(state: UnsafeMutablePointer<RingState>, slots: UnsafeMutablePointer<Element>) {
        (self.state, self.slots) = (Lent(state), Lent(slots))
    }

    /// Free places as seen from this end; it can only grow until this end pushes.
    @inlinable package var writableCount: Int {
        state.value.pointee.capacity
            &- (state.value.pointee.pushed.load(ordering: .relaxed)
                &- state.value.pointee.popped.load(ordering: .acquiring))
    }

    /// Puts `element` at the end of the queue.
    ///
    /// - Returns: False when the ring is full; then nothing happened.
    @inlinable package func push(_ element: Element) -> Bool {
        let pushed = state.value.pointee.pushed.load(ordering: .relaxed)
        let popped = state.value.pointee.popped.load(ordering: .acquiring)
        guard pushed &- popped < state.value.pointee.capacity else { return false }
        slots.value[pushed & (state.value.pointee.capacity &- 1)] = element
        state.value.pointee.pushed.store(pushed &+ 1, ordering: .releasing)
        return true
    }

    /// Puts `element` at the end of the queue, or counts it as lost when the ring is full.
    ///
    /// This is how the audio thread reports: it never waits, and the reader can see that something is missing.
    @inlinable package func report(_ element: Element) {
        if !push(element) { state.value.pointee.lost.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Puts as many of the elements as there is room for, in order, and shows them to the other end at once.
    ///
    /// - Returns: How many were taken, from the first on.
    @inlinable package func push(from elements: UnsafePointer<Element>, count: Int) -> Int {
        let pushed = state.value.pointee.pushed.load(ordering: .relaxed)
        let popped = state.value.pointee.popped.load(ordering: .acquiring)
        let taken = min(count, state.value.pointee.capacity &- (pushed &- popped))
        guard taken > 0 else { return 0 }
        let mask = state.value.pointee.capacity &- 1
        for index in 0..<taken { slots.value[(pushed &+ index) & mask] = elements[index] }
        state.value.pointee.pushed.store(pushed &+ taken, ordering: .releasing)
        return taken
    }
}

/// The popping end of a `Ring`.
@usableFromInline
package struct RingConsumer<Element: BitwiseCopyable>: Sendable {
    @usableFromInline let state: Lent<UnsafeMutablePointer<RingState>>
    @usableFromInline let slots: Lent<UnsafeMutablePointer<Element>>

    @usableFromInline
    init(state: UnsafeMutablePointer<RingState>, slots: UnsafeMutablePointer<Element>) {
        (self.state, self.slots) = (Lent(state), Lent(slots))
    }

    /// Elements waiting as seen from this end; it can only grow until this end pops.
    @inlinable package var readableCount: Int {
        state.value.pointee.pushed.load(ordering: .acquiring) &- state.value.pointee.popped.load(ordering: .relaxed)
    }

    /// The number of reports that found the ring full.
    @inlinable package var lostCount: Int { state.value.pointee.lost.load(ordering: .relaxed) }

    /// Takes the oldest element, nil when there is none.
    @inlinable package func pop() -> Element? {
        let popped = state.value.pointee.popped.load(ordering: .relaxed)
        guard state.value.pointee.pushed.load(ordering: .acquiring) != popped else { return nil }
        let element = slots.value[popped & (state.value.pointee.capacity &- 1)]
        state.value.pointee.popped.store(popped &+ 1, ordering: .releasing)
        return element
    }

    /// Looks at the oldest element without taking it, nil when there is none.
    @inlinable package func peek() -> Element? {
        let popped = state.value.pointee.popped.load(ordering: .relaxed)
        guard state.value.pointee.pushed.load(ordering: .acquiring) != popped else { return nil }
        return slots.value[popped & (state.value.pointee.capacity &- 1)]
    }

    /// Takes up to `count` elements, oldest first.
    ///
    /// - Returns: How many were written to `elements`.
    @inlinable package func pop(into elements: UnsafeMutablePointer<Element>, count: Int) -> Int {
        let popped = state.value.pointee.popped.load(ordering: .relaxed)
        let given = min(count, state.value.pointee.pushed.load(ordering: .acquiring) &- popped)
        guard given > 0 else { return 0 }
        let mask = state.value.pointee.capacity &- 1
        for index in 0..<given { elements[index] = slots.value[(popped &+ index) & mask] }
        state.value.pointee.popped.store(popped &+ given, ordering: .releasing)
        return given
    }

    /// Forgets everything that waits now.
    ///
    /// - Returns: How many elements were dropped.
    @inlinable @discardableResult package func discardAll() -> Int {
        let popped = state.value.pointee.popped.load(ordering: .relaxed)
        let pushed = state.value.pointee.pushed.load(ordering: .acquiring)
        state.value.pointee.popped.store(pushed, ordering: .releasing)
        return pushed &- popped
    }
}

extension Int {
    /// The smallest power of two that is not below this positive number.
    package var roundedUpToPowerOfTwo: Int {
        precondition(self > 0 && self <= 1 << 48, "only counts that memory can hold are rounded up")
        return self == 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
