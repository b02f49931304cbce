/// Follows the clock of a sender whose time stamps are milliseconds modulo 8,192.
///
/// The earliest arrivals say how its clock stands to the host's: others were held up on the way. Drift is followed slowly.
package struct BluetoothMIDIClock: Sendable {
    /// Host time in milliseconds at which the sender's count was 0.
    private var offset: Double?
    private var last: (stamp: UInt16, count: UInt64)?

    /// Makes a clock that has seen no stamp.
    package init() {}

    /// Returns the host time of a stamp.
    ///
    /// - Parameters:
    ///   - stamp: Milliseconds, 13 bits; nil for the time of the arrival.
    ///   - arrival: Host time in nanoseconds; never before that of an earlier call.
    /// - Returns: Host time in nanoseconds, at most that of the arrival and at most a second before it.
    package mutating func time(of stamp: UInt16?, arrival: UInt64) -> UInt64 {
        guard let stamp else { return arrival }
        let now = Double(arrival) / 1e6
        var count = UInt64(stamp & 0x1FFF)
        if let last { count = last.count &+ UInt64((stamp &- last.stamp) & 0x1FFF) }
        let seen = now - Double(count)
        // A sender that was silent for longer than its count goes, or one that goes backward, begins anew.
        var known = offset.map { seen - $0 > 1_000 ? seen : $0 } ?? seen
        known += seen < known ? seen - known : (seen - known) / 256
        offset = known
        last = (stamp & 0x1FFF, count)
        let time = ((Double(count) + known) * 1e6).rounded()
        let earliest = arrival > 1_000_000_000 ? arrival - 1_000_000_000 : 0
        return min(max(UInt64(exactly: time) ?? earliest, earliest), arrival)
    }
}
