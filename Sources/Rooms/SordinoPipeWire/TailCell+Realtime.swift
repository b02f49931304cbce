import SordinoHardware
import SordinoSignal

extension UnsafeMutablePointer where Pointee == TailCell {
    /// Remembers the end of a block that is heard; after a tail the block rises from silence.
    ///
    /// - Thread: data thread. No heap, no lock.
    @_noAllocation @_noLocks
    package func pass(
        _ samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, frameCount: Int, sampleRate: Double
    ) {
        if pointee.fadedFrames > 0 {
            pointee.fadedFrames = 0
            pointee.historyFrames = 0
            for channel in 0..<pointee.channelCount { pointee.risen[channel] = 0 }
        }
        let (total, step) = fade(sampleRate)
        let start = beginning(samples, frameCount: frameCount)
        for channel in 0..<pointee.channelCount {
            let risen = pointee.risen[channel]
            // Memory of a new link is silent until the first block comes through it.
            guard risen > 0 || risen == 0 && !isSilent(samples[channel], frameCount: frameCount) else { continue }
            for frame in 0..<min(frameCount - start, max(total - risen, 0)) {
                samples[channel][start + frame] *= gentle(Float(risen + frame + 1) * step)
            }
            let reached = risen + frameCount - start
            pointee.risen[channel] = reached < total ? reached : -1
        }
        let kept = min(frameCount, TailCell.capacity)
        let known = pointee.historyFrames
        let old = min(known, TailCell.capacity - kept)
        for channel in 0..<pointee.channelCount {
            let history = pointee.history + channel * TailCell.capacity
            if old < known { for frame in 0..<old { history[frame] = history[known - old + frame] } }
            Mixing.copy(samples[channel] + (frameCount - kept), into: history + old, frameCount: kept)
        }
        pointee.historyFrames = old + kept
        for channel in 0..<pointee.channelCount where !pointee.hasSounded {
            pointee.hasSounded = !isSilent(samples[channel], frameCount: frameCount)
        }
        // A sound that is over before its block is does not break off.
        var isOver = true
        if kept > 0 {
            for channel in 0..<pointee.channelCount where samples[channel][frameCount - 1] != 0 { isOver = false }
        }
        pointee.isArmed = pointee.hasSounded && !isOver
    }

    /// Fills a block with what follows a sound that broke off.
    ///
    /// - Returns: False when nothing broke off, or the tail is over; then nothing was written.
    @_noAllocation @_noLocks
    package func fill(
        _ samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, frameCount: Int, sampleRate: Double
    ) -> Bool {
        guard pointee.isArmed else { return false }
        let (total, step) = fade(sampleRate)
        let (done, length) = (pointee.fadedFrames, pointee.historyFrames)
        for channel in 0..<pointee.channelCount {
            if done == 0 { foresee(channel) }
            let history = pointee.history + channel * TailCell.capacity
            let weights = pointee.weights + channel * TailCell.weightStride
            let most = weights[TailCell.order]
            for frame in 0..<frameCount {
                let left = total - 1 - done - frame
                guard left > 0, length > TailCell.order else {
                    samples[channel][frame] = 0
                    continue
                }
                // The oldest sample makes room for the one that is foretold.
                let place = (done + frame) % length
                var sample: Float = 0
                for back in 0..<TailCell.order {
                    let before = place - 1 - back
                    sample += weights[back] * history[before < 0 ? before + length : before]
                }
                sample = max(-most, min(sample, most))
                history[place] = sample
                samples[channel][frame] = sample * gentle(Float(left) * step)
            }
        }
        pointee.fadedFrames = done + frameCount
        if pointee.fadedFrames >= total { pointee.isArmed = false }
        return true
    }

    /// Works out the weights by which a channel's last samples foretell the next.
    ///
    /// Source: J. P. Burg, "Maximum Entropy Spectral Analysis" (1967): the reflection coefficients, all within ±1, that make the
    /// errors of the prediction forwards and backwards least, from order to order.
    @_noAllocation @_noLocks
    private func foresee(_ channel: Int) {
        let length = pointee.historyFrames
        let samples = pointee.history + channel * TailCell.capacity
        let weights = pointee.weights + channel * TailCell.weightStride
        let (forward, backward) = (pointee.errors, pointee.errors + TailCell.capacity)
        var (energy, peak): (Double, Float) = (0, 0)
        for index in 0..<length {
            let sample = samples[index]
            (forward[index], backward[index]) = (sample, sample)
            energy += Double(sample) * Double(sample)
            peak = max(peak, abs(sample))
        }
        for index in 0..<TailCell.order { weights[index] = 0 }
        weights[TailCell.order] = 2 * peak
        // Few samples foretell few waves.
        for order in 0..<max(min(TailCell.order, length / 16), 1) {
            var (product, sum) = (0.0, 0.0)
            for index in (order + 1)..<max(length, order + 1) {
                let (ahead, behind) = (Double(forward[index]), Double(backward[index - 1]))
                product += ahead * behind
                sum += ahead * ahead + behind * behind
            }
            guard sum > energy * 1e-9 else { return }
            let reflection = Float(2 * product / sum)
            var index = length - 1
            while index > order {
                let (ahead, behind) = (forward[index], backward[index - 1])
                forward[index] = ahead - reflection * behind
                backward[index] = behind - reflection * ahead
                index -= 1
            }
            for low in 0..<(order + 1) / 2 {
                let (first, last) = (weights[low], weights[order - 1 - low])
                weights[low] = first - reflection * last
                weights[order - 1 - low] = last - reflection * first
            }
            weights[order] = reflection
        }
    }

    /// A sound begins: in the middle of a wave, as after a pause, it rises if the one before broke off; else nothing before it counts.
    @_noAllocation @_noLocks
    package func begin() {
        // A node that was made inactive at once has had no cycle for its tail: the stage has faded it then.
        let brokeOff = pointee.fadedFrames > 0 || pointee.isArmed
        forget()
        pointee.awaitsSound = brokeOff
    }

    /// Lets a sound rise that begins in the middle of a wave; a player may give some silence before it.
    ///
    /// - Returns: The frame at which it begins; 0 for others.
    @_noAllocation @_noLocks
    private func beginning(_ samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, frameCount: Int) -> Int {
        guard pointee.awaitsSound else { return 0 }
        for frame in 0..<frameCount {
            var level: Float = 0
            for channel in 0..<pointee.channelCount { level = max(level, abs(samples[channel][frame])) }
            guard level > 0 else { continue }
            pointee.awaitsSound = false
            // -60 dB: files begin with less.
            guard level > 0.001 else { return 0 }
            for channel in 0..<pointee.channelCount { pointee.risen[channel] = 0 }
            return frame
        }
        return 0
    }

    /// The sound begins anew: nothing before it counts.
    @_noAllocation @_noLocks
    package func forget() {
        pointee.isArmed = false
        pointee.historyFrames = 0
        pointee.hasSounded = false
        pointee.fadedFrames = 0
        pointee.awaitsSound = false
        for channel in 0..<pointee.channelCount { pointee.risen[channel] = -1 }
    }

    @_noAllocation @_noLocks
    private func isSilent(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Bool {
        for frame in 0..<frameCount where samples[frame] != 0 { return false }
        return true
    }

    /// Frames of a fade, and how much of the whole one frame is.
    @_noAllocation @_noLocks
    private func fade(_ sampleRate: Double) -> (frames: Int, step: Float) {
        let frames = fadeFrames(sampleRate)
        return (frames, 1 / Float(frames))
    }
}

/// Returns the gain at a part of a fade, 0 to 1, without a bend at either end.
@_noAllocation @_noLocks
private func gentle(_ part: Float) -> Float { part * part * (3 - 2 * part) }

/// Returns the frames of a fade at a rate.
@_noAllocation @_noLocks
func fadeFrames(_ sampleRate: Double) -> Int { max(Int(min(StageFade.seconds * sampleRate + 0.5, 48_000)), 1) }
