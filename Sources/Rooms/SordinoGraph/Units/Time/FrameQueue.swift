import Glibc

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
final class FrameQueueMemory: @unchecked Sendable {
    let queue: FrameQueue
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    init(channelCount: Int, capacity: Int) {
        planes = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            guard let plane = calloc(capacity, MemoryLayout<Float>.stride) else {
                preconditionFailure("there is no memory for \(capacity) frames")
            }
            (planes + channel).initialize(to: plane.bindMemory(to: Float.self, capacity: capacity))
        }
        queue = FrameQueue(planes: planes, channelCount: channelCount, capacity: capacity)
    }

    deinit {
        for channel in 0..<queue.channelCount { free(planes[channel]) }
        planes.deallocate()
    }
}
