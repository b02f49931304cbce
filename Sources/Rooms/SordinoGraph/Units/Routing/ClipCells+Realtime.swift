import Synchronization

extension MeterPort {
    /// Notes the peak of a piece of a bus; the output is the bus behind the last input.
    @_noAllocation @_noLocks
    func noteClipping(_ bus: Int, _ level: PieceLevel) {
        guard level.peak > 0 else { return }
        (clips + bus).pointee.max(level.peak.bitPattern, ordering: .relaxed)
    }
}
