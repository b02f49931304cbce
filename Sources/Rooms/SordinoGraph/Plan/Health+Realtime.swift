import Synchronization

extension HealthState {
    var isMuted: Bool {
        @_noAllocation @_noLocks get { muted.load(ordering: .relaxed) }
    }

    /// Counts a fault and mutes.
    @_noAllocation @_noLocks
    func fault() {
        faults.wrappingAdd(1, ordering: .relaxed)
        muted.store(true, ordering: .relaxed)
    }
}
