/// The media services die and come back (rules.md §7.6).
extension Policy {
    mutating func loseServices() {
        guard device.isServerUp else { return }
        device.isServerUp = false
        turn.isDeviceDirty = true
        let cause = Cause(.servicesLost, "the media services were lost", since: turn.now)
        for slot in slots.byApp {
            stopIO(of: slot, cause, interrupts: false) { _ in true }
            for index in sessions[slot].ios.indices { sessions[slot].ios[index].isZombie = true }
            if sessions[slot].state == .active { leaveActive(slot) }
            forgetInterruptedIO(of: slot)
            sessions[slot].voiceDucking = nil
            keepActorInterruptions(of: slot)
            sessions[slot].victims.removeAll()
            sessions[slot].grants.removeAll()
            sessions[slot].showsOwnRoute = false
            endGrace(slot)
            refreshGain(slot)
        }
        for slot in slots.byApp { notify(slot, .mediaServicesLost) }
    }

    /// Ends the interruptions of a session by others that die with it; a call, an alarm or the assistant outlives the services, and
    /// its end is reported to the sessions that it interrupted, so that a program which stays silent meanwhile can resume.
    private mutating func keepActorInterruptions(of slot: Int) {
        sessions[slot].interruptions.removeAll { interruption in
            if case .actor = interruption.who { false } else { true }
        }
        guard sessions[slot].interruptions.isEmpty else { return }
        lists.interrupted.drop(slot)
        sessions[slot].mayResume = true
        setState(slot, .inactive)
    }

    mutating func restartServices() {
        guard !device.isServerUp else { return }
        device.isServerUp = true
        turn.isDeviceDirty = true
        turn.isMixDirty = false
        for slot in slots.byApp { reset(slot) }
        routing.controllers = zoneNumbers.map { _ in ControllerMemory() }
        resendStage()
        for slot in slots.byApp { notify(slot, .mediaServicesReset) }
    }

    /// Everything that a program set is as at its start.
    private mutating func reset(_ slot: Int) {
        let old = sessions[slot].view
        var view = SessionSnapshot()
        view.state = old.state
        view.recordPermission = old.recordPermission
        view.microphoneInjectionPermission = old.microphoneInjectionPermission
        view.libraryPermission = old.libraryPermission
        view.systemAudioPermission = old.systemAudioPermission
        view.programs = old.programs
        view.availableCategories = old.availableCategories
        view.availableModes = old.availableModes
        view.isInputAvailable = old.isInputAvailable
        view.promptStyle = old.promptStyle
        sessions[slot].asked = SessionConfiguration()
        hold(&view.configuration, to: sessions[slot].rule)
        view.effectiveOptions = view.configuration.effectiveOptions
        (view.zone, view.zoneSound) = (old.zone, old.zoneSound)
        view.microphoneMode = old.microphoneMode
        view.causes = old.causes
        // The values that follow from route and configuration are brought up to date below.
        view.route = old.route
        view.availableInputs = old.availableInputs
        view.selectedDataSources = old.selectedDataSources
        view.inputChannels = old.inputChannels
        view.outputChannels = old.outputChannels
        view.maximumInputChannels = old.maximumInputChannels
        view.maximumOutputChannels = old.maximumOutputChannels
        view.inputLatencySeconds = old.inputLatencySeconds
        view.outputLatencySeconds = old.outputLatencySeconds
        if view != old { touch(slot) }
        sessions[slot].view = view
        sessions[slot].sourcePreferences.removeAll()
        sessions[slot].isOverriddenToSpeaker = false
        sessions[slot].stageRoute = nil
        sessions[slot].gain = 0
        sessions[slot].injection = nil
        lists.injectors.drop(slot)
        sessions[slot].tapping = nil
        if sessions[slot].localGain != nil {
            sessions[slot].localGain = nil
            sessions[slot].localRoute = nil
            lists.localUsers.drop(slot)
        }
        _ = refreshRoute(slot)
        refreshChannels(slot)
        sessions[slot].isInputSilenced = false
        refreshInputSilence(slot)
    }

    /// The stage that came back knows nothing.
    private mutating func resendStage() {
        sent.timing = grantedTiming()
        turn.effects.append(.hardware(sent.timing))
        run(at: sent.timing)
        turn.effects.append(.volume(exactVolume))
        for actor in SystemActor.allCases where actors.records[actor.rawValue].isSounding {
            actors.records[actor.rawValue] = Actors.Record(isSounding: true)
            turn.effects.append(.actorSounds(actor, true))
        }
        refreshActorRoutes()
        refreshActorGains()
    }
}
