import SordinoRealtime

extension SequencerState {
    /// Indicates whether a destination is an endpoint of MIDI, which is not rendered.
    @_noAllocation @_noLocks
    func isExternal(_ target: Int) -> Bool {
        guard let plan, target >= 0, target < plan.pointee.targets.count else { return false }
        return plan.pointee.targets[target].isExternal
    }

    /// Sends a short message on its way to an endpoint.
    @_noAllocation @_noLocks
    func depart(_ bytes: UnsafePointer<UInt8>, count: Int, target: Int, atFrame offset: Int64) {
        let short = (bytes[0], count > 1 ? bytes[1] : 0, count > 2 ? bytes[2] : 0)
        departures.report(
            SequencerDeparture(
                target: Int32(truncatingIfNeeded: target), count: UInt8(truncatingIfNeeded: count), bytes: short,
                hostNanoseconds: hostTime(ofFrame: offset), place: SequencerReport(track: -1, revision: 0, index: 0)))
    }

    /// Sends a long message of a track on its way to an endpoint.
    @_noAllocation @_noLocks
    func depart(_ track: PlannedPart, _ event: PlannedEvent, atFrame offset: Int64) {
        departures.report(
            SequencerDeparture(
                target: Int32(truncatingIfNeeded: track.target), count: 0, bytes: (0, 0, 0),
                hostNanoseconds: hostTime(ofFrame: offset),
                place: SequencerReport(track: track.id, revision: track.revision, index: Int(event.index))))
    }

    /// The host time at which a frame of the block is heard, in nanoseconds; below 0 if it is unknown.
    @_noAllocation @_noLocks
    private func hostTime(ofFrame offset: Int64) -> Int64 {
        guard blockHostNanoseconds >= 0, sampleRate > 0 else { return -1 }
        return blockHostNanoseconds &+ Int64(Double(offset) / sampleRate * 1e9 + 0.5)
    }
}
