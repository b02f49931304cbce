/// The last reported state of a session's taps.
struct Tapping: Hashable, Sendable {
    /// With the programs that each takes now.
    var taps: [ProgramTap] = []
    var cause: Cause
}

/// A program takes the sound of others if the device's user allows it (own rule 34).
extension Policy {
    // MARK: Permission

    mutating func setSystemAudioPermission(_ permission: RecordPermission, of slot: Int) {
        sessions[slot].isSystemAudioAsked = false
        sessions[slot].systemAudioWasAsked = nil
        set(\.systemAudioPermission, permission, slot)
    }

    /// There is no answer, which is no permission.
    mutating func leaveSystemAudioUnanswered(of slot: Int, wasAsked: Bool) {
        setSystemAudioPermission(.denied, of: slot)
        sessions[slot].systemAudioWasAsked = wasAsked
    }

    // MARK: Requests

    /// Replaces the taps that a program uses; the user is asked about the first.
    mutating func preferTaps(_ taps: [ProgramTap], _ slot: Int) -> SessionError? {
        guard taps.count <= ProgramTap.most, taps.allSatisfy(\.isSound) else {
            return refusal(.resourceNotAvailable, "own 35", "too many taps, or too much in one")
        }
        guard Set(taps.map(\.number)).count == taps.count else {
            return refusal(.badParam, "own 35", "two taps have one number")
        }
        sessions[slot].taps = taps
        lists.tappers.keep(slot, !taps.isEmpty)
        if taps.isEmpty { dropTapping(slot) }
        guard !taps.isEmpty, sessions[slot].view.systemAudioPermission == .undetermined,
            !sessions[slot].isSystemAudioAsked
        else { return nil }
        sessions[slot].isSystemAudioAsked = true
        turn.effects.append(.askSystemAudioPermission(sessions[slot].app))
        return nil
    }

    mutating func preferProgramList(_ wants: Bool, _ slot: Int) {
        lists.programWatchers.keep(slot, wants)
        if !wants { set(\.programs, [], slot) }
    }

    private mutating func dropTapping(_ slot: Int) {
        guard sessions[slot].tapping != nil else { return }
        sessions[slot].tapping = nil
        turn.effects.append(.tap(sessions[slot].app, [], cause("own 35", "the program uses no tap")))
    }

    // MARK: Settling

    /// Finds at the end of an event which programs each tap takes, and lists the programs for those that watch them.
    mutating func settleTaps() {
        for slot in lists.tappers { settleTaps(of: slot) }
        guard !lists.programWatchers.isEmpty else { return }
        let programs = slots.byApp.map { slot in
            var listed = ListedProgram()
            (listed.app, listed.name) = (sessions[slot].app, sessions[slot].name)
            (listed.bundleID, listed.process) = (sessions[slot].bundleID, sessions[slot].process)
            listed.isPlaying = sessions[slot].isPlaying
            listed.isRecording = sessions[slot].state == .active && sessions[slot].runningInputs > 0
            return listed
        }
        for slot in lists.programWatchers { set(\.programs, programs, slot) }
    }

    private mutating func settleTaps(of slot: Int) {
        let permission = sessions[slot].view.systemAudioPermission
        var taps: [ProgramTap] = []
        let sentence: String
        switch permission {
        case .granted:
            taps = sessions[slot].taps.map(resolved)
            sentence = "the user lets it take the sound of other programs"
        case .denied:
            switch sessions[slot].systemAudioWasAsked {
            case nil: sentence = "the user does not let it take the sound of other programs"
            case true?: sentence = "the user has not answered whether it may take the sound of other programs"
            case false?: sentence = "the user cannot be asked whether it may take the sound of other programs"
            }
        case .undetermined: sentence = "the user has not said whether it may take the sound of other programs"
        }
        if let said = sessions[slot].tapping, said.taps == taps, said.cause.sentence == sentence { return }
        let cause = cause("own 35", sentence)
        sessions[slot].tapping = Tapping(taps: taps, cause: cause)
        turn.effects.append(.tap(sessions[slot].app, taps, cause))
    }

    /// The tap with the programs that it takes now in place of those that it names.
    private func resolved(_ tap: ProgramTap) -> ProgramTap {
        let named = Set(tap.apps)
        let identifiers = Set(tap.bundleIDs)
        var result = tap
        result.apps = slots.byApp.map { sessions[$0] }
            .filter { (named.contains($0.app) || identifiers.contains($0.bundleID)) != tap.isExclusive }.map(\.app)
        (result.bundleIDs, result.isExclusive) = ([], false)
        return result
    }
}
