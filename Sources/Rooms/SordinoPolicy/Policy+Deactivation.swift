/// Deactivation of a session: `setActive(false)` (rules.md §4.4).
extension Policy {
    mutating func deactivate(_ slot: Int, notifyingOthers notifies: Bool) -> SessionError? {
        var refusal: SessionError?
        switch sessions[slot].state {
        case .active:
            if sessions[slot].runningOutputs + sessions[slot].runningInputs > 0 {
                if settings.profile < .modern {
                    refusal = self.refusal(.isBusy, "§4.4", "sound still runs")
                }
                // Up to iOS 7 the session stays as it is.
                if settings.profile < .p9 { return refusal }
                stopAllIO(slot, cause("§4.4", "the session was deactivated"), interrupts: false)
            }
            leaveActive(slot)
            setState(slot, .inactive)
            sessions[slot].showsOwnRoute = false
            refreshGain(slot)
            settleAfterLeaving(slot)
        case .interrupted:
            // The program gives up: no `ended` will come.
            clearInterrupters(of: slot)
            lists.interrupted.drop(slot)
            forgetInterruptedIO(of: slot)
            setState(slot, .inactive)
            sessions[slot].showsOwnRoute = false
            refreshGain(slot)
            _ = refreshRoute(slot)
        case .inactive:
            // Its interruption is over, its route is still what it had: quietly back to what anybody sees.
            sessions[slot].showsOwnRoute = false
            _ = refreshRoute(slot)
        }
        releaseVictims(of: slot, ended: notifies ? .shouldResume : settings.endedWithoutNotifyFlag, rule: "§4.4")
        return refusal
    }

    /// Ducks, routes, hardware and hints after an active session has left.
    mutating func settleAfterLeaving(_ slot: Int) {
        refreshMix()
        reroute(because: .categoryChange, subject: slot)
        retime()
        refreshVolume()
        settleHints()
    }
}
