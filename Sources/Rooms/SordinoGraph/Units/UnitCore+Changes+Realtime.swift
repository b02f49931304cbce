import Synchronization

/// Parameters on their way, changes at their time, bypass.
extension UnitCore {
    // MARK: Scheduled changes

    /// Moves scheduled changes from the queue into the order of time.
    @_noAllocation @_noLocks
    mutating func takeEvents() {
        while pendingCount < port.road.capacity, var event = port.pop() {
            if event.time < ParameterPort.immediately &+ (1 << 31) {
                event.time = blockTime &+ max(event.time &- ParameterPort.immediately, 0)
            }
            // Not so far away that differences of times could overflow.
            event.time = min(max(event.time, blockTime), blockTime &+ (1 << 48))
            var place = pendingCount
            while place > 0 && pending[place &- 1].time > event.time {
                pending[place] = pending[place &- 1]
                place &-= 1
            }
            pending[place] = event
            pendingCount &+= 1
        }
    }

    /// Indicates whether something is scheduled before this time.
    @_noAllocation @_noLocks
    func isEventDue(before time: Int64) -> Bool { pendingCount > 0 && pending[0].time < time }

    /// Begins the changes that are scheduled up to this time.
    @_noAllocation @_noLocks
    mutating func applyEvents(until time: Int64) {
        var taken = 0
        while taken < pendingCount && pending[taken].time <= time {
            let event = pending[taken]
            let slot = Int(event.slot)
            port.publish(event.value, slot: slot)
            values.parameters[slot].seen = event.value.bitPattern
            // Without a way of its own it takes the usual one; at the very beginning there is nothing to glide from.
            let usual = aimEnd < 0 ? 0 : Int64(glideFrames)
            move(slot, to: event.value, frames: event.rampFrames > 0 ? Int64(event.rampFrames) : usual)
            taken &+= 1
        }
        guard taken > 0 else { return }
        for index in taken..<pendingCount { pending[index &- taken] = pending[index] }
        pendingCount &-= taken
    }

    // MARK: Values that were set

    /// Takes the values set from outside; the first time at once, later with a glide.
    @_noAllocation @_noLocks
    mutating func takeSettings() {
        let changes = port.state.pointee.changes.load(ordering: .acquiring)
        if !isSet {
            isSet = true
            seenChanges = changes
            for slot in 0..<values.count { jump(slot) }
            (needsAim, isGliding) = (true, false)
            aimEnd = -1
            return
        }
        guard changes != seenChanges else { return }
        seenChanges = changes
        for slot in 0..<values.count where port.slots[slot].isWritable {
            let value = port.value(slot: slot)
            if value.bitPattern != values.parameters[slot].seen {
                values.parameters[slot].seen = value.bitPattern
                move(slot, to: value, frames: Int64(glideFrames))
            }
        }
    }

    /// Puts a parameter where it was set.
    @_noAllocation @_noLocks
    private func jump(_ slot: Int) {
        let value = port.value(slot: slot)
        var state = ParameterState()
        (state.start, state.target, state.next, state.seen) = (value, value, value, value.bitPattern)
        values.parameters[slot] = state
    }

    /// Sets a parameter out for a value.
    @_noAllocation @_noLocks
    private mutating func move(_ slot: Int, to value: Float, frames: Int64) {
        let state = values.parameters + slot
        needsAim = true
        state.pointee.isSetAnew = true
        if port.slots[slot].canRamp && frames > 0 {
            state.pointee.start = state.pointee.value(at: position)
            state.pointee.began = position
            state.pointee.length = frames
            state.pointee.isGliding = true
            isGliding = true
        } else {
            state.pointee.length = 0
            state.pointee.isGliding = false
        }
        state.pointee.target = value
    }

    /// Ends all glides at their targets, while the unit is not heard.
    @_noAllocation @_noLocks
    mutating func settleAll() {
        guard needsAim || isGliding else { return }
        for slot in 0..<values.count { values.parameters[slot].isGliding = false }
        (needsAim, isGliding) = (false, false)
    }

    /// Returns the kernel's next target and its time, if it differs from the known one.
    @_noAllocation @_noLocks
    mutating func newAim() -> Int? {
        let isFirst = aimEnd < 0
        if isGliding && position >= aimEnd { land() }
        guard needsAim || (isGliding && position >= aimEnd) else { return nil }
        needsAim = false
        if isFirst {
            aimEnd = position
            takeValues(at: position)
            return 0
        }
        var end = (position / Int64(UnitCore.aimInterval) &+ 1) &* Int64(UnitCore.aimInterval)
        for slot in 0..<values.count where values.parameters[slot].isGliding {
            end = min(end, values.parameters[slot].began &+ values.parameters[slot].length)
        }
        takeValues(at: end)
        aimEnd = isGliding ? end : position
        return isGliding ? Int(end &- position) : glideFrames
    }

    /// Shows the kernel the values of one moment.
    @_noAllocation @_noLocks
    private func takeValues(at time: Int64) {
        for slot in 0..<values.count {
            let state = values.parameters + slot
            state.pointee.hasChanged = state.pointee.isSetAnew || state.pointee.isGliding
            state.pointee.isSetAnew = false
            state.pointee.next = state.pointee.value(at: time)
        }
    }

    /// Ends the glides that have reached their targets.
    @_noAllocation @_noLocks
    private mutating func land() {
        isGliding = false
        for slot in 0..<values.count where values.parameters[slot].isGliding {
            let state = values.parameters + slot
            if state.pointee.began &+ state.pointee.length <= position {
                state.pointee.isGliding = false
            } else {
                isGliding = true
            }
        }
    }

    // MARK: Bypass

    /// Notices that the unit is to be bypassed, or no more.
    @_noAllocation @_noLocks
    mutating func takeBypass() {
        let isWanted = port.isBypassed && readsFirstInput
        switch bypass.phase {
        case .active where isWanted:
            if position == 0 || frameCount == 0 {
                // Nothing was heard yet.
                if frameCount > 0 { (bypass.phase, bypass.dryFrames) = (.bypassed, glideFrames) }
            } else {
                (bypass.phase, bypass.dryFrames, bypass.direction) = (.fading, 0, 1)
            }
        case .fading:
            bypass.direction = isWanted ? 1 : -1
            // Turned round before a frame was rendered, as in an empty block: the fade is complete at once.
            moveBypass(0)
        case .bypassed where !isWanted:
            // Begins at the set values, with an empty past.
            isSet = false
            takeSettings()
            (bypass.phase, bypass.warmFrames) = (latencyFrames > 0 ? .warming : .fading, latencyFrames)
            bypass.direction = -1
        case .warming where isWanted:
            bypass.phase = .bypassed
            needsClear = true
        case .active, .bypassed, .warming: break
        }
    }

    /// Moves the fade on, and ends it.
    @_noAllocation @_noLocks
    mutating func moveBypass(_ frames: Int) {
        switch bypass.phase {
        case .active, .bypassed: break
        case .warming:
            bypass.warmFrames &-= frames
            if bypass.warmFrames <= 0 { bypass.phase = .fading }
        case .fading:
            bypass.dryFrames &+= bypass.direction &* frames
            if bypass.direction > 0 && bypass.dryFrames >= glideFrames {
                bypass.phase = .bypassed
                needsClear = true
            } else if bypass.direction < 0 && bypass.dryFrames <= 0 {
                bypass.phase = .active
            }
        }
    }

    /// A whole block of a bypassed unit: the input's own samples.
    @_noAllocation @_noLocks
    mutating func passBlock() {
        guard let io, io.pointee.outputCount > 0, frameCount > 0 else { return }
        applyEvents(until: blockTime &+ Int64(frameCount) &- 1)
        settleAll()
        let output = io.pointee.outputs[0]
        isBorrowed = true
        position &+= Int64(frameCount)
        done = frameCount
        guard io.pointee.inputCount > 0, !io.pointee.inputs[0].pointee.isSilent else {
            return output.pointee.publishSilence()
        }
        let input = io.pointee.inputs[0]
        for channel in 0..<channelCount {
            output.pointee.borrow(
                channel < input.pointee.channelCount ? input.pointee.channels[channel] : output.pointee.own[channel],
                asChannel: channel)
        }
        output.pointee.publishBorrowed()
    }
}

extension ParameterState {
    /// Returns the value at a position, in frames that the unit has rendered.
    @_noAllocation @_noLocks
    func value(at position: Int64) -> Float {
        guard isGliding, position < began &+ length else { return target }
        return start + (target - start) * (Float(position &- began) / Float(length))
    }
}

extension ParameterValues {
    /// The target of the aim.
    package subscript(slot: Int) -> Float {
        @_noAllocation @_noLocks get { parameters[slot].next }
    }

    /// Indicates whether this aim may be another than the last for this slot.
    @_noAllocation @_noLocks
    package func hasChanged(_ slot: Int) -> Bool { parameters[slot].hasChanged }

    /// Indicates whether this aim may be another than the last for any of these slots.
    @_noAllocation @_noLocks
    package func hasChanged(_ slots: Range<Int>) -> Bool {
        for slot in slots where parameters[slot].hasChanged { return true }
        return false
    }
}
