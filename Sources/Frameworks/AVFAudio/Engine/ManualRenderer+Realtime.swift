import CoreAudioTypes
import SordinoGraph
import SordinoSignal
import Synchronization

extension ManualRenderer {
    /// Renders a block under realtime constraints.
    ///
    /// - Thread: render.
    @_noAllocation @_noLocks
    func render(
        _ frameCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>, _ error: UnsafeMutablePointer<OSStatus>?
    ) -> AVAudioEngineManualRenderingStatus {
        guard let buffers = prepare(frameCount, list, error) else { return .error }
        renderPiece(at: 0, frameCount: frameCount)
        return finish(buffers, frameCount: frameCount)
    }

    /// Looks at the call, and finds where the samples go.
    @_noAllocation @_noLocks
    func prepare(
        _ frameCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>, _ error: UnsafeMutablePointer<OSStatus>?
    ) -> UnsafeMutablePointer<AudioBuffer>? {
        let buffers = UnsafeMutablePointer(mutating: bufferArray(of: list))
        let count = Int(list.pointee.mNumberBuffers)
        guard isRunning.load(ordering: .acquiring) else {
            error?.pointee = -80802  // AVAudioEngineManualRenderingError.notRunning
            return fail(buffers, count)
        }
        guard frameCount <= maximumFrameCount else {
            error?.pointee = -10874  // kAudioUnitErr_TooManyFramesToProcess
            return fail(buffers, count)
        }
        let wanted = isInterleaved ? 1 : channelCount
        let byteCount = frameCount &* kind.byteCount &* (isInterleaved ? channelCount : 1)
        guard count == wanted else {
            error?.pointee = -50  // kAudio_ParamError
            return fail(buffers, count)
        }
        for index in 0..<count {
            if buffers[index].mData == nil {
                buffers[index].mData = memory(forBuffer: index)
            } else if Int(buffers[index].mDataByteSize) < byteCount {
                error?.pointee = -50
                return fail(buffers, count)
            }
            buffers[index].mDataByteSize = UInt32(byteCount)
        }
        for channel in 0..<channelCount {
            targets[channel] = planes[channel]
            if !isInterleaved, case .float32 = kind, let data = buffers[channel].mData {
                targets[channel] = data.assumingMemoryBound(to: Float.self)
            }
        }
        return buffers
    }

    @_noAllocation @_noLocks
    private func fail(_ buffers: UnsafeMutablePointer<AudioBuffer>, _ count: Int) -> UnsafeMutablePointer<AudioBuffer>?
    {
        for index in 0..<count { buffers[index].mDataByteSize = 0 }
        return nil
    }

    /// Renders frames into the targets, and moves these on by as many.
    @_noAllocation @_noLocks
    func renderPiece(at frame: Int, frameCount: Int) {
        state.pointee.render(
            frameCount: frameCount, hostNanoseconds: -1, output: UnsafePointer(targets),
            outputChannelCount: channelCount, input: nil, inputChannelCount: 0)
        for channel in 0..<channelCount { targets[channel] += frameCount }
    }

    /// Makes the samples what the buffers want.
    @_noAllocation @_noLocks
    func finish(
        _ buffers: UnsafeMutablePointer<AudioBuffer>, frameCount: Int
    ) -> AVAudioEngineManualRenderingStatus {
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
        if let shortage, shortage.take() { return .insufficientDataFromInputNode }
        return .success
    }
}
