import SordinoRealtime
import Synchronization

/// One channel's level over the last block: the render thread adds up and publishes, anybody reads.
package struct MeterCell: ~Copyable {
    // The render thread's half is first: ThreadSanitizer reports a change of any member at the cell's first byte.
    /// Peak and power of the block that is being rendered.
    var peak: Float = 0
    var power: Float = 0
    /// Bit patterns of floats.
    ///
    /// The two are published one after the other: a reader may see them of adjacent blocks.
    let publishedPeak = Atomic<UInt32>(0)
    let publishedPower = Atomic<UInt32>(0)
    /// The number of the last block that was published through `publishOnce`.
    var lastBlock: UInt64 = 0

    init() {}
}

/// The memory of several channels' meters.
package final class MeterCells: Sendable {
    /// One for each channel.
    var cells: UnsafeMutablePointer<MeterCell> { lent.value }
    private let lent: Lent<UnsafeMutablePointer<MeterCell>>
    let count: Int

    init(count: Int) {
        self.count = count
        lent = Lent(.allocate(capacity: max(count, 1)))
        for channel in 0..<count { (cells + channel).initialize(to: MeterCell()) }
    }

    deinit {
        for channel in 0..<count { (cells + channel).deinitialize(count: 1) }
        cells.deallocate()
    }

    /// The level of the first `channelCount` channels over the last block.
    func meter(channelCount: Int) -> Meter {
        var meter = Meter(peak: [], rms: [])
        for channel in 0..<min(channelCount, count) {
            meter.peak.append(Float(bitPattern: cells[channel].publishedPeak.load(ordering: .relaxed)))
            meter.rms.append(Float(bitPattern: cells[channel].publishedPower.load(ordering: .relaxed)).squareRoot())
        }
        return meter
    }
}
