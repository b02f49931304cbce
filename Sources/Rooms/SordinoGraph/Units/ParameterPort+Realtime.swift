import SordinoRealtime
import Synchronization

extension ParameterPort {
    /// The slot at an address, nil when there is none.
    @_noAllocation @_noLocks
    package func slot(at address: UInt64) -> Int? {
        var (low, high) = (0, slotCount)
        while low < high {
            let middle = (low &+ high) / 2
            let slot = slots[middle].sortedSlot
            if slots[slot].address == address { return slot }
            if slots[slot].address < address { low = middle &+ 1 } else { high = middle }
        }
        return nil
    }

    /// The value of a slot: the one set last, or the one that a meter shows.
    @_noAllocation @_noLocks
    package func value(slot: Int) -> Float {
        Float(bitPattern: values[slot].bits.load(ordering: .relaxed))
    }

    /// The value at an address, nil when there is none.
    @_noAllocation @_noLocks
    package func value(at address: UInt64) -> Float? {
        guard let slot = slot(at: address) else { return nil }
        return value(slot: slot)
    }

    /// Sets a value, within its range; while sound is rendered the unit glides to it within 10 ms from the next block
    /// on.
    ///
    /// - Returns: Whether there is such a parameter and it may be written.
    /// - Thread: any, also render.
    @_noAllocation @_noLocks @discardableResult
    package func set(_ value: Float, at address: UInt64) -> Bool {
        guard let slot = slot(at: address), slots[slot].isWritable, value == value else { return false }
        values[slot].bits.store(clamped(value, slot: slot).bitPattern, ordering: .relaxed)
        state.pointee.changes.wrappingAdd(1, ordering: .releasing)
        return true
    }

    /// Asks for a change at a sample time.
    ///
    /// - Parameters:
    ///   - time: On the time line of the output, or `immediately` plus an offset into the next block. A time in the
    ///     past counts as the beginning of the next block.
    ///   - rampFrames: Frames of a straight way to the value; 0 changes at once.
    /// - Returns: Whether there is such a parameter and it may be written. When too many changes wait already the value
    ///   is set without regard to the time, and counted in `lostEventCount`.
    /// - Thread: any, also render; several may call at once. No heap, no lock.
    @_noAllocation @_noLocks @discardableResult
    package func schedule(_ value: Float, at address: UInt64, time: Int64, rampFrames: UInt32) -> Bool {
        guard let slot = slot(at: address), slots[slot].isWritable, value == value else { return false }
        let event = UnitEvent(
            slot: Int32(truncatingIfNeeded: slot), value: clamped(value, slot: slot), time: time,
            rampFrames: slots[slot].canRamp ? rampFrames : 0)
        if !road.push(event) { return set(value, at: address) }
        return true
    }

    /// Scheduled changes that found too many waiting.
    package var lostEventCount: Int {
        @_noAllocation @_noLocks get { road.refusedCount }
    }

    /// Indicates whether the unit is asked to let its input pass.
    package var isBypassed: Bool {
        @_noAllocation @_noLocks get { state.pointee.isBypassed.load(ordering: .relaxed) }
        @_noAllocation @_noLocks nonmutating set { state.pointee.isBypassed.store(newValue, ordering: .relaxed) }
    }

    /// Shows a value that the unit measured.
    @_noAllocation @_noLocks
    package func publish(_ value: Float, slot: Int) {
        values[slot].bits.store(value.bitPattern, ordering: .relaxed)
    }

    @_noAllocation @_noLocks
    private func clamped(_ value: Float, slot: Int) -> Float {
        min(max(value, slots[slot].minimum), slots[slot].maximum)
    }

    /// Takes the oldest change off the road.
    @_noAllocation @_noLocks
    func pop() -> UnitEvent? { road.pop() }
}
