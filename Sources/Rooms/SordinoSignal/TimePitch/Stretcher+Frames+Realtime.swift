/// How the stretcher goes from frame to frame.
extension Stretcher {
    /// Makes the next frame, or begins anew at an onset.
    ///
    /// - Returns: False if more input is needed first.
    @_noAllocation @_noLocks
    mutating func step() -> Bool {
        if isFresh {
            guard canSee(lastInput) else { return false }
            makeRoomInSums()
            add(middle: lastInput, target: lastOutput, hop: 0, inputEnd: onsets.next(after: lastInput))
            isFresh = false
            makeReady()
            return true
        }
        if rate == 1, !isSettling, beginsToSettle() { return true }
        let nextOutput = lastOutput &+ hop
        let nextInput: Int
        if plainHops > 0 {
            nextInput = lastInput &+ hop
        } else {
            // What plain frames went too far or not far enough is made up for within a few hops.
            let behind = place(ofOutput: lastOutput) - Double(lastInput)
            let wanted = place(ofOutput: nextOutput) - behind * 0.8
            nextInput = max(lastInput, Self.nearest(wanted))
        }
        guard canSee(nextInput) else { return false }
        makeRoomInSums()
        let onset = onsets.next(after: lastInput)
        if onset <= nextInput {
            let share = Double(onset &- lastInput) / Double(nextInput &- lastInput)
            let target = lastOutput &+ max(1, Self.nearest(share * Double(hop)))
            if plainHops > 0 {
                // The onset passes as it is; nothing to begin anew.
                onsets.drop(through: onset)
                if !isSettling { plainHops = max(plainHops, plainHopsAtOnsets) }
            } else {
                restart(at: target, input: onset, edgeFrames: edgeFrames, isOnset: true)
                plainHops = plainHopsAtOnsets
            }
            return true
        }
        add(middle: nextInput, target: nextOutput, hop: plainHops > 0 ? 0 : hop, inputEnd: onset)
        (lastOutput, lastInput) = (nextOutput, nextInput)
        if plainHops > 0, plainHops < Int.max { plainHops &-= 1 }
        makeReady()
        return true
    }

    /// Plain hops after an onset: about 11 ms; none when the time that they take could not be made up for.
    private var plainHopsAtOnsets: Int {
        @_noAllocation @_noLocks get {
            let behind = place(ofOutput: lastOutput) - Double(lastInput)
            if rate > 4 || behind > Double(windowFrames / 2) || behind < Double(0 &- windowFrames / 2) { return 0 }
            return rate < 0.2 ? 1 : max(1, windowFrames / 8 / hop)
        }
    }

    @_noAllocation @_noLocks
    private func canSee(_ middle: Int) -> Bool {
        onsets.frame >= middle &+ windowFrames / 2 &+ onsets.lookaheadFrames &- onsets.blockFrames
    }

    /// Ends all sound before `target` and goes on with the input from `input` on, as it is.
    @_noAllocation @_noLocks
    private mutating func restart(at target: Int, input: Int, edgeFrames: Int, isOnset: Bool) {
        // The last of the old; it must not see the new.
        add(middle: input, target: target, hop: target &- lastOutput, inputEnd: isOnset ? input : Int.max)
        let end = target &- outputFrame &+ sumStart
        for index in 0..<bandCount {
            bands[index].endSums(at: end, edgeFrames: edgeFrames, channelCount: channelCount)
        }
        (lastOutput, lastInput) = (target, input)
        (restartOutput, restartEdge) = (target, edgeFrames)
        onsets.drop(through: input)
        add(middle: input, target: target, hop: 0, inputEnd: onsets.next(after: input))
        makeReady()
    }

    /// At rate 1: crosses over to the input as it is.
    ///
    /// - Returns: False while what was put out already reaches too far.
    @_noAllocation @_noLocks
    private mutating func beginsToSettle() -> Bool {
        let target = lastOutput &+ hop
        let edge = windowFrames / 4
        guard target &- edge >= outputFrame else { return false }
        let input = Self.nearest(place(ofOutput: target))
        guard input > lastInput, canSee(input) else { return false }
        makeRoomInSums()
        restart(at: target, input: input, edgeFrames: edge, isOnset: false)
        (mapInput, mapOutput) = (Double(input), target)
        isSettling = true
        plainHops = Int.max
        return true
    }

    @_noAllocation @_noLocks
    private mutating func makeReady() {
        readyFrame = max(readyFrame, max(lastOutput &+ 1 &- windowFrames / 2, restartOutput &- restartEdge))
    }

    @_noAllocation @_noLocks
    private mutating func makeRoomInSums() {
        guard sumStart &+ sumFrames > sumCapacity else { return }
        for index in 0..<bandCount {
            bands[index].moveSums(by: sumStart, filled: sumCapacity, channelCount: channelCount)
        }
        sumStart = 0
    }

    @_noAllocation @_noLocks
    private func add(middle: Int, target: Int, hop: Int, inputEnd: Int) {
        let toSums: Int = sumStart - outputFrame
        let frame = StretchBand.Frame(
            middle: middle &- historyStart, target: target &+ toSums, hop: hop,
            inputEnd: inputEnd == Int.max ? Int.max : inputEnd &- historyStart,
            outputBegin: restartOutput &+ toSums, endEdge: edgeFrames, beginEdge: restartEdge)
        for index in 0..<bandCount { bands[index].add(frame, history: history, channelCount: channelCount) }
    }
}
