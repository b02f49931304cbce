import SordinoRealtime
import SordinoSignal

extension MicrophoneVoice {
    /// Adds one block to a microphone's channels.
    ///
    /// - Parameters:
    ///   - startFrame: The number of the first frame, in the count of the device.
    ///   - sampleRate: The rate of the device, in hertz.
    @_noAllocation @_noLocks
    mutating func add(
        to target: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channelCount targetCount: Int, frameCount: Int,
        startFrame: Int64, sampleRate: Double
    ) {
        guard targetCount > 0 else { return }
        switch kind {
        case .sine: addSine(to: target[0], frameCount: frameCount, sampleRate: sampleRate)
        case .noise: addNoise(to: target[0], frameCount: frameCount)
        case .path: addPath(to: target[0], frameCount: frameCount, startFrame: startFrame, sampleRate: sampleRate)
        case .walls: addRoom(to: target[0], frameCount: frameCount, startFrame: startFrame)
        case .samples:
            addSamples(to: target, channelCount: targetCount, frameCount: frameCount, sampleRate: sampleRate)
        }
    }

    @_noAllocation @_noLocks
    private mutating func addSine(to target: UnsafeMutablePointer<Float>, frameCount: Int, sampleRate: Double) {
        for frame in 0..<frameCount {
            // sin(2πx) = cos(π(1/2 - 2x)), and the cosine is even and has the period 2.
            var halfTurns = abs(0.5 - 2 * position)
            if halfTurns > 1 { halfTurns = 2 - halfTurns }
            target[frame] += gain * Float(exactCosinePi(halfTurns))
            position += number / sampleRate
            while position >= 1 { position -= 1 }
        }
    }

    @_noAllocation @_noLocks
    private mutating func addNoise(to target: UnsafeMutablePointer<Float>, frameCount: Int) {
        for frame in 0..<frameCount {
            // SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators").
            random &+= 0x9E37_79B9_7F4A_7C15
            var bits = random
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            bits ^= bits >> 31
            // 24 bits are exact in a float: -1 to 1 - 2^-23.
            target[frame] += gain * (Float(bits >> 40) / 8_388_608 - 1)
        }
    }

    @_noAllocation @_noLocks
    private mutating func addSamples(
        to target: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channelCount targetCount: Int, frameCount: Int,
        sampleRate: Double
    ) {
        guard let channels else { return }
        let step = number / sampleRate
        let end = Double(self.frameCount)
        for frame in 0..<frameCount {
            if position >= end {
                guard repeats else { return }
                while position >= end { position -= end }
            }
            let index = Int(position)
            let share = Float(position - Double(index))
            let next = index + 1 < self.frameCount ? index + 1 : (repeats ? 0 : index)
            for channel in 0..<targetCount {
                let source = channels[min(channel, channelCount - 1)]
                target[channel][frame] +=
                    share == 0 ? source[index] : source[index] + (source[next] - source[index]) * share
            }
            position += step
        }
    }

    @_noAllocation @_noLocks
    private func addPath(
        to target: UnsafeMutablePointer<Float>, frameCount: Int, startFrame: Int64, sampleRate: Double
    ) {
        guard let history else { return }
        let first = startFrame - Int64(frameCount) - Int64(number * sampleRate + 0.5)
        for frame in 0..<frameCount { target[frame] += gain * history.pointee.sample(at: first + Int64(frame)) }
    }

    /// Adds the sound of a loudspeaker of one block earlier, convolved with its room.
    @_noAllocation @_noLocks
    private mutating func addRoom(to target: UnsafeMutablePointer<Float>, frameCount: Int, startFrame: Int64) {
        guard let history, let room else { return }
        let first = startFrame - Int64(frameCount)
        if first != nextFrame { room.pointee.reset() }
        nextFrame = first + Int64(frameCount)
        let drive = Float(number)
        for frame in 0..<frameCount {
            var sample = history.pointee.sample(at: first + Int64(frame))
            if drive > 0 { sample = RealtimeMath.tanh(drive * sample) / drive }
            target[frame] += room.pointee.next(sample)
        }
    }
}

extension PortHistory {
    /// Returns the sample that was played at a frame; 0 if there was none, or if it was too long ago.
    @_noAllocation @_noLocks
    func sample(at frame: Int64) -> Float {
        guard frame >= start, frame < end, frame >= end - Int64(capacity) else { return 0 }
        return samples[Int(frame & Int64(capacity - 1))]
    }

    /// Remembers a block as the mean of its channels.
    @_noAllocation @_noLocks
    mutating func append(
        _ channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channelCount: Int, frameCount: Int,
        startFrame: Int64
    ) {
        if startFrame != end { start = startFrame }
        end = startFrame + Int64(frameCount)
        let share = 1 / Float(max(channelCount, 1))
        for frame in 0..<frameCount {
            var sum: Float = 0
            for channel in 0..<channelCount { sum += channels[channel][frame] }
            samples[Int((startFrame + Int64(frame)) & Int64(capacity - 1))] = sum * share
        }
    }
}
