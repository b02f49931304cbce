import Synchronization

/// The highest peak of each bus of a mixer since it was last taken.
///
/// - Thread: the render thread writes, one other takes.
package final class ClipCells {
    /// By bus, the bits of a float that is not negative: they ascend with it.
    let peaks: UnsafeMutablePointer<Atomic<UInt32>>
    private let count: Int

    init(count: Int) {
        self.count = count
        peaks = .allocate(capacity: count)
        for index in 0..<count { (peaks + index).initialize(to: Atomic(0)) }
    }

    deinit {
        peaks.deinitialize(count: count)
        peaks.deallocate()
    }

    /// Returns the peak of a bus, linear, and begins anew; 0 for a bus that is not measured.
    package func takePeak(_ bus: Int) -> Float {
        (0..<count).contains(bus) ? Float(bitPattern: peaks[bus].exchange(0, ordering: .relaxed)) : 0
    }
}
