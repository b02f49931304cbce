import SordinoRealtime
import SordinoSignal

/// Runs the step of the limiter: `state` is a `UnitState<LimiterKernel>`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runLimiter(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<LimiterKernel>.self)
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { unit.pointee.kernel.render($0) }, clear: { unit.pointee.kernel.clear() },
        isAtRest: { unit.pointee.kernel.isAtRest })
}

extension LimiterKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        for channel in 0..<channelCount { clearSamples(lines[channel], count: window) }
        for index in 0..<window { box[index] = 1 << 30 }
        sum = Int64(window) << 30
        gain = 1
        (head, tail, boxIndex, time) = (0, 0, 0, 0)
        (idleFrames, quietFrames) = (window &* 2, window &* 2)
    }

    /// Silence in the delay, and no gain below 1 that is yet to rise.
    var isAtRest: Bool {
        @_noAllocation @_noLocks get { quietFrames >= window && idleFrames > window }
    }

    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, frames: Int) {
        if values.hasChanged(1) { release = LevelFollower.part(values[1], sampleRate) }
        if values.hasChanged(2) {
            let factor = RealtimeMath.pow(10, values[2] / 20)
            if frames > 0 { preGain.glide(to: factor, frames: frames) } else { preGain.jump(to: factor) }
        }
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        let frames = piece.frameCount
        clearSamples(gains, count: frames)
        for channel in 0..<channelCount {
            preGain.scale(piece.inputs[channel], into: raised[channel], frameCount: frames)
            Mixing.takeLevel(of: raised[channel], into: gains, frameCount: frames)
        }
        preGain.advance(frames)
        countQuiet(frames)
        let isIdle = idleFrames > window && Mixing.greatest(gains, frameCount: frames) <= 1
        if isIdle {
            skip(frames)
        } else {
            Mixing.makeLimits(gains, frameCount: frames)
            follow(frames)
        }
        for channel in 0..<channelCount {
            let output = piece.outputs[channel]
            delay(raised[channel], through: lines[channel], into: output, frameCount: frames)
            // Never louder than 1 also where the products round.
            if !isIdle { Mixing.limit(output, byEach: gains, into: output, frameCount: frames) }
        }
    }

    /// Counts frames since the last sample that was not 0; `gains` holds the levels.
    @_noAllocation @_noLocks
    private mutating func countQuiet(_ frames: Int) {
        var frame = frames
        while frame > 0 && gains[frame &- 1] == 0 { frame &-= 1 }
        quietFrames = frame == 0 ? min(quietFrames &+ frames, 1 << 40) : frames &- frame
    }

    /// A piece in which every gain is 1 and was for a window: the ring and the box hold ones, wherever they stand.
    @_noAllocation @_noLocks
    private mutating func skip(_ frames: Int) {
        time &+= Int64(frames)
        (head, tail) = (0, 1)
        candidates[0] = 1
        arrivals[0] = time &- 1
        idleFrames = min(idleFrames &+ frames, 1 << 40)
    }

    /// From the gains that every sample needs to those that are heard.
    @_noAllocation @_noLocks
    private mutating func follow(_ frames: Int) {
        let whole = Float(Int64(window) << 30)
        for frame in 0..<frames {
            let needed = gains[frame]
            while tail > head && candidates[(tail &- 1) & mask] >= needed { tail &-= 1 }
            candidates[tail & mask] = needed
            arrivals[tail & mask] = time
            tail &+= 1
            if arrivals[head & mask] < time &- Int64(window) { head &+= 1 }
            let least = Double(candidates[head & mask])
            gain = least < gain ? least : gain + (least - gain) * release
            // Half of the least difference from 1 in a float.
            if gain > 1 - 6e-8 { gain = 1 }
            let part = Int32(gain * 1_073_741_824)
            sum &+= Int64(part &- box[boxIndex])
            box[boxIndex] = part
            boxIndex = boxIndex &+ 1 == window ? 0 : boxIndex &+ 1
            idleFrames = gain < 1 ? 0 : idleFrames &+ 1
            gains[frame] = Float(sum) / whole
            time &+= 1
        }
    }

    /// Gives the input of a window ago.
    @_noAllocation @_noLocks
    private func delay(
        _ samples: UnsafePointer<Float>, through line: UnsafeMutablePointer<Float>,
        into output: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        var place = Int((time &- Int64(frameCount)) % Int64(window))
        if place < 0 { place &+= window }
        var done = 0
        while done < frameCount {
            let count = min(frameCount &- done, window &- place)
            Mixing.copy(line + place, into: output + done, frameCount: count)
            Mixing.copy(samples + done, into: line + place, frameCount: count)
            done &+= count
            place = 0
        }
    }
}
