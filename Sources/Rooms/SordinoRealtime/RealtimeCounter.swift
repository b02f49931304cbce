import Synchronization

/// A count that the audio thread raises and any thread reads: late cycles, faults, lost reports.
///
/// The counter owns its memory; the audio thread holds `raiser`, a trivial value that must not outlive the counter.
package final class RealtimeCounter: Sendable {
    /// The audio thread's end.
    package let raiser: RealtimeCounterRaiser

    /// Makes a counter at 0.
    package init() {
        let state = UnsafeMutablePointer<RealtimeCounterState>.allocate(capacity: 1)
        state.initialize(to: RealtimeCounterState())
        raiser = RealtimeCounterRaiser(state: Lent(state))
    }

    deinit {
        raiser.state.value.deinitialize(count: 1)
        raiser.state.value.deallocate()
    }

    /// The number of times it was raised since it was made or last reset.
    package var count: Int { raiser.state.value.pointee.count.load(ordering: .relaxed) }

    /// Sets the count to 0.
    ///
    /// - Returns: The count before.
    @discardableResult
    package func reset() -> Int { raiser.state.value.pointee.count.exchange(0, ordering: .relaxed) }
}

/// The count in shared memory.
struct RealtimeCounterState: ~Copyable {
    let count = Atomic<Int>(0)
}
