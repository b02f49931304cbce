/// The route of each session, and the notification of its changes (rules.md §5.3, §5.5).
///
/// The controller decides where all active sessions are heard, for there is one device; long-form sessions keep to
/// themselves. Sessions that are not active see where media would be heard.
extension Policy {
    func demand(of slot: Int, controls: Bool) -> RouteDemand {
        var demand = RouteDemand(
            sessions[slot].configuration, isOverriddenToSpeaker: controls && sessions[slot].isOverriddenToSpeaker,
            preferredInputUID: controls ? sessions[slot].view.preferredInputUID : nil, zone: sessions[slot].zone)
        settings.restrict(&demand)
        return demand
    }

    /// The route of ports that a program has chosen for itself: others do not follow it.
    ///
    /// Nil where it chose none.
    private mutating func chosenRoute(of slot: Int) -> Route? {
        let view = sessions[slot].view
        guard !view.chosenOutputUIDs.isEmpty || !view.chosenInputUIDs.isEmpty else { return nil }
        var demand = demand(of: slot, controls: true)
        (demand.chosenOutputUIDs, demand.chosenInputUIDs) = (view.chosenOutputUIDs, view.chosenInputUIDs)
        return route(of: demand)
    }

    mutating func route(of demand: RouteDemand) -> Route {
        routing.cache.route(demand, ports(in: demand.zone), settings)
    }

    /// The route as it is now; `view.route` may still show the one before.
    private mutating func presentRoute(of slot: Int, controller: Int?, _ controllerRoute: Route) -> Route {
        if let chosen = chosenRoute(of: slot) { return chosen }
        if slot == controller { return controllerRoute }
        let own = route(of: demand(of: slot, controls: false))
        guard sessions[slot].state == .active else {
            if sessions[slot].showsOwnRoute || !sessions[slot].category.hasOutput { return own }
            return own.with(outputsOf: route(of: .media(in: sessions[slot].zone)))
        }
        if sessions[slot].configuration.isLongForm { return own }
        let followsOutput = sessions[slot].category.hasOutput && !controllerRoute.outputs.isEmpty
        let followsInput = sessions[slot].category.hasInput && !controllerRoute.inputs.isEmpty
        guard followsOutput || followsInput else { return own }
        let inputs = followsInput ? controllerRoute : own
        return inputs.with(outputsOf: followsOutput ? controllerRoute : own)
    }

    private mutating func controllerRoute(_ controller: Int?) -> Route {
        guard let controller else { return .none }
        return route(of: demand(of: controller, controls: true))
    }

    /// Brings the route in the session's snapshot and on the stage up to date, without a notification.
    ///
    /// - Returns: The route before, if it was another.
    mutating func refreshRoute(_ slot: Int) -> Route? {
        let controller = controller(in: sessions[slot].zone)
        return refreshRoute(slot, controller, controllerRoute(controller))
    }

    private mutating func refreshRoute(_ slot: Int, _ controller: Int?, _ controllerRoute: Route) -> Route? {
        let route = presentRoute(of: slot, controller: controller, controllerRoute)
        let inputs = routing.cache.availableInputs(demand(of: slot, controls: false), ports(of: slot), settings)
        if sessions[slot].view.availableInputs != inputs {
            sessions[slot].view.availableInputs = inputs
            touch(slot)
        }
        if sessions[slot].state == .active, sessions[slot].stageRoute != route {
            sessions[slot].stageRoute = route
            turn.effects.append(.route(.app(sessions[slot].app), .media, route))
        }
        refreshLocalRoute(slot)
        let previous = sessions[slot].view.route
        guard previous != route else {
            refreshDataSources(slot)
            refreshCapabilities(slot)
            return nil
        }
        sessions[slot].view.route = route
        touch(slot)
        refreshChannels(slot)
        refreshDataSources(slot)
        refreshCapabilities(slot)
        return previous
    }

    /// Brings the routes of all sessions that a change of controller or of one session can reach up to date, and
    /// notifies them.
    ///
    /// - Parameter subject: The session that changed, if it was one; it is notified even if it is not active.
    mutating func reroute(because reason: RouteChangeReason, subject: Int?) {
        var changed: [(slot: Int, previous: Route)] = []
        for zone in zoneNumbers {
            let controller = controller(in: zone)
            let controllerRoute = controllerRoute(controller)
            let before = routing.controllers[zone]
            var reached: [Int] = []
            if controllerRoute != before.route {
                reached = order(members(lists.active, in: zone), controller)
            } else if controller != before.slot {
                if let controller { reached.append(controller) }
                if let last = before.slot, last != controller, sessions[last].state == .active,
                    sessions[last].zone == zone
                {
                    reached.append(last)
                }
            }
            if let subject, sessions[subject].zone == zone, !reached.contains(subject) {
                if subject == controller { reached.insert(subject, at: 0) } else { reached.append(subject) }
            }
            routing.controllers[zone] = ControllerMemory(slot: controller, route: controllerRoute)
            changed += refresh(reached, controller, controllerRoute)
        }
        tell(changed, because: reason, subject: subject)
    }

    /// The same after the ports have changed: for everybody (R5.5).
    mutating func rerouteEveryone(because reason: RouteChangeReason) {
        var reached: [Int] = []
        for zone in zoneNumbers {
            let controller = controller(in: zone)
            routing.controllers[zone] = ControllerMemory(slot: controller, route: controllerRoute(controller))
            reached += order(members(lists.active, in: zone), controller)
        }
        for slot in slots.byApp where sessions[slot].state != .active { reached.append(slot) }
        let inputsBefore = reached.map { sessions[$0].view.availableInputs }
        var changed: [(slot: Int, previous: Route)] = []
        for slot in reached {
            let controls = routing.controllers[sessions[slot].zone]
            if let previous = refreshRoute(slot, controls.slot, controls.route) { changed.append((slot, previous)) }
        }
        tell(changed, because: reason, subject: nil)
        for (slot, before) in zip(reached, inputsBefore) where sessions[slot].view.availableInputs != before {
            if !sessions[slot].isSuspended { notify(slot, .availableInputsChanged) }
        }
    }

    /// The controller first, then the latest first.
    private func order(_ slots: [Int], _ controller: Int?) -> [Int] {
        var ordered: [Int] = []
        ordered.reserveCapacity(slots.count)
        if let controller { ordered.append(controller) }
        for slot in slots.reversed() where slot != controller { ordered.append(slot) }
        return ordered
    }

    private mutating func refresh(
        _ slots: [Int], _ controller: Int?, _ controllerRoute: Route
    ) -> [(slot: Int, previous: Route)] {
        var changed: [(slot: Int, previous: Route)] = []
        for slot in slots {
            if let previous = refreshRoute(slot, controller, controllerRoute) { changed.append((slot, previous)) }
        }
        return changed
    }

    private mutating func tell(
        _ changed: [(slot: Int, previous: Route)], because reason: RouteChangeReason, subject: Int?
    ) {
        var subjectHasHeard = false
        for (slot, previous) in changed {
            // The ringer reaches some routes and not others.
            refreshGain(slot)
            guard !sessions[slot].isSuspended else { continue }
            if sessions[slot].state != .active, slot != subject, !settings.routeChangeToInactiveApps { continue }
            if slot == subject { subjectHasHeard = true }
            let isLost = reason == .categoryChange && hasNoSuitableRoute(slot)
            notify(slot, .routeChanged(isLost ? .noSuitableRouteForCategory : reason, previous: previous))
            sendRendering(slot)
        }
        if let subject { sendRendering(subject) }
        // §4.2 step 7: an activation that finds no port succeeds, and says so.
        if let subject, !subjectHasHeard, reason == .categoryChange, hasNoSuitableRoute(subject),
            !sessions[subject].isSuspended
        {
            notify(subject, .routeChanged(.noSuitableRouteForCategory, previous: sessions[subject].view.route))
        }
    }

    func hasNoSuitableRoute(_ slot: Int) -> Bool {
        guard sessions[slot].state == .active else { return false }
        if sessions[slot].category.hasOutput { return sessions[slot].view.route.outputs.isEmpty }
        return sessions[slot].category.hasInput && sessions[slot].view.route.inputs.isEmpty
    }

    // MARK: The local class

    /// System sounds of the program (§5.7).
    mutating func refreshLocalRoute(_ slot: Int) {
        guard sessions[slot].localGain != nil else { return }
        let route = Route(outputs: RouteRules.localOutputs(ports(of: slot)))
        guard sessions[slot].localRoute != route else { return }
        sessions[slot].localRoute = route
        turn.effects.append(.route(.app(sessions[slot].app), .local, route))
    }
}

extension Route {
    /// The inputs of this route with the outputs of another.
    fileprivate func with(outputsOf other: Route) -> Route {
        Route(inputs: inputs, outputs: other.outputs, delays: other.delays)
    }
}
