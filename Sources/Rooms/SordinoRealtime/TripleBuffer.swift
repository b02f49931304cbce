import Synchronization

/// One value that one thread sets and another reads, neither waiting: the reader gets the latest whole value.
///
/// For values that may be overwritten (meters, positions, the newest setting). Values that must not be missed go by a
/// `Ring`. Three slots: one the writer fills, one the reader holds, one between them that each exchanges for its own.
@usableFromInline
package final class TripleBuffer<Value: BitwiseCopyable>: Sendable {
    /// The end that sets; for one thread at a time.
    package let writer: TripleBufferWriter<Value>
    /// The end that reads; for one thread at a time.
    package let reader: TripleBufferReader<Value>

    /// Makes a buffer that reads as `initial` until something is set.
    ///
    /// - Thread: control.
    package init(_ initial: Value) {
        let state = UnsafeMutablePointer<TripleBufferState>.allocate(capacity: 1)
        state.initialize(to: TripleBufferState())
        let slots = UnsafeMutablePointer<Value>.allocate(capacity: 3)
        slots.initialize(repeating: initial, count: 3)
        writer = TripleBufferWriter(state: state, slots: slots)
        reader = TripleBufferReader(state: state, slots: slots)
    }

    deinit {
        let (state, slots) = (writer.state.value, writer.slots.value)
        state.deinitialize(count: 1)
        state.deallocate()
        slots.deallocate()
    }
}

/// The holders of the three slots.
@usableFromInline
package struct TripleBufferState: ~Copyable {
    /// The slot between the two ends; `freshBit` is set when the writer put it there last.
    @usableFromInline let between = Atomic<Int>(1)
    @usableFromInline let spacing1 = InlineArray<15, Int>(repeating: 0)
    /// Belongs to the writer.
    @usableFromInline var writing = 0
    @usableFromInline let spacing2 = InlineArray<15, Int>(repeating: 0)
    /// Belongs to the reader.
    @usableFromInline var reading = 2

    @inlinable static var freshBit: Int { 4 }

    init() {}
}

/// The setting end of a `TripleBuffer`.
@usableFromInline
package struct TripleBufferWriter<Value: BitwiseCopyable>: Sendable {
    @usableFromInline let state: Lent<UnsafeMutablePointer<TripleBufferState>>
    @usableFromInline let slots: Lent<UnsafeMutablePointer<Value>>

    @usableFromInline
    init(state: UnsafeMutablePointer<TripleBufferState>, slots: UnsafeMutablePointer<Value>) {
        (self.state, self.slots) = (Lent(state), Lent(slots))
    }

    /// Makes `value` the one that the reader will see next.
    @inlinable package func set(_ value: Value) {
        slots.value[state.value.pointee.writing] = value
        let before = state.value.pointee.between.exchange(
            state.value.pointee.writing | TripleBufferState.freshBit, ordering: .acquiringAndReleasing)
        state.value.pointee.writing = before & 3
    }
}

/// The reading end of a `TripleBuffer`.
@usableFromInline
package struct TripleBufferReader<Value: BitwiseCopyable>: BitwiseCopyable, Sendable {
    @usableFromInline let state: Lent<UnsafeMutablePointer<TripleBufferState>>
    @usableFromInline let slots: Lent<UnsafeMutablePointer<Value>>

    @usableFromInline
    init(state: UnsafeMutablePointer<TripleBufferState>, slots: UnsafeMutablePointer<Value>) {
        (self.state, self.slots) = (Lent(state), Lent(slots))
    }

    /// Returns the value that was published last.
    @inlinable package func latest() -> Value {
        _ = takeFresh()
        return slots.value[state.value.pointee.reading]
    }

    /// The latest value if it was set after the last reading, else nil.
    @inlinable package func latestIfNew() -> Value? {
        takeFresh() ? slots.value[state.value.pointee.reading] : nil
    }

    @inlinable func takeFresh() -> Bool {
        let isFresh = state.value.pointee.between.load(ordering: .relaxed) & TripleBufferState.freshBit != 0
        guard isFresh else { return false }
        let before = state.value.pointee.between.exchange(state.value.pointee.reading, ordering: .acquiringAndReleasing)
        state.value.pointee.reading = before & 3
        return true
    }
}
