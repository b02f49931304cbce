/// The stretcher's course: input, output, and the number of frames needed.
extension Stretcher {
    /// Forgets everything; the rate and the hop stay.
    ///
    /// - Parameters:
    ///   - isDelayed: Output begins so late that no input is needed ahead of it at rate 1.
    ///   - speed: Input frames for each output frame: a slow stream begins no later for it.
    @_noAllocation @_noLocks
    mutating func reset(isDelayed: Bool, speed: Double) {
        historyStart = -2 &* windowFrames
        historyCount = 2 &* windowFrames
        for channel in 0..<channelCount { Mixing.clear(history[channel], frameCount: historyCount) }
        onsets.reset(frame: 0)
        for index in 0..<bandCount { bands[index].reset(channelCount: channelCount) }
        (outputFrame, readyFrame, sumStart) = (0, 0, 0)
        isThrough = true
        leadFrames = isDelayed ? windowFrames &+ onsets.lookaheadFrames : 0
        throughOffset = 0 &- leadFrames
        let begin = rate == 1 ? Double(throughOffset) : Double(throughOffset) * min(speed, 1)
        (mapOutput, mapInput, earlierRate) = (0, begin, rate)
        if rate != 1 { leaveThrough() }
    }

    /// Changes the speed from the frames on that are not made yet.
    @_noAllocation @_noLocks
    mutating func setRate(_ wanted: Double) {
        guard wanted != rate, wanted > 0 else { return }
        let new = min(max(wanted, 1.0 / 128), 128)
        if isThrough {
            (mapInput, mapOutput) = (Double(outputFrame &+ throughOffset), outputFrame)
            (earlierRate, rate) = (1, new)
            leaveThrough()
        } else {
            (mapInput, mapOutput) = (place(ofOutput: lastOutput), lastOutput)
            (earlierRate, rate) = (rate, new)
        }
        if isSettling {
            isSettling = false
            plainHops = 0
        }
    }

    /// Changes the hop; it is counted in windows of half the longest.
    @_noAllocation @_noLocks
    mutating func setOverlap(_ overlap: Float) {
        hop = max(windowFrames / 64, min(longestHop, Int(Float(windowFrames / 2) / overlap + 0.5)))
    }

    /// The nearest whole number; halves away from zero.
    @_noAllocation @_noLocks
    static func nearest(_ value: Double) -> Int { Int(value < 0 ? value - 0.5 : value + 0.5) }

    /// Returns the input position of an output frame, by the rates alone.
    @_noAllocation @_noLocks
    func place(ofOutput frame: Int) -> Double {
        mapInput + Double(frame &- mapOutput) * (frame < mapOutput ? earlierRate : rate)
    }

    @_noAllocation @_noLocks
    private mutating func leaveThrough() {
        isThrough = false
        isFresh = true
        lastOutput = outputFrame
        lastInput = Self.nearest(place(ofOutput: outputFrame))
        readyFrame = outputFrame
        sumStart = 0
        for index in 0..<bandCount { bands[index].reset(channelCount: channelCount) }
        (restartOutput, restartEdge, plainHops) = (outputFrame &- 4 &* windowFrames, 0, 0)
        for index in 0..<bandCount { (bands[index].restartOutput, bands[index].restartEdge) = (restartOutput, 0) }
        onsets.drop(through: lastInput)
    }

    // MARK: Input and output

    /// One past the last input frame that has been taken.
    var inputFrame: Int {
        @_noAllocation @_noLocks get { historyStart &+ historyCount }
    }

    /// Input needed beyond the middle of a frame.
    private var reach: Int {
        @_noAllocation @_noLocks get { windowFrames / 2 &+ onsets.lookaheadFrames }
    }

    /// Takes input and gives output until the output is full or the input used up; then takes as much more input as it
    /// has room for.
    @_noAllocation @_noLocks
    mutating func process(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, inputOffset: Int, inputFrames: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, outputOffset: Int, outputFrames: Int
    ) -> (consumed: Int, produced: Int) {
        var (consumed, produced) = (0, 0)
        while true {
            let given = give(into: output, at: outputOffset &+ produced, atMost: outputFrames &- produced)
            produced &+= given
            if given > 0 { continue }
            if produced < outputFrames, !isThrough, step() { continue }
            let taken = take(input, at: inputOffset &+ consumed, atMost: inputFrames &- consumed)
            consumed &+= taken
            if taken == 0 { return (consumed, produced) }
        }
    }

    /// The same with silence for input, as much as the output needs.
    @_noAllocation @_noLocks
    mutating func drain(into output: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int, outputFrames: Int) {
        var produced = 0
        while produced < outputFrames {
            let given = give(into: output, at: offset &+ produced, atMost: outputFrames &- produced)
            produced &+= given
            if given > 0 { continue }
            if !isThrough, step() { continue }
            let count = makeRoom(1_024)
            for channel in 0..<channelCount {
                Mixing.clear(history[channel] + historyCount, frameCount: count)
            }
            accept(count)
        }
    }

    @_noAllocation @_noLocks
    private mutating func take(
        _ input: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int, atMost limit: Int
    ) -> Int {
        guard limit > 0 else { return 0 }
        let count = makeRoom(limit)
        for channel in 0..<channelCount {
            Mixing.copy(input[channel] + offset, into: history[channel] + historyCount, frameCount: count)
        }
        accept(count)
        return count
    }

    /// Drops input that no later frame needs, if room is needed.
    ///
    /// - Returns: How many of `wanted` frames there is room for.
    @_noAllocation @_noLocks
    private mutating func makeRoom(_ wanted: Int) -> Int {
        if historyCapacity &- historyCount < wanted {
            let next = isThrough ? outputFrame &+ throughOffset : lastInput
            let kept = min(next, onsets.frame) &- windowFrames / 2 &- longestHop &- 1
            let gone = max(0, min(kept &- historyStart, historyCount))
            for channel in 0..<channelCount {
                Mixing.copy(history[channel] + gone, into: history[channel], frameCount: historyCount &- gone)
            }
            historyStart &+= gone
            historyCount &-= gone
        }
        return min(wanted, historyCapacity &- historyCount)
    }

    @_noAllocation @_noLocks
    private mutating func accept(_ count: Int) {
        historyCount &+= count
        while onsets.frame &+ onsets.blockFrames <= inputFrame {
            onsets.take(history, at: onsets.frame &- historyStart)
        }
        // An onset is judged only when the `judge.frames` input frames after it are there.
        while onsets.judgedCount < onsets.onsetCount,
            onsets.onsets[onsets.judgedCount] &+ judge.frames <= inputFrame
        {
            let place = onsets.onsets[onsets.judgedCount] &- historyStart
            let bands = judge.risingBands(
                history, at: place, channelCount: channelCount, silence: onsets.silence)
            onsets.risingBands[onsets.judgedCount] = keepsTransients ? bands : 0
            onsets.judgedCount &+= 1
        }
        if isThrough { onsets.drop(through: outputFrame &+ throughOffset) }
    }

    @_noAllocation @_noLocks
    private mutating func give(
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int, atMost limit: Int
    ) -> Int {
        if isThrough {
            let from = outputFrame &+ throughOffset
            let count = min(limit, inputFrame &- from)
            guard count > 0 else { return 0 }
            for channel in 0..<channelCount {
                Mixing.copy(
                    history[channel] + (from &- historyStart), into: output[channel] + offset, frameCount: count)
            }
            outputFrame &+= count
            return count
        }
        let count = min(limit, readyFrame &- outputFrame)
        guard count > 0 else { return 0 }
        for channel in 0..<channelCount { Mixing.clear(output[channel] + offset, frameCount: count) }
        for index in 0..<bandCount {
            bands[index].addOutput(
                from: sumStart, frameCount: count, to: output, at: offset, channelCount: channelCount)
        }
        outputFrame &+= count
        sumStart &+= count
        if isSettling, outputFrame >= restartOutput {
            isThrough = true
            isSettling = false
            throughOffset = lastInput &- lastOutput
        }
        return count
    }

    /// Input frames that `process` needs at most beyond those it has, if the speed may change meanwhile, up to
    /// `fastest`.
    ///
    /// - Parameter place: Where in the input the block ends at most.
    @_noAllocation @_noLocks
    func inputFramesBound(untilPlace place: Double, outputLead: Int, fastest: Double) -> Int {
        let ahead = fastest * Double(windowFrames / 2 &+ longestHop &+ alignFrames &+ outputLead)
        let middle = max(place, Double(lastInput)) + ahead
        return max(0, Int(middle) &+ reach &+ onsets.blockFrames &+ 2 &* windowFrames &- inputFrame)
    }

    /// Input frames that `process` needs beyond those it has for so much output; onsets can make it a little more or
    /// less.
    @_noAllocation @_noLocks
    func inputFramesNeeded(forOutput frames: Int) -> Int {
        guard frames > 0 else { return 0 }
        if isThrough { return max(0, outputFrame &+ frames &+ throughOffset &+ leadFrames &- inputFrame) }
        let last = outputFrame &+ frames &- 1 &+ windowFrames / 2
        if !isFresh, last <= lastOutput || readyFrame >= outputFrame &+ frames { return 0 }
        let end = max(last, lastOutput) &+ hop
        let ahead = max(0, Double(lastInput) - place(ofOutput: lastOutput))
        let plain = plainHops > 0 && plainHops < Int.max && rate < 1 ? Double(plainHops &* hop) : 0
        let middle = max(Double(lastInput), place(ofOutput: end)) + ahead + plain + 1
        return max(0, Int(middle) &+ reach &+ onsets.blockFrames &- inputFrame)
    }
}
