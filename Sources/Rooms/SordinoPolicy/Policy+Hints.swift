/// Other programs' playback, and the hints to silence secondary audio (spec §6.6).
extension Policy {
    /// Enters or removes a session in the lists of those that play, after its I/O or its mixing changed.
    mutating func refreshPlaying(_ slot: Int) {
        let isPlaying = sessions[slot].isPlaying
        if sessions[slot].state != .active || sessions[slot].runningOutputs + sessions[slot].runningInputs > 0 {
            sessions[slot].idleSince = nil
        } else if sessions[slot].idleSince == nil {
            sessions[slot].idleSince = now
        }
        playing.keep(slot, isPlaying)
        playingWithoutMixing.keep(slot, isPlaying && !sessions[slot].isMixable)
        let silences =
            sessions[slot].state == .active && sessions[slot].runningInputs > 0
            && !sessions[slot].view.allowsHapticsAndSystemSoundsDuringRecording
        if silencers.keep(slot, silences) { isMixDirty = true }
        listeners.keep(slot, sessions[slot].state == .active && sessions[slot].runningInputs > 0)
        refreshPlayers()
    }

    mutating func refreshPlayers() {
        let all = players(playing)
        let withoutMixing = players(playingWithoutMixing)
        guard all != device.playing || withoutMixing != device.playingWithoutMixing else { return }
        device.playing = all
        device.playingWithoutMixing = withoutMixing
        isDeviceDirty = true
    }

    private func players(_ slots: [Int]) -> Players {
        switch slots.count {
        case 0: .nobody
        case 1: .only(sessions[slots[0]].app)
        default: .several
        }
    }

    /// R6.18: sessions that are active and in front hear when their hint flips.
    mutating func settleHints() {
        let players = device.playingWithoutMixing
        guard players != hintedPlayers else { return }
        for slot in active.reversed() where isInForeground(slot) && sessions[slot].lifecycle == .foreground {
            let app = sessions[slot].app
            let hint = players.includesOther(than: app)
            if hint != hintedPlayers.includesOther(than: app) { notify(slot, .silenceSecondaryAudioHint(begin: hint)) }
        }
        hintedPlayers = players
    }
}
