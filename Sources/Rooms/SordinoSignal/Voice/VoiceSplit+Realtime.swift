import CKernels

extension VoiceSplit {
    /// Clears all delay lines, so that the next block begins after silence.
    @_noAllocation @_noLocks
    mutating func reset() {
        for line in 0..<lineCount { Mixing.clear(past + line &* pastCount, frameCount: pastCount) }
        Mixing.clear(joined, frameCount: 24 &+ block)
        Mixing.clear(lower, frameCount: 2 &* block)
        Mixing.clear(upper, frameCount: upperDelay &+ block &* factor)
        highGain = 1
    }

    /// Brings a block to the lower rate.
    ///
    /// - Parameters:
    ///   - line: 0 for the microphone, 1 and so on for the reference.
    ///   - samples: A block at the full rate.
    ///   - output: Receives a block at the lower rate.
    @_noAllocation @_noLocks
    func part(_ samples: UnsafePointer<Float>, line: Int, into output: UnsafeMutablePointer<Float>) {
        let history = past + line &* pastCount
        let count = block &* factor
        let before = tapCount &- 1
        for index in 0..<before { history[index] = history[index &+ count] }
        Mixing.copy(samples, into: history + before, frameCount: count)
        // The taps are symmetric.
        for frame in 0..<block { output[frame] = ckernels_dot(history + frame &* factor, taps, tapCount) }
    }

    /// Remembers a block of the microphone as it came.
    ///
    /// - Parameters:
    ///   - whole: At the full rate.
    ///   - low: The same at the lower rate.
    @_noAllocation @_noLocks
    func keep(_ whole: UnsafePointer<Float>, low: UnsafePointer<Float>) {
        let count = block &* factor
        for index in 0..<upperDelay { upper[index] = upper[index &+ count] }
        Mixing.copy(whole, into: upper + upperDelay, frameCount: count)
        for index in 0..<block {
            lower[index] = lower[index &+ block]
            lower[index &+ block] = low[index]
        }
    }

    /// Joins the lower band, a block late, with the upper part.
    ///
    /// - Parameters:
    ///   - low: A block at the lower rate.
    ///   - gain: The factor of the upper part.
    ///   - output: Receives a block at the full rate.
    @_noAllocation @_noLocks
    mutating func join(_ low: UnsafePointer<Float>, gain: Float, into output: UnsafeMutablePointer<Float>) {
        for index in 0..<24 { joined[index] = joined[index &+ block] }
        let step = (gain - highGain) / Float(block)
        for frame in 0..<block {
            joined[24 &+ frame] = low[frame] - (highGain + step * Float(frame)) * lower[frame]
        }
        for frame in 0..<block {
            for phase in 0..<factor {
                let place = frame &* factor &+ phase
                let above = (highGain + step * (Float(frame) + Float(phase) / Float(factor))) * upper[place]
                output[place] = above + ckernels_dot(joined + frame, phases + phase &* 25, 25)
            }
        }
        highGain = gain
    }
}
