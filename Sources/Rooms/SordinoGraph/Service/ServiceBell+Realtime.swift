import SordinoRealtime
import Synchronization

/// The numbers that have rung at a desk, a bit each.
///
/// - Thread: any.
package struct ServiceBoard: Sendable {
    let words: Lent<UnsafeMutablePointer<Atomic<UInt>>>
    /// Not 0 when any bit may be set.
    let any: Lent<UnsafeMutablePointer<Atomic<UInt>>>

    /// Parts that have a bit of their own; those beyond share.
    static var slotLimit: Int { @_noAllocation @_noLocks get { 1 << 16 } }

    /// Sets the bit of a number.
    @_noAllocation @_noLocks
    func ring(_ slot: Int) {
        guard slot >= 0 else { return }
        let place = slot & (ServiceBoard.slotLimit &- 1)
        words.value[place >> 6].bitwiseOr(1 << UInt(place & 63), ordering: .releasing)
        any.value.pointee.store(1, ordering: .releasing)
    }
}

extension ServiceBellState {
    /// Marks the part on the board of its desk as one that has work; the host finds it when it looks next.
    ///
    /// - Thread: render.
    @_noAllocation @_noLocks
    borrowing func ring(_ cycle: RenderCycle) {
        if let board = cycle.board { board.ring(slot.load(ordering: .relaxed)) }
    }
}
