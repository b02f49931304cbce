/// One bus for the length of a block: planar float samples in the plan's memory, or in the memory they came from.
///
/// A producer writes to `own` and calls `publishOwn`, or points to samples that it holds anyway, or says that there is
/// silence. Consumers only read. A silent buffer's samples are undefined: ask `isSilent` first.
/// - Thread: render.
package struct BusBuffer: BitwiseCopyable {
    /// Where to read: `channelCount` pointers.
    package let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The plan's memory for this bus: `channelCount` pointers to as many frames as the bus's clock ever asks for.
    package let own: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Channels of the bus.
    package let channelCount: Int
    /// Whether the block is all zeros, so that nobody needs to look at it.
    package private(set) var isSilent = true

    /// Makes a silent buffer over the plan's memory.
    package init(
        channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
        own: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channelCount: Int
    ) {
        self.channels = channels
        self.own = own
        self.channelCount = channelCount
    }

    /// The block has been written to `own`.
    @_noAllocation @_noLocks
    package mutating func publishOwn() {
        for channel in 0..<channelCount { channels[channel] = own[channel] }
        isSilent = false
    }

    /// The samples of one channel stay where they are; every channel must be pointed, then `publishBorrowed` called.
    @_noAllocation @_noLocks
    package mutating func borrow(_ samples: UnsafeMutablePointer<Float>, asChannel channel: Int) {
        channels[channel] = samples
    }

    /// Every channel has been borrowed.
    @_noAllocation @_noLocks
    package mutating func publishBorrowed() { isSilent = false }

    /// The block is silence.
    @_noAllocation @_noLocks
    package mutating func publishSilence() { isSilent = true }

    /// Writes zeros to a range of `own`.
    @_noAllocation @_noLocks
    package func clearOwn(from start: Int, frameCount: Int) {
        for channel in 0..<channelCount { clearSamples(own[channel] + start, count: frameCount) }
    }
}

/// Writes zeros.
@_noAllocation @_noLocks
package func clearSamples(_ samples: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<max(count, 0) { samples[index] = 0 }
}
