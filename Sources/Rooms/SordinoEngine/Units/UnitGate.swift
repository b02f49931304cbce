import Glibc
import SordinoGraph
import SordinoRealtime
import Synchronization

/// Lets changes of several units' inputs hold from the same block on.
///
/// While the gate is shut, blocks are rendered with the inputs of the block before. It shuts between two blocks only: one that is under
/// way is waited for, or the change is put off.
/// - Thread: control, one at a time; `state` belongs to the render thread.
package final class UnitGate: Sendable {
    private let held = Held(UnitGateState())

    /// Makes an open gate.
    package init() {}

    /// The render thread's part; valid as long as this object.
    var state: UnsafeMutablePointer<UnitGateState> { held.pointer }

    /// Makes changes between two blocks.
    ///
    /// - Parameter waits: Whether a block that is being rendered is waited for: no longer than it takes to render it.
    /// - Returns: What `changes` does; nil if a block was under way and not waited for: nothing has changed then.
    package func shut<Result>(waits: Bool, _ changes: () -> Result) -> Result? {
        held.pointer.pointee.isShut.store(true, ordering: .sequentiallyConsistent)
        defer { held.pointer.pointee.isShut.store(false, ordering: .sequentiallyConsistent) }
        while held.pointer.pointee.phase.load(ordering: .sequentiallyConsistent) == UnitGateState.live {
            if !waits { return nil }
            sched_yield()
        }
        return changes()
    }
}

/// The state of a gate that both sides see.
struct UnitGateState: ~Copyable {
    static var resting: Int {
        @_noAllocation @_noLocks get { 0 }
    }
    /// A block is rendered that takes up new inputs.
    static var live: Int {
        @_noAllocation @_noLocks get { 1 }
    }
    /// A block is rendered with the inputs of the one before.
    static var frozen: Int {
        @_noAllocation @_noLocks get { 2 }
    }

    let isShut = Atomic(false)
    let phase = Atomic(0)
}
