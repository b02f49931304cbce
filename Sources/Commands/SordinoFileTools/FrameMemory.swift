import CoreAudioTypes
import SordinoMedia

/// Memory for frames of one shape: one buffer for all channels, or one for each.
///
/// - Thread: one at a time.
package final class FrameMemory {
    /// The shape of the frames.
    package let shape: PCMShape
    /// Frames in use, from the first on.
    package private(set) var frameCount = 0
    /// The beginning of each buffer.
    let buffers: UnsafeMutablePointer<UnsafeMutableRawPointer>
    /// The buffers for a converter; `mDataByteSize` counts the frames in use.
    let list: UnsafeMutableAudioBufferListPointer
    private let frameCapacity: Int
    /// Bytes of a frame in one buffer.
    private let bytesPerFrame: Int

    /// Makes memory with no frames in use.
    init(_ shape: PCMShape, channelCount: Int, frameCapacity: Int) {
        self.shape = shape
        self.frameCapacity = frameCapacity
        bytesPerFrame = shape.bytesPerFrame(channelCount: channelCount)
        let count = shape.bufferCount(channelCount: channelCount)
        buffers = .allocate(capacity: count)
        list = AudioBufferList.allocate(maximumBuffers: count)
        for index in 0..<count {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: frameCapacity * bytesPerFrame, alignment: 64)
            (buffers + index).initialize(to: memory)
            list[index] = AudioBuffer(
                mNumberChannels: UInt32(shape.isInterleaved ? channelCount : 1), mDataByteSize: 0, mData: memory)
        }
    }

    deinit {
        for index in list.indices { buffers[index].deallocate() }
        buffers.deallocate()
        list.unsafeMutablePointer.deallocate()
    }

    /// The bytes in use of one buffer.
    func bytes(_ index: Int = 0) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: buffers[index], count: frameCount * bytesPerFrame)
    }

    /// Sets how many frames are in use.
    ///
    /// - Parameter frameCount: No more than there is room for.
    func use(_ frameCount: Int) {
        self.frameCount = frameCount
        for index in list.indices { list[index].mDataByteSize = UInt32(frameCount * bytesPerFrame) }
    }

    /// Sets all frames in use, as room for a converter or a reader.
    func useAll() { use(frameCapacity) }

    /// Puts frames behind those in use, as many as there is room for.
    func append(_ frames: FrameMemory) {
        let count = min(frames.frameCount, frameCapacity - frameCount)
        for index in list.indices {
            (buffers[index] + frameCount * bytesPerFrame)
                .copyMemory(from: frames.buffers[index], byteCount: count * bytesPerFrame)
        }
        use(frameCount + count)
    }

    /// Puts frames behind those in use; the first ones make room.
    func appendLast(_ frames: FrameMemory) {
        let count = min(frames.frameCount, frameCapacity)
        let kept = min(frameCount, frameCapacity - count)
        for index in list.indices {
            // Towards the front: the regions may overlap.
            buffers[index].copyMemory(
                from: buffers[index] + (frameCount - kept) * bytesPerFrame, byteCount: kept * bytesPerFrame)
            (buffers[index] + kept * bytesPerFrame).copyMemory(
                from: frames.buffers[index] + (frames.frameCount - count) * bytesPerFrame,
                byteCount: count * bytesPerFrame)
        }
        use(kept + count)
    }
}
