import Synchronization

extension PlayerReportCell {
    /// Stores the report of a block.
    ///
    /// - Thread: render, one at a time.
    @_noAllocation @_noLocks
    func set(_ report: PlayerReport) {
        let number = sequence.load(ordering: .relaxed)
        sequence.store(number &+ 1, ordering: .relaxed)
        flags.store(
            (report.isStarted ? 1 : 0) | (report.wasRendered ? 2 : 0) | (report.isFalling ? 4 : 0),
            ordering: .releasing)
        origin.store(report.origin, ordering: .releasing)
        sampleTime.store(report.sampleTime, ordering: .releasing)
        hostNanoseconds.store(report.hostNanoseconds, ordering: .releasing)
        frameCount.store(report.frameCount, ordering: .releasing)
        obeyed.store(report.obeyed, ordering: .releasing)
        position.store(report.position, ordering: .releasing)
        sampleRate.store(report.sampleRate.bitPattern, ordering: .releasing)
        sequence.store(number &+ 2, ordering: .releasing)
    }
}
