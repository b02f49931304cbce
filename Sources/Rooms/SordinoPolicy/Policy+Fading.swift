/// Spoken sessions that fade under a prompt before they are interrupted (rules.md §4.11, §4.2 step 9a).
///
/// The prompt ducks them like all other sound. The interruption follows when the duck has reached its depth, so no word is cut.
extension Policy {
    /// Begins the fade of an audible spoken session; `completeFades` interrupts it later.
    ///
    /// - Returns: False if there is nothing to fade: the session is silent, or the prompt does not lower it.
    mutating func beginFade(of slot: Int, under prompt: Int) -> Bool {
        if sessions[slot].fadeEnds != nil { return true }
        guard sessions[slot].isPlaying, sessions[slot].gainReasons.isSubset(of: .attenuating),
            sessions[slot].rule.isDucked != false, sessions[prompt].rule.ducks != false
        else { return false }
        let duck = settings.duck(by: sessions[prompt], over: sessions[slot])
        guard duck.gain < sessions[slot].gain, duck.attackSeconds > 0 else { return false }
        sessions[slot].fadeEnds = turn.now + duck.attackSeconds
        lists.fading.append(slot)
        return true
    }

    /// Ends the fade of a session that is no longer active, and the fades of sessions for which no other prompt is active.
    mutating func endFades(of slot: Int) {
        guard !lists.fading.isEmpty else { return }
        endFade(of: slot)
        guard sessions[slot].configuration.interruptsSpoken else { return }
        for other in lists.fading where self.prompt(over: other) == nil { endFade(of: other) }
    }

    private mutating func endFade(of slot: Int) {
        guard sessions[slot].fadeEnds != nil else { return }
        sessions[slot].fadeEnds = nil
        lists.fading.drop(slot)
    }

    /// Interrupts the sessions whose fade is over.
    mutating func completeFades() {
        for slot in lists.fading {
            guard let ends = sessions[slot].fadeEnds, ends <= turn.now else { continue }
            endFade(of: slot)
            guard sessions[slot].configuration.isSpoken, mayInterrupt(sessions[slot]), let prompt = prompt(over: slot)
            else { continue }
            interruptAll([slot], by: prompt, ducking: false, isLate: true)
            settleAfterInterruptions()
        }
    }

    /// Returns the latest active session, other than this one, that interrupts spoken audio.
    private func prompt(over slot: Int) -> Int? {
        lists.active.last { $0 != slot && sessions[$0].configuration.interruptsSpoken && isBeside($0, slot) }
    }
}
