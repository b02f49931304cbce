extension PolicySettings {
    /// Returns the depth and times of a duck between two sessions.
    func duck(by ducker: SessionRecord, over ducked: SessionRecord) -> Duck {
        let best = duckPairs.isEmpty ? nil : pair(ducker.soundClass, over: ducked.soundClass)
        return Duck(
            by: ducker.app, gain: best?.gain ?? duckGain, attackSeconds: best?.attackSeconds ?? duckAttackSeconds,
            releaseSeconds: best?.releaseSeconds ?? duckReleaseSeconds)
    }
}

/// Gains of all programs: silences by ringer, lock, background and recording; ducks (rules.md §1, §4.10).
extension Policy {
    // MARK: Media

    /// Computes a session's gain anew and says it when it is another.
    mutating func refreshGain(_ slot: Int) {
        let found = duck(of: slot)
        let reasons = gainReasons(slot, isDucked: found != nil)
        let duck = reasons.contains(.ducked) ? found : nil
        let voiceDuck = reasons.contains(.voice) ? self.voiceDuck(of: slot) : nil
        if reasons != sessions[slot].gainReasons || duck != sessions[slot].duck
            || voiceDuck != sessions[slot].voiceDuck
        {
            let old = (reasons: sessions[slot].gainReasons, duck: sessions[slot].duck)
            sessions[slot].gainReasons = reasons
            sessions[slot].duck = duck
            sessions[slot].voiceDuck = voiceDuck
            sendCauses(slot, causes(of: reasons, slot, duck?.by))
            sendGain(slot, reasons, from: old.reasons, old.duck)
        }
        refreshLocalGain(slot)
    }

    private mutating func sendGain(
        _ slot: Int, _ reasons: GainReasons, from old: GainReasons, _ oldDuck: Duck?
    ) {
        let gain = value(of: reasons, slot)
        let before = sessions[slot].gain
        guard gain != before else { return }
        sessions[slot].gain = gain
        // A duck glides; silence and what follows it are at once.
        let glides = reasons.isSubset(of: .attenuating) && old.isSubset(of: .attenuating)
        let attack = sessions[slot].duck?.attackSeconds ?? settings.duckAttackSeconds
        let seconds = glides ? (gain < before ? attack : oldDuck?.releaseSeconds ?? settings.duckReleaseSeconds) : 0
        turn.effects.append(
            .gain(.app(sessions[slot].app), .media, gain, rampSeconds: seconds, causes: sessions[slot].view.causes))
    }

    private func value(of reasons: GainReasons, _ slot: Int) -> Float {
        if reasons.isEmpty { return 1 }
        guard reasons.isSubset(of: .attenuating) else { return 0 }
        // No stacking: the lowest wins.
        let reader = reasons.contains(.screenReader) ? settings.duckGain : 1
        return min(reader, sessions[slot].duck?.gain ?? 1, sessions[slot].voiceDuck?.gain ?? 1)
    }

    /// Everybody's gain if anyone began or ceased to duck or to silence the others; else nothing is to be done.
    mutating func refreshMix() {
        guard turn.isMixDirty else { return }
        turn.isMixDirty = false
        for slot in lists.active { refreshGain(slot) }
        for slot in lists.localUsers { refreshLocalGain(slot) }
    }

    private func gainReasons(_ slot: Int, isDucked: Bool) -> GainReasons {
        var reasons: GainReasons = []
        switch sessions[slot].state {
        case .active: break
        case .inactive: reasons.insert(.notActive)
        case .interrupted: reasons.insert(.interrupted)
        }
        guard reasons.isEmpty else { return reasons }
        if switches.isRingerSilent, sessions[slot].category.obeysRinger,
            settings.ringerAffectsExternalRoutes || RouteRules.isBuiltInOnly(sessions[slot].view.route.outputs)
        {
            reasons.insert(.ringer)
        }
        if !mayRun(slot) {
            reasons.insert(switches.isLocked && sessions[slot].lifecycle != .background ? .locked : .background)
        }
        if recorder(beside: slot) != nil { reasons.insert(.recording) }
        if isDucked { reasons.insert(.ducked) }
        if voiceDuck(of: slot) != nil { reasons.insert(.voice) }
        if actors.isReading, settings.screenReaderDucks, hears(.screenReader, of: slot),
            sessions[slot].rule.isDucked != false
        {
            reasons.insert(.screenReader)
        }
        if sessions[slot].view.isOutputMuted { reasons.insert(.outputMuted) }
        return reasons
    }

    /// Returns the latest session that silences this one by recording; nil if there is none (R1.7).
    private func recorder(beside slot: Int) -> Int? {
        lists.recorders.last { ($0 != slot || lists.recorders.count > 1) && isBeside($0, slot) }
    }

    /// Returns the duck of this active session: of all that may duck it the lowest, of equals the latest (§4.10).
    private func duck(of slot: Int) -> Duck? {
        guard !lists.duckers.isEmpty, sessions[slot].state == .active, sessions[slot].rule.isDucked != false else {
            return nil
        }
        let ducksItself = sessions[slot].ducksOthers
        let isMutual = settings.duckerVersusDucker == .mutual
        var lowest: Duck?
        for other in lists.duckers.reversed() where other != slot && isBeside(slot, other) {
            let isEarlier = sessions[slot].activationSeq < sessions[other].activationSeq
            // Of two that duck the newer is heard in full, unless both are to give way.
            guard ducksItself ? isMutual || isEarlier : isEarlier || settings.lateStarterIsDucked else { continue }
            let duck = settings.duck(by: sessions[other], over: sessions[slot])
            if duck.gain < lowest?.gain ?? 1 { lowest = duck }
            // Without pairs all are alike.
            if settings.duckPairs.isEmpty { break }
        }
        return lowest
    }

    // MARK: Causes

    mutating func sendCauses(_ slot: Int, _ causes: [Cause]) {
        guard sessions[slot].view.causes != causes else { return }
        sessions[slot].view.causes = causes
        touch(slot)
    }

    func causes(of reasons: GainReasons, _ slot: Int, _ ducker: AppID?) -> [Cause] {
        if reasons.isEmpty { return [] }
        var causes: [Cause] = []
        func add(_ reason: GainReasons, _ rule: String, _ sentence: String, by program: ProgramID? = nil) {
            guard reasons.contains(reason) else { return }
            // A cause that still holds is kept with the time when it began.
            if let old = sessions[slot].view.causes.first(where: { $0.rule == rule && $0.by == program }) {
                causes.append(old)
            } else {
                causes.append(Cause(rule: rule, by: program, sentence: sentence, since: turn.now))
            }
        }
        add(.notActive, "§9", "the session is not active")
        if reasons.contains(.interrupted) {
            for interruption in sessions[slot].interruptions { causes.append(interruption.cause) }
            if causes.isEmpty { add(.interrupted, "§4.4", "who interrupted it left without telling others") }
        }
        add(.ringer, "R1.1", "the ringer switch is set to silent")
        add(.locked, "R1.4", "the screen is locked")
        add(.background, "§4.7", "the program is in the background without leave to sound there")
        let recorder = reasons.contains(.recording) ? recorder(beside: slot) : nil
        add(.recording, "R1.7", "another app records", by: recorder.map { .app(sessions[$0].app) })
        add(.ducked, "§4.10", "ducked by another app's session", by: ducker.map { .app($0) })
        let talker = sessions[slot].voiceDuck?.by
        add(.voice, "own 26", "turned down for another app's voice chat", by: talker.map { .app($0) })
        add(.outputMuted, "own 19", "the program muted its own output", by: .app(sessions[slot].app))
        add(.screenReader, "§7.5", "the screen reader speaks", by: .actor(.screenReader))
        return causes
    }

    // MARK: Local

    /// The gain of a program's system sounds (R1.3, R1.7, R4.20, §6.5).
    mutating func refreshLocalGain(_ slot: Int) {
        guard let before = sessions[slot].localGain else { return }
        var causes: [Cause] = []
        if sessions[slot].state == .interrupted {
            causes.append(cause("R4.20", "the session is interrupted"))
        }
        if actors.holders.contains(where: { hears($0, of: slot) }) {
            causes.append(cause("R4.20", "a call or an alarm has the floor"))
        }
        if switches.isRingerSilent, RouteRules.isBuiltInOnly(RouteRules.localOutputs(ports(of: slot))) {
            causes.append(cause("R1.3", "the ringer switch is set to silent"))
        }
        if let recorder = last(lists.recorders, in: sessions[slot].zone) {
            causes.append(cause("R1.7", by: .app(sessions[recorder].app), "an app records"))
        } else if let recorder = last(lists.silencers, in: sessions[slot].zone) {
            causes.append(cause("§6.5", by: .app(sessions[recorder].app), "an app records"))
        }
        let gain: Float = causes.isEmpty ? 1 : 0
        guard gain != before else { return }
        sessions[slot].localGain = gain
        turn.effects.append(.gain(.app(sessions[slot].app), .local, gain, rampSeconds: 0, causes: causes))
    }
}
