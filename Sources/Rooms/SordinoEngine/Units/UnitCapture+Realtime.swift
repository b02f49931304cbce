import CoreAudioTypes
import SordinoGraph
import SordinoSignal

/// The function of a capture's sink.
@_noAllocation @_noLocks
func takeCapture(_ context: UnsafeMutableRawPointer, _ exchange: UnsafeMutableRawPointer) -> Int32 {
    let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
    context.assumingMemoryBound(to: UnitCaptureState.self).pointee.take(
        exchange.pointee.list, exchange.pointee.frameCount)
    return 0
}

extension UnitCaptureState {
    /// Adds a piece to the block.
    @_noAllocation @_noLocks
    mutating func take(_ list: UnsafePointer<AudioBufferList>, _ count: Int) {
        let buffers = bufferArray(of: list)
        let frames = min(count, maximumFrameCount &- done)
        for channel in 0..<min(planes.channelCount, Int(list.pointee.mNumberBuffers)) {
            guard let data = buffers[channel].mData else { continue }
            Mixing.copy(
                data.assumingMemoryBound(to: Float.self), into: samples[channel] + done, frameCount: frames)
        }
        done &+= frames
    }

    /// Begins an empty block at a time.
    @_noAllocation @_noLocks
    mutating func begin(_ time: AudioTimeStamp, _ frameCount: Int) {
        (hasStart, start) = (time.hasSampleTime, time.mSampleTime)
        self.frameCount = frameCount
        done = 0
    }

    /// Drops the block, so that `holds` returns false.
    @_noAllocation @_noLocks
    mutating func forget() { (frameCount, done) = (-1, 0) }

    /// Indicates whether the block that waits is the one that is asked for.
    @_noAllocation @_noLocks
    func holds(_ time: AudioTimeStamp, _ frameCount: Int) -> Bool {
        self.frameCount == frameCount && hasStart == time.hasSampleTime && (!hasStart || start == time.mSampleTime)
    }

    /// Hands the block over.
    ///
    /// - Returns: False if the list does not fit.
    @_noAllocation @_noLocks
    mutating func give(_ list: UnsafeMutablePointer<AudioBufferList>) -> Bool {
        guard frameCount >= 0, planes.aim(at: list, frameCount: frameCount) else { return false }
        for channel in 0..<planes.channelCount {
            Mixing.copy(samples[channel], into: planes.targets[channel], frameCount: done)
        }
        planes.finish(list, frameCount: frameCount)
        frameCount = -1
        return true
    }
}

extension AudioTimeStamp {
    /// Indicates whether the sample time counts.
    var hasSampleTime: Bool {
        @_noAllocation @_noLocks get { mFlags.rawValue & 1 != 0 }
    }

    /// The sample time as a frame; 0 for one that no frame can have.
    var sampleFrame: Int64 {
        @_noAllocation @_noLocks get { abs(mSampleTime) < 1e15 ? Int64(mSampleTime) : 0 }
    }

    /// Indicates whether the host time counts.
    var hasHostTime: Bool {
        @_noAllocation @_noLocks get { mFlags.rawValue & 2 != 0 }
    }
}

extension AudioUnitRenderActionFlags {
    /// Indicates whether the block is silence.
    var isSilence: Bool {
        @_noAllocation @_noLocks get { rawValue & 16 != 0 }
    }

    /// The flags of a call before rendering.
    @_noAllocation @_noLocks
    func beforeRendering() -> AudioUnitRenderActionFlags { AudioUnitRenderActionFlags(rawValue: rawValue | 4) }

    /// The flags of a call after rendering.
    @_noAllocation @_noLocks
    func afterRendering(_ status: OSStatus) -> AudioUnitRenderActionFlags {
        AudioUnitRenderActionFlags(rawValue: rawValue | 8 | (status == 0 ? 0 : 256))
    }
}
