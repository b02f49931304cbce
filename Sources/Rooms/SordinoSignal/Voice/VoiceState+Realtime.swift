import SordinoRealtime
import Synchronization

extension VoiceState {
    /// Forgets the room and its noise, and the frames on their way.
    @_noAllocation @_noLocks
    package mutating func reset() {
        filter.reset()
        shape.reset()
        suppressor.reset()
        split.reset()
        Mixing.clear(input, frameCount: blockFrames)
        Mixing.clear(output, frameCount: blockFrames)
        (filled, foundDelay, passedFrames, worseBlocks) = (0, -1, 0, 0)
        (heardPower, leftPower) = (0, 0)
    }

    /// Works on a piece of sound.
    ///
    /// - Parameters:
    ///   - samples: The microphone; NaN and infinity count as silence.
    ///   - reference: `referenceCount` channels that the loudspeakers play, or none. The first two are kept apart;
    ///     further channels count as if they were played by both.
    ///   - output: Receives the voice, `latencyFrames` later; may be `samples`.
    ///   - frameCount: Any number.
    ///   - parts: The parts that are applied; with none the microphone passes unchanged, with the same delay.
    @_noAllocation @_noLocks
    package mutating func process(
        _ samples: UnsafePointer<Float>, reference channels: UnsafePointer<UnsafeMutablePointer<Float>>?,
        referenceCount: Int, into target: UnsafeMutablePointer<Float>, frameCount: Int, parts: VoiceParts
    ) {
        var done = 0
        while done < frameCount {
            let count = min(frameCount &- done, blockFrames &- filled)
            for frame in 0..<count {
                let sample = samples[done &+ frame]
                // Samples above 8 are no sound, and NaN fails the comparison too.
                input[filled &+ frame] = abs(sample) < 8 ? sample : 0
            }
            take(channels, referenceCount, from: done, count: count)
            Mixing.copy(output + filled, into: target + done, frameCount: count)
            filled &+= count
            done &+= count
            if filled == blockFrames {
                filled = 0
                work(parts)
            }
        }
    }

    /// Takes the reference: one channel as it is, two as their mean and half their difference; further channels belong
    /// to both.
    @_noAllocation @_noLocks
    private func take(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>?, _ count: Int, from start: Int, count frames: Int
    ) {
        let first = reference + filled
        guard let channels, count > 0, channelCount > 0 else {
            for index in 0..<max(channelCount, 1) { Mixing.clear(first + index &* blockFrames, frameCount: frames) }
            return
        }
        let left = channels[0] + start
        let right = channels[min(1, count &- 1)] + start
        for frame in 0..<frames {
            var (a, b) = (left[frame], right[frame])
            for channel in 2..<max(count, 2) {
                let more = channels[channel][start &+ frame]
                a += more
                b += more
            }
            let isSound = abs(a) < 8 && abs(b) < 8
            first[frame] = isSound ? 0.5 * (a + b) : 0
            if channelCount > 1 { first[blockFrames &+ frame] = isSound ? 0.5 * (a - b) : 0 }
        }
    }

    /// Works on the block that is complete.
    @_noAllocation @_noLocks
    private mutating func work(_ parts: VoiceParts) {
        if factor > 1 {
            split.part(input, line: 0, into: low)
            for channel in 0..<max(channelCount, 1) {
                split.part(
                    reference + channel &* blockFrames, line: 1 &+ channel, into: lowReference + channel &* block)
            }
        } else {
            Mixing.copy(input, into: low, frameCount: block)
            Mixing.copy(reference, into: lowReference, frameCount: block &* max(channelCount, 1))
        }
        split.keep(input, low: low)
        passHigh(low, 0)
        let lines = max(channelCount, 1)
        if parts.has(.echo) && channelCount > 0 {
            shape.bend(lowReference, beyond: lowReference + lines &* block)
            for line in 0..<lines &+ LoudspeakerShape.cornerCount {
                passHigh(lowReference + line &* block, line < lines ? 1 &+ line : 3 &+ line &- lines)
            }
        }
        line.append(lowReference, frameCount: block)
        if parts.has(.echo) && channelCount > 0 { align() }
        line.read(delayed, frameCount: block, channels: 0..<lines)
        line.advance(block)
        cancel(parts)
        suppressor.process(
            error: error, echo: echo, spread: filter.spread, alarm: filter.alarm, output: clean, parts: parts)
        finish(parts)
    }

    /// Removes frequencies below speech from a block.
    @_noAllocation @_noLocks
    private mutating func passHigh(_ samples: UnsafeMutablePointer<Float>, _ index: Int) {
        for frame in 0..<block { samples[frame] = Float(highPass[index].filter(Double(samples[frame]))) }
    }

    /// Looks for the delay of the loudspeakers, and moves the reference so that the filter covers the path.
    @_noAllocation @_noLocks
    private mutating func align() {
        let found = finder.listen(lowReference, low, frameCount: block)
        passedFrames &+= block
        guard found >= 0 else { return }
        // A filter that removes 10 dB is in the right place, also if tones suggest another delay.
        guard leftPower > 0.1 * heardPower || heardPower < 1e-7 || abs(found &- foundDelay) <= 32 else { return }
        let before = foundDelay
        foundDelay = found
        let tail = filter.partitionCount &* block
        let place = found &- line.delay
        let isMoved = before >= 0 && abs(found &- before) > 32
        if isMoved || before < 0 { clocks = DriftFinder() }
        clocks.take(finder.exact, passed: Double(passedFrames))
        passedFrames = 0
        if let slope = clocks.slope() { follow(slope, found) }
        if isMoved {
            // The path has moved as it is.
            let delay = line.delay &+ found &- before
            if delay >= 0 && delay <= line.longest {
                line.delay = delay
                // The newest block comes with `cancel`.
                filter.realign(line, shift: 0)
                suppressor.forgetLeak()
                return
            }
        }
        guard place < 0 || place > tail / 3 else { return }
        let wanted = max(found &- 2 &* block, 0)
        let shift = (wanted &- line.delay) / block
        guard shift != 0, line.delay &+ shift &* block <= line.longest else { return }
        line.delay &+= shift &* block
        filter.realign(line, shift: shift)
        suppressor.forgetLeak()
    }

    /// Lets the reference run as fast as the microphone's clock.
    @_noAllocation @_noLocks
    private mutating func follow(_ slope: Double, _ found: Int) {
        // 25 ppm are certain, and the filter follows less by itself.
        guard abs(slope) > 25e-6 || line.drift != 0 else { return }
        if line.delay < 32 || found &- line.delay > filter.partitionCount &* block / 3 {
            // Between frames there must be some that come later.
            let shift = (found &- 2 &* block) / block &- line.delay / block
            guard shift > 0 else { return }
            line.delay &+= shift &* block
            filter.realign(line, shift: shift)
        }
        line.drift = slope
    }

    /// Subtracts the echo that the filter models.
    @_noAllocation @_noLocks
    private mutating func cancel(_ parts: VoiceParts) {
        guard parts.has(.echo) && channelCount > 0 else {
            Mixing.copy(low, into: error, frameCount: block)
            Mixing.clear(echo, frameCount: block)
            return
        }
        filter.process(reference: delayed, microphone: low, echo: echo, error: error)
        shape.learn(
            line, from: channelCount, filter: filter, echo: echo, error: error,
            isFollowed: leftPower < 0.03 * heardPower)
        var (heard, left, modelled): (Float, Float, Float) = (0, 0, 0)
        for frame in 0..<block {
            heard += low[frame] * low[frame]
            left += error[frame] * error[frame]
            modelled += echo[frame] * echo[frame]
        }
        if !(left < 1e6) {
            // Something was no number after all: everything that was learnt may be wrong.
            filter.reset()
            shape.reset()
            suppressor.reset()
            heard = 0
            left = 1
        }
        if left > 4 * heard {
            Mixing.copy(low, into: error, frameCount: block)
        }
        worseBlocks = left > 2 * heard && left > 0.03 * heardPower + 1e-6 ? worseBlocks &+ 1 : 0
        if worseBlocks > 25 {
            filter.reset()
            worseBlocks = 0
        }
        if filter.changeCount != seenChanges {
            seenChanges = filter.changeCount
            suppressor.forgetLeak()
        }
        let isEcho = modelled > 1e-7 * Float(block)
        if isEcho {
            heardPower += 0.02 * (heard - heardPower)
            leftPower += 0.02 * (min(left, heard) - leftPower)
        }
        news.pointee.isEcho.store(isEcho, ordering: .relaxed)
    }

    /// Joins the upper part, applies the level control and stores the measurements.
    @_noAllocation @_noLocks
    private mutating func finish(_ parts: VoiceParts) {
        if factor > 1 {
            split.join(clean, gain: suppressor.highGain, into: output)
        } else {
            Mixing.copy(clean, into: output, frameCount: block)
        }
        let isSpeech = suppressor.speech > 0.25 && suppressor.nearness > 2
        if parts.has(.level) {
            level.process(output, frameCount: blockFrames, isSpeech: isSpeech, noise: suppressor.noiseLeft)
        }
        let wanted: Float = parts.rawValue == 0 ? 0 : 1
        if wanted != 1 || share != 1 {
            let step = (wanted - share) / Float(blockFrames)
            for frame in 0..<blockFrames {
                let part = share + step * Float(frame)
                let raw = factor > 1 ? split.upper[frame] : split.upper[frame &+ split.upperDelay &- block]
                output[frame] = part * output[frame] + (1 - part) * raw
            }
            share = wanted
        }
        measure()
        tell(isSpeech, parts)
    }

    @_noAllocation @_noLocks
    private mutating func measure() {
        var (before, after): (Float, Float) = (0, 0)
        for frame in 0..<block { before += low[frame] * low[frame] }
        for frame in 0..<blockFrames { after += output[frame] * output[frame] }
        inputPower += 0.02 * (before / Float(block) - inputPower)
        outputPower += 0.02 * (after / Float(blockFrames) - outputPower)
        let levels = (RealtimeMath.log10(inputPower + 1e-12) * 10, RealtimeMath.log10(outputPower + 1e-12) * 10)
        news.pointee.inputDecibels.store(levels.0.bitPattern, ordering: .relaxed)
        news.pointee.outputDecibels.store(levels.1.bitPattern, ordering: .relaxed)
    }

    @_noAllocation @_noLocks
    private func tell(_ isSpeech: Bool, _ parts: VoiceParts) {
        let loss = heardPower > 0 ? RealtimeMath.log10(heardPower / max(leftPower, 1e-12)) * 10 : 0
        news.pointee.echoReturnLoss.store(loss.bitPattern, ordering: .relaxed)
        let gain = parts.has(.level) ? RealtimeMath.log10(level.gain * level.limit) * 20 : 0
        news.pointee.gainDecibels.store(gain.bitPattern, ordering: .relaxed)
        let noise = RealtimeMath.log10(max(suppressor.noisePower, 1e-12)) * 10
        news.pointee.noiseDecibels.store(noise.bitPattern, ordering: .relaxed)
        news.pointee.isSpeech.store(isSpeech, ordering: .relaxed)
        news.pointee.pathChanges.store(filter.changeCount, ordering: .relaxed)
        let delay = Float(line.delay) * Float(factor) / Float(sampleRate)
        let drift = Float(line.drift * 1e6)
        news.pointee.driftPerMillion.store(drift.bitPattern, ordering: .relaxed)
        news.pointee.delaySeconds.store(delay.bitPattern, ordering: .relaxed)
    }
}
