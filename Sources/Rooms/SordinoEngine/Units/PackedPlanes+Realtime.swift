import CoreAudioTypes
import SordinoGraph
import SordinoSignal

extension PackedPlanesState {
    /// The destinations of a block: `channelCount` pointers.
    var targets: UnsafePointer<UnsafeMutablePointer<Float>> {
        @_noAllocation @_noLocks get { UnsafePointer(aims) }
    }

    /// Gets ready for a list: gives it memory where it has none, and aims at it where it is of planar floats.
    ///
    /// - Returns: False if the list does not fit the format or the block.
    @_noAllocation @_noLocks
    func aim(at list: UnsafeMutablePointer<AudioBufferList>, frameCount: Int) -> Bool {
        let buffers = UnsafeMutablePointer(mutating: bufferArray(of: list))
        let bufferCount = isInterleaved ? 1 : channelCount
        let byteCount = frameCount &* kind.byteCount &* (isInterleaved ? channelCount : 1)
        guard frameCount <= maximumFrameCount, Int(list.pointee.mNumberBuffers) == bufferCount else { return false }
        for index in 0..<bufferCount {
            if buffers[index].mData == nil {
                buffers[index].mData = packed + index &* packedByteCount
            } else if Int(buffers[index].mDataByteSize) < byteCount {
                return false
            }
            buffers[index].mDataByteSize = UInt32(truncatingIfNeeded: byteCount)
        }
        for channel in 0..<channelCount {
            aims[channel] = own[channel]
            if !isInterleaved, case .float32 = kind, let data = buffers[channel].mData {
                aims[channel] = data.assumingMemoryBound(to: Float.self)
            }
        }
        return true
    }

    /// Converts the samples to the type and order of the list.
    @_noAllocation @_noLocks
    func finish(_ list: UnsafeMutablePointer<AudioBufferList>, frameCount: Int) {
        let buffers = bufferArray(of: list)
        if isInterleaved {
            guard let data = buffers[0].mData else { return }
            SampleConversion.interleave(
                targets, channelCount: channelCount, frameCount: frameCount, into: data, kind, .little)
        } else if case .float32 = kind {
            // Rendered in place.
        } else {
            for channel in 0..<channelCount {
                guard let data = buffers[channel].mData else { continue }
                SampleConversion.encode(own[channel], into: data, kind, .little, count: frameCount)
            }
        }
    }
}
