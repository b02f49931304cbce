/// The programs that play in one zone.
struct ZonePlayers: Hashable, Sendable {
    var all = Players.nobody
    var withoutMixing = Players.nobody
    /// Those that the hints were computed from when they were last sent.
    var hinted = Players.nobody
}

/// Other programs' playback, and the hints to silence secondary audio (rules.md §6.6).
extension Policy {
    /// Enters or removes a session in the lists of those that play, after its I/O or its mixing changed.
    mutating func refreshPlaying(_ slot: Int) {
        if sessions[slot].state != .active || sessions[slot].runningOutputs + sessions[slot].runningInputs > 0 {
            sessions[slot].idleSince = nil
        } else if sessions[slot].idleSince == nil {
            sessions[slot].idleSince = turn.now
        }
        if lists.refreshRunning(slot, sessions[slot]) { turn.isMixDirty = true }
        refreshPlayers()
    }

    mutating func refreshPlayers() {
        for zone in zoneNumbers {
            let all = players(members(lists.playing, in: zone))
            let withoutMixing = players(members(lists.playingWithoutMixing, in: zone))
            guard all != zonePlayers[zone].all || withoutMixing != zonePlayers[zone].withoutMixing else { continue }
            zonePlayers[zone].all = all
            zonePlayers[zone].withoutMixing = withoutMixing
            guard zone == 0 else { continue }
            // The fields shared by all sessions of the main zone; sessions of other zones have their own copy.
            device.playing = all
            device.playingWithoutMixing = withoutMixing
            turn.isDeviceDirty = true
        }
    }

    /// At the end of an event: what the sessions of other zones than the main one hear of others.
    mutating func settleZoneSound() {
        guard !settings.zones.isEmpty || sent.hasZones else { return }
        sent.hasZones = !settings.zones.isEmpty
        for slot in slots.byApp { refreshZoneSound(slot) }
    }

    /// Updates `zoneSound`, the sound of other programs in the session's zone, for a session outside the main zone.
    mutating func refreshZoneSound(_ slot: Int) {
        var sound = ZoneSound.asDevice
        if sessions[slot].zone > 0 {
            let (players, app) = (zonePlayers[sessions[slot].zone], sessions[slot].app)
            sound =
                players.withoutMixing.includesOther(than: app)
                ? .withoutMixing : players.all.includesOther(than: app) ? .mixing : .nothing
        }
        set(\.zoneSound, sound, slot)
    }

    private func players(_ slots: [Int]) -> Players {
        switch slots.count {
        case 0: .nobody
        case 1: .only(sessions[slots[0]].app)
        default: .several
        }
    }

    /// Notifies active sessions in the foreground when their hint to silence secondary audio changes (R6.18).
    ///
    /// - Parameter causer: The session that caused the change by an interruption, and is not notified (own 11).
    mutating func settleHints(causedBy causer: Int? = nil) {
        for zone in zoneNumbers {
            let (players, hinted) = (zonePlayers[zone].withoutMixing, zonePlayers[zone].hinted)
            guard players != hinted else { continue }
            for slot in lists.active.reversed()
            where slot != causer && sessions[slot].zone == zone && isInForeground(slot)
                && sessions[slot].lifecycle == .foreground
            {
                let app = sessions[slot].app
                let hint = players.includesOther(than: app)
                if hint != hinted.includesOther(than: app) {
                    refreshZoneSound(slot)
                    notify(slot, .silenceSecondaryAudioHint(begin: hint))
                }
            }
            zonePlayers[zone].hinted = players
        }
    }
}
