import SordinoSignal

/// Runs the step of the delay: `state` is a `UnitState<SampleDelayKernel>`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runSampleDelay(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<SampleDelayKernel>.self)
    runUnit(
        state, io, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { unit.pointee.kernel.render($0) }, clear: { unit.pointee.kernel.clear() },
        isAtRest: { unit.pointee.kernel.isAtRest })
}

extension SampleDelayKernel {
    @_noAllocation @_noLocks
    mutating func clear() {
        for channel in 0..<channelCount { clearSamples(lines[channel], count: mask &+ 1) }
        quietFrames = mask &+ 1
        (delay, target) = (wanted, wanted)
        fade.jump(to: 1)
    }

    /// Indicates whether all that can still be heard is silence.
    var isAtRest: Bool {
        @_noAllocation @_noLocks get { quietFrames > mask && !fade.isGliding && wanted == delay }
    }

    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, frames: Int) {
        wanted = min(max(Int(values[0]), 0), limit)
        if frames == 0 { (delay, target) = (wanted, wanted) }
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        var done = 0
        while done < piece.frameCount {
            if !fade.isGliding {
                delay = target
                if wanted != target {
                    target = wanted
                    fade.jump(to: 0)
                    fade.glide(to: 1, frames: fadeFrames)
                }
            }
            let left = piece.frameCount &- done
            let frames = fade.isGliding ? min(left, framesLeft) : left
            for channel in 0..<channelCount {
                render(lines[channel], piece.inputs[channel] + done, piece.outputs[channel] + done, frames)
            }
            countQuiet(piece, from: done, frames: frames)
            fade.advance(frames)
            time = (time &+ frames) & mask
            done &+= frames
        }
    }

    /// Frames until the fade that is under way ends.
    private var framesLeft: Int {
        @_noAllocation @_noLocks get { max(fade.framesLeft, 1) }
    }

    @_noAllocation @_noLocks
    private func render(
        _ line: UnsafeMutablePointer<Float>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
        _ frames: Int
    ) {
        for frame in 0..<frames { line[(time &+ frame) & mask] = input[frame] }
        if !fade.isGliding {
            for frame in 0..<frames { output[frame] = line[(time &+ frame &- delay) & mask] }
            return
        }
        // old + (new - old) * part, by the ramp's own arithmetic.
        for frame in 0..<frames {
            let old = line[(time &+ frame &- delay) & mask]
            output[frame] = line[(time &+ frame &- target) & mask] - old
        }
        fade.scale(output, into: output, frameCount: frames)
        for frame in 0..<frames { output[frame] += line[(time &+ frame &- delay) & mask] }
    }

    @_noAllocation @_noLocks
    private mutating func countQuiet(_ piece: UnitPiece, from start: Int, frames: Int) {
        var quiet = frames
        for channel in 0..<channelCount {
            let input = piece.inputs[channel] + start
            var frame = frames
            while frame > frames &- quiet && input[frame &- 1] == 0 { frame &-= 1 }
            quiet = min(quiet, frames &- frame)
        }
        quietFrames = quiet == frames ? min(quietFrames &+ frames, 1 << 40) : quiet
    }
}
