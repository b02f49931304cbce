import Synchronization

/// Hands a plan from the control side to the audio thread, and the plan before it back to be freed.
///
/// The control side publishes a pointer. The audio thread takes it up between two blocks and puts the former pointer
/// into a ring; the control side frees the plans in the ring. So the audio thread neither frees nor waits, and a plan
/// is freed only when the audio thread has let go of it.
@usableFromInline
package final class HandOver<Plan: ~Copyable>: Sendable {
    /// The audio thread's end.
    package let renderer: HandOverRenderer<Plan>

    private let returned: Ring<UnsafeMutableRawPointer>
    private let free: Lent<(UnsafeMutablePointer<Plan>) -> Void>

    /// Makes a cell without a plan.
    ///
    /// - Parameters:
    ///   - free: Gives a plan's memory back; called on the control thread, once for each published plan.
    ///   - returnCapacity: How many used plans may wait to be collected before the audio thread keeps its old one.
    /// - Thread: control.
    package init(returnCapacity: Int = 64, free: @escaping (UnsafeMutablePointer<Plan>) -> Void) {
        self.free = Lent(free)
        let state = UnsafeMutablePointer<HandOverState>.allocate(capacity: 1)
        state.initialize(to: HandOverState())
        returned = Ring(capacity: returnCapacity)
        renderer = HandOverRenderer(state: state, returning: returned.producer)
    }

    /// Frees every plan that is left; the audio thread must have stopped.
    deinit {
        retire()
        let state = renderer.state.value
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Offers `plan` to the audio thread, which takes it up at its next block.
    ///
    /// A plan that was offered before and never taken up is freed at once, and so are those that came back.
    ///
    /// - Thread: control, one at a time.
    package func publish(_ plan: UnsafeMutablePointer<Plan>) {
        let overtaken = renderer.state.value.pointee.offered.exchange(
            UInt(bitPattern: plan), ordering: .acquiringAndReleasing)
        if let overtaken = UnsafeMutablePointer<Plan>(bitPattern: overtaken) { free.value(overtaken) }
        collect()
    }

    /// Frees the plans that the audio thread has let go of.
    ///
    /// - Returns: How many there were.
    /// - Thread: control, one at a time.
    @discardableResult
    package func collect() -> Int {
        var count = 0
        while let plan = returned.consumer.pop() {
            free.value(plan.assumingMemoryBound(to: Plan.self))
            count += 1
        }
        return count
    }

    /// Takes back and frees everything, also the plan in use; the audio thread must not be running.
    ///
    /// - Thread: control, one at a time.
    package func retire() {
        collect()
        let offered = renderer.state.value.pointee.offered.exchange(0, ordering: .acquiringAndReleasing)
        if let offered = UnsafeMutablePointer<Plan>(bitPattern: offered) { free.value(offered) }
        if let current = renderer.state.value.pointee.current { free.value(current.assumingMemoryBound(to: Plan.self)) }
        renderer.state.value.pointee.current = nil
    }
}

/// The offered plan, and the one in use.
@usableFromInline
package struct HandOverState: ~Copyable {
    /// Address of a plan that was published and not taken up yet, 0 for none.
    @usableFromInline let offered = Atomic<UInt>(0)
    @usableFromInline let spacing = InlineArray<15, Int>(repeating: 0)
    /// Belongs to the audio thread while it runs.
    @usableFromInline var current: UnsafeMutableRawPointer?

    init() {}
}

/// The audio thread's end of a `HandOver`.
@usableFromInline
package struct HandOverRenderer<Plan: ~Copyable>: Sendable {
    @usableFromInline let state: Lent<UnsafeMutablePointer<HandOverState>>
    @usableFromInline let returning: RingProducer<UnsafeMutableRawPointer>

    @usableFromInline
    init(state: UnsafeMutablePointer<HandOverState>, returning: RingProducer<UnsafeMutableRawPointer>) {
        (self.state, self.returning) = (Lent(state), returning)
    }

    /// The plan to use for the block that begins now: the newest published one, nil before the first.
    ///
    /// While the returned plans are not collected and their ring is full, the plan in use stays.
    ///
    /// - Thread: render, once at the beginning of each block. No heap, no lock.
    @inlinable package func takeUp() -> UnsafeMutablePointer<Plan>? {
        if state.value.pointee.offered.load(ordering: .relaxed) != 0,
            state.value.pointee.current == nil || returning.writableCount > 0,
            let offered = UnsafeMutableRawPointer(
                bitPattern: state.value.pointee.offered.exchange(0, ordering: .acquiringAndReleasing))
        {
            if let former = state.value.pointee.current { returning.report(former) }
            state.value.pointee.current = offered
        }
        return state.value.pointee.current?.assumingMemoryBound(to: Plan.self)
    }
}
