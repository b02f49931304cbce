/// The beginning, nesting and end of interruptions (rules.md §4.2 step 9, §4.5, §4.6).
extension Policy {
    /// Makes an active session inactive because of an interrupter and notifies it.
    mutating func interrupt(_ slot: Int, by who: Interrupter, _ reason: InterruptionReason, _ cause: Cause) {
        precondition(sessions[slot].state == .active, "only an active session can be interrupted")
        stopAllIO(slot, cause, interrupts: true)
        leaveActive(slot)
        lists.interrupted.append(slot)
        sessions[slot].interruptions = [Interruption(who: who, cause: cause)]
        sessions[slot].mayResume = true
        setState(slot, .interrupted)
        refreshGain(slot)
        _ = refreshRoute(slot)
        notify(slot, .interruptionBegan(reason, wasSuspended: false))
        for io in sessions[slot].ios where io.isInterrupted && io.hasDelegate {
            turn.effects.append(.ioInterrupted(sessions[slot].app, io.id, began: true, shouldResume: false))
        }
    }

    /// Removes from a session what depends on its activity: its place in the lists, its override and its decoder.
    mutating func leaveActive(_ slot: Int) {
        delist(slot)
        endGrace(slot)
        endFades(of: slot)
        sessions[slot].idleSince = nil
        sessions[slot].isOverriddenToSpeaker = false
    }

    /// Takes one interrupter away; the session is notified of the end when it was the last (R4.7, R4.8).
    ///
    /// - Parameter notice: The notice to the session; with `none` it stays interrupted until its program acts.
    mutating func release(_ slot: Int, from who: Interrupter, ended notice: EndedNotice) {
        guard let index = sessions[slot].interruptions.firstIndex(where: { $0.who == who }) else { return }
        sessions[slot].interruptions.remove(at: index)
        if notice == .shouldNotResume { sessions[slot].mayResume = false }
        guard sessions[slot].interruptions.isEmpty, notice != .none, !settings.dropsEnded else {
            refreshInterruption(slot)
            return
        }
        let resumes = sessions[slot].mayResume
        lists.interrupted.drop(slot)
        setState(slot, .inactive)
        refreshGain(slot)
        if resumes {
            grant(.resume(until: turn.now + settings.grantSeconds), to: slot)
            wakeToHear(slot)
        }
        notify(slot, .interruptionEnded(shouldResume: resumes))
        for index in sessions[slot].ios.indices where sessions[slot].ios[index].isInterrupted {
            sessions[slot].ios[index].isInterrupted = false
            guard sessions[slot].ios[index].hasDelegate else { continue }
            let io = sessions[slot].ios[index].id
            turn.effects.append(.ioInterrupted(sessions[slot].app, io, began: false, shouldResume: resumes))
        }
    }

    /// Releases the sessions that a leaving session had interrupted, the latest first (§4.4 steps 4 and 5).
    mutating func releaseVictims(of slot: Int, ended notice: EndedNotice, rule: String) {
        guard !sessions[slot].victims.isEmpty else { return }
        var victims = sessions[slot].victims
        sessions[slot].victims.removeAll()
        sort(&victims, settings.endedOrder)
        let who = Interrupter.app(sessions[slot].app)
        for victim in victims { release(victim, from: who, ended: notice) }
    }

    /// Removes all interrupters of a session that acts by itself; they will not notify it of their end.
    mutating func clearInterrupters(of slot: Int) {
        for interruption in sessions[slot].interruptions {
            if case .app(let app) = interruption.who, let interrupter = slots.ofApp[app] {
                sessions[interrupter].victims.drop(slot)
            }
        }
        sessions[slot].interruptions.removeAll()
        sessions[slot].mayResume = true
    }

    mutating func forgetInterruptedIO(of slot: Int) {
        for index in sessions[slot].ios.indices { sessions[slot].ios[index].isInterrupted = false }
    }

    /// Updates the causes of an interruption whose interrupters changed while the session stays interrupted.
    mutating func refreshInterruption(_ slot: Int) {
        sendCauses(slot, causes(of: sessions[slot].gainReasons, slot, nil))
    }

    // MARK: Actors

    /// An actor takes the floor: active sessions are interrupted, those that wait already wait for it, too.
    ///
    /// Those that wait for it already get the new sentence of its cause, and keep the time: a call that rang was accepted.
    mutating func interruptAll(by actor: SystemActor, _ cause: Cause, where applies: (SessionRecord) -> Bool) {
        for slot in lists.interrupted where hears(actor, of: slot) && applies(sessions[slot]) {
            guard !sessions[slot].interruptions.isEmpty else { continue }
            if let index = sessions[slot].interruptions.firstIndex(where: { $0.who == .actor(actor) }) {
                sessions[slot].interruptions[index].cause.sentence = cause.sentence
            } else {
                sessions[slot].interruptions.append(Interruption(who: .actor(actor), cause: cause))
            }
            refreshInterruption(slot)
        }
        var victims = lists.active.filter { hears(actor, of: $0) && applies(sessions[$0]) }
        guard !victims.isEmpty else { return }
        sort(&victims, settings.victimOrder)
        for victim in victims { interrupt(victim, by: .actor(actor), .default, cause) }
        settleAfterInterruptions()
    }

    /// An actor leaves the floor.
    mutating func releaseAll(from actor: SystemActor, ended notice: EndedNotice = .shouldResume) {
        var victims = lists.interrupted.filter { sessions[$0].isInterrupted(by: .actor(actor)) }
        sort(&victims, settings.endedOrder)
        for victim in victims { release(victim, from: .actor(actor), ended: notice) }
    }

    /// After sessions were silenced from outside: what they held is free.
    mutating func settleAfterInterruptions() {
        reroute(because: .categoryChange, subject: nil)
        refreshMix()
        retime()
        refreshVolume()
    }
}
