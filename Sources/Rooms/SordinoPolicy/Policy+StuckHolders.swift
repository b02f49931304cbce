/// Sessions that keep others interrupted and make no use of it (own 25).
extension Policy {
    /// Returns the moment at which a session that keeps others interrupted without running any I/O loses its hold (own
    /// 25); nil for never.
    func holdEnds(_ slot: Int) -> Moment? {
        guard let limit = settings.stuckHolderReleaseSeconds, let since = sessions[slot].idleSince,
            !sessions[slot].victims.isEmpty
        else { return nil }
        return since + limit
    }

    /// Deactivates a session that kept others interrupted without playing: it is notified of an interruption, the
    /// others of an interruption's end as after a crash.
    mutating func endHold(_ slot: Int) {
        leaveActive(slot)
        setState(slot, .inactive)
        sessions[slot].showsOwnRoute = false
        refreshGain(slot)
        settleAfterLeaving(slot)
        notify(slot, .interruptionBegan(.default, wasSuspended: false))
        releaseVictims(of: slot, ended: settings.crashEnded, rule: "own 25")
    }
}
