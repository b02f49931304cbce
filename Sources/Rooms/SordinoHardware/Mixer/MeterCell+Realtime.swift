import Synchronization

extension MeterCell {
    /// Adds one sound of this block: the highest peak wins, powers add up.
    @_noAllocation @_noLocks
    mutating func add(_ level: SampleLevel) {
        peak = max(peak, level.peak)
        power += level.power
    }

    /// Makes the block's level readable and begins the next block.
    @_noAllocation @_noLocks
    mutating func publish() {
        publishedPeak.store(peak.bitPattern, ordering: .relaxed)
        publishedPower.store(power.bitPattern, ordering: .relaxed)
        peak = 0
        power = 0
    }

    /// Publishes a meter that several streams share, the first time in each block.
    @_noAllocation @_noLocks
    mutating func publishOnce(_ block: UInt64) {
        guard lastBlock != block else { return }
        lastBlock = block
        publish()
    }
}
