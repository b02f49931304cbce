/// One bus for the length of a block: planar float samples in the plan's memory, or in the memory they came from.
///
/// A producer calls `needOwn`, writes to `own` and calls `publishOwn`, or points to samples that it holds anyway, or
/// publishes silence. Consumers only read. A silent buffer's samples are undefined: ask `isSilent` first. A consumer
/// that needs zeros there may call `needOwn` and write them.
/// - Thread: render.
package struct BusBuffer: BitwiseCopyable {
    /// The channels to read: `channelCount` pointers.
    package let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The plan's memory for this bus: `channelCount` pointers to as many frames as the bus's clock ever asks for.
    package let own: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Channels of the bus.
    package let channelCount: Int
    /// Indicates whether the block is all zeros, so that readers may skip it.
    package private(set) var isSilent = true
    /// The stack from which the bus takes its samples block by block, if it has no memory for itself alone.
    let stack: UnsafeMutablePointer<PlaneStack>?
    /// The block for which they were taken.
    private var takenIn = 0

    /// Makes a silent buffer over the plan's memory.
    init(
        channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
        own: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channelCount: Int,
        stack: UnsafeMutablePointer<PlaneStack>? = nil
    ) {
        self.stack = stack
        self.channels = channels
        self.own = own
        self.channelCount = channelCount
    }

    /// Makes sure that there are so many frames in `own`; to be called with the block's length before it is written to.
    @_noAllocation @_noLocks
    package mutating func needOwn(_ frameCount: Int) {
        guard let stack, takenIn != stack.pointee.block else { return }
        takenIn = stack.pointee.block
        for channel in 0..<channelCount { own[channel] = stack.pointee.take(frameCount) }
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

/// Memory that many buses share, each for the length of a block: of a thousand players that lend their own samples, a
/// few come to an end in a block and write.
///
/// It stays where it is from plan to plan, and each plan brings the memory.
struct PlaneStack: BitwiseCopyable {
    private var start: UnsafeMutablePointer<Float>?
    /// Frames of one channel; enough for every bus of the plan at once.
    private var capacity = 0
    private var used = 0
    /// The number of the block, counted up with each one.
    private(set) var block = 0

    /// Frames that are taken for so many: whole lines of the cache.
    @_noAllocation @_noLocks
    static func rounded(_ frameCount: Int) -> Int { (frameCount &+ 15) & ~15 }

    /// A block of a plan begins: everything is free.
    @_noAllocation @_noLocks
    mutating func begin(_ start: UnsafeMutablePointer<Float>, capacity: Int) {
        (self.start, self.capacity) = (start, capacity)
        block &+= 1
        used = 0
    }

    /// Takes memory for one channel.
    @_noAllocation @_noLocks
    mutating func take(_ frameCount: Int) -> UnsafeMutablePointer<Float> {
        let frames = Self.rounded(frameCount)
        guard let start, used &+ frames <= capacity else {
            preconditionFailure("the plan has memory for all its buses at once")
        }
        let place = start + used
        used &+= frames
        return place
    }
}

/// Sets `count` samples to zero.
@_noAllocation @_noLocks
package func clearSamples(_ samples: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<max(count, 0) { samples[index] = 0 }
}
