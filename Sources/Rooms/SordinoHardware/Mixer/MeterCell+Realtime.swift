import Synchronization

// On pointers, so that no access covers the whole cell: others read the published half meanwhile.
extension UnsafeMutablePointer where Pointee == MeterCell {
    /// Adds one sound of this block: the highest peak wins, powers add up.
    @_noAllocation @_noLocks
    func add(_ level: SampleLevel) {
        pointee.peak = max(pointee.peak, level.peak)
        pointee.power += level.power
    }

    /// Makes the block's level readable and begins the next block.
    @_noAllocation @_noLocks
    func publish() {
        pointee.publishedPeak.store(pointee.peak.bitPattern, ordering: .relaxed)
        pointee.publishedPower.store(pointee.power.bitPattern, ordering: .relaxed)
        pointee.peak = 0
        pointee.power = 0
    }

    /// Publishes a meter that several streams share, the first time in each block.
    @_noAllocation @_noLocks
    func publishOnce(_ block: UInt64) {
        guard pointee.lastBlock != block else { return }
        pointee.lastBlock = block
        publish()
    }
}
