/// Gains of all programs: silences by ringer, lock, background and recording; ducks (spec §1, §4.10).
extension Policy {
    // MARK: Media

    /// Computes a session's gain anew and says it when it is another.
    mutating func refreshGain(_ slot: Int) {
        let reasons = gainReasons(slot)
        var ducker: AppID?
        if reasons.contains(.ducked), let slot = self.ducker(of: slot) { ducker = sessions[slot].app }
        let voiceDuck = reasons.contains(.voice) ? self.voiceDuck(of: slot) : nil
        if reasons != sessions[slot].gainReasons || ducker != sessions[slot].duckedBy
            || voiceDuck != sessions[slot].voiceDuck
        {
            let old = sessions[slot].gainReasons
            sessions[slot].gainReasons = reasons
            sessions[slot].duckedBy = ducker
            sessions[slot].voiceDuck = voiceDuck
            sayCauses(slot, causes(of: reasons, slot, ducker))
            sayGain(slot, reasons, from: old)
        }
        refreshLocalGain(slot)
    }

    private mutating func sayGain(_ slot: Int, _ reasons: GainReasons, from old: GainReasons) {
        let gain = value(of: reasons, sessions[slot].voiceDuck)
        let before = sessions[slot].gain
        guard gain != before else { return }
        sessions[slot].gain = gain
        // A duck glides; silence and what follows it are at once.
        let glides = reasons.isSubset(of: .attenuating) && old.isSubset(of: .attenuating)
        let seconds = glides ? (gain < before ? settings.duckAttackSeconds : settings.duckReleaseSeconds) : 0
        effects.append(
            .gain(.app(sessions[slot].app), .media, gain, rampSeconds: seconds, causes: sessions[slot].view.causes))
    }

    private func value(of reasons: GainReasons, _ voiceDuck: VoiceDuck?) -> Float {
        if reasons.isEmpty { return 1 }
        guard reasons.isSubset(of: .attenuating) else { return 0 }
        // No stacking: the lowest wins.
        return min(reasons == .voice ? 1 : settings.duckGain, voiceDuck?.gain ?? 1)
    }

    /// Everybody's gain if anyone began or ceased to duck or to silence the others; else nothing is to be done.
    mutating func refreshMix() {
        guard isMixDirty else { return }
        isMixDirty = false
        for slot in active { refreshGain(slot) }
        for slot in localUsers { refreshLocalGain(slot) }
    }

    private func gainReasons(_ slot: Int) -> GainReasons {
        var reasons: GainReasons = []
        switch sessions[slot].state {
        case .active: break
        case .inactive: reasons.insert(.notActive)
        case .interrupted: reasons.insert(.interrupted)
        }
        guard reasons.isEmpty else { return reasons }
        if isRingerSilent, sessions[slot].category.obeysRinger,
            settings.ringerAffectsExternalRoutes || RouteRules.isBuiltInOnly(sessions[slot].view.route.outputs)
        {
            reasons.insert(.ringer)
        }
        if !mayRun(slot) { reasons.insert(isLocked && sessions[slot].lifecycle != .background ? .locked : .background) }
        if let recorder = recorders.last, recorder != slot || recorders.count > 1 { reasons.insert(.recording) }
        if ducker(of: slot) != nil { reasons.insert(.ducked) }
        if voiceDuck(of: slot) != nil { reasons.insert(.voice) }
        if actors.isReading, settings.screenReaderDucks { reasons.insert(.screenReader) }
        if sessions[slot].view.isOutputMuted { reasons.insert(.outputMuted) }
        return reasons
    }

    /// Returns the session that ducks this active session: the latest ducker that may (§4.10).
    private func ducker(of slot: Int) -> Int? {
        guard let latest = duckers.last else { return nil }
        if latest == slot {
            guard settings.duckerVersusDucker == .mutual, duckers.count > 1 else { return nil }
            return duckers[duckers.count - 2]
        }
        let isEarlier = sessions[slot].activationSeq < sessions[latest].activationSeq
        return isEarlier || settings.lateStarterIsDucked ? latest : nil
    }

    // MARK: Causes

    mutating func sayCauses(_ slot: Int, _ causes: [Cause]) {
        guard sessions[slot].view.causes != causes else { return }
        sessions[slot].view.causes = causes
        touch(slot)
    }

    func causes(of reasons: GainReasons, _ slot: Int, _ ducker: AppID?) -> [Cause] {
        if reasons.isEmpty { return [] }
        var causes: [Cause] = []
        func add(_ reason: GainReasons, _ rule: String, _ sentence: String, by program: ProgramID? = nil) {
            guard reasons.contains(reason) else { return }
            // What holds already holds since it began.
            if let old = sessions[slot].view.causes.first(where: { $0.rule == rule && $0.by == program }) {
                causes.append(old)
            } else {
                causes.append(Cause(rule: rule, by: program, sentence: sentence, since: now))
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
        add(.recording, "R1.7", "another app records", by: recorders.last.map { .app(sessions[$0].app) })
        add(.ducked, "§4.10", "ducked by another app's session", by: ducker.map { .app($0) })
        let talker = sessions[slot].voiceDuck?.by
        add(.voice, "own 26", "turned down for another app's voice chat", by: talker.map { .app($0) })
        add(.outputMuted, "own 19", "the program muted its own output", by: .app(sessions[slot].app))
        add(.screenReader, "§7.5", "the screen reader speaks", by: .actor(.screenReader))
        return causes
    }

    /// The gain that a spoken session glides towards just before it is stopped (§4.2 step 9a).
    mutating func duckBeforeStopping(_ slot: Int, by app: AppID) {
        guard sessions[slot].gain == 1 else { return }
        sessions[slot].gain = settings.duckGain
        let cause = cause("§4.11", by: .app(app), "ducked by a spoken prompt")
        effects.append(
            .gain(
                .app(sessions[slot].app), .media, settings.duckGain, rampSeconds: settings.duckAttackSeconds,
                causes: [cause]))
    }

    // MARK: Local

    /// The gain of a program's system sounds (R1.3, R1.7, R4.20, §6.5).
    mutating func refreshLocalGain(_ slot: Int) {
        guard let before = sessions[slot].localGain else { return }
        var causes: [Cause] = []
        if sessions[slot].state == .interrupted {
            causes.append(cause("R4.20", "the session is interrupted"))
        }
        if actors.holdsFloor { causes.append(cause("R4.20", "a call or an alarm has the floor")) }
        if isRingerSilent, RouteRules.isBuiltInOnly(RouteRules.localOutputs(ports)) {
            causes.append(cause("R1.3", "the ringer switch is set to silent"))
        }
        if let recorder = recorders.last {
            causes.append(cause("R1.7", by: .app(sessions[recorder].app), "an app records"))
        } else if let recorder = silencers.last {
            causes.append(cause("§6.5", by: .app(sessions[recorder].app), "an app records"))
        }
        let gain: Float = causes.isEmpty ? 1 : 0
        guard gain != before else { return }
        sessions[slot].localGain = gain
        effects.append(.gain(.app(sessions[slot].app), .local, gain, rampSeconds: 0, causes: causes))
    }
}
