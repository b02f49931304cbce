/// The system's own voices: calls, alarms, assistant, screen reader, emergency (rules.md §7).
struct Actors: Hashable, Sendable {
    enum Call: Hashable, Sendable {
        case idle
        case ringing(CallStyle)
        case connected
    }

    /// The state of an actor as last reported to the stage.
    struct Record: Hashable, Sendable {
        var isSounding = false
        var gain: Float = 0
        var route = Route.none
    }

    var call = Call.idle
    var isAlarming = false
    var alarmEnds: Moment?
    /// Nil while it sleeps.
    var assistant: AssistantPhase?
    var isReading = false
    var isEmergency = false
    var sentPromptStyle = PromptStyle.normal
    /// One record for each actor; the index is the actor's raw value.
    var records = [Record](repeating: Record(), count: SystemActor.allCases.count)

    var isRinging: Bool {
        switch call {
        case .ringing: true
        case .idle, .connected: false
        }
    }

    /// The actors for which programs and their system sounds have to wait (R4.20), the highest first.
    var holders: [SystemActor] {
        var holders: [SystemActor] = []
        if isEmergency { holders.append(.emergency) }
        if call != .idle { holders.append(.call) }
        if isAlarming { holders.append(.alarm) }
        return holders
    }

    var isSounding: Bool { records.contains { $0.isSounding } }
}

extension Policy {
    // MARK: Calls (§7.1)

    mutating func callRings(_ style: CallStyle) {
        guard actors.call == .idle else { return }
        ring(style)
    }

    /// The connected call ends and one that waited rings: programs stay interrupted.
    mutating func callGivesWay(_ style: CallStyle) {
        guard actors.call == .connected else { return callRings(style) }
        ring(style)
        refreshPromptStyle()
        refreshVolume()
    }

    private mutating func ring(_ style: CallStyle) {
        actors.call = .ringing(style)
        let settings = settings
        interruptAll(by: .call, cause("§7.1", by: .actor(.call), "interrupted by a ringing call")) { session in
            if style == .banner, session.view.prefersNoInterruptionsFromSystemAlerts { return false }
            return session.priority < Priority.ringing && (settings.callInterruptsMixable || !session.isMixable)
        }
        cutSystemSounds(by: .call)
        sound(.call, true)
        turn.isMixDirty = true
    }

    mutating func callConnects() {
        guard actors.call != .connected else { return }
        actors.call = .connected
        let settings = settings
        interruptAll(by: .call, cause("§7.1", by: .actor(.call), "interrupted by a call")) { session in
            session.priority < Priority.call && (settings.callInterruptsMixable || !session.isMixable)
        }
        cutSystemSounds(by: .call)
        sound(.call, true)
        turn.isMixDirty = true
        refreshPromptStyle()
        refreshVolume()
    }

    /// Declined, missed or hung up.
    mutating func callLeaves() {
        guard actors.call != .idle else { return }
        actors.call = .idle
        sound(.call, false)
        refreshVolume()
        releaseAll(from: .call)
        turn.isMixDirty = true
        refreshPromptStyle()
    }

    /// A program's own call: its session ranks with the telephone's.
    mutating func setCall(_ begins: Bool, of slot: Int) {
        guard sessions[slot].hasCall != begins else { return }
        sessions[slot].hasCall = begins
        lists.callers.keep(slot, begins)
        guard sessions[slot].state == .active else { return }
        if !begins { settleExclusivity() }
        reroute(because: .categoryChange, subject: nil)
        refreshMix()
        retime()
        refreshVolume()
    }

    /// Interrupts surplus sessions after a call: of several active sessions that do not mix (allowed beside a call),
    /// the latest activation stays (INV-1).
    private mutating func settleExclusivity() {
        guard lists.callers.isEmpty else { return }
        for zone in zoneNumbers {
            let holders = members(lists.activeNonMixable, in: zone)
            guard let latest = holders.last, holders.count > 1 else { continue }
            let victims = holders.dropLast().reversed().filter { mayInterrupt(sessions[$0]) }
            interruptAll(victims, by: latest, ducking: false)
        }
    }

    // MARK: Alarms (§7.2)

    mutating func alarmStarts() {
        guard !actors.isAlarming else { return }
        actors.isAlarming = true
        actors.alarmEnds = turn.now + settings.alarmSeconds
        interruptAll(by: .alarm, cause("§7.2", by: .actor(.alarm), "interrupted by an alarm")) {
            $0.priority < Priority.alarm
        }
        cutSystemSounds(by: .alarm)
        sound(.alarm, true)
        turn.isMixDirty = true
    }

    mutating func alarmLeaves() {
        guard actors.isAlarming else { return }
        actors.isAlarming = false
        actors.alarmEnds = nil
        sound(.alarm, false)
        releaseAll(from: .alarm)
        turn.isMixDirty = true
    }

    mutating func emergency(sounding: Bool) {
        guard actors.isEmergency != sounding else { return }
        actors.isEmergency = sounding
        if sounding {
            interruptAll(by: .emergency, cause("§4.1", by: .actor(.emergency), "interrupted by an emergency alert")) {
                $0.priority < Priority.emergency
            }
            cutSystemSounds(by: .emergency)
        }
        sound(.emergency, sounding)
        if !sounding { releaseAll(from: .emergency) }
        turn.isMixDirty = true
    }

    // MARK: Assistant (§7.3)

    mutating func assistantEnters(_ phase: AssistantPhase) {
        let before = actors.assistant
        switch phase {
        case .capturing, .speaking:
            actors.assistant = phase
            if before == nil {
                interruptAll(by: .assistant, cause("§7.3", by: .actor(.assistant), "interrupted by the assistant")) {
                    $0.priority < Priority.assistantSpeaking
                }
            }
            sound(.assistant, phase == .speaking)
            refreshPromptStyle()
        case .dismissed:
            guard before != nil else { return }
            actors.assistant = nil
            sound(.assistant, false)
            deliverHeldCommands()
            releaseAll(from: .assistant)
            refreshPromptStyle()
        }
    }

    /// Delivers the remote commands that the user gave through the assistant, before `ended`.
    private mutating func deliverHeldCommands() {
        for slot in slots.byApp where !sessions[slot].heldCommands.isEmpty {
            let commands = sessions[slot].heldCommands
            sessions[slot].heldCommands.removeAll()
            for command in commands { deliver(command, to: slot) }
        }
    }

    /// Treats a session without mixing that starts while the assistant is active as requested through the assistant:
    /// sessions that the assistant interrupted wait for this one now.
    mutating func takeOverFromAssistant(_ slot: Int) {
        guard actors.assistant != nil, hears(.assistant, of: slot), !sessions[slot].isMixable else { return }
        let who = Interrupter.app(sessions[slot].app)
        for other in lists.interrupted where other != slot && !sessions[other].isMixable && isBeside(slot, other) {
            guard sessions[other].isInterrupted(by: .actor(.assistant)), !sessions[other].isInterrupted(by: who)
            else { continue }
            let cause = cause("§7.3", by: .app(sessions[slot].app), "the assistant started another app instead")
            sessions[other].interruptions.append(Interruption(who: who, cause: cause))
            refreshInterruption(other)
            sessions[slot].victims.append(other)
        }
    }

    /// The style of voice prompts that prompt apps should use now (§4.11).
    var promptStyle: PromptStyle {
        if actors.assistant == .capturing { return .none }
        return actors.assistant != nil || actors.call == .connected ? .short : .normal
    }

    private mutating func refreshPromptStyle() {
        let style = promptStyle
        guard style != actors.sentPromptStyle else { return }
        actors.sentPromptStyle = style
        for slot in slots.byApp where sessions[slot].view.promptStyle != style && hears(.assistant, of: slot) {
            sessions[slot].view.promptStyle = style
            touch(slot)
            if sessions[slot].configuration.supportedMode == .voicePrompt { notify(slot, .promptStyle(style)) }
        }
    }

    // MARK: Screen reader (§7.5)

    mutating func screenReader(speaking: Bool) {
        guard actors.isReading != speaking else { return }
        actors.isReading = speaking
        sound(.screenReader, speaking)
        if settings.screenReaderDucks { turn.isMixDirty = true }
    }

    // MARK: The stage

    private mutating func sound(_ actor: SystemActor, _ sounds: Bool) {
        let wasSounding = actors.records[actor.rawValue].isSounding
        if sounds {
            actors.records[actor.rawValue].isSounding = true
            refreshActorRoutes()
            refreshActorGains()
        }
        if sounds != wasSounding { turn.effects.append(.actorSounds(actor, sounds)) }
        if !sounds {
            actors.records[actor.rawValue] = Actors.Record()
            if wasSounding { turn.effects.append(.gain(.actor(actor), .media, 0, rampSeconds: 0, causes: [])) }
            refreshActorGains()
        }
    }

    mutating func refreshActorRoutes() {
        for actor in SystemActor.allCases where actors.records[actor.rawValue].isSounding {
            let route = route(of: actor)
            guard route != actors.records[actor.rawValue].route else { continue }
            actors.records[actor.rawValue].route = route
            turn.effects.append(.route(.actor(actor), .media, route))
        }
    }

    private func route(of actor: SystemActor) -> Route {
        switch actor {
        case .call:
            actors.call == .connected
                ? RouteRules.route(.call, ports(in: 0), settings)
                : Route(outputs: RouteRules.alertOutputs(ports(in: 0)))
        case .alarm: Route(outputs: RouteRules.alertOutputs(ports(in: 0)))
        case .emergency: Route(outputs: zoneNumbers.flatMap { RouteRules.alertOutputs(ports(in: $0)) })
        case .assistant: Route(outputs: RouteRules.outputs(.media, ports(in: 0), settings))
        case .screenReader, .systemSounds: Route(outputs: RouteRules.localOutputs(ports(in: 0)))
        }
    }

    mutating func refreshActorGains() {
        for actor in SystemActor.allCases where actors.records[actor.rawValue].isSounding {
            let (gain, causes) = gain(of: actor)
            guard gain != actors.records[actor.rawValue].gain else { continue }
            actors.records[actor.rawValue].gain = gain
            turn.effects.append(.gain(.actor(actor), .media, gain, rampSeconds: 0, causes: causes))
        }
    }

    private func gain(of actor: SystemActor) -> (Float, [Cause]) {
        switch actor {
        case .call:
            if actors.isRinging {
                // The switch is about the device's own loudspeaker; on headphones the caller is heard (R1.2, R1.3).
                let route = actors.records[actor.rawValue].route
                if switches.isRingerSilent,
                    settings.ringerAffectsExternalRoutes || RouteRules.isBuiltInOnly(route.outputs)
                {
                    return (0, [cause("R1.3", "the ringer switch is set to silent")])
                }
                return (volumes.ringer, [])
            }
            if actors.isAlarming, settings.alarmInterruptsCall {
                return (0, [cause("R4.2", by: .actor(.alarm), "an alarm sounds")])
            }
            return (1, [])
        case .alarm:
            if actors.call != .idle, !settings.alarmInterruptsCall {
                return (settings.duckGain, [cause("R4.2", by: .actor(.call), "low beside a call")])
            }
            return (1, [])
        case .emergency, .assistant, .screenReader, .systemSounds:
            return (1, [])
        }
    }
}
