/// Programs come, move between foreground and background, and go (rules.md §4.7).
extension Policy {
    mutating func launch(_ app: AppID, _ declaration: AppDeclaration) {
        guard slots.ofApp[app] == nil else { return }
        var view = SessionSnapshot()
        view.recordPermission = declaration.recordPermission
        view.availableCategories = Category.allCases.filter { $0.isAvailable(settings) }
        view.availableModes = Mode.allCases.filter { $0.isAvailable(settings) }
        view.effectiveOptions = view.configuration.effectiveOptions
        view.promptStyle = promptStyle
        view.causes = [cause("§9", "the session is not active")]
        var record = SessionRecord(
            app: app, name: declaration.name, bundleID: declaration.bundleID,
            backgroundModes: declaration.backgroundModes, lifecycle: declaration.lifecycle, view: view)
        record.declaredPermission = declaration.recordPermission
        record.process = declaration.process
        introduce(&record)
        let slot: Int
        if let vacant = slots.vacant.popLast() {
            slot = vacant
            sessions[slot] = record
        } else {
            slot = sessions.count
            sessions.append(record)
        }
        slots.ofApp[app] = slot
        // Numbers are given in order: almost always at the end.
        var index = slots.byApp.count
        while index > 0, app < sessions[slots.byApp[index - 1]].app { index -= 1 }
        slots.byApp.insert(slot, at: index)
        turn.dirtyViews.append(slot)
        _ = refreshRoute(slot)
        if declaration.lifecycle == .suspended {
            sessions[slot].isSuspended = true
            turn.effects.append(.suspend(app, true))
        }
        refreshInputSilence(slot)
    }

    /// The program is gone: its session leaves as by a crash, unless it had left before.
    mutating func end(_ slot: Int) {
        let app = sessions[slot].app
        for index in sessions[slot].ios.indices where sessions[slot].ios[index].holdsDecoder {
            releaseDecoder(index, of: slot)
        }
        if sessions[slot].state == .active { leaveActive(slot) }
        setState(slot, .inactive)
        clearInterrupters(of: slot)
        lists.forget(slot)
        sessions[slot].isViewDirty = true  // the program has ended and does not read it
        sessions[slot].isSuspended = true  // and receives no notifications
        settleAfterLeaving(slot)
        releaseVictims(of: slot, ended: settings.crashEnded, rule: "§4.5")
        slots.ofApp[app] = nil
        slots.byApp.drop(slot)
        turn.dirtyViews.drop(slot)
        slots.vacant.append(slot)
        sessions[slot] = .vacant
    }

    mutating func move(_ slot: Int, to lifecycle: Lifecycle) {
        let old = sessions[slot].lifecycle
        guard old != lifecycle else { return }
        sessions[slot].lifecycle = lifecycle
        switch lifecycle {
        case .foreground, .inactive:
            if switches.isLocked {
                // Behind the lock nothing comes to the front.
                if old == .suspended { resume(slot) }
                leaveForeground(slot)
            } else {
                resume(slot)
            }
        case .background:
            if old == .suspended { resume(slot) }
            leaveForeground(slot)
        case .suspended:
            suspend(slot)
        }
        refreshGain(slot)
    }

    mutating func setScreen(locked: Bool) {
        guard switches.isLocked != locked else { return }
        switches.isLocked = locked
        if locked {
            for slot in lists.active where isInFrontOfLock(slot) { leaveForeground(slot) }
        } else {
            let slots = lists.suspendedByLock
            lists.suspendedByLock.removeAll()
            for slot in slots where isInFrontOfLock(slot) { resume(slot) }
            for slot in lists.inGrace where isInFrontOfLock(slot) { endGrace(slot) }
        }
        for slot in lists.active { refreshGain(slot) }
    }

    private func isInFrontOfLock(_ slot: Int) -> Bool {
        sessions[slot].lifecycle == .foreground || sessions[slot].lifecycle == .inactive
    }

    /// Returns whether the user sees the program, so that it may do what it likes.
    func isInForeground(_ slot: Int) -> Bool { !switches.isLocked && isInFrontOfLock(slot) }

    /// Returns whether the session may be heard where its program is now (§1.2, §4.7).
    func mayRun(_ slot: Int) -> Bool {
        switch sessions[slot].lifecycle {
        case .foreground, .inactive:
            guard switches.isLocked else { return true }
            if sessions[slot].category.obeysLock { return false }
            return sessions[slot].hasAudioMode || !settings.needsBackgroundModeUnderLock
        case .background:
            return sessions[slot].category.allowsBackground && sessions[slot].hasAudioMode
        case .suspended:
            return false
        }
    }

    /// Lets an active session continue, gives it a grace period or suspends it after its program left the foreground.
    private mutating func leaveForeground(_ slot: Int) {
        guard sessions[slot].state == .active, !isInForeground(slot) else { return }
        if !mayRun(slot) {
            suspend(slot)
        } else if sessions[slot].runningOutputs == 0, sessions[slot].runningInputs == 0 {
            beginGrace(slot)
        }
    }

    /// Takes the processor away; from iOS 10 on the session is deactivated with it.
    mutating func suspend(_ slot: Int) {
        guard !sessions[slot].isSuspended else { return }
        endGrace(slot)
        sessions[slot].grants.removeAll()
        let wasActive = sessions[slot].state == .active
        if wasActive, settings.profile >= .p12 {
            sessions[slot].owesSuspendedBegan = settings.profile < .modern
            stopAllIO(slot, cause("§4.7", "the program was suspended"), interrupts: false)
            leaveActive(slot)
            setState(slot, .inactive)
            sessions[slot].showsOwnRoute = false
        }
        sessions[slot].isSuspended = true
        if switches.isLocked, isInFrontOfLock(slot) { lists.suspendedByLock.append(slot) }
        refreshGain(slot)
        flushView(slot)
        turn.effects.append(.suspend(sessions[slot].app, true))
        if wasActive, settings.profile >= .p12 {
            _ = refreshRoute(slot)
            settleAfterLeaving(slot)
            releaseVictims(of: slot, ended: settings.crashEnded, rule: "§4.5")
        }
    }

    private mutating func resume(_ slot: Int) {
        endGrace(slot)
        guard sessions[slot].isSuspended else { return }
        sessions[slot].isSuspended = false
        lists.suspendedByLock.drop(slot)
        turn.effects.append(.suspend(sessions[slot].app, false))
        if sessions[slot].owesSuspendedBegan {
            sessions[slot].owesSuspendedBegan = false
            notify(slot, .interruptionBegan(.appWasSuspended, wasSuspended: true))
        }
    }

    /// Resumes a program that was suspended in the background during the interruption, for a grace period, so that it
    /// receives the interruption's end (§4.5).
    mutating func wakeToHear(_ slot: Int) {
        guard sessions[slot].isSuspended, mayRun(slot) else { return }
        resume(slot)
        if !isInForeground(slot) { beginGrace(slot) }
    }

    // MARK: Grace

    /// Begins the time after which a session without I/O is suspended; a session of category `audioProcessing` needs no I/O
    /// (R1.11).
    mutating func beginGrace(_ slot: Int) {
        guard sessions[slot].graceEnds == nil, sessions[slot].category != .audioProcessing else { return }
        sessions[slot].graceEnds = turn.now + settings.backgroundGraceSeconds
        lists.inGrace.append(slot)
    }

    mutating func endGrace(_ slot: Int) {
        guard sessions[slot].graceEnds != nil else { return }
        sessions[slot].graceEnds = nil
        lists.inGrace.drop(slot)
    }
}

extension SessionRecord {
    /// The placeholder for the slot of a program that has gone.
    static let vacant = SessionRecord(
        app: AppID(-1), name: "", bundleID: "", backgroundModes: [], lifecycle: .suspended, view: SessionSnapshot())
}
