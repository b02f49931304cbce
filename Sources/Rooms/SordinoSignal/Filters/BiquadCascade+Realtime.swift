extension BiquadCascade {
    /// Sets a section out for coefficients.
    ///
    /// - Parameter frames: Of the way; 0 to be there at once.
    @_noAllocation @_noLocks
    package func aim(_ section: Int, at target: Biquad, frames: Int) {
        let section = sections + section
        section.pointee.target = target
        section.pointee.framesLeft = frames
        section.pointee.isIdle = false
        if frames > 0 {
            section.pointee.step = section.pointee.now.step(to: target, frames: frames)
        } else {
            section.pointee.now = target
        }
    }

    /// Filters a piece; in place when input and output are the same.
    @_noAllocation @_noLocks
    package func render(
        _ inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
        into outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, frameCount: Int
    ) {
        for channel in 0..<channelCount where inputs[channel] != outputs[channel] {
            for frame in 0..<frameCount { outputs[channel][frame] = inputs[channel][frame] }
        }
        for index in 0..<sectionCount where !sections[index].isIdle {
            let section = sections + index
            let memory = memories + index &* channelCount
            let gliding = min(section.pointee.framesLeft, frameCount)
            for channel in 0..<channelCount {
                var coefficients = section.pointee.now
                let samples = outputs[channel]
                for frame in 0..<gliding {
                    coefficients.advance(by: section.pointee.step)
                    samples[frame] = Float(memory[channel].pass(Double(samples[frame]), coefficients))
                }
                if gliding == section.pointee.framesLeft { coefficients = section.pointee.target }
                for frame in gliding..<frameCount {
                    samples[frame] = Float(memory[channel].pass(Double(samples[frame]), coefficients))
                }
                if channel == channelCount &- 1 { section.pointee.now = coefficients }
            }
            section.pointee.framesLeft &-= gliding
        }
    }

    /// Makes zero of what is below -300 dB, and lets sections rest that pass everything on.
    @_noAllocation @_noLocks
    package func calm() {
        for index in 0..<sectionCount &* channelCount {
            if abs(memories[index].s1) < 1e-15 { memories[index].s1 = 0 }
            if abs(memories[index].s2) < 1e-15 { memories[index].s2 = 0 }
        }
    }

    /// Forgets the past.
    @_noAllocation @_noLocks
    package func clear() {
        for index in 0..<sectionCount &* channelCount {
            memories[index].s1 = 0
            memories[index].s2 = 0
        }
    }

    /// Whether silence stays silence.
    package var isAtRest: Bool {
        @_noAllocation @_noLocks get {
            for index in 0..<sectionCount &* channelCount where memories[index].s1 != 0 || memories[index].s2 != 0 {
                return false
            }
            return true
        }
    }
}

extension BiquadMemory {
    @_noAllocation @_noLocks
    mutating func pass(_ sample: Double, _ coefficients: Biquad) -> Double {
        let result = coefficients.b0 * sample + s1
        s1 = coefficients.b1 * sample - coefficients.a1 * result + s2
        s2 = coefficients.b2 * sample - coefficients.a2 * result
        return result
    }
}

extension Biquad {
    @_noAllocation @_noLocks
    func step(to target: Biquad, frames: Int) -> Biquad {
        var step = Biquad()
        let scale = 1 / Double(frames)
        step.b0 = (target.b0 - b0) * scale
        step.b1 = (target.b1 - b1) * scale
        step.b2 = (target.b2 - b2) * scale
        step.a1 = (target.a1 - a1) * scale
        step.a2 = (target.a2 - a2) * scale
        return step
    }

    @_noAllocation @_noLocks
    mutating func advance(by step: Biquad) {
        b0 += step.b0
        b1 += step.b1
        b2 += step.b2
        a1 += step.a1
        a2 += step.a2
    }
}
