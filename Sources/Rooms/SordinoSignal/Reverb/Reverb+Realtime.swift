import CKernels
import SordinoRealtime

/// The audio thread's end of a `Reverb`: one thread at a time, no heap, no lock.
package struct ReverbRenderer: BitwiseCopyable {
    let state: UnsafeMutablePointer<ReverbState>

    /// Forgets the input so far; settings stay.
    @_noAllocation @_noLocks
    package func reset() { state.pointee.reset() }

    /// Sets everything; levels glide over `frames`, a new room is faded to; 0: at once.
    @_noAllocation @_noLocks
    package func set(_ settings: ReverbSettings, frames: Int) { state.pointee.set(settings, frames) }

    /// The settings that were set last.
    package var settings: ReverbSettings {
        @_noAllocation @_noLocks get { state.pointee.settings }
    }

    /// Lets time pass in which nothing was to be rendered.
    @_noAllocation @_noLocks
    package func skip(_ frameCount: Int) { state.pointee.frame &+= frameCount }

    /// Indicates whether silence in would give silence out for ever.
    package var isAtRest: Bool {
        @_noAllocation @_noLocks get { state.pointee.quietFrames > state.pointee.capacity }
    }

    /// Frames until an impulse has become `decibels` weaker at the frequency that stays longest.
    @_noAllocation @_noLocks
    package func tailFrames(decibels: Double) -> Int {
        let settings = state.pointee.settings
        if settings.mix == 0 { return 0 }
        let seconds = Double(max(settings.decayAt0HzSeconds, settings.decayAtNyquistSeconds)) * decibels / 60
        let before = Double(max(settings.longestSeconds, settings.shortestSeconds)) + 0.03
        return Int((seconds + before) * state.pointee.sampleRate)
    }

    /// Renders a block.
    ///
    /// - Parameters:
    ///   - input: One plane for each channel.
    ///   - output: One plane for each channel; may be the input.
    ///   - isSilent: The input holds zeros, so that it pays to look whether the tail has ended.
    @_noAllocation @_noLocks
    package func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, into output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frameCount: Int, isSilent: Bool = false
    ) {
        state.pointee.process(input, into: output, frameCount: frameCount, isSilent: isSilent)
    }
}

extension ReverbState {
    @_noAllocation @_noLocks
    mutating func reset() {
        for line in 0..<ReverbShape.lineCount { Mixing.clear(lines[line], frameCount: capacity) }
        for channel in 0..<channelCount { Mixing.clear(arrived[channel], frameCount: capacity) }
        for index in 0..<(channelCount &* Self.diffuserCount) {
            Mixing.clear(diffusers[index], frameCount: diffuserCapacity)
        }
        if isFading { shape.copy(next) }
        if hasWanted { shape.copy(wanted) }
        (isFading, hasWanted, fadeDone, write, frame, aimedAt) = (false, false, 0, 0, 0, -1)
        dry.jump(to: dry.target)
        wet.jump(to: wet.target)
        quietFrames = Int.max / 2
    }

    @_noAllocation @_noLocks
    mutating func set(_ new: ReverbSettings, _ frames: Int) {
        let shares = equalPowerShares(new.mix * 0.01)
        dry.glide(to: shares.dry, frames: frames)
        wet.glide(to: shares.wet * RealtimeMath.pow(10, new.gainDecibels / 20), frames: frames)
        let isOther =
            new.shortestSeconds != settings.shortestSeconds || new.longestSeconds != settings.longestSeconds
            || new.decayAt0HzSeconds != settings.decayAt0HzSeconds
            || new.decayAtNyquistSeconds != settings.decayAtNyquistSeconds || new.reflections != settings.reflections
        settings = new
        if frames == 0 {
            shape.set(new, sampleRate: sampleRate)
            (isFading, hasWanted) = (false, false)
        } else if isOther {
            wanted.set(new, sampleRate: sampleRate)
            hasWanted = true
        }
    }

    @_noAllocation @_noLocks
    mutating func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, into output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frameCount: Int, isSilent: Bool
    ) {
        var done = 0
        while done < frameCount {
            let count = beginPiece(atMost: frameCount &- done)
            takeIn(input, at: done, count)
            readLines(count)
            ckernels_hadamard16(planes, Self.blockFrames, count)
            for channel in 0..<channelCount {
                giveOut(channel, input[channel] + done, output[channel] + done, count)
            }
            turn(count)
            writeLines(count)
            quietFrames = isSilent && areLinesQuiet(count) ? min(quietFrames &+ count, Int.max / 2) : 0
            endPiece(count)
            done &+= count
        }
    }

    @_noAllocation @_noLocks
    private mutating func beginPiece(atMost limit: Int) -> Int {
        if !isFading, hasWanted {
            next.copy(wanted)
            (isFading, hasWanted, fadeDone) = (true, false, 0)
        }
        let grid = frame & ~(Self.gridFrames &- 1)
        if grid != aimedAt { aim(at: grid) }
        var count = min(limit, Self.blockFrames)
        count = min(count, Self.gridFrames &- frame & (Self.gridFrames &- 1))
        count = min(count, capacity &- write)
        count = reach(of: shape, atMost: count)
        if isFading {
            count = reach(of: next, atMost: min(count, fadeFrames &- fadeDone))
        }
        return count
    }

    /// Frames until something of a room is read before it is written, or over a ring's end.
    @_noAllocation @_noLocks
    private func reach(of shape: ReverbShape, atMost limit: Int) -> Int {
        var count = min(limit, shape.shortest)
        let mask = capacity &- 1
        for line in 0..<ReverbShape.lineCount {
            count = min(count, capacity &- ((write &- shape.lengths[line]) & mask))
        }
        for tap in 0..<(ReverbShape.tapCount &* channelCount) {
            count = min(count, capacity &- ((write &- shape.tapFrames[tap]) & mask))
        }
        return count
    }

    /// The next angle of the turning pairs: 0.3 radians to either side, 0.6 times a second.
    @_noAllocation @_noLocks
    private mutating func aim(at grid: Int) {
        aimedAt = grid
        let from = angle(at: grid)
        let to = angle(at: grid &+ Self.gridFrames)
        cosine = Float(RealtimeMath.cos(from))
        sine = Float(RealtimeMath.sin(from))
        cosineStep = (Float(RealtimeMath.cos(to)) - cosine) / Float(Self.gridFrames)
        sineStep = (Float(RealtimeMath.sin(to)) - sine) / Float(Self.gridFrames)
    }

    @_noAllocation @_noLocks
    private func angle(at frame: Int) -> Double {
        let cycle = max(Int(sampleRate / 0.6), 1)
        return 0.3 * RealtimeMath.sin(2 * Double.pi * Double(frame % cycle) / Double(cycle))
    }

    /// Stores the input for the single reflections and passes it through the all-passes.
    @_noAllocation @_noLocks
    private func takeIn(_ input: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int, _ count: Int) {
        let mask = diffuserCapacity &- 1
        for channel in 0..<channelCount {
            let samples = diffused + channel &* Self.blockFrames
            ckernels_keep(samples, input[channel] + offset, count)
            Mixing.copy(samples, into: arrived[channel] + write, frameCount: count)
            for stage in 0..<Self.diffuserCount {
                let index = channel &* Self.diffuserCount &+ stage
                let (ring, length) = (diffusers[index], diffuserLengths[index])
                var done = 0
                while done < count {
                    // A ring is shorter than a block: piece by piece.
                    let (to, from) = ((frame &+ done) & mask, (frame &+ done &- length) & mask)
                    let run = min(
                        min(count &- done, length), min(diffuserCapacity &- to, diffuserCapacity &- from))
                    ckernels_all_pass(samples + done, ring + to, ring + from, 0.62, run)
                    done &+= run
                }
            }
        }
    }

    /// The lines' ends through their filters.
    @_noAllocation @_noLocks
    private func readLines(_ count: Int) {
        for line in 0..<ReverbShape.lineCount {
            let plane = planes + line &* Self.blockFrames
            damp(line, shape, into: plane, count)
            guard isFading else { continue }
            let other = others + line &* Self.blockFrames
            damp(line, next, into: other, count)
            let step = 1 / Float(fadeFrames)
            let first = Int32(truncatingIfNeeded: fadeDone &+ 1)
            ckernels_scale_ramp(plane, plane, 1, 0 - step, first, count)
            ckernels_mix_ramp(plane, other, 0, step, first, count)
        }
    }

    @_noAllocation @_noLocks
    private func damp(
        _ line: Int, _ shape: ReverbShape, into plane: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        let samples = lines[line]
        let start = (write &- shape.lengths[line]) & (capacity &- 1)
        let (a, b) = (shape.direct[line], shape.before[line])
        if start > 0 {
            ckernels_damp(plane, samples + start, a, b, count)
        } else {
            plane[0] = a * samples[0] + b * samples[capacity &- 1]
            ckernels_damp(plane + 1, samples + 1, a, b, count &- 1)
        }
    }

    /// One channel: dry, late part and single reflections.
    @_noAllocation @_noLocks
    private func giveOut(
        _ channel: Int, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        // Each channel is the sum of the lines by another row of the matrix; the first row, a plain sum, is left out.
        let late = planes + (1 &+ channel % (ReverbShape.lineCount &- 1)) &* Self.blockFrames
        let first = Int32(truncatingIfNeeded: fadeDone &+ 1)
        let step = isFading ? (next.lateGain - shape.lateGain) / Float(fadeFrames) : 0
        ckernels_scale_ramp(wetSamples, late, shape.lateGain, step, first, count)
        if isFading {
            let fade = 1 / Float(fadeFrames)
            addTaps(of: shape, channel, to: others, count, isFirst: true)
            ckernels_mix_ramp(wetSamples, others, 1, 0 - fade, first, count)
            addTaps(of: next, channel, to: others, count, isFirst: true)
            ckernels_mix_ramp(wetSamples, others, 0, fade, first, count)
        } else {
            addTaps(of: shape, channel, to: wetSamples, count, isFirst: false)
        }
        dry.scale(input, into: output, frameCount: count)
        wet.add(wetSamples, to: output, frameCount: count)
    }

    @_noAllocation @_noLocks
    private func addTaps(
        of shape: ReverbShape, _ channel: Int, to sum: UnsafeMutablePointer<Float>, _ count: Int, isFirst: Bool
    ) {
        if isFirst { Mixing.clear(sum, frameCount: count) }
        let mask = capacity &- 1
        for tap in 0..<ReverbShape.tapCount {
            let index = channel &* ReverbShape.tapCount &+ tap
            // Every third comes from the neighbour.
            let source = tap % 3 == 2 ? (channel &+ 1) % channelCount : channel
            let samples = arrived[source] + ((write &- shape.tapFrames[index]) & mask)
            Mixing.add(samples, gain: shape.tapGains[index], to: sum, frameCount: count)
        }
    }

    @_noAllocation @_noLocks
    private func turn(_ count: Int) {
        let first = Int32(truncatingIfNeeded: frame & (Self.gridFrames &- 1))
        for pair in 0..<(ReverbShape.lineCount / 2) {
            let sign: Float = pair & 1 == 0 ? 1 : -1
            ckernels_rotate(
                planes + (2 &* pair) &* Self.blockFrames, planes + (2 &* pair &+ 1) &* Self.blockFrames, cosine,
                cosineStep, sine * sign, sineStep * sign, first, count)
        }
    }

    /// Writes the matrix's output plus the input into the lines.
    @_noAllocation @_noLocks
    private func writeLines(_ count: Int) {
        let lineCount = ReverbShape.lineCount
        let gain = RealtimeMath.sqrt(Float(min(channelCount, lineCount)) / Float(lineCount))
        for channel in lineCount..<max(channelCount, lineCount) {
            Mixing.add(
                diffused + channel &* Self.blockFrames, gain: gain,
                to: planes + (channel % lineCount) &* Self.blockFrames, frameCount: count)
        }
        for line in 0..<lineCount {
            // Signs by the count of ones in the number: half of them negative, in no simple order.
            let sign: Float = (line / 2).nonzeroBitCount & 1 == 0 ? gain : 0 - gain
            ckernels_feed(
                lines[line] + write, planes + line &* Self.blockFrames,
                diffused + (line % channelCount) &* Self.blockFrames, sign, count)
        }
    }

    @_noAllocation @_noLocks
    private func areLinesQuiet(_ count: Int) -> Bool {
        for line in 0..<ReverbShape.lineCount where ckernels_peak(lines[line] + write, count) > 0 { return false }
        return true
    }

    @_noAllocation @_noLocks
    private mutating func endPiece(_ count: Int) {
        dry.advance(count)
        wet.advance(count)
        write = (write &+ count) & (capacity &- 1)
        frame &+= count
        guard isFading else { return }
        fadeDone &+= count
        if fadeDone >= fadeFrames {
            shape.copy(next)
            isFading = false
        }
    }
}
