import CoreAudioTypes
import SordinoGraph

extension RemoteClock {
    /// Indicates whether a block begins before the start that was asked for.
    @_noAllocation @_noLocks
    mutating func waits(_ time: AudioTimeStamp) -> Bool {
        if !hasBegun {
            hasBegun = true
            firstFrame = time.mSampleTime
        }
        if time.mHostTime < startHostTime { return true }
        return time.mSampleTime - firstFrame < startFrame
    }
}

extension RemoteTimeLine {
    /// Moves a block's sample time to the line.
    @_noAllocation @_noLocks
    mutating func place(_ time: inout AudioTimeStamp) {
        if !isKnown {
            isKnown = true
            // Whole frames; the host has not run for so long that they would not fit.
            offset = Double(Int64(min(Double(time.mHostTime) * rate / 1e9, 1e17))) - time.mSampleTime
        }
        time.mSampleTime += offset
    }
}

/// Makes zeros of every buffer.
@_noAllocation @_noLocks
func silence(_ list: UnsafeMutablePointer<AudioBufferList>) {
    let buffers = bufferArray(of: list)
    for index in 0..<Int(list.pointee.mNumberBuffers) {
        guard let data = buffers[index].mData else { continue }
        data.initializeMemory(as: UInt8.self, repeating: 0, count: Int(buffers[index].mDataByteSize))
    }
}
