import SordinoPolicy

// What programs say: declarations and requests.

extension Lifecycle: WireNamed {
    package static var wireNames: [(name: String, value: Lifecycle)] {
        [
            ("foreground", .foreground), ("inactive", .inactive), ("background", .background),
            ("suspended", .suspended),
        ]
    }
}

extension AppDeclaration: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("bundleID", bundleID)
        record.add("name", name)
        record.add("backgroundModes", backgroundModes)
        record.add("lifecycle", lifecycle)
        record.add("recordPermission", recordPermission)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self.init(
            bundleID: try reader.take("bundleID"), name: try reader.take("name"),
            backgroundModes: try reader.takeIfThere("backgroundModes") ?? [],
            lifecycle: try reader.takeIfThere("lifecycle") ?? .foreground,
            recordPermission: try reader.takeIfThere("recordPermission") ?? .granted)
        try reader.finish()
    }
}

extension IOKind.Face: WireNamed {
    package static var wireNames: [(name: String, value: IOKind.Face)] {
        [
            ("player", .player), ("recorder", .recorder), ("queue", .queue), ("ioUnit", .ioUnit),
            ("engine", .engine), ("systemSound", .systemSound),
        ]
    }
}

extension IOKind: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("face", face)
        record.add("hasInput", hasInput)
        record.add("hasOutput", hasOutput)
        record.add("formatID", formatID)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self.init(
            try reader.take("face"), hasInput: try reader.take("hasInput"), hasOutput: try reader.take("hasOutput"),
            formatID: try reader.takeIfThere("formatID"))
        try reader.finish()
    }
}

extension Request: WireCodable {
    /// A record with the field `request`, which names the case, and the case's values.
    package var wireValue: WireValue {
        var record = WireRecord()
        switch self {
        case .configure(let category, let mode, let options, let policy):
            record.add("request", "configure")
            record.add("category", category)
            record.add("mode", mode)
            record.add("options", options)
            record.add("policy", policy)
        case .setActive(let active, let notifyOthers):
            record.add("request", "setActive")
            record.add("active", active)
            record.add("notifyOthers", notifyOthers)
        case .overrideOutput(let toSpeaker):
            record.add("request", "overrideOutput")
            record.add("toSpeaker", toSpeaker)
        case .prefer(let preference):
            record.add("request", "prefer")
            record.add(preference.record)
        case .requestRecordPermission: record.add("request", "requestRecordPermission")
        case .requestMicrophoneInjectionPermission:
            record.add("request", "requestMicrophoneInjectionPermission")
        case .openIO(let io, let kind):
            record.add("request", "openIO")
            record.add("io", io)
            record.add("kind", kind)
        case .startIO(let io):
            record.add("request", "startIO")
            record.add("io", io)
        case .stopIO(let io):
            record.add("request", "stopIO")
            record.add("io", io)
        case .closeIO(let io):
            record.add("request", "closeIO")
            record.add("io", io)
        }
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        let name: String = try reader.take("request")
        switch name {
        case "configure":
            self = .configure(
                category: try reader.takeIfThere("category"), mode: try reader.takeIfThere("mode"),
                options: try reader.takeIfThere("options"), policy: try reader.takeIfThere("policy"))
        case "setActive":
            self = .setActive(try reader.take("active"), notifyOthers: try reader.take("notifyOthers"))
        case "overrideOutput": self = .overrideOutput(toSpeaker: try reader.take("toSpeaker"))
        case "prefer": self = .prefer(try Preference(&reader))
        case "requestRecordPermission": self = .requestRecordPermission
        case "requestMicrophoneInjectionPermission": self = .requestMicrophoneInjectionPermission
        case "openIO": self = .openIO(try reader.take("io"), try reader.take("kind"))
        case "startIO": self = .startIO(try reader.take("io"))
        case "stopIO": self = .stopIO(try reader.take("io"))
        case "closeIO": self = .closeIO(try reader.take("io"))
        default: throw WireError("there is no request \"\(name.prefix(40))\"")
        }
        try reader.finish()
    }
}

extension Preference {
    /// The field `preference`, which names the case, and the case's values.
    var record: WireRecord {
        var record = WireRecord()
        func named(_ name: String, _ value: (some WireCodable)?) {
            record.add("preference", name)
            record.add("value", value)
        }
        switch self {
        case .sampleRate(let hertz): named("sampleRate", hertz)
        case .ioBufferDuration(let seconds): named("ioBufferDuration", seconds)
        case .inputChannels(let count): named("inputChannels", count)
        case .outputChannels(let count): named("outputChannels", count)
        case .input(let portUID): named("input", portUID)
        case .dataSource(let portUID, let id):
            named("dataSource", id)
            record.add("portUID", portUID)
        case .polarPattern(let portUID, let dataSource, let pattern):
            named("polarPattern", pattern)
            record.add("portUID", portUID)
            record.add("dataSource", dataSource)
        case .inputOrientation(let orientation): named("inputOrientation", orientation)
        case .inputGain(let gain): named("inputGain", gain)
        case .aggregatedIO(let wants): named("aggregatedIO", wants)
        case .allowsHapticsAndSystemSoundsDuringRecording(let allows):
            named("allowsHapticsAndSystemSoundsDuringRecording", allows)
        case .prefersNoInterruptionsFromSystemAlerts(let wants): named("prefersNoInterruptionsFromSystemAlerts", wants)
        case .prefersInterruptionOnRouteDisconnect(let wants): named("prefersInterruptionOnRouteDisconnect", wants)
        case .outputMuted(let isMuted): named("outputMuted", isMuted)
        case .inputMuted(let isMuted): named("inputMuted", isMuted)
        case .echoCancelledInput(let wants): named("echoCancelledInput", wants)
        case .multichannelContent(let supports): named("multichannelContent", supports)
        case .microphoneInjection(let mode): named("microphoneInjection", mode)
        }
        return record
    }

    init(_ reader: inout WireReader) throws(WireError) {
        let name: String = try reader.take("preference")
        switch name {
        case "sampleRate": self = .sampleRate(try reader.take("value"))
        case "ioBufferDuration": self = .ioBufferDuration(try reader.take("value"))
        case "inputChannels": self = .inputChannels(try reader.take("value"))
        case "outputChannels": self = .outputChannels(try reader.take("value"))
        case "input": self = .input(portUID: try reader.takeIfThere("value"))
        case "dataSource":
            self = .dataSource(portUID: try reader.take("portUID"), id: try reader.takeIfThere("value"))
        case "polarPattern":
            self = .polarPattern(
                portUID: try reader.take("portUID"), dataSource: try reader.take("dataSource"),
                pattern: try reader.takeIfThere("value"))
        case "inputOrientation": self = .inputOrientation(try reader.take("value"))
        case "inputGain": self = .inputGain(try reader.take("value"))
        case "aggregatedIO": self = .aggregatedIO(try reader.take("value"))
        case "allowsHapticsAndSystemSoundsDuringRecording":
            self = .allowsHapticsAndSystemSoundsDuringRecording(try reader.take("value"))
        case "prefersNoInterruptionsFromSystemAlerts":
            self = .prefersNoInterruptionsFromSystemAlerts(try reader.take("value"))
        case "prefersInterruptionOnRouteDisconnect":
            self = .prefersInterruptionOnRouteDisconnect(try reader.take("value"))
        case "outputMuted": self = .outputMuted(try reader.take("value"))
        case "inputMuted": self = .inputMuted(try reader.take("value"))
        case "echoCancelledInput": self = .echoCancelledInput(try reader.take("value"))
        case "multichannelContent": self = .multichannelContent(try reader.take("value"))
        case "microphoneInjection": self = .microphoneInjection(try reader.take("value"))
        default: throw WireError("there is no preference \"\(name.prefix(40))\"")
        }
    }
}
