import CoreAudioTypes
import SordinoSignal

/// Runs the step of a source: `state` is a `SourceState`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runSource(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    state.assumingMemoryBound(to: SourceState.self).pointee.render(io.assumingMemoryBound(to: StepIO.self))
}

extension SourceState {
    /// Asks the program for one block, in pieces if it is long; an error or silence is silence.
    @_noAllocation @_noLocks
    func render(_ io: UnsafeMutablePointer<StepIO>) {
        let output = io.pointee.outputs[0]
        let frameCount = io.pointee.frameCount
        var done = 0
        var isHeard = false
        while done < frameCount {
            let count = min(frameCount &- done, 4096)
            if ask(io, at: done, frameCount: count) {
                if !isHeard && done > 0 { output.pointee.clearOwn(from: 0, frameCount: done) }
                isHeard = true
                take(output, at: done, frameCount: count)
            } else if isHeard {
                output.pointee.clearOwn(from: done, frameCount: count)
            }
            done &+= count
        }
        if isHeard { output.pointee.publishOwn() } else { output.pointee.publishSilence() }
    }

    /// Calls the function.
    ///
    /// - Returns: Whether it made sound.
    @_noAllocation @_noLocks
    private func ask(_ io: UnsafeMutablePointer<StepIO>, at frame: Int, frameCount: Int) -> Bool {
        let buffers = UnsafeMutablePointer(mutating: bufferArray(of: list))
        let bufferCount = isInterleaved ? 1 : channelCount
        for index in 0..<bufferCount {
            buffers[index].mData = packed + index &* bytesPerBuffer
            buffers[index].mDataByteSize = UInt32(
                truncatingIfNeeded: frameCount &* kind.byteCount &* (isInterleaved ? channelCount : 1))
        }
        var exchange = SourceExchange(frameCount: frameCount, time: io.pointee.timeStamp(at: frame), list: list)
        let status = withUnsafeMutablePointer(to: &exchange) { block(UnsafeMutableRawPointer($0)) }
        return status == 0 && !exchange.isSilence
    }

    /// Converts the function's samples to floats; it may have pointed the buffers to memory of its own.
    @_noAllocation @_noLocks
    private func take(_ output: UnsafeMutablePointer<BusBuffer>, at frame: Int, frameCount: Int) {
        let buffers = bufferArray(of: list)
        for channel in 0..<channelCount {
            let target = output.pointee.own[channel] + frame
            guard let data = buffers[isInterleaved ? 0 : channel].mData else {
                clearSamples(target, count: frameCount)
                continue
            }
            let first = UnsafeRawPointer(data) + (isInterleaved ? channel &* kind.byteCount : 0)
            SampleConversion.decode(
                first, kind, .little, stride: isInterleaved ? channelCount : 1, into: target, count: frameCount)
        }
    }
}

extension SourceExchange {
    @_noAllocation @_noLocks
    init(frameCount: Int, time: AudioTimeStamp, list: UnsafeMutablePointer<AudioBufferList>) {
        self.frameCount = frameCount
        self.time = time
        self.list = list
        isSilence = false
    }
}

extension StepIO {
    /// The time of a frame of this block: sample time, and host time if it is known.
    @_noAllocation @_noLocks
    func timeStamp(at frame: Int) -> AudioTimeStamp {
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = Double(clock.pointee.sampleTime &+ Int64(frame))
        stamp.mRateScalar = 1
        var flags: UInt32 = 1 | 4  // kAudioTimeStampSampleTimeValid, kAudioTimeStampRateScalarValid
        let host = clock.pointee.cycle.hostNanoseconds
        if host >= 0 {
            stamp.mHostTime = UInt64(host) &+ UInt64(Double(frame) / clock.pointee.sampleRate * 1_000_000_000)
            flags |= 2  // kAudioTimeStampHostTimeValid
        }
        stamp.mFlags = AudioTimeStampFlags(rawValue: flags)
        return stamp
    }
}
