/// Activation of a session: `setActive(true)` (rules.md §4.2).
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
        lists.interrupted.drop(slot)
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
        retime()
        refreshVolume()
        sendInputMute(slot)
        // §4.7: in the background an activity without sound does not last.
        if !isInForeground(slot) { beginGrace(slot) }
        return nil
    }

    /// Makes an active session the latest one without a notification (§4.2 step 2).
    private mutating func renewActivation(_ slot: Int) {
        guard lists.active.last != slot else { return }
        lastActivation += 1
        delist(slot)
        sessions[slot].activationSeq = lastActivation
        enlist(slot)
        reroute(because: .categoryChange, subject: slot)
        refreshMix()
        retime()
    }

    /// Returns the sessions that an activation with this configuration would interrupt, in the order in which they are
    /// notified.
    func victims(of slot: Int, _ configuration: SessionConfiguration) -> [Int] {
        var victims: [Int] = []
        let priority = sessions[slot].priority
        if !configuration.isMixable {
            for other in lists.activeNonMixable
            where other != slot && sessions[other].priority <= priority && isBeside(slot, other)
                && mayInterrupt(sessions[other])
            {
                victims.append(other)
            }
        }
        if configuration.interruptsSpoken {
            for other in lists.spoken
            where other != slot && !victims.contains(other) && isBeside(slot, other) && mayInterrupt(sessions[other]) {
                victims.append(other)
            }
        }
        sort(&victims, settings.victimOrder)
        return victims
    }

    /// By activation, the latest first or last.
    func sort(_ slots: inout [Int], _ order: VictimOrder) {
        guard slots.count > 1 else { return }
        var keyed: [(slot: Int, seq: Int)] = []
        for slot in slots { keyed.append((slot, sessions[slot].activationSeq)) }
        switch order {
        case .newestFirst: keyed.sort { $0.seq > $1.seq }
        case .oldestFirst: keyed.sort { $0.seq < $1.seq }
        }
        slots = keyed.map(\.slot)
    }

    /// Interrupts sessions on behalf of another.
    ///
    /// - Parameters:
    ///   - ducking: Whether spoken audio fades first.
    ///   - isLate: Whether the interrupting session has been active for some time, as after a fade.
    mutating func interruptAll(_ victims: [Int], by slot: Int, ducking: Bool, isLate: Bool = false) {
        let app = sessions[slot].app
        for victim in victims where sessions[victim].state == .active {
            let isSpoken = sessions[victim].configuration.isSpoken
            let cause: Cause
            if isSpoken, sessions[slot].configuration.interruptsSpoken {
                if ducking, beginFade(of: victim, under: slot) { continue }
                cause = self.cause("§4.11", by: .app(app), "interrupted by a spoken prompt")
            } else {
                cause = self.cause("§4.2", by: .app(app), "interrupted by another app's session")
            }
            interrupt(victim, by: .app(app), .default, cause)
            sessions[slot].victims.append(victim)
        }
        if !victims.isEmpty { settleHints(causedBy: isLate ? slot : nil) }
    }

    // MARK: Lists of active sessions

    /// Enters an active session in the lists of its kind, each by its activation.
    mutating func enlist(_ slot: Int) {
        if lists.enter(slot, sessions) { turn.isMixDirty = true }
        refreshPlaying(slot)
    }

    mutating func delist(_ slot: Int) {
        if lists.leave(slot) { turn.isMixDirty = true }
        refreshPlayers()
    }

    /// The session that controls the routes of a zone: the latest that does not mix, else the latest (rules.md §0.3).
    func controller(in zone: Int) -> Int? {
        guard let last = last(lists.activeNonMixable, in: zone) else { return last(lists.active, in: zone) }
        // A program's own call outranks what plays beside it.
        return lists.callers.isEmpty ? last : activeCaller(in: zone) ?? last
    }

    /// The latest active session of a zone with a call of its own.
    func activeCaller(in zone: Int) -> Int? {
        lists.activeNonMixable.last { sessions[$0].hasCall && sessions[$0].zone == zone }
    }

    /// The session whose preferences tune the hardware (R6.1): that of the main zone, else the latest of another.
    ///
    /// If all sessions mix, it is the latest one with a preference. If mixing sessions may not tune, it is the latest one that
    /// has chosen its ports, because programs on desktops set the rate of a device that they share.
    var tuner: Int? {
        if let main = controller(in: 0), !sessions[main].isMixable { return main }
        if let other = lists.activeNonMixable.last { return other }
        let mayTune = settings.mixableMayTune
        func tunes(_ slot: Int) -> Bool {
            let view = sessions[slot].view
            if !view.chosenOutputUIDs.isEmpty || !view.chosenInputUIDs.isEmpty { return true }
            return mayTune && (view.preferredSampleRate > 0 || view.preferredIOBufferDuration > 0)
        }
        return lists.active.last { sessions[$0].zone == 0 && tunes($0) } ?? lists.active.last(where: tunes)
    }

    /// Returns whether the configuration lets anybody interrupt the session's program.
    func mayInterrupt(_ session: SessionRecord) -> Bool { session.rule.isInterrupted != false }

    /// The mode that the hardware follows: that of the session that tunes it (R2.2, R6.1).
    package var modeInForce: Mode { tuner.map { sessions[$0].configuration.effectiveMode } ?? .standard }

    /// The microphones of that session, for each input that has several.
    package var dataSourcesInForce: [SelectedDataSource] { tuner.map { sessions[$0].view.selectedDataSources } ?? [] }
}
