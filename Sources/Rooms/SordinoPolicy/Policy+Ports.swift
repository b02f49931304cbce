/// Ports come and go (rules.md §5.3, R5.1 to R5.3).
extension Policy {
    mutating func arrive(_ arrived: [Port]) {
        let overridden = overriddenRoutes()
        let isNew = ports.add(arrived)
        if isNew { ports.forgetPicks() }
        portsChanged(because: isNew ? .newDeviceAvailable : .routeConfigurationChange, overridden)
    }

    /// The user chose a port: as if it had come now (S116).
    mutating func pick(_ uid: String) {
        let overridden = overriddenRoutes()
        guard ports.pick(uid) else { return }
        portsChanged(because: .newDeviceAvailable, overridden)
    }

    /// The user chose outputs that play together (own 34): one decision, so that no other route is heard on the way to them.
    ///
    /// Outputs that play and stay among them continue without a gap.
    mutating func pick(together uids: [String]) {
        var wanted: [String] = []
        for uid in uids where !wanted.contains(uid) { wanted.append(uid) }
        guard let first = wanted.first, objection(to: .userPickedTogether(portUIDs: wanted)) == nil,
            !ports.hasPicked(wanted)
        else { return }
        guard wanted.count > 1 else { return pick(first) }
        let overridden = overriddenRoutes()
        let isInForce = ports.preferredPort(.output) == nil
        let rooms = ports.rooms.map(\.uid)
        let surplus = rooms.filter { !wanted.contains($0) }
        if isInForce, !surplus.isEmpty, wanted.allSatisfy(ports.isRoom) {
            for uid in surplus { _ = ports.part(uid) }
            return portsChanged(because: .routeConfigurationChange, overridden)
        }
        let picked = isInForce ? ports.pickedOutput.flatMap { ports.port($0)?.uid } : nil
        let present = picked ?? RouteRules.outputs(.media, ports(in: 0), settings).first?.uid
        let playing = rooms.isEmpty ? [present].compactMap { $0 } : rooms.filter { ports.port($0) != nil }
        let isMore = !playing.isEmpty && playing.count < wanted.count && playing.allSatisfy(wanted.contains)
        if !isMore || picked == nil { _ = ports.pick(isMore ? playing[0] : first) }
        for uid in wanted { _ = ports.join(uid) }
        portsChanged(because: .newDeviceAvailable, overridden)
    }

    /// The user adds an output to those that are in use (own 34).
    mutating func pickToo(_ uid: String) {
        guard ports.port(uid)?.direction == .output else { return }
        let picked = ports.pickedOutput.flatMap { ports.port($0)?.uid }
        let present = picked ?? RouteRules.outputs(.media, ports(in: 0), settings).first?.uid
        guard let present, present != uid else { return pick(uid) }
        let overridden = overriddenRoutes()
        if picked == nil { _ = ports.pick(present) }
        guard ports.join(uid) else { return }
        portsChanged(because: .newDeviceAvailable, overridden)
    }

    /// The user takes an output out of those that play together (own 34).
    mutating func pickNoMore(_ uid: String) {
        let overridden = overriddenRoutes()
        guard ports.part(uid) else { return }
        // Programs would pause for a device that is lost.
        portsChanged(because: .routeConfigurationChange, overridden)
    }

    /// The default devices are others now: routes follow them.
    mutating func prefer(_ uids: [String]) {
        guard ports.preferred != uids else { return }
        let overridden = overriddenRoutes()
        ports.preferred = uids
        portsChanged(because: .newDeviceAvailable, overridden)
    }

    mutating func depart(_ uids: [String]) {
        let overridden = overriddenRoutes()
        let gone = ports.remove(uids)
        guard !gone.isEmpty else { return }
        // Sound is stopped before the new port is used, so that music does not burst out of the loudspeaker (R5.2).
        var disconnected: [Int] = []
        for slot in lists.active.reversed() {
            let route = sessions[slot].view.route
            // A room that is lost stops no other room.
            let lostOutput =
                route.outputs.contains { gone.contains($0) }
                && !(route.isInRooms && route.outputs.contains { !gone.contains($0) })
            guard lostOutput || route.inputs.contains(where: { gone.contains($0) }) else { continue }
            let cause = cause("R5.2", "the port it was heard on was unplugged")
            if isInterruptedByDisconnect(slot) {
                disconnected.append(slot)
                stopAllIO(slot, cause, interrupts: true)
            } else if lostOutput, !sessions[slot].category.isAmbient, mayInterrupt(sessions[slot]) {
                stopIO(of: slot, cause, interrupts: false) { $0.isPlayer && $0.kind.hasOutput }
            }
        }
        for slot in slots.byApp {
            if let route = sessions[slot].stageRoute,
                (route.inputs + route.outputs).contains(where: { gone.contains($0) })
            {
                sessions[slot].stageRoute = nil  // the stage has cut it; a port that comes back is a new one
            }
            guard let uid = sessions[slot].view.preferredInputUID, uids.contains(uid) else { continue }
            sessions[slot].view.preferredInputUID = nil  // §5.5: while the port exists
            touch(slot)
        }
        // Programs pause for a device that is lost: not for one room of several.
        let isOneOfRooms = !ports.rooms.isEmpty && gone.allSatisfy { ports.isRoom($0.uid) }
        portsChanged(because: isOneOfRooms ? .routeConfigurationChange : .oldDeviceUnavailable, overridden)
        for slot in disconnected {
            interrupt(
                slot, by: .routeDisconnect, .routeDisconnected,
                cause("§4.12", "the port it was heard on was unplugged; it is heard again when it is told to play")
            )
        }
        if !disconnected.isEmpty { settleAfterInterruptions() }
    }

    /// Returns whether the loss of the route interrupts a session (§4.12 row 4): not if it runs no I/O or is protected (own 27).
    private func isInterruptedByDisconnect(_ slot: Int) -> Bool {
        mayInterrupt(sessions[slot]) && settings.profile >= .modern
            && sessions[slot].view.prefersInterruptionOnRouteDisconnect
            && sessions[slot].runningOutputs + sessions[slot].runningInputs > 0
    }

    /// Writes the list of ports and the default ports into the device snapshot.
    mutating func refreshPorts() {
        device.ports = ports.entries.map(\.port)
        device.defaultOutputUID = RouteRules.outputs(.media, ports(in: 0), settings).first?.uid
        let recording = RouteDemand(SessionConfiguration(category: .record))
        device.defaultInputUID = RouteRules.inputs(recording, pairedWith: [], ports(in: 0)).first?.uid
        turn.isDeviceDirty = true
    }

    mutating func portsChanged(because reason: RouteChangeReason, _ overridden: [(Int, Route)]) {
        routing.cache.clear()
        refreshPorts()
        for (slot, before) in overridden where unoverriddenRoute(of: slot) != before {
            sessions[slot].isOverriddenToSpeaker = false  // §5.5: until any route change
        }
        let flipped = slots.byApp.filter { sessions[$0].view.isInputAvailable != ports(of: $0).hasInput }
        for slot in flipped {
            sessions[slot].view.isInputAvailable.toggle()
            touch(slot)
        }
        rerouteEveryone(because: reason)
        for slot in flipped where !sessions[slot].isSuspended {
            notify(slot, .inputAvailable(sessions[slot].view.isInputAvailable))
        }
        refreshActorRoutes()
        for slot in lists.localUsers { refreshLocalGain(slot) }
        retime()
        refreshVolume()
    }

    // MARK: Overrides

    func overriddenRoutes() -> [(Int, Route)] {
        lists.active.filter { sessions[$0].isOverriddenToSpeaker }.map { ($0, unoverriddenRoute(of: $0)) }
    }

    private func unoverriddenRoute(of slot: Int) -> Route {
        let session = sessions[slot]
        var demand = RouteDemand(
            session.configuration, preferredInputUID: session.view.preferredInputUID, zone: session.zone)
        settings.restrict(&demand)
        return RouteRules.route(demand, ports(of: slot), settings)
    }

    /// Routes a `playAndRecord` session to the loudspeaker or back: `overrideOutputAudioPort` (§5.5).
    mutating func override(_ slot: Int, toSpeaker: Bool) -> SessionError? {
        guard !toSpeaker || sessions[slot].category == .playAndRecord else {
            return refusal(.badParam, "§5.5", "only playAndRecord can be overridden to the loudspeaker")
        }
        guard sessions[slot].isOverriddenToSpeaker != toSpeaker else { return nil }
        sessions[slot].isOverriddenToSpeaker = toSpeaker
        // An override that comes before the activation takes effect with it.
        guard sessions[slot].state == .active else { return nil }
        reroute(because: .override, subject: slot)
        retime()
        refreshVolume()
        return nil
    }
}
