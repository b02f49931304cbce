import Synchronization

extension UnitCore {
    /// Begins a block: takes the values set and the changes scheduled since the last one.
    @_noAllocation @_noLocks
    package mutating func begin(_ io: UnsafeMutablePointer<StepIO>) {
        self.io = io
        frameCount = io.pointee.frameCount
        blockTime = io.pointee.clock.pointee.sampleTime
        (done, pieceFrames, isBorrowed) = (0, 0, false)
        isInputSilent = true
        for index in 0..<io.pointee.inputCount where !io.pointee.inputs[index].pointee.isSilent {
            isInputSilent = false
        }
        takeEvents()
        takeSettings()
        takeBypass()
        let quiet = isInputSilent && wasAtRest && bypass.isActive
        isResting = quiet && !needsAim && !isGliding && !isEventDue(before: blockTime &+ Int64(frameCount))
        if isResting {
            position &+= Int64(frameCount)
            done = frameCount
        } else if bypass.isComplete {
            passBlock()
        }
    }

    /// Returns the next action for the step of the unit.
    @_noAllocation @_noLocks
    package mutating func next() -> UnitAction {
        while true {
            if pieceFrames > 0 { completePiece() }
            if needsClear {
                needsClear = false
                return .clear
            }
            if needsCalm {
                needsCalm = false
                return .calm
            }
            if done >= frameCount { return .end }
            applyEvents(until: blockTime &+ Int64(done))
            if bypass.isComplete {
                settleAll()
            } else if let frames = newAim() {
                return .aim(frames: frames)
            }
            let piece = makePiece()
            if !bypass.isComplete { return .render(piece) }
        }
    }

    /// Ends a block.
    ///
    /// - Parameters:
    ///   - isAtRest: Whether silence in would give silence out for ever; the unit is then not called until something
    ///     comes in. Asked of the kernel when all is rendered.
    ///   - isSilent: Whether all that the kernel rendered is silence, though the unit is not at rest.
    @_noAllocation @_noLocks
    package mutating func finish(isAtRest: Bool, isSilent: Bool = false) {
        wasAtRest = isAtRest
        guard let io, io.pointee.outputCount > 0, !isBorrowed else { return }
        let output = io.pointee.outputs[0]
        if isResting || isSilent || frameCount == 0 {
            output.pointee.publishSilence()
        } else {
            output.pointee.publishOwn()
        }
    }

    /// Begins anew at the values that are set; called while nothing renders.
    @_noAllocation @_noLocks
    mutating func reset() {
        position = 0
        isSet = false
        wasAtRest = true
        pendingCount = 0
        bypass = BypassState()
    }

    // MARK: Pieces

    /// Returns the extent of the next piece, and its position.
    @_noAllocation @_noLocks
    private mutating func makePiece() -> UnitPiece {
        var frames = min(frameCount &- done, UnitCore.pieceLimit &- Int(position % Int64(UnitCore.pieceLimit)))
        if isGliding { frames = min(frames, Int(aimEnd &- position)) }
        if pendingCount > 0 { frames = min(frames, Int(pending[0].time &- blockTime) &- done) }
        switch bypass.phase {
        case .fading:
            frames = min(frames, bypass.direction > 0 ? glideFrames &- bypass.dryFrames : bypass.dryFrames)
        case .warming: frames = min(frames, bypass.warmFrames)
        case .active, .bypassed: break
        }
        pieceFrames = frames
        pointInputs(frames)
        if let io, io.pointee.outputCount > 0 {
            let output = io.pointee.outputs[0]
            for channel in 0..<min(channelCount, output.pointee.channelCount) {
                outputs[channel] = output.pointee.own[channel] + done
            }
        }
        return UnitPiece(inputs, outputs, frameCount: frames, of: self)
    }

    /// Points to the input's samples, or to zeros, or to a copy in which every sample is a number.
    @_noAllocation @_noLocks
    private func pointInputs(_ frames: Int) {
        guard readsFirstInput, let io, io.pointee.inputCount > 0, !io.pointee.inputs[0].pointee.isSilent else {
            for channel in 0..<channelCount { inputs[channel] = zeros }
            return
        }
        let input = io.pointee.inputs[0]
        for channel in 0..<channelCount {
            guard channel < input.pointee.channelCount else {
                inputs[channel] = zeros
                continue
            }
            let samples = input.pointee.channels[channel] + done
            if isFinite(samples, count: frames) {
                inputs[channel] = samples
            } else {
                for frame in 0..<frames { clean[channel][frame] = samples[frame].isFinite ? samples[frame] : 0 }
                inputs[channel] = clean[channel]
            }
        }
    }

    /// Examines the kernel's output, mixes the input in as far as the unit is bypassed, and moves on.
    @_noAllocation @_noLocks
    private mutating func completePiece() {
        let frames = pieceFrames
        if readsFirstInput { mixDry(frames) }
        position &+= Int64(frames)
        done &+= frames
        pieceFrames = 0
        needsCalm = !bypass.isComplete && position % Int64(UnitCore.pieceLimit) == 0
    }

    /// Makes the output of the piece: the kernel's output, the input, or a mix of both.
    @_noAllocation @_noLocks
    private mutating func mixDry(_ frames: Int) {
        if !bypass.isComplete { examine(frames) }
        switch bypass.phase {
        case .active: break
        case .bypassed, .warming:
            for channel in 0..<channelCount {
                for frame in 0..<frames { outputs[channel][frame] = inputs[channel][frame] }
            }
        case .fading:
            let step = 1 / Float(glideFrames)
            for channel in 0..<channelCount {
                for frame in 0..<frames {
                    let part = Float(bypass.dryFrames &+ bypass.direction &* (frame &+ 1)) * step
                    let wet = outputs[channel][frame]
                    outputs[channel][frame] = wet + (inputs[channel][frame] - wet) * part
                }
            }
        }
        moveBypass(frames)
    }

    /// A kernel that made something that is not a number is counted, cleared and heard as silence for the piece.
    @_noAllocation @_noLocks
    private mutating func examine(_ frames: Int) {
        var isFaulty = false
        for channel in 0..<channelCount where !isFinite(outputs[channel], count: frames) { isFaulty = true }
        guard isFaulty else { return }
        for channel in 0..<channelCount { clearSamples(outputs[channel], count: frames) }
        health.pointee.count()
        needsClear = true
    }
}

extension BypassState {
    /// Indicates whether only the unit's sound is heard.
    var isActive: Bool {
        @_noAllocation @_noLocks get { if case .active = phase { true } else { false } }
    }

    /// Indicates whether only the input is heard, and the kernel rests.
    var isComplete: Bool {
        @_noAllocation @_noLocks get { if case .bypassed = phase { true } else { false } }
    }
}
