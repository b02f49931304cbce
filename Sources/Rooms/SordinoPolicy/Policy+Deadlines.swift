/// Consequences of elapsed time: they take effect with the next event of any kind.
extension Policy {
    mutating func meetDeadlines() {
        if let ends = actors.alarmEnds, ends <= now { alarmLeaves() }
        if !interrupted.isEmpty {
            for slot in active {
                if let ends = holdEnds(slot), ends <= now { endHold(slot) }
            }
        }
        completeFades()
        guard !inGrace.isEmpty else { return }
        for slot in inGrace {
            if let ends = sessions[slot].graceEnds, ends <= now { suspend(slot) }
        }
    }

    /// Asks to be woken at the earliest deadline.
    mutating func wishWake() {
        var earliest = actors.alarmEnds
        for slot in fading {
            guard let ends = sessions[slot].fadeEnds else { continue }
            earliest = earliest.map { min($0, ends) } ?? ends
        }
        for slot in inGrace {
            guard let ends = sessions[slot].graceEnds else { continue }
            earliest = earliest.map { min($0, ends) } ?? ends
        }
        if !interrupted.isEmpty, settings.stuckHolderReleaseSeconds != nil {
            for slot in active {
                guard let ends = holdEnds(slot) else { continue }
                earliest = earliest.map { min($0, ends) } ?? ends
            }
        }
        guard earliest != wishedWake else { return }
        wishedWake = earliest
        if let earliest { effects.append(.wake(at: earliest)) }
    }
}
