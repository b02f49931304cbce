import SordinoRealtime

/// Frames that were brought to a unit and not needed yet.
struct FrameQueue: BitwiseCopyable {
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let channelCount: Int
    let capacity: Int
    /// The first frame that is left, and how many are.
    var start = 0
    var count = 0
}

/// Owns a queue's memory: pages that cost nothing until they are touched, since few units ever run at their fastest.
final class FrameQueueMemory: Sendable {
    private let buffer: PlanarBuffer

    init(channelCount: Int, capacity: Int) {
        buffer = PlanarBuffer(channelCount: channelCount, frameCapacity: capacity)
    }

    /// An empty queue over this memory.
    var queue: FrameQueue {
        FrameQueue(planes: buffer.channels, channelCount: buffer.channelCount, capacity: buffer.frameCapacity)
    }
}
