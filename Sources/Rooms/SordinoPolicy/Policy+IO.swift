/// Programs' I/O objects: opened, started, stopped, and stopped from outside (rules.md §4.14, §7.4).
extension Policy {
    mutating func open(_ io: IOID, _ kind: IOKind, of slot: Int) -> SessionError? {
        guard sessions[slot].indexOfIO(io) == nil else {
            return refusal(.badParam, "§0.1", "an I/O object of this number is open already")
        }
        guard sessions[slot].ios.count < settings.maximumIOObjects else {
            return refusal(.resourceNotAvailable, "§0.1", "the program has too many I/O objects open")
        }
        sessions[slot].ios.append(IOObject(id: io, kind: kind))
        if kind.face == .systemSound { useLocal(slot) }
        return nil
    }

    mutating func start(_ io: IOID, of slot: Int) -> SessionError? {
        guard let index = sessions[slot].indexOfIO(io) else {
            return refusal(.badParam, "§0.1", "no I/O object of this number is open")
        }
        let object = sessions[slot].ios[index]
        if object.isZombie {
            return refusal(.expiredSession, "§7.6", "it was made before the media services were lost")
        }
        if object.isRunning { return nil }
        if object.isSystemSound {
            startSystemSound(index, of: slot)
            return nil
        }
        if let refusal = categoryGate(object.kind, sessions[slot].category) { return refusal }
        if let refusal = activate(slot) { return refusal }
        if let refusal = startGate(object.kind, slot) { return refusal }
        if let refusal = claimDecoder(index, of: slot) { return refusal }
        // A program that records without having asked for permission causes the question now.
        if object.kind.hasInput, sessions[slot].view.recordPermission == .undetermined,
            !sessions[slot].isPermissionAsked
        {
            askPermission(of: slot)
        }
        setRunning(true, index, of: slot)
        sessions[slot].ios[index].isInterrupted = false
        endGrace(slot)
        refreshPlaying(slot)
        return nil
    }

    mutating func stop(_ io: IOID, of slot: Int) {
        guard let index = sessions[slot].indexOfIO(io) else { return }
        sessions[slot].ios[index].isInterrupted = false
        guard sessions[slot].ios[index].isRunning else { return }
        setRunning(false, index, of: slot)
        afterStopping(slot)
    }

    mutating func close(_ io: IOID, of slot: Int) {
        stop(io, of: slot)
        guard let index = sessions[slot].indexOfIO(io) else { return }
        sessions[slot].ios.remove(at: index)
    }

    // MARK: From outside

    /// Stops the running I/O objects of a session, in the order in which they were opened.
    ///
    /// - Parameter interrupts: Whether a notification of the end of the interruption will follow.
    mutating func stopAllIO(_ slot: Int, _ cause: Cause, interrupts: Bool) {
        // System sounds belong to no session, but an interruption cuts them (R4.20).
        stopIO(of: slot, cause, interrupts: interrupts) { interrupts || !$0.isSystemSound }
    }

    mutating func stopIO(of slot: Int, _ cause: Cause, interrupts: Bool, where applies: (IOObject) -> Bool) {
        var stopped = false
        for index in sessions[slot].ios.indices {
            guard sessions[slot].ios[index].isRunning, applies(sessions[slot].ios[index]) else { continue }
            stopped = true
            setRunning(false, index, of: slot)
            sessions[slot].ios[index].isInterrupted = interrupts
            turn.effects.append(.stopIO(sessions[slot].app, sessions[slot].ios[index].id, cause))
        }
        if stopped { afterStopping(slot) }
    }

    private mutating func afterStopping(_ slot: Int) {
        refreshPlaying(slot)
        waitForSound(slot)
    }

    /// Begins the time after which an active session without I/O in the background is suspended (§4.7).
    mutating func waitForSound(_ slot: Int) {
        guard sessions[slot].state == .active, !isInForeground(slot), sessions[slot].runningOutputs == 0,
            sessions[slot].runningInputs == 0, !sessions[slot].isSuspended
        else { return }
        beginGrace(slot)
    }

    /// Stops the system sounds of all programs that an actor's voice silences, with or without an active session (R4.20).
    mutating func cutSystemSounds(by actor: SystemActor) {
        let cause = cause("R4.20", by: .actor(actor), "a call or an alarm has the floor")
        for slot in lists.localUsers where hears(actor, of: slot) {
            stopIO(of: slot, cause, interrupts: false) { $0.isSystemSound }
        }
    }

    private mutating func setRunning(_ runs: Bool, _ index: Int, of slot: Int) {
        let kind = sessions[slot].ios[index].kind
        sessions[slot].ios[index].isRunning = runs
        if !runs, sessions[slot].ios[index].holdsDecoder { releaseDecoder(index, of: slot) }
        guard kind.face != .systemSound else { return }
        let step = runs ? 1 : -1
        if kind.hasOutput { sessions[slot].runningOutputs += step }
        if kind.hasInput { sessions[slot].runningInputs += step }
        if kind.hasInput, sessions[slot].voiceDucking != nil { turn.isMixDirty = true }
    }

    // MARK: Gates

    private func categoryGate(_ kind: IOKind, _ category: Category) -> SessionError? {
        if category == .audioProcessing {
            return refusal(.incompatibleCategory, "R1.10", "audioProcessing neither plays nor records")
        }
        if kind.hasInput, !category.hasInput {
            return refusal(.incompatibleCategory, "§3.1", "the category does not record")
        }
        if kind.hasOutput, !category.hasOutput {
            return refusal(.incompatibleCategory, "§3.1", "the category does not play")
        }
        return nil
    }

    /// Returns the reason for which an active session may not start this I/O (§4.2 steps 6 and 7, §4.8, §4.12, §6.4);
    /// nil if it may.
    private func startGate(_ kind: IOKind, _ slot: Int) -> SessionError? {
        let view = sessions[slot].view
        if kind.hasInput {
            if actors.assistant == .capturing, hears(.assistant, of: slot) {
                return refusal(.siriIsRecording, "§4.2", by: .actor(.assistant), "the assistant listens")
            }
            if view.route.inputs.isEmpty {
                return refusal(.resourceNotAvailable, "§4.2", "there is nothing to record with")
            }
            if switches.isMicrophoneMuted, interruptsWhenMuted(slot) {
                return refusal(.cannotStartRecording, "§4.12", "the microphone is muted")
            }
            if view.recordPermission == .denied, settings.deniedInput == .fails {
                return refusal(.cannotStartRecording, "R6.15", "the user does not allow recording")
            }
        }
        if kind.hasOutput, view.route.outputs.isEmpty {
            return refusal(.resourceNotAvailable, "§4.2", "there is nothing to play on")
        }
        if !mayRun(slot) {
            return kind.hasOutput
                ? refusal(.cannotStartPlaying, "§4.8", "sound from the background is not declared")
                : refusal(.cannotStartRecording, "§4.8", "recording from the background is not declared")
        }
        return nil
    }

    // MARK: System sounds

    /// Returns the reason for which a program may not shake the device now: the reasons that silence system sounds, but for the
    /// ringer switch (§7.4, R4.20, §6.5).
    func vibrationGate(_ slot: Int) -> SessionError? {
        if sessions[slot].state == .interrupted || actors.holders.contains(where: { hears($0, of: slot) }) {
            return refusal(.insufficientPriority, "R4.20", "the session is interrupted")
        }
        if let recorder = last(lists.recorders, in: sessions[slot].zone)
            ?? last(lists.silencers, in: sessions[slot].zone)
        {
            return refusal(.isBusy, "§6.5", by: .app(sessions[recorder].app), "an app records")
        }
        return mayRun(slot) ? nil : refusal(.cannotStartPlaying, "§4.8", "the program is in the background")
    }

    /// One at a time: the new one takes the place of the old (§7.4).
    private mutating func startSystemSound(_ index: Int, of slot: Int) {
        let cause = cause("§7.4", "another system sound took its place")
        stopIO(of: slot, cause, interrupts: false) { $0.isSystemSound }
        setRunning(true, index, of: slot)
    }

    /// The program's first system sound makes it known to the stage's local class.
    private mutating func useLocal(_ slot: Int) {
        guard sessions[slot].localGain == nil else { return }
        // Impossible as a gain, so that the first real gain always differs from it and is reported.
        sessions[slot].localGain = -1
        lists.localUsers.append(slot)
        refreshLocalRoute(slot)
        refreshLocalGain(slot)
    }
}
