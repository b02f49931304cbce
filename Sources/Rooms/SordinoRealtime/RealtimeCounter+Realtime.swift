import Synchronization

/// The audio thread's end of a `RealtimeCounter`.
package struct RealtimeCounterRaiser: @unchecked Sendable {
    let state: UnsafeMutablePointer<RealtimeCounterState>

    /// Adds one to the count.
    @_noAllocation @_noLocks
    package func raise() { state.pointee.count.wrappingAdd(1, ordering: .relaxed) }
}
