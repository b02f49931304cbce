/// Zones: rooms or seats with ports, a controlling session and interruptions of their own (own rule 28).
///
/// Zone 0 is the main one, with all ports that no other zone names; without a configuration it is the only one. What one session
/// does to another (interruptions, ducks, silence beside a recording, hints) happens within a zone. The device's volume, rate and
/// switches are shared.
extension Policy {
    /// The numbers of all zones; 0 is the main zone.
    var zoneNumbers: Range<Int> { 0..<settings.zones.count + 1 }

    /// The ports of a zone, in the order of their arrival.
    func ports(in zone: Int) -> PortTable { settings.zones.isEmpty ? ports : routing.zonePorts[zone] }

    func ports(of slot: Int) -> PortTable { ports(in: sessions[slot].zone) }

    /// Gives each port to the first zone that names it; after ports or settings changed.
    mutating func splitPorts() {
        guard !settings.zones.isEmpty else {
            routing.zonePorts = []
            return
        }
        routing.zonePorts = zoneNumbers.map { zone in
            ports.filtered { port in
                let owner = settings.zones.firstIndex { $0.includes(port) }
                return (owner.map { $0 + 1 } ?? 0) == zone
            }
        }
    }

    /// The number of a zone; nil if there is none of that name.
    package func zoneNumber(_ name: String) -> Int? {
        if name == Zone.main { return 0 }
        return settings.zones.firstIndex { $0.name == name }.map { $0 + 1 }
    }

    /// The name of a zone.
    package func zoneName(_ zone: Int) -> String { zone == 0 ? Zone.main : settings.zones[zone - 1].name }

    /// Returns whether an actor interrupts what plays in a zone.
    func hears(_ actor: SystemActor, _ zone: Int) -> Bool {
        guard zone > 0 else { return true }
        switch actor {
        case .emergency: return true
        case .call: return settings.zones[zone - 1].isInterruptedByCalls
        case .alarm: return settings.zones[zone - 1].isInterruptedByAlarms
        case .assistant, .screenReader, .systemSounds: return false
        }
    }

    func hears(_ actor: SystemActor, of slot: Int) -> Bool { hears(actor, sessions[slot].zone) }

    /// Returns whether two sessions are in one zone, so that one can touch the other.
    func isBeside(_ slot: Int, _ other: Int) -> Bool { sessions[slot].zone == sessions[other].zone }

    /// The latest session of a list in a zone.
    func last(_ slots: [Int], in zone: Int) -> Int? {
        settings.zones.isEmpty ? slots.last : slots.last { sessions[$0].zone == zone }
    }

    func members(_ slots: [Int], in zone: Int) -> [Int] {
        settings.zones.isEmpty ? slots : slots.filter { sessions[$0].zone == zone }
    }

    /// Writes down a session's zone, and nothing more.
    mutating func place(_ slot: Int, inZone zone: Int) {
        sessions[slot].zone = zone
        set(\.zone, zone == 0 ? "" : zoneName(zone), slot)
    }

    // MARK: Moving

    /// Moves a program to another zone, as if the person had picked its ports.
    ///
    /// Sessions that it interrupted in the old zone are released; in the new zone it interrupts others if it does not
    /// mix.
    mutating func move(_ slot: Int, toZone zone: Int) {
        guard sessions[slot].zone != zone, zoneNumbers.contains(zone) else { return }
        let wasActive = sessions[slot].state == .active
        if wasActive {
            delist(slot)
            sessions[slot].isOverriddenToSpeaker = false
        }
        place(slot, inZone: zone)
        turn.isMixDirty = true
        releaseVictims(of: slot, ended: .shouldResume, rule: "own 28")
        if wasActive {
            interruptAll(victims(of: slot, sessions[slot].configuration), by: slot, ducking: false)
            lastActivation += 1
            sessions[slot].activationSeq = lastActivation
            enlist(slot)
        } else {
            releaseFromAbsent(slot)
        }
        settleZones(because: .newDeviceAvailable, subject: slot)
        if wasActive, let actor = actors.holders.first(where: { hears($0, zone) }), !sessions[slot].hasCall,
            mayInterrupt(sessions[slot]) || actor == .emergency
        {
            interrupt(
                slot, by: .actor(actor), .default, cause("own 28", by: .actor(actor), "moved to where \(actor.words)"))
            settleAfterInterruptions()
        }
    }

    /// Ends the interruptions by those that are in another zone than the session now.
    mutating func releaseFromAbsent(_ slot: Int) {
        for interruption in sessions[slot].interruptions {
            switch interruption.who {
            case .app(let app):
                guard let other = slots.ofApp[app], !isBeside(slot, other) else { continue }
                sessions[other].victims.drop(slot)
                release(slot, from: interruption.who, ended: .shouldResume)
            case .actor(let actor):
                if !hears(actor, of: slot) { release(slot, from: interruption.who, ended: .shouldResume) }
            case .mutedMicrophone, .routeDisconnect: break
            }
        }
    }

    /// Routes, gains, hardware and hints after a session or a port changed its zone.
    mutating func settleZones(because reason: RouteChangeReason, subject: Int?) {
        reroute(because: reason, subject: subject)
        if let subject {
            refreshChannels(subject)
            refreshInputSilence(subject)
            let hasInput = ports(of: subject).hasInput
            if sessions[subject].view.isInputAvailable != hasInput {
                set(\.isInputAvailable, hasInput, subject)
                if !sessions[subject].isSuspended { notify(subject, .inputAvailable(hasInput)) }
            }
            refreshPlaying(subject)
            refreshGain(subject)
        }
        refreshPlayers()
        refreshMix()
        retime()
        refreshVolume()
    }
}

extension SystemActor {
    /// The action in words, for sentences.
    var words: String {
        switch self {
        case .emergency: "an emergency alert sounds"
        case .call: "a call is on"
        case .alarm: "an alarm sounds"
        case .assistant: "the assistant is at work"
        case .screenReader, .systemSounds: "the system speaks"
        }
    }
}
