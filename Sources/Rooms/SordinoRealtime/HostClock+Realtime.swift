import CRealtime

/// The machine's monotonic clock, the host time of every time stamp.
package enum HostClock {
    /// Ticks of host time in one second: ticks are nanoseconds.
    package static let ticksPerSecond: UInt64 = 1_000_000_000

    /// Nanoseconds since an arbitrary moment in the past; never goes backwards.
    ///
    /// - Thread: any. No heap, no lock.
    @_noAllocation @_noLocks
    package static func now() -> UInt64 { crealtime_now() }
}
