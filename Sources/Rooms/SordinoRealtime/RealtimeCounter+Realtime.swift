import Synchronization

/// The audio thread's end of a `RealtimeCounter`.
package struct RealtimeCounterRaiser: Sendable {
    let state: Lent<UnsafeMutablePointer<RealtimeCounterState>>

    /// Adds one to the count.
    @_noAllocation @_noLocks
    package func raise() { state.value.pointee.count.wrappingAdd(1, ordering: .relaxed) }
}
