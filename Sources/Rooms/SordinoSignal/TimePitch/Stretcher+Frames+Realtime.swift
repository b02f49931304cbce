import CKernels
import SordinoRealtime

/// The stretcher's way from frame to frame.
extension Stretcher {
    /// Makes the next frame, or begins anew at an onset.
    ///
    /// - Returns: False if more input is needed first.
    @_noAllocation @_noLocks
    mutating func step() -> Bool {
        if isFresh {
            guard canSee(lastInput) else { return false }
            makeRoomInSums()
            add(middle: lastInput, target: lastOutput, hop: 0, plain: allBands)
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
            // The distance by which plain frames missed their place is made up for within a few hops.
            let behind = place(ofOutput: lastOutput) - Double(lastInput)
            let wanted = place(ofOutput: nextOutput) - behind * 0.8
            nextInput = max(lastInput, Self.nearest(wanted))
        }
        guard canSee(nextInput) else { return false }
        makeRoomInSums()
        // Where frames are plain, an onset passes as it is.
        let plain = plainHops > 0 ? plainBands : 0
        let onset = onsets.next(after: lastInput, in: allBands & ~plain)
        if let onset, onset.place <= nextInput {
            let share = Double(onset.place &- lastInput) / Double(nextInput &- lastInput)
            let target = lastOutput &+ max(1, Self.nearest(share * Double(hop)))
            restart(
                onset.bands & ~plain, at: target, input: onset.place, edgeFrames: 4 &* edgeFrames, isOnset: true)
            plainHops = plainHopsAtOnsets
            return true
        }
        add(middle: nextInput, target: nextOutput, hop: hop, plain: plain)
        (lastOutput, lastInput) = (nextOutput, nextInput)
        if plainHops > 0, plainHops < Int.max { plainHops &-= 1 }
        onsets.drop(through: lastInput)
        makeReady()
        return true
    }

    private var allBands: UInt32 {
        @_noAllocation @_noLocks get { (1 << UInt32(bandCount)) &- 1 }
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

    /// In some bands, ends all sound before `target` and continues with the input from `input` on, unchanged.
    @_noAllocation @_noLocks
    private mutating func restart(
        _ chosen: UInt32, at target: Int, input: Int, edgeFrames: Int, isOnset: Bool
    ) {
        let plain = plainHops > 0 ? plainBands : 0
        // Plain frames must continue at the same distance.
        let canMove = isOnset && plain == 0
        // The last of the old; it must not see the new.
        var place = canMove ? target &+ alignFrames / 2 : target
        for index in 0..<bandCount where chosen & 1 << UInt32(index) != 0 {
            add(
                band: index, middle: input, target: place, hop: place &- lastOutput,
                inputEnd: isOnset ? input : Int.max)
        }
        if canMove { place = aligned(chosen, place, input) }
        let end = place &- outputFrame &+ sumStart
        for index in 0..<bandCount where chosen & 1 << UInt32(index) != 0 {
            bands[index].endSums(at: end, edgeFrames: edgeFrames, channelCount: channelCount)
            (bands[index].restartOutput, bands[index].restartEdge) = (place, edgeFrames)
        }
        if chosen == allBands { (restartOutput, restartEdge) = (place, edgeFrames) }
        let passed = place &- lastOutput
        (lastOutput, lastInput) = (place, input)
        plainBands = plain | chosen
        onsets.drop(through: input)
        add(middle: input, target: place, hop: passed, plain: plainBands)
        makeReady()
    }

    /// A place up to `alignFrames` before `target` where the input before `input` fits best to the latest output:
    /// tones that sound through an onset continue without a jump.
    @_noAllocation @_noLocks
    private func aligned(_ chosen: UInt32, _ target: Int, _ input: Int) -> Int {
        let compared = 8 &* edgeFrames
        let first = target &- outputFrame &+ sumStart &- alignFrames &- compared
        // Sums before `sumStart` have been put out and cannot be compared any more.
        guard first >= sumStart else { return max(lastOutput &+ 1, target &- alignFrames / 2) }
        let count = alignFrames &+ compared
        let shifts = alignFrames / 4 &+ 1
        for shift in 0..<2 &* shifts { fits[shift] = 0 }
        for channel in 0..<channelCount {
            Mixing.clear(trial, frameCount: count)
            for index in 0..<bandCount where chosen & 1 << UInt32(index) != 0 {
                ckernels_add_quotient(
                    trial, bands[index].sums[channel] + first, bands[index].weights + first, StretchBand.leastWeight,
                    count)
            }
            let before = history[channel] + (input &- historyStart &- compared)
            for shift in 0..<shifts {
                let there = trial + (alignFrames &- 4 &* shift)
                fits[shift] += ckernels_dot(there, before, compared)
                fits[shifts &+ shift] += ckernels_dot(there, there, compared)
            }
        }
        // Without anything to fit to, where it would have been.
        var (best, bestFit) = (alignFrames / 8, Float(0))
        for shift in 0..<shifts where fits[shift] > 0 {
            let fit = fits[shift] / RealtimeMath.sqrt(fits[shifts &+ shift] + 1e-12)
            if fit > bestFit { (best, bestFit) = (shift, fit) }
        }
        return max(lastOutput &+ 1, target &- 4 &* best)
    }

    /// At rate 1: crosses over to the input as it is.
    ///
    /// - Returns: False while frames that were put out already reach too far.
    @_noAllocation @_noLocks
    private mutating func beginsToSettle() -> Bool {
        let target = lastOutput &+ hop
        let edge = windowFrames / 4
        guard target &- edge >= outputFrame else { return false }
        let input = Self.nearest(place(ofOutput: target))
        guard input > lastInput, canSee(input) else { return false }
        makeRoomInSums()
        restart(allBands, at: target, input: input, edgeFrames: edge, isOnset: false)
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

    /// Adds a frame in all bands; it does not see the next onset, where a band has one.
    ///
    /// - Parameter plain: Bands that take the input as it is.
    @_noAllocation @_noLocks
    private func add(middle: Int, target: Int, hop: Int, plain: UInt32) {
        for index in 0..<bandCount {
            let bit: UInt32 = 1 << UInt32(index)
            let isPlain = plain & bit != 0
            let end = isPlain ? Int.max : onsets.next(after: middle, in: bit)?.place ?? Int.max
            add(band: index, middle: middle, target: target, hop: isPlain ? 0 : hop, inputEnd: end)
        }
    }

    @_noAllocation @_noLocks
    private func add(band: Int, middle: Int, target: Int, hop: Int, inputEnd: Int) {
        let toSums: Int = sumStart - outputFrame
        let edge = bands[band].restartEdge
        let frame = StretchBand.Frame(
            middle: middle &- historyStart, target: target &+ toSums, hop: hop,
            inputEnd: inputEnd == Int.max ? Int.max : inputEnd &- historyStart,
            outputBegin: bands[band].restartOutput &+ toSums, endEdge: edgeFrames,
            beginEdge: hop == 0 ? edge : min(edge, edgeFrames))
        bands[band].add(frame, history: history, channelCount: channelCount)
    }
}
