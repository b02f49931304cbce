/// `setCategory`, `setMode` and options (rules.md §3, §4.13).
extension Policy {
    mutating func configure(
        _ slot: Int, category: String?, mode: String?, options: UInt?, policy: UInt?
    ) -> SessionError? {
        let old = sessions[slot].configuration
        let asked: SessionConfiguration
        do {
            asked = try ConfigurationRules.merge(
                sessions[slot].asked, category: category, mode: mode, options: options, policy: policy, settings,
                at: turn.now)
        } catch {
            return error
        }
        var new = asked
        hold(&new, to: sessions[slot].rule)
        guard new != old else {
            sessions[slot].asked = asked
            return nil
        }
        guard sessions[slot].state == .active else {
            sessions[slot].asked = asked
            adopt(new, slot)
            _ = refreshRoute(slot)
            refreshChannels(slot)
            refreshInputSilence(slot)
            return nil
        }
        if let refusal = configureActive(slot, from: old, to: new) { return refusal }
        sessions[slot].asked = asked
        return nil
    }

    /// At once, and with all that an activation in this configuration would bring (R4.11 to R4.16).
    private mutating func configureActive(
        _ slot: Int, from old: SessionConfiguration, to new: SessionConfiguration
    ) -> SessionError? {
        if settings.profile == .p5, new.mode != old.mode {
            return refusal(.isBusy, "R2.2", "a mode is set while the session is inactive")
        }
        let beginsToInterrupt = old.isMixable && !new.isMixable
        var victims: [Int] = []
        if beginsToInterrupt || (new.interruptsSpoken && !old.interruptsSpoken) {
            victims = self.victims(of: slot, new)
        }
        if let refusal = beginsToInterrupt
            ? gate(slot, new, interrupts: !victims.isEmpty) : priorityGate(slot, new)
        {
            return refusal
        }
        delist(slot)
        adopt(new, slot)
        interruptAll(victims, by: slot, ducking: new.ducksOthers)
        enlist(slot)
        stopIncompatibleIO(slot)
        reroute(because: .categoryChange, subject: slot)
        refreshChannels(slot)
        refreshMix()
        refreshGain(slot)
        refreshInputSilence(slot)
        retime()
        refreshVolume()
        return nil
    }

    mutating func adopt(_ new: SessionConfiguration, _ slot: Int) {
        // An override lives within its category (§5.5).
        if new.category != sessions[slot].category { sessions[slot].isOverriddenToSpeaker = false }
        let wasProcessing = sessions[slot].category == .audioProcessing
        sessions[slot].view.configuration = new
        if new.category == .audioProcessing {
            endGrace(slot)
        } else if wasProcessing {
            waitForSound(slot)
        }
        sessions[slot].view.effectiveOptions = new.effectiveOptions
        touch(slot)
        refreshCapabilities(slot)
        if sessions[slot].view.isOutputMuted, !mayMuteOutput(new) { unmuteOutput(slot) }
    }

    /// Stops the I/O that the new category does not allow.
    mutating func stopIncompatibleIO(_ slot: Int) {
        let category = sessions[slot].category
        let cause = cause("§3.1", "the new category does not allow it")
        stopIO(of: slot, cause, interrupts: false) { object in
            !object.isSystemSound
                && ((object.kind.hasInput && !category.hasInput) || (object.kind.hasOutput && !category.hasOutput))
        }
    }
}
