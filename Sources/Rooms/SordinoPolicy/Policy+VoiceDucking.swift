/// The strength with which the voice processing of a program turns other programs down, with Apple's raw values.
enum VoiceDuckingLevel: UInt, Hashable, Sendable {
    case standard = 0
    case minimum = 10
    case middle = 20
    case maximum = 30
}

/// The voice processing that a session is turned down for.
struct VoiceDuck: Hashable, Sendable {
    let by: AppID
    let gain: Float
}

/// Others are turned down while a program records with voice processing (own rule 26).
///
/// The program sets the level, and with advanced ducking takes it back while there is no speech: the voice at either
/// end is known only inside its process.
extension Policy {
    mutating func preferVoiceDucking(_ level: UInt?, _ slot: Int) -> SessionError? {
        var wanted: VoiceDuckingLevel?
        if let level {
            wanted = VoiceDuckingLevel(rawValue: level)
            if wanted == nil { return refusal(.badParam, "own 26", "no such level of ducking") }
        }
        guard sessions[slot].voiceDucking != wanted else { return nil }
        sessions[slot].voiceDucking = wanted
        if lists.refreshVoiceDucking(slot, sessions) { turn.isMixDirty = true }
        return nil
    }

    /// Returns the voice that this session is turned down for, the one with the lowest gain of several.
    ///
    /// Sessions with voice processing do not turn each other down.
    func voiceDuck(of slot: Int) -> VoiceDuck? {
        guard !lists.voiceDuckers.isEmpty, !lists.voiceDuckers.contains(slot) else { return nil }
        var lowest: VoiceDuck?
        for other in lists.voiceDuckers {
            guard sessions[other].runningInputs > 0, isBeside(slot, other), sessions[slot].rule.isDucked != false,
                sessions[other].rule.ducks != false, let level = sessions[other].voiceDucking
            else { continue }
            let gain = self.gain(of: level)
            if lowest.map({ gain < $0.gain }) ?? true { lowest = VoiceDuck(by: sessions[other].app, gain: gain) }
        }
        return lowest
    }

    private func gain(of level: VoiceDuckingLevel) -> Float {
        switch level {
        case .standard: settings.duckGain
        case .minimum: settings.leastVoiceDuckGain
        case .middle: settings.middleVoiceDuckGain
        case .maximum: settings.mostVoiceDuckGain
        }
    }
}
