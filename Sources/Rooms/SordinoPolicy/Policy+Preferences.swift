/// Preferred settings of the hardware, kept until they can be granted (rules.md §5.5, §5.8, §5.9, §6.1, §6.5).
extension Policy {
    mutating func prefer(_ preference: Preference, _ slot: Int) -> SessionError? {
        switch preference {
        case .sampleRate(let rate):
            guard rate >= 0, rate <= PolicySettings.highestSampleRate else {
                return refusal(.badParam, "R6.4", "no such sample rate")
            }
            set(\.preferredSampleRate, rate, slot)
            retime()
        case .ioBufferDuration(let seconds):
            guard seconds >= 0, seconds <= PolicySettings.longestIOBuffer else {
                return refusal(.badParam, "R6.4", "no such duration")
            }
            set(\.preferredIOBufferDuration, seconds, slot)
            retime()
        case .inputChannels(let count):
            guard count >= 1, count <= sessions[slot].view.maximumInputChannels else {
                return refusal(.badParam, "R5.16", "the route has no such number of channels")
            }
            set(\.preferredInputChannels, count, slot)
            refreshChannels(slot)
        case .outputChannels(let count):
            guard count >= 1, count <= sessions[slot].view.maximumOutputChannels else {
                return refusal(.badParam, "R5.16", "the route has no such number of channels")
            }
            set(\.preferredOutputChannels, count, slot)
            refreshChannels(slot)
        case .input(let uid):
            return preferInput(uid, slot)
        case .ports(let outputs, let inputs):
            return choosePorts(outputs, inputs, slot)
        case .dataSource(let uid, let id):
            return preferSource(uid, slot, hasSource: id) { $0.preferred = id }
        case .polarPattern(let uid, let source, let pattern):
            return preferPattern(pattern, of: source, at: uid, slot)
        case .inputOrientation(let orientation):
            guard orientation <= 4 else { return refusal(.badParam, "§5.8", "no such orientation") }
            set(\.preferredInputOrientation, orientation, slot)
            refreshOrientation(slot)
        case .inputGain(let gain):
            return setInputGain(gain, slot)
        case .aggregatedIO(let prefers):
            set(\.prefersAggregatedIO, prefers, slot)
        case .allowsHapticsAndSystemSoundsDuringRecording(let allows):
            set(\.allowsHapticsAndSystemSoundsDuringRecording, allows, slot)
            refreshPlaying(slot)
        case .prefersNoInterruptionsFromSystemAlerts(let prefers):
            set(\.prefersNoInterruptionsFromSystemAlerts, prefers, slot)
        case .prefersInterruptionOnRouteDisconnect(let prefers):
            set(\.prefersInterruptionOnRouteDisconnect, prefers, slot)
        case .outputMuted(let isMuted):
            return muteOutput(isMuted, slot)
        case .inputMuted(let isMuted):
            muteInput(isMuted, slot)
        case .echoCancelledInput(let prefers):
            set(\.prefersEchoCancelledInput, prefers, slot)
            refreshCapabilities(slot)
        case .multichannelContent(let supports):
            set(\.supportsMultichannelContent, supports, slot)
            refreshCapabilities(slot)
            sendRendering(slot)
        case .microphoneInjection(let mode):
            preferInjection(mode, slot)
        case .voiceDucking(let level):
            return preferVoiceDucking(level, slot)
        case .taps(let taps): return preferTaps(taps, slot)
        case .programList(let wants): preferProgramList(wants, slot)
        }
        return nil
    }

    mutating func set<Value: Equatable>(
        _ field: WritableKeyPath<SessionSnapshot, Value>, _ value: Value, _ slot: Int
    ) {
        guard sessions[slot].view[keyPath: field] != value else { return }
        sessions[slot].view[keyPath: field] = value
        touch(slot)
    }

    private mutating func preferInput(_ uid: String?, _ slot: Int) -> SessionError? {
        if let uid, !sessions[slot].view.availableInputs.contains(where: { $0.uid == uid }) {
            return refusal(.badParam, "§5.5", "no such input is available")
        }
        guard sessions[slot].view.preferredInputUID != uid else { return nil }
        set(\.preferredInputUID, uid, slot)
        guard sessions[slot].state == .active else { return nil }
        reroute(because: .override, subject: slot)
        retime()
        return nil
    }

    /// The device list of a program of desktops; heard of (4) as an override is.
    private mutating func choosePorts(_ outputs: [String], _ inputs: [String], _ slot: Int) -> SessionError? {
        guard max(outputs.count, inputs.count) <= PolicySettings.maximumChosenPorts else {
            return refusal(.badParam, "R5.18", "too many ports")
        }
        guard sessions[slot].view.chosenOutputUIDs != outputs || sessions[slot].view.chosenInputUIDs != inputs else {
            return nil
        }
        set(\.chosenOutputUIDs, outputs, slot)
        set(\.chosenInputUIDs, inputs, slot)
        reroute(because: .override, subject: slot)
        retime()
        refreshVolume()
        return nil
    }

    // MARK: Data sources

    /// R5.13: must name what the port has; heard of (8) when it changes the route that is in use.
    private mutating func preferSource(
        _ uid: String, _ slot: Int, hasSource id: Int?, change: (inout SelectedDataSource) -> Void
    ) -> SessionError? {
        guard let port = sessions[slot].view.availableInputs.first(where: { $0.uid == uid }) else {
            return refusal(.badParam, "R5.13", "no such input is available")
        }
        if let id, !port.dataSources.contains(where: { $0.id == id }) {
            return refusal(.badParam, "R5.13", "the port has no such data source")
        }
        if let index = sessions[slot].sourcePreferences.firstIndex(where: { $0.portUID == uid }) {
            change(&sessions[slot].sourcePreferences[index])
        } else {
            var preference = SelectedDataSource(portUID: uid, selected: nil, preferred: nil)
            change(&preference)
            sessions[slot].sourcePreferences.append(preference)
        }
        let before = inForce(uid, slot)
        refreshDataSources(slot)
        refreshOrientation(slot)
        let route = sessions[slot].view.route
        if sessions[slot].state == .active, route.inputs.contains(where: { $0.uid == uid }),
            inForce(uid, slot) != before
        {
            notify(slot, .routeChanged(.routeConfigurationChange, previous: route))
        }
        return nil
    }

    /// Returns the selection of a port as one comparable value.
    private func inForce(_ uid: String, _ slot: Int) -> SelectedDataSource? {
        guard let found = sessions[slot].view.selectedDataSources.first(where: { $0.portUID == uid }) else {
            return nil
        }
        return SelectedDataSource(
            portUID: uid, selected: found.selected, preferred: nil, selectedPattern: found.selectedPattern)
    }

    private mutating func preferPattern(
        _ pattern: String?, of source: Int, at uid: String, _ slot: Int
    ) -> SessionError? {
        if let pattern {
            let port = sessions[slot].view.availableInputs.first { $0.uid == uid }
            let patterns = port?.dataSources.first { $0.id == source }?.polarPatterns ?? []
            guard patterns.contains(pattern) else {
                return refusal(.badParam, "R5.13", "the data source has no such pattern")
            }
        }
        return preferSource(uid, slot, hasSource: source) { $0.preferredPattern = pattern }
    }

    /// R5.14: a stereo microphone is turned as the program says; any other has no orientation.
    private mutating func refreshOrientation(_ slot: Int) {
        let view = sessions[slot].view
        let isStereo = view.selectedDataSources.contains { source in
            source.selectedPattern == "Stereo" && view.route.inputs.contains { $0.uid == source.portUID }
        }
        let orientation = isStereo ? view.preferredInputOrientation : 0
        guard orientation != view.inputOrientation else { return }
        set(\.inputOrientation, orientation, slot)
    }

    // MARK: Permission

    mutating func askPermission(of slot: Int) {
        let permission = sessions[slot].view.recordPermission
        switch permission {
        case .undetermined:
            // One question at a time: its answer is everybody's.
            guard !sessions[slot].isPermissionAsked else { return }
            sessions[slot].isPermissionAsked = true
            turn.effects.append(.askRecordPermission(sessions[slot].app))
        case .denied, .granted: notify(slot, .recordPermission(permission))
        }
    }

    mutating func setPermission(_ permission: RecordPermission, of slot: Int) {
        sessions[slot].declaredPermission = permission
        sessions[slot].isPermissionAsked = false
        permit(slot)
        notify(slot, .recordPermission(sessions[slot].view.recordPermission))
    }

    /// Brings the permission up to date with the person's answer and the configuration's rule.
    mutating func permit(_ slot: Int) {
        let permission = permitted(sessions[slot])
        guard sessions[slot].view.recordPermission != permission else { return }
        set(\.recordPermission, permission, slot)
        refreshInputSilence(slot)
    }

    /// Microphones deliver zeros to those that may not hear: without permission, muted, or not active.
    mutating func refreshInputSilence(_ slot: Int) {
        var silences = sessions[slot].view.recordPermission != .granted
        if sessions[slot].category.hasInput {
            if sessions[slot].state != .active { silences = true }
            if switches.isMicrophoneMuted, usesBuiltInMic(slot) { silences = true }
            if sessions[slot].view.isInputMuted { silences = true }
        }
        guard silences != sessions[slot].isInputSilenced else { return }
        sessions[slot].isInputSilenced = silences
        turn.effects.append(.silenceInput(sessions[slot].app, silences))
    }
}
