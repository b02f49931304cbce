import SordinoRealtime

/// Finds how far the clocks of loudspeaker and microphone run apart: the slope of a straight line through the delays of
/// the last seconds, where older ones count less.
struct DriftFinder {
    /// Sums of weights, times, delays and their products; times in frames before now.
    private var weight = 0.0
    private var time = 0.0
    private var delay = 0.0
    private var timeSquare = 0.0
    private var product = 0.0
    private var delaySquare = 0.0
    private var first = 0.0
    private(set) var count = 0

    @_noAllocation @_noLocks
    init() {}

    /// Takes a delay that was found.
    ///
    /// - Parameters:
    ///   - frames: The delay.
    ///   - passed: Frames since the one before.
    @_noAllocation @_noLocks
    mutating func take(_ frames: Double, passed: Double) {
        if count == 0 { first = frames }
        let keep = 0.97
        // Now is time 0: everything before moves back.
        timeSquare = keep * (timeSquare - 2 * passed * time + passed * passed * weight)
        product = keep * (product - passed * delay)
        time = keep * (time - passed * weight)
        delay = keep * delay
        delaySquare *= keep
        weight = keep * weight + 1
        delay += frames - first
        delaySquare += (frames - first) * (frames - first)
        count = min(count &+ 1, 1_000)
    }

    /// Frames by which the delay grows with each frame; nil while that is not known.
    @_noAllocation @_noLocks
    func slope() -> Double? {
        guard count >= 8, weight > 1 else { return nil }
        let spread = timeSquare - time * time / weight
        let common = product - time * delay / weight
        guard spread > 0 else { return nil }
        let slope = common / spread
        let left = (delaySquare - delay * delay / weight - slope * common) / weight
        // Off the line by a frame: no line.
        return left < 1 && abs(slope) < 6e-4 ? slope : nil
    }
}
