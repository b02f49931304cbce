/// The owner of planar samples: memory for frames of several channels, each in a place of its own.
package final class PlanarBuffer: Sendable {
    /// One pointer for each channel.
    ///
    /// A peer may point them to memory of its own while it renders.
    package nonisolated(unsafe) let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    package let channelCount: Int
    package let frameCapacity: Int
    private let samples: Lent<UnsafeMutablePointer<Float>>

    /// Makes silence.
    ///
    /// - Parameters:
    ///   - channelCount: 0 or more.
    ///   - frameCapacity: Frames of the largest block.
    package init(channelCount: Int, frameCapacity: Int) {
        self.channelCount = channelCount
        self.frameCapacity = frameCapacity
        let samples = LazyMemory.floats(channelCount * frameCapacity, frameCapacity: frameCapacity)
        self.samples = Lent(samples)
        channels = .allocate(capacity: max(channelCount, 1))
        for channel in 0..<channelCount { (channels + channel).initialize(to: samples + channel * frameCapacity) }
    }

    deinit {
        channels.deallocate()
        LazyMemory.free(samples.value, channelCount * frameCapacity)
    }
}
