/// Consequences of elapsed time: they take effect with the next event of any kind.
extension Policy {
    mutating func meetDeadlines() {
        if let ends = actors.alarmEnds, ends <= turn.now { alarmLeaves() }
        if !lists.interrupted.isEmpty {
            for slot in lists.active {
                if let ends = holdEnds(slot), ends <= turn.now { endHold(slot) }
            }
        }
        completeFades()
        guard !lists.inGrace.isEmpty else { return }
        for slot in lists.inGrace {
            if let ends = sessions[slot].graceEnds, ends <= turn.now { suspend(slot) }
        }
    }

    /// Asks to be woken at the earliest deadline.
    mutating func askToWake() {
        var earliest = actors.alarmEnds
        for slot in lists.fading {
            guard let ends = sessions[slot].fadeEnds else { continue }
            earliest = earliest.map { min($0, ends) } ?? ends
        }
        for slot in lists.inGrace {
            guard let ends = sessions[slot].graceEnds else { continue }
            earliest = earliest.map { min($0, ends) } ?? ends
        }
        if !lists.interrupted.isEmpty, settings.stuckHolderReleaseSeconds != nil {
            for slot in lists.active {
                guard let ends = holdEnds(slot) else { continue }
                earliest = earliest.map { min($0, ends) } ?? ends
            }
        }
        guard earliest != sent.wake else { return }
        sent.wake = earliest
        if let earliest { turn.effects.append(.wake(at: earliest)) }
    }
}
