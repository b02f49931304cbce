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
extension ZoneSound: WireRaw {}
extension MicrophoneInjectionMode: WireRaw {}

extension PortDirection: WireNamed {
    package static var wireNames: [(name: String, value: PortDirection)] { [("input", .input), ("output", .output)] }
}

extension MicrophoneMode: WireNamed {
    package static var wireNames: [(name: String, value: MicrophoneMode)] {
        [("standard", .standard), ("wide", .wideSpectrum), ("isolation", .voiceIsolation)]
    }
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

extension HardwareTiming: WireTabled {
    package static let blank = HardwareTiming(sampleRate: 0, blockFrames: 0)
    package static let wireFields: [WireField<HardwareTiming>] = [
        WireField("sampleRate", \.sampleRate), WireField("blockFrames", \.blockFrames),
    ]
}

extension PortChannel: WireTabled {
    package static let blank = PortChannel(name: "", number: 0, label: 0)
    package static let wireFields: [WireField<PortChannel>] = [
        WireField("name", \.name), WireField("number", \.number), WireField("label", \.label),
    ]
}

extension DataSource: WireTabled {
    package static let blank = DataSource(id: 0, name: "")
    package static let wireFields: [WireField<DataSource>] = [
        WireField("id", \.id), WireField("name", \.name), WireField("location", ifThere: \.location),
        WireField("orientation", ifThere: \.orientation), WireField("polarPatterns", \.polarPatterns),
        WireField("patternChannels", unless: [], \.patternChannels),
    ]
}

extension Port: WireTabled {
    package static let blank = Port(uid: "", type: .builtInSpeaker, direction: .output, name: "", channels: [])
    package static let wireFields: [WireField<Port>] = [
        WireField("uid", \.uidOfPortAndDevice), WireField("type", \.type), WireField("direction", \.direction),
        WireField("name", \.name), WireField("deviceUID", mayMiss: \.deviceUID), WireField("channels", \.channels),
        WireField("dataSources", mayMiss: \.dataSources),
        WireField("hasHardwareVoiceCallProcessing", mayMiss: \.hasHardwareVoiceCallProcessing),
        WireField("sampleRates", mayMiss: \.sampleRates), WireField("latencySeconds", mayMiss: \.latencySeconds),
        // Features of few ports are written only for the ports that have them.
        WireField("spatialAudio", unless: .none, \.spatialAudio),
        WireField("hasEchoCancellation", unless: false, \.hasEchoCancellation),
        WireField("isInputGainSettable", unless: false, \.isInputGainSettable),
        WireField("isOffered", unless: false, \.isOffered),
        WireField("hasHighQualityRecording", ifThere: \.hasHighQualityRecording),
        WireField("hasFarFieldCapture", ifThere: \.hasFarFieldCapture),
    ]

    /// The port's own, and its device's until that says otherwise.
    private var uidOfPortAndDevice: String {
        get { uid }
        set { (uid, deviceUID) = (newValue, newValue) }
    }

    /// Present with every Bluetooth microphone.
    private var hasHighQualityRecording: Bool? {
        get { bluetoothMicrophone?.hasHighQualityRecording }
        set { if let newValue { bluetoothMicrophone = BluetoothMicrophone(hasHighQualityRecording: newValue) } }
    }

    /// Comes after the field above; alone it says nothing.
    private var hasFarFieldCapture: Bool? {
        get { bluetoothMicrophone?.hasFarFieldCapture }
        set { if let newValue { bluetoothMicrophone?.hasFarFieldCapture = newValue } }
    }
}

extension Route: WireTabled {
    package static let blank = Route()
    package static let wireFields: [WireField<Route>] = [
        WireField("inputs", \.inputs), WireField("outputs", \.outputs), WireField("delays", unless: [], \.delays),
    ]
}

extension SessionConfiguration: WireTabled {
    package static let blank = SessionConfiguration()
    package static let wireFields: [WireField<SessionConfiguration>] = [
        WireField("category", \.category), WireField("mode", \.mode), WireField("options", \.options),
        WireField("policy", \.policy), WireField("declinesImpliedHFP", unless: false, \.declinesImpliedHFP),
    ]
}

extension Cause: WireTabled {
    package static let blank = Cause(rule: "", sentence: "", since: .zero)
    package static let wireFields: [WireField<Cause>] = [
        WireField("rule", \.rule), WireField("by", ifThere: \.by), WireField("sentence", \.sentence),
        WireField("since", \.since),
    ]
}

extension Cause {
    /// `RULE | BY | SINCE | SENTENCE`, such as `§4.2 | 3 | 12500000 | interrupted by another app's session`; `-` for no
    /// program.
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
        guard parts.count == 4, let since = Int64(parts[2]) else {
            throw WireError("a cause (rule, program, time, sentence) is expected")
        }
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

extension WireField {
    /// Causes travel as a list of texts: they change with every activation.
    package convenience init(_ name: String, causes path: WritableKeyPath<Whole, [Cause]> & Sendable) {
        self.init(
            name, path, isRequired: true, encode: { .list($0.map { .text($0.wireText) }) },
            decode: { (value) throws(WireError) in
                var causes: [Cause] = []
                for text in try [String](wire: value) { causes.append(try Cause(wireText: text)) }
                return causes
            })
    }
}

extension SessionError: WireTabled {
    package static let blank = SessionError(.unspecified, .blank)
    package static let wireFields: [WireField<SessionError>] = [
        WireField("code", \.code), WireField("cause", \.cause),
    ]
}

extension SelectedDataSource: WireTabled {
    package static let blank = SelectedDataSource(portUID: "", selected: nil, preferred: nil)
    package static let wireFields: [WireField<SelectedDataSource>] = [
        WireField("portUID", \.portUID), WireField("selected", ifThere: \.selected),
        WireField("preferred", ifThere: \.preferred), WireField("selectedPattern", ifThere: \.selectedPattern),
        WireField("preferredPattern", ifThere: \.preferredPattern),
    ]
}
