extension Policy {
    /// Returns the reason for which an event is impossible in the present state, and what would make it possible; nil for a
    /// possible event.
    ///
    /// The policy ignores impossible events, because a real device may report an event twice. In a script they are mistakes.
    package func objection(to event: Event) -> String? {
        switch event {
        case .callRings: return actors.call == .idle ? nil : "there is a call already: end it first"
        case .callAccepted:
            return actors.call == .connected ? "the call is accepted already: only one that rings can be accepted" : nil
        case .callDeclined: return actors.call == .idle ? "there is no call to decline: let one ring first" : nil
        case .callGivesWay:
            return actors.call == .connected ? nil : "there is no call that another could wait for: accept one first"
        case .callEnded: return actors.call == .idle ? "there is no call to end: let one ring first" : nil
        case .alarmStarts: return actors.isAlarming ? "the alarm clock sounds already: stop it first" : nil
        case .alarmAcknowledged: return actors.isAlarming ? nil : "no alarm clock sounds: let one sound first"
        case .assistant(.dismissed): return actors.assistant == nil ? "the assistant is not active: call it first" : nil
        case .screenReader(let speaks):
            return actors.isReading == speaks ? "the screen reader speaks \(speaks ? "already" : "no more")" : nil
        case .emergency(let sounds):
            return actors.isEmergency == sounds ? "\(sounds ? "an" : "no") emergency alert sounds" : nil
        case .userPicked(let uid):
            return ports.port(uid) == nil ? "there is no port \(uid) to pick: plug its device in first" : nil
        case .userPickedTogether(let uids):
            if let missing = uids.first(where: { ports.port($0)?.direction != .output }) {
                return "there is no output \(missing) to pick: plug its device in first"
            }
            if uids.isEmpty { return "no output is named" }
            return Set(uids).count > Rooms.most ? "at most \(Rooms.most) outputs play together" : nil
        case .userAdded(let uid):
            guard ports.port(uid)?.direction == .output else {
                return "there is no output \(uid) to add: plug its device in first"
            }
            let isFull = ports.rooms.count >= Rooms.most && !ports.isRoom(uid)
            return isFull ? "\(Rooms.most) outputs play together already: take one out first" : nil
        case .userRemoved(let uid):
            guard ports.isRoom(uid) else { return "the output \(uid) is none of several that play together" }
            let isLast = !ports.rooms.contains { $0.uid != uid && ports.port($0.uid) != nil }
            return isLast ? "no other output plays: pick another one instead" : nil
        case .spatialAudio:
            let isThere = ports.entries.contains { $0.port.spatialAudio != .none }
            return isThere ? nil : "no port has spatial audio"
        case .appZone(let app, let name):
            let names = zoneNumbers.map(zoneName).joined(separator: ", ")
            return zoneNumber(name) == nil ? "there is no zone \(name): the zones are \(names)" : missing(app)
        case .appCall(let app, let begins):
            guard let slot = slots.ofApp[app] else { return missing(app) }
            guard sessions[slot].hasCall == begins else { return nil }
            return begins
                ? "the program has a call already: end it first"
                : "the program has no call to end: let it begin one first"
        case .appMoved(let app, _), .remoteCommand(let app, _), .recordPermissionAnswered(let app, _),
            .microphoneInjectionPermissionAnswered(let app, _), .libraryPermissionAnswered(let app, _),
            .systemAudioPermissionAnswered(let app, _), .systemAudioUnanswered(let app, _),
            .microphoneMode(let app, _):
            return missing(app)
        default: return nil
        }
    }

    private func missing(_ app: AppID) -> String? {
        slots.ofApp[app] == nil ? "the program has ended: start it again under another name" : nil
    }
}
