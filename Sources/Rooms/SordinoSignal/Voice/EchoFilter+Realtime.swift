import CKernels

extension EchoFilter {
    /// Sets the path to zero and its uncertainty to that of the beginning.
    @_noAllocation @_noLocks
    mutating func reset() {
        let all = stride &* partitionCount &* channelCount
        Mixing.clear(wReal, frameCount: all)
        Mixing.clear(wImaginary, frameCount: all)
        Mixing.clear(noise, frameCount: stride)
        var start: Float = Self.firstVariance
        for partition in 0..<partitionCount {
            for channel in 0..<channelCount {
                let plane = variance + (channel &* partitionCount &+ partition) &* stride
                for bin in 0..<stride { plane[bin] = start }
            }
            start *= Self.firstDecay
        }
    }

    /// The expected square of a coefficient before anything is known, of the first partition.
    static var firstVariance: Float { @_noAllocation @_noLocks get { 0.5 } }
    /// The factor from each partition to the next.
    static var firstDecay: Float { @_noAllocation @_noLocks get { 0.95 } }

    /// Takes a block of echo away.
    ///
    /// - Parameters:
    ///   - reference: One pointer for each channel to a block.
    ///   - microphone: A block.
    ///   - echo: Receives the echo as it is modelled.
    ///   - error: Receives the microphone without it.
    @_noAllocation @_noLocks
    mutating func process(
        reference: UnsafePointer<Float>, microphone: UnsafePointer<Float>, echo: UnsafeMutablePointer<Float>,
        error: UnsafeMutablePointer<Float>
    ) {
        head = head == 0 ? partitionCount &- 1 : head &- 1
        for channel in 0..<channelCount { take(reference + channel &* block, channel: channel) }
        predict()
        fft.inverse(real: yReal, imaginary: yImaginary, samples: time)
        for frame in 0..<block {
            let value = time[block &+ frame]
            echo[frame] = value
            error[frame] = microphone[frame] - value
            time[frame] = 0
            time[block &+ frame] = error[frame]
        }
        fft.forward(time, real: eReal, imaginary: eImaginary)
        watch()
        learn()
        constrain()
    }

    /// Follows a reference that is delayed otherwise from now on.
    ///
    /// - Parameters:
    ///   - line: The reference, delayed so.
    ///   - shift: Partitions by which the path begins earlier in the filter now; 0 if it is the path that has moved.
    @_noAllocation @_noLocks
    mutating func realign(_ line: ReferenceLine, shift: Int) {
        move(by: shift)
        for index in 0..<partitionCount {
            let partition = partitionCount &- 1 &- index
            head = head == 0 ? partitionCount &- 1 : head &- 1
            // The newest block comes when it is processed.
            if index == 0 {
                line.read(last, frameCount: block, back: (partition &+ 2) &* block, channels: 0..<channelCount)
            }
            line.read(moved, frameCount: block, back: (partition &+ 1) &* block, channels: 0..<channelCount)
            for channel in 0..<channelCount { take(moved + channel &* block, channel: channel) }
        }
    }

    /// Moves the impulse response towards its beginning, or away from it.
    @_noAllocation @_noLocks
    private func move(by shift: Int) {
        guard shift != 0 else { return }
        for channel in 0..<channelCount {
            for step in 0..<partitionCount {
                let partition = shift > 0 ? step : partitionCount &- 1 &- step
                let from = partition &+ shift
                let to = (channel &* partitionCount &+ partition) &* stride
                if from >= 0 && from < partitionCount {
                    let source = (channel &* partitionCount &+ from) &* stride
                    Mixing.copy(wReal + source, into: wReal + to, frameCount: stride)
                    Mixing.copy(wImaginary + source, into: wImaginary + to, frameCount: stride)
                } else {
                    Mixing.clear(wReal + to, frameCount: stride)
                    Mixing.clear(wImaginary + to, frameCount: stride)
                }
            }
        }
    }

    /// Takes the newest block of one channel into its ring.
    @_noAllocation @_noLocks
    private func take(_ samples: UnsafePointer<Float>, channel: Int) {
        let before = last + channel &* block
        for frame in 0..<block {
            time[frame] = before[frame]
            time[block &+ frame] = samples[frame]
            before[frame] = samples[frame]
        }
        let place = (channel &* partitionCount &+ head) &* stride
        fft.forward(time, real: xReal + place, imaginary: xImaginary + place)
    }

    /// Computes the spectrum of the echo, and of its uncertain part.
    @_noAllocation @_noLocks
    private func predict() {
        Mixing.clear(yReal, frameCount: stride)
        Mixing.clear(yImaginary, frameCount: stride)
        Mixing.clear(spread, frameCount: stride)
        for channel in 0..<channelCount {
            for partition in 0..<partitionCount {
                let from = place(channel, partition)
                let to = (channel &* partitionCount &+ partition) &* stride
                ckernels_echo_predict(
                    yReal, yImaginary, spread, xReal + from, xImaginary + from, wReal + to, wImaginary + to,
                    variance + to, stride)
            }
        }
    }

    /// Where the spectrum lies that meets a partition.
    @_noAllocation @_noLocks
    private func place(_ channel: Int, _ partition: Int) -> Int {
        let index = head &+ partition
        let inRing = index >= partitionCount ? index &- partitionCount : index
        return (channel &* partitionCount &+ inRing) &* stride
    }

    /// Looks whether the path has changed: then the model is in the error, turned over.
    ///
    /// A talker at the microphone is not, however loud.
    @_noAllocation @_noLocks
    private mutating func watch() {
        var (both, alone): (Float, Float) = (0, 0)
        let floor: Float = 1e-7 * Float(block)
        for bin in 1..<block {
            let power = yReal[bin] * yReal[bin] + yImaginary[bin] * yImaginary[bin]
            level[bin] += 0.1 * (power - level[bin])
            let share = 1 / (level[bin] + noise[bin] + floor)
            both -= (eReal[bin] * yReal[bin] + eImaginary[bin] * yImaginary[bin]) * share
            alone += power * share
        }
        surplus += 0.04 * (both - surplus)
        surplusLimit += 0.04 * (alone - surplusLimit)
        patience = max(patience &- 1, 0)
        alarm *= 0.98
        guard surplusLimit > 0.05 * Float(block) else { return }
        let share = surplus / surplusLimit
        usualSurplus += (share > usualSurplus ? 0.002 : 0.005) * (max(share, 0) - usualSurplus)
        var (left, modelled): (Float, Float) = (0, 1e-9)
        for bin in 1..<block {
            left += noise[bin]
            modelled += level[bin]
        }
        // An error far above the model is a talker, whose likeness to the model is chance.
        guard left < 4 * modelled else { return }
        if share > 0.05 + usualSurplus { alarm = 1 }
        guard patience == 0, share > 0.12 + usualSurplus else { return }
        changeCount &+= 1
        patience = 30
        doubt(min(left / modelled, 1))
    }

    /// Takes a share of the path for unknown, 0 to 1, by its loudness.
    @_noAllocation @_noLocks
    func doubt(_ share: Float) {
        for channel in 0..<channelCount {
            var start: Float = share * energy * (1 - Self.firstDecay)
            for partition in 0..<partitionCount {
                let plane = variance + (channel &* partitionCount &+ partition) &* stride
                for bin in 0..<stride { plane[bin] = max(plane[bin], start) }
                start *= Self.firstDecay
            }
        }
    }

    /// Measures the energy of the impulse response, smoothed over seconds.
    @_noAllocation @_noLocks
    mutating func weigh() {
        var sum: Float = 0
        for partition in 0..<partitionCount &* channelCount {
            let start = partition &* stride
            var part: Float = 0
            for index in start..<start &+ stride {
                part += wReal[index] * wReal[index] + wImaginary[index] * wImaginary[index]
            }
            energies[partition] = part
            sum += part
        }
        sum /= Float(block &+ 1)
        energy += (sum > energy ? 0.05 : 0.2) * (sum - energy)
    }

    /// The first of `count` partitions around the one in which the first channel's impulse response is strongest.
    @_noAllocation @_noLocks
    func strongest(_ count: Int) -> Int {
        var best = 0
        for partition in 1..<partitionCount where energies[partition] > energies[best] { best = partition }
        return min(max(best &- 1, 0), partitionCount &- count)
    }

    @_noAllocation @_noLocks
    private mutating func learn() {
        let smoothing: Float = 0.85
        let floor: Float = 1e-7 * Float(block)
        for bin in 0..<block &+ 1 {
            let power = eReal[bin] * eReal[bin] + eImaginary[bin] * eImaginary[bin]
            noise[bin] = smoothing * noise[bin] + (1 - smoothing) * power
            weight[bin] = 1 / (spread[bin] + noise[bin] + floor)
        }
        let loss: Float = 0.0002
        for channel in 0..<channelCount {
            var base: Float = 1e-7
            for partition in 0..<partitionCount {
                let from = place(channel, partition)
                let to = (channel &* partitionCount &+ partition) &* stride
                ckernels_echo_learn(
                    wReal + to, wImaginary + to, variance + to, xReal + from, xImaginary + from, eReal, eImaginary,
                    weight, 1 - loss, loss, base, stride)
                base *= Self.firstDecay
            }
        }
    }

    /// Cuts impulse responses to the length of a block: those of a few partitions each time, and all by turns.
    @_noAllocation @_noLocks
    private mutating func constrain() {
        let total = partitionCount &* channelCount
        let count = (total &+ 7) / 8
        for _ in 0..<count {
            let to = turn &* stride
            fft.inverse(real: wReal + to, imaginary: wImaginary + to, samples: time)
            Mixing.clear(time + block, frameCount: block)
            fft.forward(time, real: wReal + to, imaginary: wImaginary + to)
            turn = turn &+ 1
            if turn >= total {
                turn = 0
                weigh()
            }
        }
    }
}
