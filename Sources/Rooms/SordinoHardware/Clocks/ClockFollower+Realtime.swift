import SordinoSignal

extension ClockFollower {
    /// Takes frames of the stage.
    @_noAllocation @_noLocks
    package func put(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
        let room = min(frameCount, queueCapacity &- state.pointee.count)
        state.pointee.lostFrames &+= frameCount &- room
        for channel in 0..<channelCount {
            Mixing.copy(channels[channel], into: planes[channel] + state.pointee.count, frameCount: room)
        }
        state.pointee.count &+= room
    }

    /// Gives the port as many frames as it asks for; silence until the queue is as long as it is to be.
    ///
    /// - Parameter dueFraction: The fraction of a frame that the port's clock has counted beyond all frames that were
    ///   asked for; nil where it is not known. Without it the loop sees whole frames only, and the pitch wavers by up
    ///   to 5 parts per million.
    @_noAllocation @_noLocks
    package func take(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, dueFraction: Double? = nil
    ) {
        let isFirst = !state.pointee.hasBegun
        if isFirst, Double(state.pointee.count) < state.pointee.targetFrames {
            for channel in 0..<channelCount { Mixing.clear(channels[channel], frameCount: frameCount) }
            return
        }
        if isFirst { begin() }
        let needed = min(renderer.inputFramesNeeded(forOutput: frameCount), state.pointee.count)
        let done = renderer.process(
            UnsafePointer(planes), inputFrames: needed, into: channels, outputFrames: frameCount)
        drop(done.consumed)
        if done.produced < frameCount {
            state.pointee.lostFrames &+= frameCount &- done.produced
            for channel in 0..<channelCount {
                Mixing.clear(channels[channel] + done.produced, frameCount: frameCount &- done.produced)
            }
        }
        // With the fractions of both clocks the length of the queue does not jump by whole frames.
        var length = Double(state.pointee.count)
        if let dueFraction { length += renderer.framesAhead - dueFraction }
        if isFirst { state.pointee.restingLength = length }
        steer(length: length, seconds: Double(frameCount) / state.pointee.sampleRate)
    }

    /// Begins exactly at the target: drops frames that arrived before the first piece was taken.
    @_noAllocation @_noLocks
    private func begin() {
        state.pointee.hasBegun = true
        drop(state.pointee.count &- Int(state.pointee.targetFrames))
    }

    @_noAllocation @_noLocks
    private func drop(_ frames: Int) {
        let rest = state.pointee.count &- frames
        for channel in 0..<channelCount {
            let plane = planes[channel]
            // The later part moves to the front, from its first frame on.
            for frame in 0..<rest { plane[frame] = plane[frame &+ frames] }
        }
        state.pointee.count = rest
    }

    /// Sets the resampler's step by the length of the queue, whose single frames pass through a mean of a second.
    @_noAllocation @_noLocks
    private func steer(length: Double, seconds: Double) {
        let error = length - state.pointee.restingLength
        let weight = min(seconds, 1)
        state.pointee.meanError += weight * (error - state.pointee.meanError)
        state.pointee.drift += state.pointee.integral * state.pointee.meanError * seconds
        state.pointee.drift = min(max(state.pointee.drift, -0.005), 0.005)
        renderer.setStep(1 + state.pointee.drift + state.pointee.proportional * state.pointee.meanError)
    }
}
