import SordinoRealtime
import SordinoSignal
import Synchronization

/// Runs the step of a player: `state` is a `PlayerState`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runPlayer(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    state.assumingMemoryBound(to: PlayerState.self).pointee.render(io.assumingMemoryBound(to: StepIO.self))
}

extension PlayerState {
    /// Renders one block of the scheduled sounds.
    @_noAllocation @_noLocks
    mutating func render(_ io: UnsafeMutablePointer<StepIO>) {
        let clock = io.pointee.clock
        let frameCount = io.pointee.frameCount
        let nodeTime = clock.pointee.sampleTime
        let output = io.pointee.outputs[0]
        release()
        arrive(nodeTime: nodeTime)
        let isFalling = fall.isUnderWay
        var isHeard =
            isFalling
            ? fallSilent(output, frameCount: frameCount, clock.pointee.sampleRate)
            : goOn(output, frameCount: frameCount)
        if !isHeard && !isFalling && isPlaying && frameCount > 0 {
            let offset = begin(clock, frameCount: frameCount)
            if isStarted { isHeard = fill(output, from: offset, to: frameCount, nodeTime: nodeTime) }
        }
        if !isHeard { output.pointee.publishSilence() }
        if isHeard && news.pointee.isMetered.load(ordering: .relaxed) {
            for channel in 0..<min(meterCount, output.pointee.channelCount) {
                meters[channel].add(output.pointee.channels[channel], frameCount: frameCount)
            }
        }
        var news = PlayerReport()
        news.isStarted = isStarted
        news.isFalling = fall.isUnderWay
        news.origin = nodeTime &+ Int64(frameCount) &- playerTime
        news.sampleTime = nodeTime
        news.hostNanoseconds = clock.pointee.cycle.hostNanoseconds
        news.frameCount = frameCount
        news.sampleRate = clock.pointee.sampleRate
        news.wasRendered = true
        news.obeyed = tail.pointee.sequence
        news.position = position
        self.news.pointee.report.set(news)
        if needsService {
            needsService = false
            bell.pointee.ring(clock.pointee.cycle)
        }
    }

    /// Renders the middle of a buffer, as in most blocks: its samples are lent without a copy.
    ///
    /// - Returns: False when anything else is due; then nothing was done.
    @_noAllocation @_noLocks
    private mutating func goOn(_ output: UnsafeMutablePointer<BusBuffer>, frameCount: Int) -> Bool {
        guard isStarted, isPlaying, position > 0, frameCount > 0, interrupting == nil, !rise.isUnderWay,
            let item = current, item.pointee.isLendable, position &+ frameCount < item.pointee.frameCount,
            item.pointee.samples.channelCount == output.pointee.channelCount,
            let channels = item.pointee.samples.channels
        else { return false }
        for channel in 0..<output.pointee.channelCount {
            output.pointee.borrow(channels[channel].assumingMemoryBound(to: Float.self) + position, asChannel: channel)
        }
        output.pointee.publishBorrowed()
        position &+= frameCount
        playerTime &+= Int64(frameCount)
        return true
    }

    /// Obeys the commands that have arrived without rendering; while nothing renders, on the control side.
    @_noAllocation @_noLocks
    mutating func settle() {
        arrive(nodeTime: 0)
        settleFades()
        release()
    }

    /// Starts the player if its time falls into this block.
    ///
    /// - Returns: The first frame of the block that it plays.
    @_noAllocation @_noLocks
    private mutating func begin(_ clock: UnsafeMutablePointer<BlockClock>, frameCount: Int) -> Int {
        if isStarted { return 0 }
        let nodeTime = clock.pointee.sampleTime
        var due = startFrame ?? nodeTime
        let hostNow = clock.pointee.cycle.hostNanoseconds
        if startFrame == nil, let host = startHostNanoseconds, hostNow >= 0 {
            // A host time that is far off must not overflow: a day is far enough.
            let seconds = min(max(Double(host &- hostNow) / 1e9, -86_400), 86_400)
            due = nodeTime &+ nearestInteger(seconds * clock.pointee.sampleRate)
        }
        if due >= nodeTime &+ Int64(frameCount) { return 0 }
        isStarted = true
        rise = PlayerFade(seconds: riseSeconds)
        rise.begin(clock.pointee.sampleRate)
        return Int(max(due &- nodeTime, 0))
    }

    /// Plays the frames from `start` to `end` of the block.
    ///
    /// - Returns: False when all of them are silence.
    @_noAllocation @_noLocks
    private mutating func fill(
        _ output: UnsafeMutablePointer<BusBuffer>, from start: Int, to end: Int, nodeTime: Int64
    ) -> Bool {
        var frame = start
        // Frames of `own` that are valid: all before it.
        var written = 0
        while frame < end {
            let now = nodeTime &+ Int64(frame)
            var limit = end &- frame
            if let item = interrupting, item.pointee.options.has(.interrupts) {
                let due = item.pointee.startFrame ?? playerTime
                if due <= playerTime {
                    flush(before: item, nodeTime: now)
                    continue
                }
                limit = min(limit, Int(min(due &- playerTime, Int64(limit))))
            }
            guard let item = current else {
                advance(&frame, by: limit)
                continue
            }
            if position == 0, let due = item.pointee.startFrame, due > playerTime {
                advance(&frame, by: Int(min(due &- playerTime, Int64(limit))))
                continue
            }
            // The end of an open-ended stream may have come nearer.
            let count = max(min(limit, item.pointee.lastFrame &- position), 0)
            if frame == 0 && count == end && !rise.isUnderWay && lend(item, to: output, frameCount: count) {
                pass(count, of: item, frame: &frame, nodeTime: nodeTime)
                return true
            }
            output.pointee.needOwn(end)
            if written < frame { output.pointee.clearOwn(from: written, frameCount: frame &- written) }
            written = frame
            let given = copy(item, to: output, at: frame, frameCount: count)
            if rise.isUnderWay { lift(output, from: frame, frameCount: given) }
            written &+= given
            pass(given, of: item, frame: &frame, nodeTime: nodeTime)
            if given < count {
                // The stream is late: it continues from this frame when there is more.
                news.pointee.starvations.wrappingAdd(1, ordering: .relaxed)
                needsService = true
                if item.pointee.options.has(.keepsTime), item == current {
                    advance(&frame, by: max(min(limit, end &- frame), 0))
                }
                break
            }
        }
        if written == 0 { return false }
        if written < end { output.pointee.clearOwn(from: written, frameCount: end &- written) }
        output.pointee.publishOwn()
        return true
    }

    /// Frames of silence between sounds.
    @_noAllocation @_noLocks
    private mutating func advance(_ frame: inout Int, by count: Int) {
        frame &+= count
        playerTime &+= Int64(count)
    }

    /// Frames of a sound were played; at its end comes the loop, the interruption that waits for it, or the next sound.
    @_noAllocation @_noLocks
    private mutating func pass(
        _ count: Int, of item: UnsafeMutablePointer<PlayerItem>, frame: inout Int, nodeTime: Int64
    ) {
        advance(&frame, by: count)
        position &+= count
        guard position >= item.pointee.lastFrame else { return }
        let now = nodeTime &+ Int64(frame)
        if let interruption = interrupting, interruption.pointee.options.has(.interruptsAtLoop),
            !interruption.pointee.options.has(.interrupts),
            (interruption.pointee.startFrame ?? playerTime) <= playerTime
        {
            if !item.pointee.options.has(.loops) { finishCurrent(nodeTime: now) }
            flush(before: interruption, nodeTime: now)
        } else if item.pointee.options.has(.loops) {
            position = 0
        } else {
            finishCurrent(nodeTime: now)
        }
    }

    /// Makes the changes that were asked for at frames of the stream which this block plays.
    @_noAllocation @_noLocks
    private mutating func obeyCues(before frame: Int) {
        while let cue = nextCue ?? cues.pop() {
            nextCue = cue
            guard cue.frame < frame else { return }
            nextCue = nil
            guard
                let mix = UnsafeMutablePointer<MixInputSetting>(bitPattern: news.pointee.mix.load(ordering: .acquiring))
            else { continue }
            mix.pointee.pan.store(cue.pan.bitPattern, ordering: .relaxed)
            mix.pointee.origin.store(cue.volume.bitPattern, ordering: .relaxed)
            mix.pointee.glideSeconds.store(cue.seconds.bitPattern, ordering: .relaxed)
            mix.pointee.volume.store(cue.volume.bitPattern, ordering: .releasing)
        }
    }

    /// Shows samples where they are, if they are as the bus has them.
    @_noAllocation @_noLocks
    private mutating func lend(
        _ item: UnsafeMutablePointer<PlayerItem>, to output: UnsafeMutablePointer<BusBuffer>, frameCount: Int
    ) -> Bool {
        if item.pointee.isStream {
            guard let ring = item.pointee.streamRing, ring.pointee.channelCount == output.pointee.channelCount,
                ring.pointee.show(frameCount, at: output)
            else { return false }
            output.pointee.publishBorrowed()
            took(frameCount, of: item, ring)
            return true
        }
        let samples = item.pointee.samples
        guard item.pointee.isLendable, samples.channelCount == output.pointee.channelCount,
            let channels = samples.channels
        else { return false }
        for channel in 0..<samples.channelCount {
            output.pointee.borrow(
                channels[channel].assumingMemoryBound(to: Float.self) + position, asChannel: channel)
        }
        output.pointee.publishBorrowed()
        return true
    }

    /// Counts frames taken from a stream: applies the cues at them, and rings when few are left.
    @_noAllocation @_noLocks
    private mutating func took(
        _ frameCount: Int, of item: UnsafeMutablePointer<PlayerItem>, _ ring: UnsafeMutablePointer<PlayerRing>
    ) {
        obeyCues(before: position &+ frameCount)
        if ring.pointee.readableFrameCount < item.pointee.lowWater.load(ordering: .relaxed) { needsService = true }
    }

    /// Copies frames of a sound into the bus's own memory, as floats.
    ///
    /// - Returns: Frames that were there.
    @_noAllocation @_noLocks
    private mutating func copy(
        _ item: UnsafeMutablePointer<PlayerItem>, to output: UnsafeMutablePointer<BusBuffer>, at frame: Int,
        frameCount: Int
    ) -> Int {
        if item.pointee.isStream {
            guard let ring = item.pointee.streamRing, ring.pointee.channelCount == output.pointee.channelCount
            else { return 0 }
            let given = ring.pointee.read(into: output.pointee.own, offset: frame, frameCount: frameCount)
            took(given, of: item, ring)
            return given
        }
        decode(item, from: position, to: output, at: frame, frameCount: frameCount)
        return frameCount
    }

    /// Copies frames of a sound in memory, from one of them on, into the bus's own memory.
    @_noAllocation @_noLocks
    func decode(
        _ item: UnsafeMutablePointer<PlayerItem>, from first: Int, to output: UnsafeMutablePointer<BusBuffer>,
        at frame: Int, frameCount: Int
    ) {
        let samples = item.pointee.samples
        guard let channels = samples.channels else { return }
        for channel in 0..<output.pointee.channelCount {
            let target = output.pointee.own[channel] + frame
            // Mono is heard on both sides, as at a mixer's input.
            let from = samples.channelCount == 1 && channel == 1 ? 0 : channel
            if from >= samples.channelCount {
                clearSamples(target, count: frameCount)
            } else {
                SampleConversion.decode(
                    channels[from] + first &* samples.stride &* samples.kind.byteCount, samples.kind, .little,
                    stride: samples.stride, into: target, count: frameCount)
            }
        }
    }
}
