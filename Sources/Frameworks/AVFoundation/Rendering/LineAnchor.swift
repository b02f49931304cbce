import CoreMedia

/// A time that is reached at a moment of the device, and how fast time goes from then on.
struct LineAnchor: Sendable {
    var time: CMTime
    /// The moment, in nanoseconds of the clock of the device.
    var nanoseconds: Int64
    /// The rate; 0 while the time stands.
    var rate: Double

    /// Returns the time at a moment; before the anchor's, it stands.
    func time(at moment: Int64) -> CMTime {
        guard rate > 0, moment > nanoseconds else { return time }
        return time + CMTime(value: (Double(moment - nanoseconds) * rate).bounded, timescale: 1_000_000_000)
    }

    /// Returns the moment of a time; nil if it is over or time stands.
    func moment(of time: CMTime) -> Int64? {
        guard rate > 0, time.isNumeric else { return nil }
        let seconds = (time - self.time).seconds / rate
        guard seconds >= 0, seconds < 86_400 else { return nil }
        return nanoseconds + (seconds * 1e9).bounded
    }
}

extension Double {
    /// The nearest whole number; so far from the limits that sums of a few never overflow, and 0 for NaN.
    var bounded: Int64 {
        Int64(exactly: min(max(self, -0x1p60), 0x1p60).rounded()) ?? 0
    }
}
