/// The last reported state of a session's sound in other programs' calls.
struct Injection: Hashable, Sendable {
    /// The apps that receive the sound, in ascending order.
    var targets: [AppID] = []
    var cause: Cause
}

/// A program's speech is added to the microphone of programs that record for a call (own rule 24).
extension Policy {
    // MARK: Permission

    /// The person's switch for the whole device.
    mutating func setMicrophoneInjection(_ isEnabled: Bool) {
        guard device.isMicrophoneInjectionOn != isEnabled else { return }
        changeInjectability { $0.isMicrophoneInjectionOn = isEnabled }
    }

    /// The switch comes first: while it is off the person is not asked.
    mutating func askInjectionPermission(of slot: Int) {
        let permission = sessions[slot].view.microphoneInjectionPermission
        if device.isMicrophoneInjectionOn, permission == .undetermined {
            turn.effects.append(.askMicrophoneInjectionPermission(sessions[slot].app))
        } else {
            notify(slot, .microphoneInjectionPermission(permission))
        }
    }

    mutating func setInjectionPermission(_ permission: RecordPermission, of slot: Int) {
        set(\.microphoneInjectionPermission, permission, slot)
        notify(slot, .microphoneInjectionPermission(permission))
    }

    /// The library of music is asked about in the same way, and without a switch of the device.
    mutating func askLibraryPermission(of slot: Int) {
        let permission = sessions[slot].view.libraryPermission
        if permission == .undetermined {
            turn.effects.append(.askLibraryPermission(sessions[slot].app))
        } else {
            notify(slot, .libraryPermission(permission))
        }
    }

    mutating func setLibraryPermission(_ permission: RecordPermission, of slot: Int) {
        set(\.libraryPermission, permission, slot)
        notify(slot, .libraryPermission(permission))
    }

    mutating func preferInjection(_ mode: MicrophoneInjectionMode, _ slot: Int) {
        set(\.preferredMicrophoneInjection, mode, slot)
        lists.injectors.keep(slot, mode == .spokenAudio)
        guard mode == .none, let said = sessions[slot].injection else { return }
        sessions[slot].injection = nil
        guard !said.targets.isEmpty else { return }
        turn.effects.append(.inject(sessions[slot].app, into: [], cause("own 24", "the program does not ask for it")))
    }

    // MARK: Routing of the injected sound

    /// Finds at the end of an event which programs record for a call, notifies the sessions, and sets the targets of
    /// injected sound.
    mutating func settleInjection() {
        guard !lists.listeners.isEmpty || !lists.injectors.isEmpty || device.callRecorders != .nobody else { return }
        var recorders: [AppID] = []
        for slot in lists.listeners where recordsForCall(slot) { recorders.append(sessions[slot].app) }
        recorders.sort()
        let players: Players =
            switch recorders.count {
            case 0: .nobody
            case 1: .only(recorders[0])
            default: .several
            }
        if players != device.callRecorders { changeInjectability { $0.callRecorders = players } }
        for slot in lists.injectors { settleInjection(of: slot, into: recorders) }
    }

    /// Returns whether the session records for a remote listener: in a chat mode, or during a call that the program
    /// announced.
    private func recordsForCall(_ slot: Int) -> Bool {
        guard sessions[slot].category == .playAndRecord else { return false }
        if sessions[slot].hasCall { return true }
        let mode = sessions[slot].configuration.supportedMode
        return mode == .voiceChat || mode == .videoChat
    }

    /// Programs hear when it begins or ends to be possible for them.
    private mutating func changeInjectability(_ change: (inout DeviceSnapshot) -> Void) {
        let before = device
        change(&device)
        turn.isDeviceDirty = true
        var hearers = Array(lists.active.reversed())
        for slot in slots.byApp where sessions[slot].state != .active { hearers.append(slot) }
        for slot in hearers where !sessions[slot].isSuspended {
            let isAvailable = device.isMicrophoneInjectionAvailable(to: sessions[slot].app)
            guard isAvailable != before.isMicrophoneInjectionAvailable(to: sessions[slot].app) else { continue }
            notify(slot, .microphoneInjectionAvailable(isAvailable))
        }
    }

    private mutating func settleInjection(of slot: Int, into recorders: [AppID]) {
        let app = sessions[slot].app
        var targets: [AppID] = []
        let sentence: String
        if let obstacle = obstacleToInjection(slot, recorders) {
            sentence = obstacle
        } else {
            targets = recorders.filter { other in slots.ofApp[other].map { isBeside(slot, $0) } ?? false }
            sentence = "its sound is added to the microphone of calls"
        }
        if let said = sessions[slot].injection, said.targets == targets, said.cause.sentence == sentence { return }
        let cause = cause("own 24", by: targets.first.map { .app($0) }, sentence)
        sessions[slot].injection = Injection(targets: targets, cause: cause)
        turn.effects.append(.inject(app, into: targets, cause))
    }

    /// Returns the reason for which the session's sound is added to no call; nil if it is added.
    private func obstacleToInjection(_ slot: Int, _ recorders: [AppID]) -> String? {
        if !device.isMicrophoneInjectionOn { return "adding sound to calls is switched off" }
        if sessions[slot].view.microphoneInjectionPermission != .granted {
            return "the program has no permission to add its sound to calls"
        }
        // A ducked program still goes into the call; one that is silent for another reason does not.
        if !sessions[slot].gainReasons.isSubset(of: .attenuating) { return "the program is silent itself" }
        if recorders.contains(sessions[slot].app) { return "the program records for a call itself" }
        let isNear = recorders.contains { other in slots.ofApp[other].map { isBeside(slot, $0) } ?? false }
        return isNear ? nil : "no other program records for a call"
    }
}
