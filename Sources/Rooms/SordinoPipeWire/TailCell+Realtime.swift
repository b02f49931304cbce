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
            for channel in 0..<pointee.channelCount { pointee.risen[channel] = 0 }
        }
        let (total, step) = fade(sampleRate)
        let start = beginning(samples, frameCount: frameCount)
        for channel in 0..<pointee.channelCount {
            let risen = pointee.risen[channel]
            // Memory of a new link is silent until the first block comes through it.
            guard risen > 0 || risen == 0 && !isSilent(samples[channel], frameCount: frameCount) else { continue }
            for frame in 0..<min(frameCount - start, max(total - risen, 0)) {
                samples[channel][start + frame] *= Float(risen + frame + 1) * step
            }
            let reached = risen + frameCount - start
            pointee.risen[channel] = reached < total ? reached : -1
        }
        let kept = min(frameCount, TailCell.capacity)
        for channel in 0..<pointee.channelCount {
            Mixing.copy(
                samples[channel] + (frameCount - kept), into: pointee.history + channel * TailCell.capacity,
                frameCount: kept)
        }
        pointee.historyFrames = kept
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
            let history = pointee.history + channel * TailCell.capacity
            for frame in 0..<frameCount {
                // Backwards, and from there forwards again, to and fro.
                let place = (done + frame) % (2 * length)
                let left = total - 1 - done - frame
                let sample = history[place < length ? length - 1 - place : place - length]
                samples[channel][frame] = left > 0 ? sample * Float(left) * step : 0
            }
        }
        pointee.fadedFrames = done + frameCount
        if pointee.fadedFrames >= total { pointee.isArmed = false }
        return true
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

/// Returns the frames of a fade at a rate.
@_noAllocation @_noLocks
func fadeFrames(_ sampleRate: Double) -> Int { max(Int(min(StageFade.seconds * sampleRate + 0.5, 48_000)), 1) }
