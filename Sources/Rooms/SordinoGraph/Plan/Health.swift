import SordinoRealtime
import Synchronization

/// The faults and the cost of one processor: counted on the render thread, read anywhere.
///
/// A processor that makes NaN or infinity is muted until it is reset; the others keep running.
package final class Health: Sendable {
    var state: UnsafeMutablePointer<HealthState> { lent.value }
    private let lent: Lent<UnsafeMutablePointer<HealthState>>

    /// Makes a healthy one.
    package init() {
        lent = Lent(.allocate(capacity: 1))
        state.initialize(to: HealthState())
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Blocks in which the processor made something that is not a number.
    package var faultCount: Int { state.pointee.faults.load(ordering: .relaxed) }

    /// Faults of all processors of the process: while it stands still, no processor needs to be looked at.
    package static var totalFaultCount: Int { total.pointee.load(ordering: .relaxed) }

    fileprivate nonisolated(unsafe) static let total: UnsafeMutablePointer<Atomic<Int>> = {
        let total = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
        total.initialize(to: Atomic(0))
        return total
    }()

    /// Indicates whether the processor is silent because of a fault.
    package var isMuted: Bool { state.pointee.muted.load(ordering: .relaxed) }

    /// The time that its steps take.
    package var load: Load { state.pointee.load.total }

    /// Lets a muted processor sound again.
    package func unmute() { state.pointee.muted.store(false, ordering: .relaxed) }
}

/// The counters of one processor.
struct HealthState: ~Copyable {
    let muted = Atomic<Bool>(false)
    let faults = Atomic<Int>(0)
    /// The faults of all processors in the process.
    let total = Health.total
    let load = LoadState()
}
