import Synchronization

/// The time line of an input bus: it advances as frames are pulled, and can be moved to where another bus has stopped.
struct InputClock: ~Copyable {
    /// The next sample time, and the requested one that replaces it, as bits of numbers; the latter NaN for none.
    let next = Atomic<UInt64>(Double.nan.bitPattern)
    let wish = Atomic<UInt64>(Double.nan.bitPattern)
    /// The offset added to the unit's own times; owned by the render thread.
    var shift = 0.0

    init() {}

    /// The next sample time; NaN before the first.
    var time: Double {
        let wished = Double(bitPattern: wish.load(ordering: .relaxed))
        return wished.isNaN ? Double(bitPattern: next.load(ordering: .relaxed)) : wished
    }

    /// Requests the time at which the line continues.
    func wish(_ time: Double) { wish.store(time.bitPattern, ordering: .releasing) }
}
