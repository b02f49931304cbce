import SordinoPolicy

// All that can happen, as one record per event.

extension RemoteCommand: WireNamed {
    package static var wireNames: [(name: String, value: RemoteCommand)] { [("play", .play), ("pause", .pause)] }
}

extension VolumeKey: WireNamed {
    package static var wireNames: [(name: String, value: VolumeKey)] { [("up", .up), ("down", .down)] }
}

extension CallStyle: WireNamed {
    package static var wireNames: [(name: String, value: CallStyle)] {
        [("fullScreen", .fullScreen), ("banner", .banner)]
    }
}

extension AssistantPhase: WireNamed {
    package static var wireNames: [(name: String, value: AssistantPhase)] {
        [("capturing", .capturing), ("speaking", .speaking), ("dismissed", .dismissed)]
    }
}

extension Event: WireCodable {
    /// A record with the field `event`, which names the case, and the case's values.
    package var wireValue: WireValue {
        var record = WireRecord()
        switch self {
        case .appLaunched(let app, let declaration):
            record.add("event", "appLaunched")
            record.add("app", app)
            record.add("declaration", declaration)
        case .appMoved(let app, let lifecycle):
            record.add("event", "appMoved")
            record.add("app", app)
            record.add("lifecycle", lifecycle)
        case .appEnded(let app):
            record.add("event", "appEnded")
            record.add("app", app)
        case .request(let app, let id, let request):
            record.add("event", "request")
            record.add("app", app)
            record.add("id", id)
            record.add("asks", request)
        case .remoteCommand(let app, let command):
            record.add("event", "remoteCommand")
            record.add("app", app)
            record.add("command", command)
        case .recordPermissionAnswered(let app, let answer):
            record.add("event", "recordPermissionAnswered")
            record.add("app", app)
            record.add("answer", answer)
        case .microphoneInjectionPermissionAnswered(let app, let answer):
            record.add("event", "microphoneInjectionPermissionAnswered")
            record.add("app", app)
            record.add("answer", answer)
        case .appCall(let app, let begins):
            record.add("event", "appCall")
            record.add("app", app)
            record.add("begins", begins)
        default: record.add(deviceRecord)
        }
        return .record(record)
    }

    private var deviceRecord: WireRecord {
        var record = WireRecord()
        func named(_ name: String) { record.add("event", name) }
        func named(_ name: String, _ field: String, _ value: some WireCodable) {
            record.add("event", name)
            record.add(field, value)
        }
        switch self {
        case .appLaunched, .appMoved, .appEnded, .request, .remoteCommand, .recordPermissionAnswered,
            .microphoneInjectionPermissionAnswered, .appCall:
            preconditionFailure("an event of a program is written elsewhere")
        case .portsArrived(let ports): named("portsArrived", "ports", ports)
        case .portsDeparted(let uids): named("portsDeparted", "uids", uids)
        case .userPicked(let uid): named("userPicked", "portUID", uid)
        case .ringer(let silent): named("ringer", "silent", silent)
        case .screen(let locked): named("screen", "locked", locked)
        case .volumeSet(let volume): named("volumeSet", "volume", volume)
        case .volumeKey(let key): named("volumeKey", "key", key)
        case .microphoneMuted(let muted): named("microphoneMuted", "muted", muted)
        case .spatialAudio(let isEnabled): named("spatialAudio", "enabled", isEnabled)
        case .microphoneInjection(let isEnabled): named("microphoneInjection", "enabled", isEnabled)
        case .woke: named("woke")
        case .servicesLost: named("servicesLost")
        case .servicesRestarted: named("servicesRestarted")
        case .hardwareTiming(let timing): named("hardwareTiming", "timing", timing)
        case .timeReached: named("timeReached")
        case .callRings(let style): named("callRings", "style", style)
        case .callAccepted: named("callAccepted")
        case .callDeclined: named("callDeclined")
        case .callEnded: named("callEnded")
        case .alarmStarts: named("alarmStarts")
        case .alarmAcknowledged: named("alarmAcknowledged")
        case .assistant(let phase): named("assistant", "phase", phase)
        case .screenReader(let speaking): named("screenReader", "speaking", speaking)
        case .emergency(let sounding): named("emergency", "sounding", sounding)
        }
        return record
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        let name: String = try reader.take("event")
        if let event = try Event(program: name, &reader) {
            self = event
        } else if let event = try Event(device: name, &reader) {
            self = event
        } else {
            throw WireError("there is no event \"\(name.prefix(40))\"")
        }
        try reader.finish()
    }

    private init?(program name: String, _ reader: inout WireReader) throws(WireError) {
        switch name {
        case "appLaunched": self = .appLaunched(try reader.take("app"), try reader.take("declaration"))
        case "appMoved": self = .appMoved(try reader.take("app"), try reader.take("lifecycle"))
        case "appEnded": self = .appEnded(try reader.take("app"))
        case "request": self = .request(try reader.take("app"), try reader.take("id"), try reader.take("asks"))
        case "remoteCommand": self = .remoteCommand(try reader.take("app"), try reader.take("command"))
        case "recordPermissionAnswered":
            self = .recordPermissionAnswered(try reader.take("app"), try reader.take("answer"))
        case "microphoneInjectionPermissionAnswered":
            self = .microphoneInjectionPermissionAnswered(try reader.take("app"), try reader.take("answer"))
        case "appCall": self = .appCall(try reader.take("app"), begins: try reader.take("begins"))
        default: return nil
        }
    }

    private init?(device name: String, _ reader: inout WireReader) throws(WireError) {
        switch name {
        case "portsArrived": self = .portsArrived(try reader.take("ports"))
        case "portsDeparted": self = .portsDeparted(try reader.take("uids"))
        case "userPicked": self = .userPicked(portUID: try reader.take("portUID"))
        case "ringer": self = .ringer(silent: try reader.take("silent"))
        case "screen": self = .screen(locked: try reader.take("locked"))
        case "volumeSet": self = .volumeSet(try reader.take("volume"))
        case "volumeKey": self = .volumeKey(try reader.take("key"))
        case "microphoneMuted": self = .microphoneMuted(try reader.take("muted"))
        case "spatialAudio": self = .spatialAudio(enabled: try reader.take("enabled"))
        case "microphoneInjection": self = .microphoneInjection(enabled: try reader.take("enabled"))
        case "woke": self = .woke
        case "servicesLost": self = .servicesLost
        case "servicesRestarted": self = .servicesRestarted
        case "hardwareTiming": self = .hardwareTiming(try reader.take("timing"))
        case "timeReached": self = .timeReached
        case "callRings": self = .callRings(try reader.take("style"))
        case "callAccepted": self = .callAccepted
        case "callDeclined": self = .callDeclined
        case "callEnded": self = .callEnded
        case "alarmStarts": self = .alarmStarts
        case "alarmAcknowledged": self = .alarmAcknowledged
        case "assistant": self = .assistant(try reader.take("phase"))
        case "screenReader": self = .screenReader(speaking: try reader.take("speaking"))
        case "emergency": self = .emergency(sounding: try reader.take("sounding"))
        default: return nil
        }
    }
}
