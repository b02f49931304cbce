import SordinoPolicy

// All that can happen, as one record per event.

/// A configuration travels as the text of a `policy.conf`.
extension PolicySettings: WireCodable {
    package var wireValue: WireValue { .text(PolicyConfiguration.text(of: self)) }

    package init(wire: WireValue) throws(WireError) {
        let text = try String(wire: wire)
        var configuration = PolicyConfiguration()
        do throws(ConfigurationFault) {
            try configuration.add(text, file: "")
        } catch {
            throw WireError(error.description)
        }
        self = configuration.settings()
    }
}

/// A word, with a number behind it where the command has one: "play", "changePosition 12.5".
extension RemoteCommand: WireCodable {
    private static let plain: [(name: String, command: RemoteCommand)] = [
        ("play", .play), ("pause", .pause), ("togglePlayPause", .togglePlayPause), ("stop", .stop),
        ("nextTrack", .nextTrack), ("previousTrack", .previousTrack),
    ]
    private static let numbered: [(name: String, make: @Sendable (Double) -> RemoteCommand)] =
        [
            ("skipForward", RemoteCommand.skipForward), ("skipBackward", RemoteCommand.skipBackward),
            ("changePosition", RemoteCommand.changePosition), ("changeRate", RemoteCommand.changeRate),
        ] + FurtherCommand.allCases.map { command in (command.rawValue, { .further(command, $0) }) }

    package var wireValue: WireValue {
        switch self {
        case .skipForward(let number): .text("skipForward \(number)")
        case .skipBackward(let number): .text("skipBackward \(number)")
        case .changePosition(let number): .text("changePosition \(number)")
        case .changeRate(let number): .text("changeRate \(number)")
        case .further(let command, let number): .text("\(command.rawValue) \(number)")
        case .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack:
            .text(Self.plain.first { $0.command == self }?.name ?? "")
        }
    }

    package init(wire: WireValue) throws(WireError) {
        let words = try String(wire: wire).split(separator: " ")
        if words.count == 1, let entry = Self.plain.first(where: { $0.name == words[0] }) {
            self = entry.command
        } else if words.count == 2, let entry = Self.numbered.first(where: { $0.name == words[0] }),
            let number = Double(words[1]), number.isFinite, abs(number) < 1e9
        {
            self = entry.make(number)
        } else {
            let names = Self.plain.map(\.name) + Self.numbered.map { "\($0.name) NUMBER" }
            throw WireError(
                "\"\(words.joined(separator: " ").prefix(40))\" is none of: \(names.joined(separator: ", "))")
        }
    }
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

extension Event: WireChoice {
    package static let wireKey = "event"
    package static let refusesUnknownFields = true
    /// One row for each event: its name and those of its values on the bus and in logs, and the method that makes it happen.
    package static let wireCases: [WireCase<Event>] = ofSwitches + ofPrograms + ofActors + ofTheDevice

    private static let ofSwitches: [WireCase<Event>] = [
        WireCase("volumeSet", "volume", make: Event.volumeSet) {
            if case .volumeSet(let volume) = $0 { volume } else { nil }
        }.by("SetVolume", "d"),
        WireCase("volumeKey", "key", make: Event.volumeKey) { if case .volumeKey(let key) = $0 { key } else { nil } }
            .by("PressVolumeKey", "s"),
        WireCase("ringer", "silent", make: Event.ringer) { if case .ringer(let silent) = $0 { silent } else { nil } }
            .by("SetRinger", "b"),
        WireCase("screen", "locked", make: Event.screen) { if case .screen(let locked) = $0 { locked } else { nil } }
            .by("SetScreenLocked", "b", right: .programs),
        WireCase("userPicked", "portUID", make: Event.userPicked) {
            if case .userPicked(let portUID) = $0 { portUID } else { nil }
        }.by("PickOutput", "s"),
        WireCase("userPickedTogether", "portUIDs", make: Event.userPickedTogether) {
            if case .userPickedTogether(let portUIDs) = $0 { portUIDs } else { nil }
        }.by("PickOutputs", "as"),
        WireCase("userAdded", "portUID", make: Event.userAdded) {
            if case .userAdded(let portUID) = $0 { portUID } else { nil }
        }.by("AddOutput", "s"),
        WireCase("userRemoved", "portUID", make: Event.userRemoved) {
            if case .userRemoved(let portUID) = $0 { portUID } else { nil }
        }.by("RemoveOutput", "s"),
        WireCase("spatialAudio", "enabled", make: Event.spatialAudio) {
            if case .spatialAudio(let enabled) = $0 { enabled } else { nil }
        }.by("SetSpatialAudio", "b"),
        WireCase("microphoneInjection", "enabled", make: Event.microphoneInjection) {
            if case .microphoneInjection(let enabled) = $0 { enabled } else { nil }
        }.by("SetMicrophoneInjection", "b", right: .programs),
    ]

    private static let ofPrograms: [WireCase<Event>] = [
        WireCase("request", "app", "id", "asks", make: Event.request) {
            if case .request(let app, let id, let asks) = $0 { (app, id, asks) } else { nil }
        },
        WireCase("appLaunched", "app", "declaration", make: Event.appLaunched) {
            if case .appLaunched(let app, let declaration) = $0 { (app, declaration) } else { nil }
        },
        WireCase("appEnded", "app", make: Event.appEnded) { if case .appEnded(let app) = $0 { app } else { nil } },
        WireCase("appMoved", "app", "lifecycle", make: Event.appMoved) {
            if case .appMoved(let app, let lifecycle) = $0 { (app, lifecycle) } else { nil }
        }.by("MoveApp", "xs", right: .programs),
        WireCase("remoteCommand", "app", "command", make: Event.remoteCommand) {
            if case .remoteCommand(let app, let command) = $0 { (app, command) } else { nil }
        }.by("SendRemoteCommand", "xs", right: .programs),
        WireCase("recordPermissionAnswered", "app", "answer", make: Event.recordPermissionAnswered) {
            if case .recordPermissionAnswered(let app, let answer) = $0 { (app, answer) } else { nil }
        }.by("AnswerRecordPermission", "xs", right: .programs),
        WireCase(
            "microphoneInjectionPermissionAnswered", "app", "answer", make: Event.microphoneInjectionPermissionAnswered
        ) {
            if case .microphoneInjectionPermissionAnswered(let app, let answer) = $0 { (app, answer) } else { nil }
        }.by("AnswerMicrophoneInjectionPermission", "xs", right: .programs),
        WireCase("libraryPermissionAnswered", "app", "answer", make: Event.libraryPermissionAnswered) {
            if case .libraryPermissionAnswered(let app, let answer) = $0 { (app, answer) } else { nil }
        }.by("AnswerLibraryPermission", "xs", right: .programs),
        WireCase("systemAudioPermissionAnswered", "app", "answer", make: Event.systemAudioPermissionAnswered) {
            if case .systemAudioPermissionAnswered(let app, let answer) = $0 { (app, answer) } else { nil }
        }.by("AnswerSystemAudioPermission", "xs", right: .programs),
        WireCase("systemAudioUnanswered", "app", "wasAsked", make: Event.systemAudioUnanswered) {
            if case .systemAudioUnanswered(let app, let wasAsked) = $0 { (app, wasAsked) } else { nil }
        },
        WireCase("microphoneMode", "app", "mode", make: Event.microphoneMode) {
            if case .microphoneMode(let app, let mode) = $0 { (app, mode) } else { nil }
        }.by("SetMicrophoneMode", "xs", right: .programs),
        WireCase("appZone", "app", "zone", make: Event.appZone) {
            if case .appZone(let app, let zone) = $0 { (app, zone) } else { nil }
        }.by("MoveToZone", "xs", right: .programs),
        WireCase("appCall", "app", "begins", make: Event.appCall) {
            if case .appCall(let app, let begins) = $0 { (app, begins) } else { nil }
        }.by("SetAppCall", "xb", right: .programs),
    ]

    private static let ofActors: [WireCase<Event>] = [
        WireCase("callRings", "style", make: Event.callRings) {
            if case .callRings(let style) = $0 { style } else { nil }
        }.by("RingCall", "s", isSimulation: true),
        WireCase("callAccepted", .callAccepted).by("AcceptCall", isSimulation: true),
        WireCase("callDeclined", .callDeclined).by("DeclineCall", isSimulation: true),
        WireCase("callEnded", .callEnded).by("EndCall", isSimulation: true),
        WireCase("callGivesWay", "style", make: Event.callGivesWay) {
            if case .callGivesWay(let style) = $0 { style } else { nil }
        },
        WireCase("alarmStarts", .alarmStarts).by("StartAlarm", isSimulation: true),
        // The user can stop any alarm, so no simulation is needed.
        WireCase("alarmAcknowledged", .alarmAcknowledged).by("AcknowledgeAlarm", right: .programs),
        WireCase("assistant", "phase", make: Event.assistant) {
            if case .assistant(let phase) = $0 { phase } else { nil }
        }.by("SetAssistant", "s", isSimulation: true),
        WireCase("screenReader", "speaking", make: Event.screenReader) {
            if case .screenReader(let speaking) = $0 { speaking } else { nil }
        }.by("SetScreenReader", "b", isSimulation: true),
        WireCase("emergency", "sounding", make: Event.emergency) {
            if case .emergency(let sounding) = $0 { sounding } else { nil }
        }.by("SetEmergency", "b", isSimulation: true),
    ]

    private static let ofTheDevice: [WireCase<Event>] = [
        WireCase("microphoneMuted", "muted", make: Event.microphoneMuted) {
            if case .microphoneMuted(let muted) = $0 { muted } else { nil }
        }.by("MuteMicrophone", "b", isSimulation: true),
        WireCase("woke", .woke).by("Wake", isSimulation: true),
        WireCase("servicesLost", .servicesLost).by("LoseServices", isSimulation: true),
        WireCase("servicesRestarted", .servicesRestarted).by("RestartServices", isSimulation: true),
        WireCase("configured", "policy", make: Event.configured) {
            if case .configured(let settings) = $0 { settings } else { nil }
        },
        WireCase("portsArrived", "ports", make: Event.portsArrived) {
            if case .portsArrived(let ports) = $0 { ports } else { nil }
        },
        WireCase("portsDeparted", "uids", make: Event.portsDeparted) {
            if case .portsDeparted(let uids) = $0 { uids } else { nil }
        },
        WireCase("portsPreferred", "uids", make: Event.portsPreferred) {
            if case .portsPreferred(let uids) = $0 { uids } else { nil }
        },
        WireCase("outputMuted", "muted", make: Event.outputMuted) {
            if case .outputMuted(let muted) = $0 { muted } else { nil }
        },
        WireCase("audioServer", "answers", make: Event.audioServer) {
            if case .audioServer(let answers) = $0 { answers } else { nil }
        },
        WireCase("hardwareTiming", "timing", make: Event.hardwareTiming) {
            if case .hardwareTiming(let timing) = $0 { timing } else { nil }
        },
        WireCase("timeReached", .timeReached),
    ]
}
