import SordinoPolicy

// What follows from events. Notifications travel both ways; effects are only written, for logs and for watching.

extension SessionNotification: WireCodable {
    /// A record with the field `notification`, which names the case, and the case's values.
    package var wireValue: WireValue {
        var record = WireRecord()
        func named(_ name: String) { record.add("notification", name) }
        switch self {
        case .interruptionBegan(let reason, let wasSuspended):
            named("interruptionBegan")
            record.add("reason", reason)
            record.add("wasSuspended", wasSuspended)
        case .interruptionEnded(let shouldResume):
            named("interruptionEnded")
            record.add("shouldResume", shouldResume)
        case .routeChanged(let reason, let previous):
            named("routeChanged")
            record.add("reason", reason)
            record.add("previous", previous)
        case .silenceSecondaryAudioHint(let begin):
            named("silenceSecondaryAudioHint")
            record.add("begin", begin)
        case .mediaServicesLost: named("mediaServicesLost")
        case .mediaServicesReset: named("mediaServicesReset")
        case .recordPermission(let permission):
            named("recordPermission")
            record.add("permission", permission)
        case .outputVolume(let volume):
            named("outputVolume")
            record.add("volume", volume)
        case .promptStyle(let style):
            named("promptStyle")
            record.add("style", style)
        case .inputAvailable(let isAvailable):
            named("inputAvailable")
            record.add("isAvailable", isAvailable)
        case .availableInputsChanged: named("availableInputsChanged")
        case .remoteCommand(let command):
            named("remoteCommand")
            record.add("command", command)
        case .outputMuted(let isMuted):
            named("outputMuted")
            record.add("isMuted", isMuted)
        case .inputMuted(let isMuted):
            named("inputMuted")
            record.add("isMuted", isMuted)
        case .unmuteIntended: named("unmuteIntended")
        case .renderingMode(let mode):
            named("renderingMode")
            record.add("mode", mode)
        case .renderingCapabilitiesChanged: named("renderingCapabilitiesChanged")
        case .spatialAudio(let isEnabled):
            named("spatialAudio")
            record.add("enabled", isEnabled)
        case .microphoneInjectionPermission(let permission):
            named("microphoneInjectionPermission")
            record.add("permission", permission)
        case .microphoneInjectionAvailable(let isAvailable):
            named("microphoneInjectionAvailable")
            record.add("isAvailable", isAvailable)
        }
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        let name: String = try reader.take("notification")
        switch name {
        case "interruptionBegan":
            self = .interruptionBegan(try reader.take("reason"), wasSuspended: try reader.take("wasSuspended"))
        case "interruptionEnded": self = .interruptionEnded(shouldResume: try reader.take("shouldResume"))
        case "routeChanged": self = .routeChanged(try reader.take("reason"), previous: try reader.take("previous"))
        case "silenceSecondaryAudioHint": self = .silenceSecondaryAudioHint(begin: try reader.take("begin"))
        case "mediaServicesLost": self = .mediaServicesLost
        case "mediaServicesReset": self = .mediaServicesReset
        case "recordPermission": self = .recordPermission(try reader.take("permission"))
        case "outputVolume": self = .outputVolume(try reader.take("volume"))
        case "promptStyle": self = .promptStyle(try reader.take("style"))
        case "inputAvailable": self = .inputAvailable(try reader.take("isAvailable"))
        case "availableInputsChanged": self = .availableInputsChanged
        case "remoteCommand": self = .remoteCommand(try reader.take("command"))
        case "outputMuted": self = .outputMuted(try reader.take("isMuted"))
        case "inputMuted": self = .inputMuted(try reader.take("isMuted"))
        case "unmuteIntended": self = .unmuteIntended
        case "renderingMode": self = .renderingMode(try reader.take("mode"))
        case "renderingCapabilitiesChanged": self = .renderingCapabilitiesChanged
        case "spatialAudio": self = .spatialAudio(enabled: try reader.take("enabled"))
        case "microphoneInjectionPermission": self = .microphoneInjectionPermission(try reader.take("permission"))
        case "microphoneInjectionAvailable": self = .microphoneInjectionAvailable(try reader.take("isAvailable"))
        default: throw WireError("there is no notification \"\(name.prefix(40))\"")
        }
        try reader.finish()
    }
}

extension Effect {
    /// A record with the field `effect`, which names the case, and all that the effect says.
    package var wireValue: WireValue {
        var record = WireRecord()
        func named(_ name: String) { record.add("effect", name) }
        switch self {
        case .reply(let app, let id, let refusal):
            named("reply")
            record.add("app", app)
            record.add("id", id)
            record.add("refusal", refusal)
        case .snapshot(let app, let snapshot):
            named("snapshot")
            record.add("app", app)
            record.add("session", snapshot.changes(since: nil))
        case .device(let device):
            named("device")
            record.add("device", device.changes(since: nil))
        case .notify(let app, let notification):
            named("notify")
            record.add("app", app)
            record.add("says", notification)
        case .stopIO(let app, let io, let cause):
            named("stopIO")
            record.add("app", app)
            record.add("io", io)
            record.add("cause", cause)
        case .ioInterrupted(let app, let io, let began, let shouldResume):
            named("ioInterrupted")
            record.add("app", app)
            record.add("io", io)
            record.add("began", began)
            record.add("shouldResume", shouldResume)
        case .askRecordPermission(let app):
            named("askRecordPermission")
            record.add("app", app)
        case .askMicrophoneInjectionPermission(let app):
            named("askMicrophoneInjectionPermission")
            record.add("app", app)
        case .inject(let app, let targets, let cause):
            named("inject")
            record.add("app", app)
            record.add("into", targets)
            record.add("cause", cause)
        case .silenceInput(let app, let silences):
            named("silenceInput")
            record.add("app", app)
            record.add("silences", silences)
        case .suspend(let app, let suspends):
            named("suspend")
            record.add("app", app)
            record.add("suspends", suspends)
        case .gain, .route, .hardware, .volume, .inputGain, .actorSounds, .wake: record.add(deviceRecord)
        }
        return .record(record)
    }

    private var deviceRecord: WireRecord {
        var record = WireRecord()
        func named(_ name: String) { record.add("effect", name) }
        switch self {
        case .gain(let program, let audioClass, let gain, let rampSeconds, let causes):
            named("gain")
            record.add("program", program)
            record.add("class", audioClass)
            record.add("gain", gain)
            record.add("rampSeconds", rampSeconds)
            record.add("causes", causes)
        case .route(let program, let audioClass, let route):
            named("route")
            record.add("program", program)
            record.add("class", audioClass)
            record.add("route", route)
        case .hardware(let timing):
            named("hardware")
            record.add("timing", timing)
        case .volume(let volume):
            named("volume")
            record.add("volume", volume)
        case .inputGain(let uid, let gain):
            named("inputGain")
            record.add("portUID", uid)
            record.add("gain", gain)
        case .actorSounds(let actor, let sounds):
            named("actorSounds")
            record.add("actor", actor)
            record.add("sounds", sounds)
        case .wake(let moment):
            named("wake")
            record.add("at", moment)
        case .reply, .snapshot, .device, .notify, .stopIO, .ioInterrupted, .askRecordPermission, .silenceInput,
            .askMicrophoneInjectionPermission, .inject, .suspend:
            preconditionFailure("an effect on a program is written elsewhere")
        }
        return record
    }
}
