import Synchronization

extension HealthState {
    var isMuted: Bool {
        @_noAllocation @_noLocks get { muted.load(ordering: .relaxed) }
    }

    /// Counts a fault, here and in the total of the process.
    @_noAllocation @_noLocks
    func count() {
        faults.wrappingAdd(1, ordering: .relaxed)
        total.pointee.wrappingAdd(1, ordering: .relaxed)
    }

    /// Counts a fault and mutes.
    @_noAllocation @_noLocks
    func fault() {
        count()
        muted.store(true, ordering: .relaxed)
    }
}
