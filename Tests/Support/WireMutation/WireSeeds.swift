import SordinoPolicy

/// One of everything that travels between programs, the service and its logs.
package enum WireSeeds {
    package static let port = Port(
        uid: "p\"\\\u{1}é", type: .headphones, direction: .output, name: "Kopfhörer", deviceUID: "d",
        channels: [PortChannel(name: "Left", number: 1, label: 1)],
        dataSources: [DataSource(id: 3, name: "Front", location: "Upper", polarPatterns: ["Cardioid"])],
        hasHardwareVoiceCallProcessing: true, sampleRates: [44_100, 48_000], latencySeconds: 0.1, spatialAudio: .off,
        hasEchoCancellation: true, bluetoothMicrophone: BluetoothMicrophone(hasFarFieldCapture: true))
    private static let app = AppID(7)

    package static let requests: [Request] = [
        .configure(category: "c", mode: nil, options: .max, policy: 1),
        .configure(category: nil, mode: "m", options: nil, policy: nil), .setActive(true, notifyOthers: false),
        .overrideOutput(toSpeaker: true), .requestRecordPermission,
        .openIO(IOID(1), IOKind(.engine, hasInput: true, formatID: 0x6161_6320)), .startIO(IOID(1)),
        .stopIO(IOID(2)), .closeIO(IOID(3)), .prefer(.sampleRate(44_100)), .prefer(.sampleRate(.infinity)),
        .prefer(.ioBufferDuration(0.005)), .prefer(.inputChannels(1)), .prefer(.outputChannels(2)),
        .prefer(.input(portUID: nil)), .prefer(.input(portUID: "x")),
        .prefer(.ports(outputs: ["a", "b"], inputs: [])), .prefer(.dataSource(portUID: "x", id: nil)),
        .prefer(.dataSource(portUID: "x", id: 2)), .prefer(.polarPattern(portUID: "x", dataSource: 2, pattern: "s")),
        .prefer(.inputOrientation(2)), .prefer(.inputGain(0.1)), .prefer(.aggregatedIO(true)),
        .prefer(.allowsHapticsAndSystemSoundsDuringRecording(true)),
        .prefer(.prefersNoInterruptionsFromSystemAlerts(true)), .prefer(.prefersInterruptionOnRouteDisconnect(false)),
        .prefer(.outputMuted(true)), .prefer(.inputMuted(true)), .prefer(.echoCancelledInput(true)),
        .prefer(.multichannelContent(true)), .prefer(.microphoneInjection(.spokenAudio)),
        .prefer(.taps([])), .prefer(.programList(true)),
        .prefer(
            .taps([
                ProgramTap(number: 3, apps: [AppID(2)], bundleIDs: ["b"], isExclusive: true, muting: .mutedWhenTapped),
                ProgramTap(number: 4, portUID: "p", channelCount: 1, isRead: true),
            ])),
        .prefer(.voiceDucking(level: nil)), .prefer(.voiceDucking(level: 20)),
        .requestMicrophoneInjectionPermission, .requestLibraryPermission, .vibrate,
    ]

    private static let configured: PolicySettings = {
        var settings = PolicySettings(profile: .p9)
        settings.duckPairs = [DuckPair(ducker: .prompt, ducked: nil, gain: 0.123_456_7, attackSeconds: 0.1)]
        var zone = Zone(name: "rear")
        zone.ports = ["a b", "c"]
        settings.zones = [zone]
        var rule = ProgramRule(program: "org.example.A")
        rule.forced = ProgramRule.ForcedCategory(.playback, [.mixWithOthers, .duckOthers])
        rule.zone = "rear"
        settings.programs = [rule]
        settings.stuckHolderReleaseSeconds = 300
        return settings
    }()

    package static let events: [Event] =
        requests.map { .request(app, RequestID(9), $0) } + [
            .appLaunched(app, AppDeclaration(bundleID: "b", name: "n", backgroundModes: [.audio, .voip])),
            .appMoved(app, .suspended), .appEnded(app), .remoteCommand(app, .pause),
            .configured(PolicySettings()), .configured(configured), .appZone(app, "rear"),
            .microphoneMode(app, .voiceIsolation),
            .recordPermissionAnswered(app, .denied), .appCall(app, begins: true), .portsArrived([port]),
            .portsDeparted(["a", "b"]), .userPicked(portUID: "p"), .userAdded(portUID: "q"),
            .userRemoved(portUID: "q"), .userPickedTogether(portUIDs: ["p", "q"]),
            .ringer(silent: true), .screen(locked: true),
            .volumeSet(0.1), .outputMuted(true), .audioServer(answers: false), .portsPreferred(["a", "b"]),
            .volumeKey(.up), .microphoneMuted(true), .woke, .servicesLost, .servicesRestarted,
            .spatialAudio(enabled: true), .microphoneInjection(enabled: true),
            .microphoneInjectionPermissionAnswered(app, .granted), .libraryPermissionAnswered(app, .denied),
            .systemAudioPermissionAnswered(app, .granted), .systemAudioUnanswered(app, wasAsked: true),
            .hardwareTiming(HardwareTiming(sampleRate: 44_100.5, blockFrames: 256)), .timeReached,
            .callRings(.banner), .callAccepted, .callDeclined, .callEnded, .callGivesWay(.fullScreen), .alarmStarts,
            .alarmAcknowledged,
            .assistant(.speaking), .screenReader(speaking: true), .emergency(sounding: false),
        ]

    package static let notifications: [SessionNotification] = [
        .interruptionBegan(.builtInMicMuted, wasSuspended: true),
        .interruptionEnded(shouldResume: true), .routeChanged(.override, previous: Route(outputs: [port])),
        .silenceSecondaryAudioHint(begin: true), .mediaServicesLost, .mediaServicesReset, .recordPermission(.denied),
        .outputVolume(0.3), .promptStyle(.short), .inputAvailable(true), .availableInputsChanged,
        .remoteCommand(.play), .outputMuted(true), .inputMuted(false), .unmuteIntended, .renderingMode(.surround),
        .renderingCapabilitiesChanged, .spatialAudio(enabled: true), .microphoneInjectionPermission(.granted),
        .libraryPermission(.denied),
        .microphoneInjectionAvailable(true),
    ]

    package static let declarations: [AppDeclaration] = [
        AppDeclaration(bundleID: "b", name: "n", backgroundModes: [.audio, .voip]),
        AppDeclaration(bundleID: "", name: ""),
    ]
}
