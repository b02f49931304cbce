/// Conditions under which a session may become active (rules.md §4.1, §4.2 steps 3 to 7, §4.8, §4.9).
extension Policy {
    func gate(_ slot: Int, _ configuration: SessionConfiguration, interrupts: Bool) -> SessionError? {
        if sessions[slot].isSuspended, sessions[slot].lifecycle == .suspended {
            return refusal(.cannotStartPlaying, "§4.2", "a suspended program cannot act")
        }
        return backgroundGate(slot, configuration, interrupts: interrupts) ?? priorityGate(slot, configuration)
    }

    /// Returns the refusal if the session may not be active in the background or behind the lock (§4.8).
    private func backgroundGate(
        _ slot: Int, _ configuration: SessionConfiguration, interrupts: Bool
    ) -> SessionError? {
        guard !isInForeground(slot) else { return nil }
        let isBehindLock = switches.isLocked && sessions[slot].lifecycle != .background
        let needsMode = !isBehindLock || settings.needsBackgroundModeUnderLock
        let allows = isBehindLock ? !configuration.category.obeysLock : configuration.category.allowsBackground
        guard allows, sessions[slot].hasAudioMode || !needsMode else {
            return configuration.category == .record
                ? refusal(.cannotStartRecording, "§4.8", "recording from the background is not declared")
                : refusal(.cannotStartPlaying, "§4.8", "sound from the background is not declared")
        }
        if configuration.isMixable || sessions[slot].hasCall
            || hasGrant(slot)
        {
            return nil
        }
        if interrupts || settings.strictBackgroundActivation {
            return refusal(.cannotInterruptOthers, "§4.8", "a background app may not interrupt others")
        }
        return nil
    }

    /// §4.1, §4.2 step 5: an active call or alarm refuses every session, mixing or not.
    func priorityGate(_ slot: Int, _ configuration: SessionConfiguration) -> SessionError? {
        if actors.isEmergency {
            return refusal(.insufficientPriority, "R4.1", by: .actor(.emergency), "an emergency alert sounds")
        }
        let session = sessions[slot]
        if let refusal = holderGate(slot, configuration) { return refusal }
        if let refusal = callGate(session, configuration) { return refusal }
        if session.hasCall { return nil }
        if actors.isAlarming, hears(.alarm, session.zone) {
            return refusal(.insufficientPriority, "R4.1", by: .actor(.alarm), "an alarm sounds")
        }
        if actors.assistant != nil, session.isInterrupted(by: .actor(.assistant)) {
            return refusal(.insufficientPriority, "R4.6", by: .actor(.assistant), "the assistant is at work")
        }
        return nil
    }

    private func callGate(_ session: SessionRecord, _ configuration: SessionConfiguration) -> SessionError? {
        let holder: ProgramID
        switch hears(.call, session.zone) ? actors.call : .idle {
        case .idle:
            guard !lists.callers.isEmpty, let caller = activeCaller(in: session.zone),
                sessions[caller].app != session.app
            else { return nil }
            holder = .app(sessions[caller].app)
        case .ringing(let style):
            if session.hasCall || (style == .banner && session.view.prefersNoInterruptionsFromSystemAlerts) {
                return nil
            }
            return refusal(.insufficientPriority, "R4.1", by: .actor(.call), "a call rings")
        case .connected:
            holder = .actor(.call)
        }
        if session.hasCall { return nil }
        let isOutputOnly =
            configuration.category == .playback || (configuration.isMixable && !configuration.category.hasInput)
        // From now on programs may play beside a call, but not take its microphone.
        if settings.profile >= .modern, isOutputOnly { return nil }
        return refusal(.insufficientPriority, "§4.2", by: holder, "a call is on")
    }

    /// Own 27: an active session that does not mix and cannot be interrupted keeps others that do not mix from
    /// activation.
    private func holderGate(_ slot: Int, _ configuration: SessionConfiguration) -> SessionError? {
        guard !configuration.isMixable else { return nil }
        for other in lists.activeNonMixable
        where other != slot && isBeside(slot, other) && !mayInterrupt(sessions[other]) {
            return refusal(
                .insufficientPriority, "own 27", by: .app(sessions[other].app),
                "a program plays that nobody may interrupt")
        }
        return nil
    }

    // MARK: Grants

    private func hasGrant(_ slot: Int) -> Bool {
        for grant in sessions[slot].grants where grant.isValid(at: turn.now) { return true }
        return false
    }

    mutating func grant(_ grant: Grant, to slot: Int) {
        let now = turn.now
        // The newest of a kind replaces the older.
        sessions[slot].grants.removeAll { !$0.isValid(at: now) || $0.isResume == grant.isResume }
        sessions[slot].grants.append(grant)
    }

    /// A grant to resume is good for one activation.
    mutating func useUpGrant(of slot: Int) {
        guard !sessions[slot].grants.isEmpty else { return }
        let now = turn.now
        sessions[slot].grants.removeAll { grant in
            grant.isResume || !grant.isValid(at: now)
        }
    }

    /// A headset or lock-screen key; while the assistant is at work it waits (§4.5).
    mutating func pass(_ command: RemoteCommand, to slot: Int) {
        if actors.assistant != nil {
            // The latest commands count; a person gives the assistant only a few at a time.
            if sessions[slot].heldCommands.count == 16 { sessions[slot].heldCommands.removeFirst() }
            sessions[slot].heldCommands.append(command)
            return
        }
        deliver(command, to: slot)
    }

    mutating func deliver(_ command: RemoteCommand, to slot: Int) {
        if command.mayBeginPlaying { grant(.remoteCommand(until: turn.now + settings.grantSeconds), to: slot) }
        notify(slot, .remoteCommand(command))
    }
}
