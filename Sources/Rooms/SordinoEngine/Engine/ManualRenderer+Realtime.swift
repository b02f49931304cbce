import CoreAudioTypes
import SordinoGraph
import SordinoSignal
import Synchronization

extension ManualRenderer {
    /// Renders a block under realtime constraints.
    ///
    /// - Thread: render.
    @_noAllocation @_noLocks
    package func render(_ frameCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>) -> ManualRenderingStatus {
        isInside.store(true, ordering: .sequentiallyConsistent)
        defer { isInside.store(false, ordering: .releasing) }
        let status = prepare(frameCount, list)
        guard case .success = status else { return status }
        renderPiece(frameCount: frameCount)
        return finish(UnsafeMutablePointer(mutating: bufferArray(of: list)), frameCount: frameCount)
    }

    /// Looks at the call, and finds where the samples go.
    @_noAllocation @_noLocks
    func prepare(_ frameCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>) -> ManualRenderingStatus {
        let buffers = UnsafeMutablePointer(mutating: bufferArray(of: list))
        let count = Int(list.pointee.mNumberBuffers)
        let status = look(at: buffers, count, frameCount: frameCount)
        guard case .success = status else {
            for index in 0..<count { buffers[index].mDataByteSize = 0 }
            return status
        }
        for channel in 0..<channelCount {
            targets[channel] = planes[channel]
            if !isInterleaved, case .float32 = kind, let data = buffers[channel].mData {
                targets[channel] = data.assumingMemoryBound(to: Float.self)
            }
        }
        return .success
    }

    @_noAllocation @_noLocks
    private func look(
        at buffers: UnsafeMutablePointer<AudioBuffer>, _ count: Int, frameCount: Int
    ) -> ManualRenderingStatus {
        guard isRunning.load(ordering: .acquiring) else { return .notRunning }
        guard frameCount <= maximumFrameCount else { return .tooManyFrames }
        guard count == (isInterleaved ? 1 : channelCount) else { return .wrongBuffers }
        let byteCount = frameCount &* kind.byteCount &* (isInterleaved ? channelCount : 1)
        for index in 0..<count {
            if buffers[index].mData == nil {
                // Memory that the engine owns, for a buffer that has none.
                buffers[index].mData = packed + index &* packedPlaneBytes
            } else if Int(buffers[index].mDataByteSize) < byteCount {
                return .wrongBuffers
            }
            buffers[index].mDataByteSize = UInt32(byteCount)
        }
        return .success
    }

    /// Renders frames into the targets, and moves these on by as many.
    @_noAllocation @_noLocks
    func renderPiece(frameCount: Int) {
        state.pointee.render(
            frameCount: frameCount, hostNanoseconds: -1, output: UnsafePointer(targets),
            outputChannelCount: channelCount, input: nil, inputChannelCount: 0)
        for channel in 0..<channelCount { targets[channel] += frameCount }
    }

    /// Converts the samples to the format of the buffers.
    @_noAllocation @_noLocks
    func finish(_ buffers: UnsafeMutablePointer<AudioBuffer>, frameCount: Int) -> ManualRenderingStatus {
        if isInterleaved, let data = buffers[0].mData {
            SampleConversion.interleave(
                UnsafePointer(planes), channelCount: channelCount, frameCount: frameCount, into: data, kind, .little)
        } else if case .float32 = kind {
            // Rendered in place.
        } else {
            for channel in 0..<channelCount {
                guard let data = buffers[channel].mData else { continue }
                SampleConversion.encode(planes[channel], into: data, kind, .little, count: frameCount)
            }
        }
        if let shortage, shortage.take() { return .insufficientInput }
        return .success
    }
}
