/// A session that keeps others interrupted and makes no use of it.
package struct StuckHolder: Hashable, Sendable {
    package let app: AppID
    /// Since when it has been silent.
    package let since: Moment
    /// The programs that it keeps interrupted, the latest first.
    package let victims: [AppID]
}

extension Policy {
    /// Programs that hold others interrupted and have run no I/O for longer than the settings allow.
    ///
    /// Most often one that forgot to deactivate. Changes nothing; for logs and for people who ask.
    package func stuckHolders(at moment: Moment) -> [StuckHolder] {
        var holders: [StuckHolder] = []
        for slot in lists.active {
            guard let since = sessions[slot].idleSince, since + settings.stuckHolderSeconds <= moment else { continue }
            var victims = sessions[slot].victims
            guard !victims.isEmpty else { continue }
            sort(&victims, .newestFirst)
            holders.append(
                StuckHolder(app: sessions[slot].app, since: since, victims: victims.map { sessions[$0].app }))
        }
        return holders
    }

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
