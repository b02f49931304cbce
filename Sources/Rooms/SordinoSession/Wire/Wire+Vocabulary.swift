import SordinoPolicy

// The policy's vocabulary on the wire: ports, routes, identities, causes and errors.

extension Category: WireRaw {}
extension Mode: WireRaw {}
extension RouteSharingPolicy: WireRaw {}
extension PortType: WireRaw {}
extension CategoryOptions: WireRaw {}
extension BackgroundModes: WireRaw {}
extension RouteChangeReason: WireRaw {}
extension InterruptionReason: WireRaw {}
extension SessionErrorCode: WireRaw {}
extension RenderingMode: WireRaw {}
extension MicrophoneInjectionMode: WireRaw {}

extension PortDirection: WireNamed {
    package static var wireNames: [(name: String, value: PortDirection)] { [("input", .input), ("output", .output)] }
}

extension RecordPermission: WireNamed {
    package static var wireNames: [(name: String, value: RecordPermission)] {
        [("undetermined", .undetermined), ("denied", .denied), ("granted", .granted)]
    }
}

extension PromptStyle: WireNamed {
    package static var wireNames: [(name: String, value: PromptStyle)] {
        [("none", .none), ("short", .short), ("normal", .normal)]
    }
}

extension PortSpatialAudio: WireNamed {
    package static var wireNames: [(name: String, value: PortSpatialAudio)] {
        [("none", .none), ("off", .off), ("on", .on)]
    }
}

extension SessionState: WireNamed {
    package static var wireNames: [(name: String, value: SessionState)] {
        [("inactive", .inactive), ("active", .active), ("interrupted", .interrupted)]
    }
}

extension SystemActor: WireNamed {
    package static var wireNames: [(name: String, value: SystemActor)] {
        [
            ("emergency", .emergency), ("call", .call), ("alarm", .alarm), ("assistant", .assistant),
            ("screenReader", .screenReader), ("systemSounds", .systemSounds),
        ]
    }
}

extension AudioClass: WireNamed {
    package static var wireNames: [(name: String, value: AudioClass)] { [("media", .media), ("local", .local)] }
}

extension AppID: WireCodable {
    package var wireValue: WireValue { number.wireValue }
    package init(wire: WireValue) throws(WireError) { self.init(try Int(wire: wire)) }
}

extension IOID: WireCodable {
    package var wireValue: WireValue { number.wireValue }
    package init(wire: WireValue) throws(WireError) { self.init(try Int(wire: wire)) }
}

extension RequestID: WireCodable {
    package var wireValue: WireValue { number.wireValue }
    package init(wire: WireValue) throws(WireError) { self.init(try Int(wire: wire)) }
}

extension Moment: WireCodable {
    package var wireValue: WireValue { nanoseconds.wireValue }
    package init(wire: WireValue) throws(WireError) { self.init(nanoseconds: try Int64(wire: wire)) }
}

/// An app is its number, an actor its name.
extension ProgramID: WireCodable {
    package var wireValue: WireValue {
        switch self {
        case .app(let app): app.wireValue
        case .actor(let actor): actor.wireValue
        }
    }

    package init(wire: WireValue) throws(WireError) {
        if case .integer = wire {
            self = .app(try AppID(wire: wire))
        } else {
            self = .actor(try SystemActor(wire: wire))
        }
    }
}

extension HardwareTiming: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("sampleRate", sampleRate)
        record.add("blockFrames", blockFrames)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self.init(sampleRate: try reader.take("sampleRate"), blockFrames: try reader.take("blockFrames"))
        try reader.finish()
    }
}

extension PortChannel: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("name", name)
        record.add("number", number)
        record.add("label", label)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self.init(name: try reader.take("name"), number: try reader.take("number"), label: try reader.take("label"))
        try reader.finish()
    }
}

extension DataSource: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("id", id)
        record.add("name", name)
        record.add("location", location)
        record.add("orientation", orientation)
        record.add("polarPatterns", polarPatterns)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self.init(
            id: try reader.take("id"), name: try reader.take("name"), location: try reader.takeIfThere("location"),
            orientation: try reader.takeIfThere("orientation"), polarPatterns: try reader.take("polarPatterns"))
        try reader.finish()
    }
}

extension Port: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("uid", uid)
        record.add("type", type)
        record.add("direction", direction)
        record.add("name", name)
        record.add("deviceUID", deviceUID)
        record.add("channels", channels)
        record.add("dataSources", dataSources)
        record.add("hasHardwareVoiceCallProcessing", hasHardwareVoiceCallProcessing)
        record.add("sampleRates", sampleRates)
        record.add("latencySeconds", latencySeconds)
        // What few ports have is said where it is.
        if spatialAudio != .none { record.add("spatialAudio", spatialAudio) }
        if hasEchoCancellation { record.add("hasEchoCancellation", true) }
        if isInputGainSettable { record.add("isInputGainSettable", true) }
        if let microphone = bluetoothMicrophone {
            record.add("hasHighQualityRecording", microphone.hasHighQualityRecording)
            record.add("hasFarFieldCapture", microphone.hasFarFieldCapture)
        }
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        let highQuality: Bool? = try reader.takeIfThere("hasHighQualityRecording")
        let farField: Bool? = try reader.takeIfThere("hasFarFieldCapture")
        self.init(
            uid: try reader.take("uid"), type: try reader.take("type"), direction: try reader.take("direction"),
            name: try reader.take("name"), deviceUID: try reader.takeIfThere("deviceUID"),
            channels: try reader.take("channels"), dataSources: try reader.takeIfThere("dataSources") ?? [],
            hasHardwareVoiceCallProcessing: try reader.takeIfThere("hasHardwareVoiceCallProcessing") ?? false,
            sampleRates: try reader.takeIfThere("sampleRates") ?? [],
            latencySeconds: try reader.takeIfThere("latencySeconds") ?? 0,
            spatialAudio: try reader.takeIfThere("spatialAudio") ?? .none,
            hasEchoCancellation: try reader.takeIfThere("hasEchoCancellation") ?? false,
            bluetoothMicrophone: highQuality.map {
                BluetoothMicrophone(hasHighQualityRecording: $0, hasFarFieldCapture: farField ?? false)
            }, isInputGainSettable: try reader.takeIfThere("isInputGainSettable") ?? false)
        try reader.finish()
    }
}

extension Route: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("inputs", inputs)
        record.add("outputs", outputs)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self.init(inputs: try reader.take("inputs"), outputs: try reader.take("outputs"))
        try reader.finish()
    }
}

extension SessionConfiguration: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("category", category)
        record.add("mode", mode)
        record.add("options", options)
        record.add("policy", policy)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self.init(
            category: try reader.take("category"), mode: try reader.take("mode"),
            options: try reader.take("options"), policy: try reader.take("policy"))
        try reader.finish()
    }
}

extension Cause: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("rule", rule)
        record.add("by", by)
        record.add("sentence", sentence)
        record.add("since", since)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self.init(
            rule: try reader.take("rule"), by: try reader.takeIfThere("by"), sentence: try reader.take("sentence"),
            since: try reader.take("since"))
        try reader.finish()
    }
}

extension Cause {
    /// `RULE | BY | SINCE | SENTENCE`, such as `§4.2 | 3 | 12500000 | interrupted by another app's session`; `-` for nobody.
    var wireText: String {
        let holder: String
        switch by {
        case nil: holder = "-"
        case .app(let app): holder = String(app.number)
        case .actor(let actor): holder = SystemActor.wireNames.first { $0.value == actor }?.name ?? "-"
        }
        return "\(rule) | \(holder) | \(since.nanoseconds) | \(sentence)"
    }

    init(wireText: String) throws(WireError) {
        let parts = wireText.split(separator: " | ", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let since = Int64(parts[2]) else { throw WireError("a cause is expected") }
        var by: ProgramID?
        if let number = Int(parts[1]) {
            by = .app(AppID(number))
        } else if parts[1] != "-" {
            by = .actor(try SystemActor(wire: .text(String(parts[1]))))
        }
        self.init(
            rule: String(parts[0]), by: by, sentence: String(parts[3]), since: Moment(nanoseconds: since))
    }
}

extension SessionError: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("code", code)
        record.add("cause", cause)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self.init(try reader.take("code"), try reader.take("cause"))
        try reader.finish()
    }
}

extension SelectedDataSource: WireCodable {
    package var wireValue: WireValue {
        var record = WireRecord()
        record.add("portUID", portUID)
        record.add("selected", selected)
        record.add("preferred", preferred)
        record.add("selectedPattern", selectedPattern)
        record.add("preferredPattern", preferredPattern)
        return .record(record)
    }

    package init(wire: WireValue) throws(WireError) {
        var reader = try WireReader(wire)
        self.init(
            portUID: try reader.take("portUID"), selected: try reader.takeIfThere("selected"),
            preferred: try reader.takeIfThere("preferred"),
            selectedPattern: try reader.takeIfThere("selectedPattern"),
            preferredPattern: try reader.takeIfThere("preferredPattern"))
        try reader.finish()
    }
}
