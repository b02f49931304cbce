/// `setActive(true)` (spec §4.2).
extension Policy {
    /// Activates a session with the configuration that it has.
    ///
    /// - Returns: Nil if the session is active now, else why it is not; then nothing has changed.
    mutating func activate(_ slot: Int) -> SessionError? {
        if sessions[slot].state == .active {
            renewActivation(slot)
            return nil
        }
        let configuration = sessions[slot].configuration
        let victims = victims(of: slot, configuration)
        if let refusal = gate(slot, configuration, interrupts: !victims.isEmpty) { return refusal }
        useUpGrant(of: slot)
        endGrace(slot)
        clearInterrupters(of: slot)
        interrupted.drop(slot)
        forgetInterruptedIO(of: slot)
        interruptAll(victims, by: slot, ducking: configuration.ducksOthers)
        lastActivation += 1
        sessions[slot].activationSeq = lastActivation
        setState(slot, .active)
        enlist(slot)
        sessions[slot].showsOwnRoute = true
        takeOverFromAssistant(slot)
        reroute(because: .categoryChange, subject: slot)
        refreshMix()
        refreshGain(slot)
        refreshInputSilence(slot)
        retime()
        refreshVolume()
        return nil
    }

    /// §4.2 step 2: nobody hears of it, but it counts as the latest.
    private mutating func renewActivation(_ slot: Int) {
        guard active.last != slot else { return }
        lastActivation += 1
        delist(slot)
        sessions[slot].activationSeq = lastActivation
        enlist(slot)
        reroute(because: .categoryChange, subject: slot)
        refreshMix()
        retime()
    }

    /// Whom an activation with this configuration would interrupt, in the order in which they hear of it.
    func victims(of slot: Int, _ configuration: SessionConfiguration) -> [Int] {
        var victims: [Int] = []
        let priority = sessions[slot].priority
        if !configuration.isMixable {
            for other in activeNonMixable where other != slot && sessions[other].priority <= priority {
                victims.append(other)
            }
        }
        if configuration.interruptsSpoken {
            for other in spokens where other != slot && !victims.contains(other) { victims.append(other) }
        }
        if victims.count > 1 { sort(&victims, settings.victimOrder) }
        return victims
    }

    /// By activation, the latest first or last.
    func sort(_ slots: inout [Int], _ order: VictimOrder) {
        switch order {
        case .newestFirst: slots.sort { sessions[$0].activationSeq > sessions[$1].activationSeq }
        case .oldestFirst: slots.sort { sessions[$0].activationSeq < sessions[$1].activationSeq }
        }
    }

    mutating func interruptAll(_ victims: [Int], by slot: Int, ducking: Bool) {
        let app = sessions[slot].app
        for victim in victims {
            let isSpoken = sessions[victim].configuration.isSpoken
            let cause: Cause
            if isSpoken, sessions[slot].configuration.interruptsSpoken {
                cause = self.cause("§4.11", by: .app(app), "interrupted by a spoken prompt")
                // The prompt ducks before it stops, so the listener loses no word (§4.2 step 9a).
                if ducking { duckBeforeStopping(victim, by: app) }
            } else {
                cause = self.cause("§4.2", by: .app(app), "interrupted by another app's session")
            }
            interrupt(victim, by: .app(app), .standard, cause)
            sessions[slot].victims.append(victim)
        }
        // Who brought the silence about needs no hint of it.
        if !victims.isEmpty { settleHints() }
    }

    // MARK: Lists of active sessions

    /// Enters an active session in the lists of its kind, each by its activation.
    mutating func enlist(_ slot: Int) {
        let configuration = sessions[slot].configuration
        insert(slot, into: &active)
        if !configuration.isMixable { insert(slot, into: &activeNonMixable) }
        if configuration.ducksOthers {
            insert(slot, into: &duckers)
            isMixDirty = true
        }
        if configuration.category == .record {
            insert(slot, into: &recorders)
            isMixDirty = true
        }
        if configuration.isSpoken { insert(slot, into: &spokens) }
        refreshPlaying(slot)
    }

    mutating func delist(_ slot: Int) {
        active.drop(slot)
        activeNonMixable.drop(slot)
        if duckers.drop(slot) { isMixDirty = true }
        if recorders.drop(slot) { isMixDirty = true }
        spokens.drop(slot)
        playing.drop(slot)
        playingWithoutMixing.drop(slot)
        if silencers.drop(slot) { isMixDirty = true }
        refreshPlayers()
    }

    private func insert(_ slot: Int, into list: inout [Int]) {
        let seq = sessions[slot].activationSeq
        let index = list.lastIndex { sessions[$0].activationSeq < seq }.map { $0 + 1 } ?? 0
        list.insert(slot, at: index)
    }

    /// Who controls routes: the latest session that does not mix, else the latest (spec §0.3).
    var controller: Int? {
        guard let last = activeNonMixable.last else { return active.last }
        // A program's own call outranks what plays beside it.
        return activeNonMixable.last { sessions[$0].hasCall } ?? last
    }

    /// Who tunes the hardware (R6.1).
    var tuner: Int? { activeNonMixable.isEmpty && !settings.mixableMayTune ? nil : controller }
}
