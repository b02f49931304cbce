import SordinoSignal

extension FrameQueue {
    /// Appends the frames of a block; NaN and infinity become 0.
    @_noAllocation @_noLocks
    mutating func append(_ input: UnsafeMutablePointer<BusBuffer>, frameCount brought: Int) {
        compact()
        let frames = min(brought, capacity &- count)
        guard frames > 0 else { return }
        for channel in 0..<channelCount {
            let target = planes[channel] + count
            if input.pointee.isSilent || channel >= input.pointee.channelCount {
                clearSamples(target, count: frames)
                continue
            }
            let source = input.pointee.channels[channel]
            if isFinite(source, count: frames) {
                Mixing.copy(source, into: target, frameCount: frames)
            } else {
                for frame in 0..<frames { target[frame] = source[frame].isFinite ? source[frame] : 0 }
            }
        }
        count &+= frames
    }

    /// Takes samples that are numbers.
    @_noAllocation @_noLocks
    mutating func append(_ samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, frameCount brought: Int) {
        compact()
        let frames = min(brought, capacity &- count)
        guard frames > 0 else { return }
        for channel in 0..<channelCount {
            Mixing.copy(samples[channel], into: planes[channel] + count, frameCount: frames)
        }
        count &+= frames
    }

    /// Moves the remaining frames to the front.
    @_noAllocation @_noLocks
    private mutating func compact() {
        if start > 0 {
            for channel in 0..<channelCount {
                // Forward: the target lies before the source.
                for frame in 0..<count { planes[channel][frame] = planes[channel][frame &+ start] }
            }
            start = 0
        }
    }

    /// Removes frames from the front.
    @_noAllocation @_noLocks
    mutating func drop(_ frames: Int) {
        start &+= frames
        count &-= frames
        if count == 0 { start = 0 }
    }

    @_noAllocation @_noLocks
    mutating func clear() { (start, count) = (0, 0) }
}
