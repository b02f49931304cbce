import SordinoSignal

/// Frames between two steps, of a converter for instance: a plane for each channel, in use from `start` to `end`.
package final class PlanarFrames {
    /// The kind of number.
    package let kind: SampleBlock.Kind
    /// The number of planes, one a channel.
    package let channelCount: Int
    /// Frames that there is room for.
    package let capacity: Int
    /// The first frame in use.
    package private(set) var start = 0
    /// The frame behind the last in use.
    package private(set) var end = 0
    /// A pointer for each channel, whichever memory it points to.
    let planes: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private let memory: UnsafeMutableRawPointer

    /// The size of a cache line, on which the widest vectors are loaded fastest.
    private static let alignment = 64

    /// Makes planes, none of them in use.
    ///
    /// - Parameter isSilent: Whether they are silence at first; otherwise they hold anything.
    package init(_ kind: SampleBlock.Kind, channelCount: Int, capacity: Int, isSilent: Bool = true) {
        self.kind = kind
        self.channelCount = channelCount
        self.capacity = capacity
        // One line more between planes keeps them from competing for the same places in the cache.
        let line = Self.alignment
        let distance = (capacity * kind.byteCount + line - 1) / line * line + line
        memory = .allocate(byteCount: distance * channelCount, alignment: line)
        if isSilent { memory.initializeMemory(as: UInt8.self, repeating: 0, count: distance * channelCount) }
        planes = .allocate(capacity: channelCount)
        for channel in 0..<channelCount { (planes + channel).initialize(to: memory + channel * distance) }
    }

    deinit {
        planes.deallocate()
        memory.deallocate()
    }

    /// The number of frames in use.
    package var count: Int { end - start }
    /// Indicates whether no frames are in use.
    package var isEmpty: Bool { start == end }
    /// Frames that may still be put behind those in use.
    package var room: Int { capacity - end }

    /// The planes of floats.
    package var floats: UnsafePointer<UnsafeMutablePointer<Float>> {
        UnsafeRawPointer(planes).assumingMemoryBound(to: UnsafeMutablePointer<Float>.self)
    }

    /// All channels as a block.
    package var block: SampleBlock {
        SampleBlock(kind, channelCount: channelCount, isInterleaved: false, buffers: UnsafePointer(planes))
    }

    /// One channel as a block of its own.
    func block(channel: Int) -> SampleBlock {
        SampleBlock(kind, channelCount: 1, isInterleaved: false, buffers: UnsafePointer(planes + channel))
    }

    /// Nothing is in use any more.
    package func empty() { (start, end) = (0, 0) }
    /// The first frames in use are used up.
    package func took(_ frameCount: Int) { start += frameCount }
    /// So many frames behind those in use are there now.
    package func put(_ frameCount: Int) { end += frameCount }

    /// Only the first of those in use stay so.
    package func cut(to frameCount: Int) { end = min(end, start + max(frameCount, 0)) }

    /// Moves frames in use to the beginning, so that there is room behind them.
    func compact() {
        guard start > 0 else { return }
        if count > 0 {
            let width = kind.byteCount
            for channel in 0..<channelCount {
                // Towards the front: the regions may overlap.
                planes[channel].copyMemory(from: planes[channel] + start * width, byteCount: count * width)
            }
        }
        end -= start
        start = 0
    }

    /// Fills the frames from `end` on with silence.
    func putSilence(_ frameCount: Int) {
        let width = kind.byteCount
        for channel in 0..<channelCount {
            UnsafeMutableRawBufferPointer(start: planes[channel] + end * width, count: frameCount * width)
                .initializeMemory(as: UInt8.self, repeating: 0)
        }
        end += frameCount
    }
}
