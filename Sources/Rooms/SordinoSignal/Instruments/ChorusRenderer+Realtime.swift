import SordinoRealtime

/// The audio thread's end of a `Chorus`: one thread at a time, no heap, no lock.
package struct ChorusRenderer: BitwiseCopyable {
    let state: UnsafeMutablePointer<ChorusState>

    /// Forgets the input so far.
    @_noAllocation @_noLocks
    package func reset() {
        for index in 0..<state.pointee.capacity { state.pointee.ring[index] = 0 }
        state.pointee.quietFrames = state.pointee.capacity
        state.pointee.phase = 0
    }

    /// Indicates whether silence in would give silence out for ever.
    package var isAtRest: Bool {
        @_noAllocation @_noLocks get { state.pointee.quietFrames >= state.pointee.capacity }
    }

    /// Adds the chorus of one channel to two.
    @_noAllocation @_noLocks
    package func add(
        _ input: UnsafePointer<Float>, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) {
        var s = state.pointee
        let mask = s.capacity &- 1
        // 12 ms, 3 ms to either side, a third of a cycle a second.
        let (middle, depth, step) = (0.012 * s.sampleRate, 0.003 * s.sampleRate, 0.33 / s.sampleRate)
        for frame in 0..<frameCount {
            let x = input[frame]
            s.quietFrames = x == 0 ? min(s.quietFrames &+ 1, s.capacity) : 0
            s.ring[s.place & mask] = x
            let first = tap(s, middle + depth * wave(s.phase), mask)
            let second = tap(s, middle + depth * wave(s.phase + 0.333), mask)
            let third = tap(s, middle + depth * wave(s.phase + 0.667), mask)
            left[frame] += first + 0.5 * second
            right[frame] += third + 0.5 * second
            s.place &+= 1
            s.phase += step
            if s.phase >= 1 { s.phase -= 1 }
        }
        state.pointee = s
    }

    /// A round wave between -1 and 1, of parabolas.
    @_noAllocation @_noLocks
    private func wave(_ phase: Float) -> Float {
        let p = phase >= 1 ? phase - 1 : phase
        return p < 0.5 ? 16 * p * (0.5 - p) : -16 * (p - 0.5) * (1 - p)
    }

    /// Returns the input of `frames` frames ago, interpolated between two samples.
    @_noAllocation @_noLocks
    private func tap(_ s: ChorusState, _ frames: Float, _ mask: Int) -> Float {
        let whole = Int(frames)
        let part = frames - Float(whole)
        let place = s.place &- whole
        let near = s.ring[place & mask]
        return near + (s.ring[(place &- 1) & mask] - near) * part
    }
}
