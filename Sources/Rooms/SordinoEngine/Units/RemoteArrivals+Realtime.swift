import CoreAudioTypes
import SordinoGraph
import SordinoSignal

extension RemoteArrivalsState {
    /// Takes a block from the hardware.
    ///
    /// - Parameter time: The block's time; becomes that of the first new frame at the program's rate.
    /// - Returns: Frames that are new.
    @_noAllocation @_noLocks
    mutating func take(
        _ list: UnsafePointer<AudioBufferList>, _ frameCount: Int, _ time: inout AudioTimeStamp
    ) -> Int {
        let buffers = bufferArray(of: list)
        guard let resampler else {
            count = min(frameCount, capacity)
            for channel in 0..<planes.channelCount {
                guard channel < Int(list.pointee.mNumberBuffers), let data = buffers[channel].mData else {
                    clearSamples(frames[channel], count: count)
                    continue
                }
                Mixing.copy(data.assumingMemoryBound(to: Float.self), into: frames[channel], frameCount: count)
            }
            return count
        }
        // Frames that the program did not fetch are dropped.
        if count > capacity / 2 { drop(count) }
        for channel in 0..<planes.channelCount {
            guard channel < Int(list.pointee.mNumberBuffers), let data = buffers[channel].mData else { return 0 }
            planes.aims[channel] = data.assumingMemoryBound(to: Float.self)
        }
        let result = resampler.process(
            UnsafePointer(planes.aims), inputFrames: frameCount, into: UnsafePointer(frames), outputOffset: count,
            outputFrames: capacity &- count)
        time.mSampleTime = Double(made)
        count &+= result.produced
        made &+= Int64(result.produced)
        return result.produced
    }

    /// Gives frames that have come.
    ///
    /// - Returns: False if there are not so many, or the list does not fit.
    @_noAllocation @_noLocks
    mutating func give(_ frameCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>) -> Bool {
        guard frameCount >= 0, frameCount <= (resampler == nil ? count : capacity / 2),
            planes.aim(at: list, frameCount: frameCount)
        else { return false }
        let silent = max(frameCount &- count, 0)
        for channel in 0..<planes.channelCount {
            clearSamples(planes.targets[channel], count: silent)
            Mixing.copy(frames[channel], into: planes.targets[channel] + silent, frameCount: frameCount &- silent)
        }
        planes.finish(list, frameCount: frameCount)
        if resampler != nil { drop(frameCount &- silent) }
        return true
    }

    /// Removes frames from the front.
    @_noAllocation @_noLocks
    private mutating func drop(_ frameCount: Int) {
        count &-= frameCount
        for channel in 0..<planes.channelCount {
            // Forward: the target lies before the source.
            for frame in 0..<count { frames[channel][frame] = frames[channel][frame &+ frameCount] }
        }
    }
}
