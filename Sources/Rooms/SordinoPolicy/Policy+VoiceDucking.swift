/// How far a program's voice processing wants others turned down, with Apple's raw values.
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
/// The program says how far, and with advanced ducking takes it back while nobody speaks: what is said at either end is heard
/// in its process alone.
extension Policy {
    mutating func preferVoiceDucking(_ level: UInt?, _ slot: Int) -> SessionError? {
        var wanted: VoiceDuckingLevel?
        if let level {
            wanted = VoiceDuckingLevel(rawValue: level)
            if wanted == nil { return refusal(.badParam, "own 26", "no such level of ducking") }
        }
        guard sessions[slot].voiceDucking != wanted else { return nil }
        let wasListed = voiceDuckers.drop(slot)
        sessions[slot].voiceDucking = wanted
        if wanted != nil, sessions[slot].state == .active {
            voiceDuckers.insert(slot, at: place(of: slot, in: voiceDuckers))
        }
        if wasListed || wanted != nil { isMixDirty = true }
        return nil
    }

    /// Returns the voice that this session is turned down for: of several the one that wants it lowest; voices do not turn
    /// down one another.
    func voiceDuck(of slot: Int) -> VoiceDuck? {
        guard !voiceDuckers.isEmpty, !voiceDuckers.contains(slot) else { return nil }
        var lowest: VoiceDuck?
        for other in voiceDuckers {
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
