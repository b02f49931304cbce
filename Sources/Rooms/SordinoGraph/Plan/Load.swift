import Synchronization

/// The time that the steps of one processor take: summed up on the render thread, read anywhere.
///
/// Not every block is measured, only one in `LoadSampling.interval`: a look at the clock for each step would cost as
/// much as a voice does.
struct LoadState: ~Copyable {
    /// Nanoseconds spent in the measured blocks.
    let busyNanoseconds = Atomic<Int>(0)
    /// The duration of these blocks in real time.
    let heardNanoseconds = Atomic<Int>(0)
    let longestNanoseconds = Atomic<Int>(0)
    let blocks = Atomic<Int>(0)

    /// The measurements so far.
    var total: Load {
        Load(
            busyNanoseconds: busyNanoseconds.load(ordering: .relaxed),
            heardNanoseconds: heardNanoseconds.load(ordering: .relaxed),
            longestNanoseconds: longestNanoseconds.load(ordering: .relaxed),
            blockCount: blocks.load(ordering: .relaxed))
    }
}

/// Time spent and time there was.
package struct Load: Equatable, Sendable {
    /// Nanoseconds spent on the measured blocks, together.
    package var busyNanoseconds = 0
    /// Nanoseconds that these blocks last when they are heard: all the time there was.
    package var heardNanoseconds = 0
    /// Nanoseconds of the block that took longest.
    package var longestNanoseconds = 0
    /// Blocks that were measured.
    package var blockCount = 0

    /// Makes a load of no blocks.
    package init() {}

    init(busyNanoseconds: Int, heardNanoseconds: Int, longestNanoseconds: Int, blockCount: Int) {
        self.busyNanoseconds = busyNanoseconds
        self.heardNanoseconds = heardNanoseconds
        self.longestNanoseconds = longestNanoseconds
        self.blockCount = blockCount
    }

    /// Time spent as a share of the time there was: 1 is all of it; 0 before anything was measured.
    package var share: Double { heardNanoseconds > 0 ? Double(busyNanoseconds) / Double(heardNanoseconds) : 0 }

    /// Adds the times spent by two parts that rendered the same blocks.
    package static func + (one: Load, other: Load) -> Load {
        Load(
            busyNanoseconds: one.busyNanoseconds + other.busyNanoseconds,
            heardNanoseconds: max(one.heardNanoseconds, other.heardNanoseconds),
            longestNanoseconds: max(one.longestNanoseconds, other.longestNanoseconds),
            blockCount: max(one.blockCount, other.blockCount))
    }
}

/// Counts of a renderer as a whole.
package struct RenderCounts: Equatable, Sendable {
    /// The number of render calls.
    package var callCount = 0
    /// Calls that took longer than their frames last when they are heard.
    package var lateCount = 0
    /// Every call, its longest included.
    package var load = Load()

    /// Makes counts of no calls.
    package init() {}
}
