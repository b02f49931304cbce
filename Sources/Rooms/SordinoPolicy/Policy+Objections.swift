extension Policy {
    /// Returns the reason for which an event is impossible in the present state; nil for a possible event.
    ///
    /// The policy ignores impossible events, because a real device may report an event twice. In a script they are mistakes.
    package func objection(to event: Event) -> String? {
        switch event {
        case .callRings: return actors.call == .idle ? nil : "there is a call already"
        case .callAccepted: return actors.call == .connected ? "the call is accepted already" : nil
        case .callDeclined: return actors.call == .idle ? "there is no call to decline" : nil
        case .callGivesWay: return actors.call == .connected ? nil : "there is no call that another could wait for"
        case .callEnded: return actors.call == .idle ? "there is no call to end" : nil
        case .alarmStarts: return actors.isAlarming ? "the alarm clock sounds already" : nil
        case .alarmAcknowledged: return actors.isAlarming ? nil : "no alarm clock sounds"
        case .assistant(.dismissed): return actors.assistant == nil ? "the assistant is not active" : nil
        case .screenReader(let speaks):
            return actors.isReading == speaks ? "the screen reader speaks \(speaks ? "already" : "no more")" : nil
        case .emergency(let sounds):
            return actors.isEmergency == sounds ? "\(sounds ? "an" : "no") emergency alert sounds" : nil
        case .userPicked(let uid): return ports.port(uid) == nil ? "there is no port \(uid) to pick" : nil
        case .appZone(let app, let name): return zoneNumber(name) == nil ? "there is no zone \(name)" : missing(app)
        case .appCall(let app, let begins):
            guard let slot = slotOfApp[app] else { return missing(app) }
            guard sessions[slot].hasCall == begins else { return nil }
            return begins ? "the program has a call already" : "the program has no call to end"
        case .appMoved(let app, _), .remoteCommand(let app, _), .recordPermissionAnswered(let app, _),
            .microphoneInjectionPermissionAnswered(let app, _), .microphoneMode(let app, _):
            return missing(app)
        case .appLaunched, .appEnded, .request, .configured, .portsArrived, .portsDeparted, .portsPreferred, .ringer,
            .screen, .volumeSet, .volumeKey, .microphoneMuted, .spatialAudio, .microphoneInjection, .woke,
            .servicesLost, .servicesRestarted, .hardwareTiming, .timeReached, .outputMuted, .audioServer, .assistant:
            return nil
        }
    }

    private func missing(_ app: AppID) -> String? { slotOfApp[app] == nil ? "the program has ended" : nil }
}
