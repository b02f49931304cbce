import SordinoSignal

extension DryLine {
    /// Forgets the input so far.
    @_noAllocation @_noLocks
    mutating func clear() {
        for channel in 0..<channelCount { clearSamples(lines[channel], count: mask &+ 1) }
        share.jump(to: share.target)
    }

    /// Sets the share of the processed sound, reached after so many frames.
    @_noAllocation @_noLocks
    mutating func aim(_ target: Float, frames: Int) {
        if frames > 0 { share.glide(to: target, frames: frames) } else { share.jump(to: target) }
    }

    /// Takes the input of a piece, and mixes its sound, which the outputs hold, with the input of then.
    @_noAllocation @_noLocks
    mutating func mix(_ piece: UnitPiece) {
        let frames = piece.frameCount
        let isPure = share.isUnity
        for channel in 0..<min(channelCount, piece.channelCount) {
            let (line, input, output) = (lines[channel], piece.inputs[channel], piece.outputs[channel])
            for frame in 0..<frames { line[(time &+ frame) & mask] = input[frame] }
            if isPure { continue }
            // dry + (wet - dry) * share, by the ramp's own arithmetic.
            for frame in 0..<frames { output[frame] -= line[(time &+ frame &- delayFrames) & mask] }
            share.scale(output, into: output, frameCount: frames)
            for frame in 0..<frames { output[frame] += line[(time &+ frame &- delayFrames) & mask] }
        }
        share.advance(frames)
        time = (time &+ frames) & mask
    }
}
