import SordinoPolicy

// The declarations and requests of programs.

extension Lifecycle: WireNamed {
    package static var wireNames: [(name: String, value: Lifecycle)] {
        [
            ("foreground", .foreground), ("inactive", .inactive), ("background", .background),
            ("suspended", .suspended),
        ]
    }
}

extension AppDeclaration: WireTabled {
    package static let blank = AppDeclaration(bundleID: "", name: "")
    package static let refusesUnknownFields = true
    package static let wireFields: [WireField<AppDeclaration>] = [
        WireField("bundleID", \.bundleID), WireField("name", \.name),
        WireField("backgroundModes", mayMiss: \.backgroundModes), WireField("lifecycle", mayMiss: \.lifecycle),
        WireField("recordPermission", mayMiss: \.recordPermission), WireField("process", unless: 0, \.process),
    ]
}

extension IOKind.Face: WireNamed {
    package static var wireNames: [(name: String, value: IOKind.Face)] {
        [
            ("player", .player), ("recorder", .recorder), ("queue", .queue), ("ioUnit", .ioUnit),
            ("engine", .engine), ("systemSound", .systemSound),
        ]
    }
}

extension IOKind: WireTabled {
    package static let blank = IOKind(.player)
    package static let refusesUnknownFields = true
    package static let wireFields: [WireField<IOKind>] = [
        WireField("face", \.face), WireField("hasInput", \.hasInput), WireField("hasOutput", \.hasOutput),
        WireField("formatID", ifThere: \.formatID),
    ]
}

extension Request: WireChoice {
    package static let wireKey = "request"
    package static let refusesUnknownFields = true
    package static let wireCases: [WireCase<Request>] = [
        WireCase("configure", "category", "mode", "options", "policy", make: Request.configure) {
            if case .configure(let category, let mode, let options, let policy) = $0 {
                (category, mode, options, policy)
            } else {
                nil
            }
        },
        WireCase("setActive", "active", "notifyOthers", make: Request.setActive) {
            if case .setActive(let active, let notifyOthers) = $0 { (active, notifyOthers) } else { nil }
        },
        WireCase("overrideOutput", "toSpeaker", make: Request.overrideOutput) {
            if case .overrideOutput(let toSpeaker) = $0 { toSpeaker } else { nil }
        },
        WireCase("prefer", spreading: Request.prefer) {
            if case .prefer(let preference) = $0 { preference } else { nil }
        },
        WireCase("requestRecordPermission", .requestRecordPermission),
        WireCase("requestMicrophoneInjectionPermission", .requestMicrophoneInjectionPermission),
        WireCase("requestLibraryPermission", .requestLibraryPermission),
        WireCase("vibrate", .vibrate),
        WireCase("openIO", "io", "kind", make: Request.openIO) {
            if case .openIO(let io, let kind) = $0 { (io, kind) } else { nil }
        },
        WireCase("startIO", "io", make: Request.startIO) { if case .startIO(let io) = $0 { io } else { nil } },
        WireCase("stopIO", "io", make: Request.stopIO) { if case .stopIO(let io) = $0 { io } else { nil } },
        WireCase("closeIO", "io", make: Request.closeIO) { if case .closeIO(let io) = $0 { io } else { nil } },
    ]
}

extension Preference: WireChoice {
    package static let wireKey = "preference"
    package static let refusesUnknownFields = true
    package static let wireCases: [WireCase<Preference>] = [
        WireCase("sampleRate", "value", make: Preference.sampleRate) {
            if case .sampleRate(let value) = $0 { value } else { nil }
        },
        WireCase("ioBufferDuration", "value", make: Preference.ioBufferDuration) {
            if case .ioBufferDuration(let value) = $0 { value } else { nil }
        },
        WireCase("inputChannels", "value", make: Preference.inputChannels) {
            if case .inputChannels(let value) = $0 { value } else { nil }
        },
        WireCase("outputChannels", "value", make: Preference.outputChannels) {
            if case .outputChannels(let value) = $0 { value } else { nil }
        },
        WireCase("input", "value", make: Preference.input) { if case .input(let value) = $0 { value } else { nil } },
        WireCase(
            "ports", "outputs", "inputs", make: { .ports(outputs: $0, inputs: $1) },
            match: { if case .ports(let outputs, let inputs) = $0 { (outputs, inputs) } else { nil } }),
        WireCase(
            "dataSource", "value", "portUID", make: { .dataSource(portUID: $1, id: $0) },
            match: { if case .dataSource(let portUID, let id) = $0 { (id, portUID) } else { nil } }),
        WireCase(
            "polarPattern", "value", "portUID", "dataSource",
            make: { .polarPattern(portUID: $1, dataSource: $2, pattern: $0) },
            match: {
                if case .polarPattern(let portUID, let dataSource, let pattern) = $0 {
                    (pattern, portUID, dataSource)
                } else {
                    nil
                }
            }),
        WireCase("inputOrientation", "value", make: Preference.inputOrientation) {
            if case .inputOrientation(let value) = $0 { value } else { nil }
        },
        WireCase("inputGain", "value", make: Preference.inputGain) {
            if case .inputGain(let value) = $0 { value } else { nil }
        },
        WireCase("aggregatedIO", "value", make: Preference.aggregatedIO) {
            if case .aggregatedIO(let value) = $0 { value } else { nil }
        },
        WireCase(
            "allowsHapticsAndSystemSoundsDuringRecording", "value",
            make: Preference.allowsHapticsAndSystemSoundsDuringRecording
        ) {
            if case .allowsHapticsAndSystemSoundsDuringRecording(let value) = $0 { value } else { nil }
        },
        WireCase(
            "prefersNoInterruptionsFromSystemAlerts", "value", make: Preference.prefersNoInterruptionsFromSystemAlerts
        ) {
            if case .prefersNoInterruptionsFromSystemAlerts(let value) = $0 { value } else { nil }
        },
        WireCase("prefersInterruptionOnRouteDisconnect", "value", make: Preference.prefersInterruptionOnRouteDisconnect)
        {
            if case .prefersInterruptionOnRouteDisconnect(let value) = $0 { value } else { nil }
        },
        WireCase("outputMuted", "value", make: Preference.outputMuted) {
            if case .outputMuted(let value) = $0 { value } else { nil }
        },
        WireCase("inputMuted", "value", make: Preference.inputMuted) {
            if case .inputMuted(let value) = $0 { value } else { nil }
        },
        WireCase("echoCancelledInput", "value", make: Preference.echoCancelledInput) {
            if case .echoCancelledInput(let value) = $0 { value } else { nil }
        },
        WireCase("multichannelContent", "value", make: Preference.multichannelContent) {
            if case .multichannelContent(let value) = $0 { value } else { nil }
        },
        WireCase("microphoneInjection", "value", make: Preference.microphoneInjection) {
            if case .microphoneInjection(let value) = $0 { value } else { nil }
        },
        WireCase("voiceDucking", "value", make: Preference.voiceDucking) {
            if case .voiceDucking(let value) = $0 { value } else { nil }
        },
        WireCase("taps", "value", make: Preference.taps) {
            if case .taps(let value) = $0 { value } else { nil }
        },
        WireCase("programList", "value", make: Preference.programList) {
            if case .programList(let value) = $0 { value } else { nil }
        },
    ]
}

extension ProgramTap.Muting: WireRaw {}

extension ProgramTap: WireTabled {
    package static let blank = ProgramTap()
    package static let refusesUnknownFields = true
    package static let wireFields: [WireField<ProgramTap>] = [
        WireField("number", \.number), WireField("apps", \.apps), WireField("bundleIDs", unless: [], \.bundleIDs),
        WireField("isExclusive", unless: false, \.isExclusive), WireField("muting", mayMiss: \.muting),
        WireField("portUID", ifThere: \.portUID), WireField("channelCount", \.channelCount),
        WireField("isRead", \.isRead),
    ]
}

extension ListedProgram: WireTabled {
    package static let blank = ListedProgram()
    package static let wireFields: [WireField<ListedProgram>] = [
        WireField("app", \.app), WireField("name", \.name), WireField("bundleID", mayMiss: \.bundleID),
        WireField("process", mayMiss: \.process), WireField("isPlaying", mayMiss: \.isPlaying),
        WireField("isRecording", mayMiss: \.isRecording),
    ]
}
