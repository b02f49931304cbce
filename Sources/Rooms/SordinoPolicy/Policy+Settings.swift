/// The configuration of the device and its programs: at the start, or anew while programs run (own rule 27).
///
/// Running sessions continue: gains glide to their new values, routes follow. A new rule interrupts a session only if
/// two sessions that do not mix would be left in one zone: then the later stays.
extension Policy {
    /// Takes in a whole configuration; one that changes nothing has no effect.
    mutating func adopt(_ new: PolicySettings) {
        guard new != settings else { return }
        let old = settings
        let overridden = overriddenRoutes()
        adoptZones(new)
        for slot in slots.byApp {
            let zone = sessions[slot].rule.zone
            sessions[slot].rule = settings.rule(bundleID: sessions[slot].bundleID, name: sessions[slot].name)
            // A program that the person moved stays in its zone, unless its own rule changed.
            if sessions[slot].rule.zone != zone { place(slot, inZone: firstZone(sessions[slot].rule)) }
            permit(slot)
            set(\.availableCategories, Category.allCases.filter { $0.isAvailable(settings) }, slot)
            set(\.availableModes, Mode.allCases.filter { $0.isAvailable(settings) }, slot)
            reconfigure(slot)
        }
        settleOccupants()
        for slot in lists.interrupted { releaseFromAbsent(slot) }
        if device.hasHardwareDecoder != new.hasHardwareDecoder {
            device.hasHardwareDecoder = new.hasHardwareDecoder
            turn.isDeviceDirty = true
        }
        if new.allowsMicrophoneInjection != old.allowsMicrophoneInjection {
            setMicrophoneInjection(new.allowsMicrophoneInjection)
        }
        turn.isMixDirty = true
        refreshPlayers()
        portsChanged(because: .routeConfigurationChange, overridden)
        refreshMix()
        refreshActorGains()
    }

    /// Zones are known by their names: their numbers may be others now.
    private mutating func adoptZones(_ new: PolicySettings) {
        let names = sessions.map { zoneName($0.zone) }
        let before = zoneNumbers.map { (name: zoneName($0), players: zonePlayers[$0]) }
        settings = new
        routing.controllers = zoneNumbers.map { _ in ControllerMemory() }
        zonePlayers = zoneNumbers.map { zone in
            before.first { $0.name == zoneName(zone) }?.players ?? ZonePlayers()
        }
        for slot in slots.byApp { place(slot, inZone: zoneNumber(names[slot]) ?? 0) }
        splitPorts()
    }

    /// Brings a session's configuration, and its place in the lists, in line with its program's rule.
    private mutating func reconfigure(_ slot: Int) {
        var configuration = sessions[slot].asked
        hold(&configuration, to: sessions[slot].rule)
        let isActive = sessions[slot].state == .active
        if isActive { delist(slot) }
        if configuration != sessions[slot].configuration {
            adopt(configuration, slot)
            stopIncompatibleIO(slot)
        }
        if isActive { enlist(slot) }
        refreshChannels(slot)
        refreshInputSilence(slot)
    }

    /// INV-1: of several sessions of a zone that do not mix the latest stays.
    private mutating func settleOccupants() {
        for zone in zoneNumbers {
            let holders = members(lists.activeNonMixable, in: zone).filter { !sessions[$0].hasCall }
            guard let latest = holders.last, holders.count > 1 else { continue }
            // A session that may not be interrupted stays even if another came later.
            let stays = holders.last { !mayInterrupt(sessions[$0]) } ?? latest
            interruptAll(holders.reversed().filter { $0 != stays }, by: stays, ducking: false)
        }
    }

    // MARK: Programs

    /// Applies the configuration to the session of a new program.
    mutating func introduce(_ session: inout SessionRecord) {
        session.rule = settings.rule(bundleID: session.bundleID, name: session.name)
        session.zone = firstZone(session.rule)
        session.view.zone = session.zone == 0 ? "" : zoneName(session.zone)
        session.view.recordPermission = permitted(session)
        session.view.isInputAvailable = ports(in: session.zone).hasInput
        hold(&session.view.configuration, to: session.rule)
        session.view.effectiveOptions = session.view.configuration.effectiveOptions
    }

    private func firstZone(_ rule: ProgramRule) -> Int { rule.zone.flatMap(zoneNumber) ?? 0 }

    /// The rule's answer, else the person's.
    func permitted(_ session: SessionRecord) -> RecordPermission {
        switch session.rule.recording {
        case .allow: .granted
        case .deny: .denied
        case .ask, .none: session.declaredPermission
        }
    }

    /// Changes what a program asks for to what its rule holds it to.
    func hold(_ configuration: inout SessionConfiguration, to rule: ProgramRule) {
        if let forced = rule.forced {
            configuration = SessionConfiguration(category: forced.category, options: forced.options)
        }
        guard rule.interrupts == false else { return }
        if configuration.category == .soloAmbient { configuration.category = .ambient }
        if configuration.category.mayMix {
            configuration.options.insert(.mixWithOthers)
            // Long-form sessions have no options.
            configuration.policy = .default
        }
        configuration.options.remove(.interruptSpokenAudio)
    }
}

extension PolicySettings {
    /// Returns what holds for a program: the rule of its identifier, then that of its name, then the one for all.
    package func rule(bundleID: String, name: String) -> ProgramRule {
        var rule = ProgramRule(program: bundleID)
        guard !programs.isEmpty else { return rule }
        for wanted in [bundleID, name, "*"] {
            if let found = programs.first(where: { $0.program == wanted }) { rule.fill(from: found) }
        }
        return rule
    }

    /// Returns whether a program may record before anybody was asked: nil where the person has to be.
    package func permission(bundleID: String, name: String) -> RecordPermission {
        switch rule(bundleID: bundleID, name: name).recording ?? recording {
        case .allow: .granted
        case .ask: .undetermined
        case .deny: .denied
        }
    }
}
