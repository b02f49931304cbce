import SordinoPolicy
import SordinoSession
import Testing

@Suite struct WireTests {
    private static let port = Port(
        uid: "p\"\\\u{1}é", type: .headphones, direction: .output, name: "Kopfhörer", deviceUID: "d",
        channels: [PortChannel(name: "Left", number: 1, label: 1)],
        dataSources: [DataSource(id: 3, name: "Front", location: "Upper", polarPatterns: ["Cardioid"])],
        hasHardwareVoiceCallProcessing: true, sampleRates: [44_100, 48_000], latencySeconds: 0.1, spatialAudio: .off,
        hasEchoCancellation: true, bluetoothMicrophone: BluetoothMicrophone(hasFarFieldCapture: true))
    private static let app = AppID(7)

    private static let requests: [Request] = [
        .configure(category: "c", mode: nil, options: .max, policy: 1),
        .configure(category: nil, mode: "m", options: nil, policy: nil), .setActive(true, notifyOthers: false),
        .overrideOutput(toSpeaker: true), .requestRecordPermission,
        .openIO(IOID(1), IOKind(.engine, hasInput: true, formatID: 0x6161_6320)), .startIO(IOID(1)),
        .stopIO(IOID(2)), .closeIO(IOID(3)), .prefer(.sampleRate(44_100)), .prefer(.sampleRate(.infinity)),
        .prefer(.ioBufferDuration(0.005)), .prefer(.inputChannels(1)), .prefer(.outputChannels(2)),
        .prefer(.input(portUID: nil)), .prefer(.input(portUID: "x")), .prefer(.dataSource(portUID: "x", id: nil)),
        .prefer(.dataSource(portUID: "x", id: 2)), .prefer(.polarPattern(portUID: "x", dataSource: 2, pattern: "s")),
        .prefer(.inputOrientation(2)), .prefer(.inputGain(0.1)), .prefer(.aggregatedIO(true)),
        .prefer(.allowsHapticsAndSystemSoundsDuringRecording(true)),
        .prefer(.prefersNoInterruptionsFromSystemAlerts(true)), .prefer(.prefersInterruptionOnRouteDisconnect(false)),
        .prefer(.outputMuted(true)), .prefer(.inputMuted(true)), .prefer(.echoCancelledInput(true)),
        .prefer(.multichannelContent(true)),
    ]

    private static let events: [Event] =
        requests.map { .request(app, RequestID(9), $0) } + [
            .appLaunched(app, AppDeclaration(bundleID: "b", name: "n", backgroundModes: [.audio, .voip])),
            .appMoved(app, .suspended), .appEnded(app), .remoteCommand(app, .pause),
            .recordPermissionAnswered(app, .denied), .appCall(app, begins: true), .portsArrived([port]),
            .portsDeparted(["a", "b"]), .userPicked(portUID: "p"), .ringer(silent: true), .screen(locked: true),
            .volumeSet(0.1), .volumeKey(.up), .microphoneMuted(true), .woke, .servicesLost, .servicesRestarted,
            .spatialAudio(enabled: true),
            .hardwareTiming(HardwareTiming(sampleRate: 44_100.5, blockFrames: 256)), .timeReached,
            .callRings(.banner), .callAccepted, .callDeclined, .callEnded, .alarmStarts, .alarmAcknowledged,
            .assistant(.speaking), .screenReader(speaking: true), .emergency(sounding: false),
        ]

    @Test(arguments: events) func everyEventComesBackFromItsLine(_ event: Event) throws {
        let line = JSON.line(event.wireValue)
        #expect(!line.contains("\n"))
        #expect(try Event(wire: JSON.value(line)) == event)
    }

    @Test func everyCaseHasItsOwnName() {
        var names = Set<String>()
        for event in Self.events {
            guard case .record(let record) = event.wireValue, case .text(let name)? = record["event"] else { continue }
            names.insert(name)
        }
        // The cases of `Event`.
        #expect(names.count == 30)
    }

    @Test(arguments: [
        SessionNotification.interruptionBegan(.builtInMicMuted, wasSuspended: true),
        .interruptionEnded(shouldResume: true), .routeChanged(.override, previous: Route(outputs: [port])),
        .silenceSecondaryAudioHint(begin: true), .mediaServicesLost, .mediaServicesReset, .recordPermission(.denied),
        .outputVolume(0.3), .promptStyle(.short), .inputAvailable(true), .availableInputsChanged,
        .remoteCommand(.play), .outputMuted(true), .inputMuted(false), .unmuteIntended, .renderingMode(.surround),
        .renderingCapabilitiesChanged, .spatialAudio(enabled: true),
    ]) func everyNotificationComesBack(_ notification: SessionNotification) throws {
        #expect(try SessionNotification(wire: JSON.value(JSON.line(notification.wireValue))) == notification)
    }

    @Test func snapshotsTravelAsChanges() throws {
        var old = SessionSnapshot()
        old.preferredInputUID = "mic"
        var new = old
        new.route = Route(outputs: [Self.port])
        new.preferredInputUID = nil
        new.causes = [Cause(rule: "R1", by: .actor(.call), sentence: "s", since: Moment(nanoseconds: 5))]
        let changes = new.changes(since: old)
        #expect(changes.fields.map(\.name) == ["route", "preferredInput", "causes"])
        try old.apply(changes)
        #expect(old == new)
        var whole = SessionSnapshot()
        whole.state = .interrupted
        try whole.apply(new.changes(since: nil))
        #expect(whole == new)
    }

    @Test func everyFieldOfTheSnapshotsTravels() {
        // A field that is added to a snapshot and not to its table would never reach a program.
        #expect(Mirror(reflecting: SessionSnapshot()).children.count == SessionSnapshot.wireFields.count)
        #expect(Mirror(reflecting: DeviceSnapshot()).children.count == DeviceSnapshot.wireFields.count)
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\":1,}", "{\"event\":\"woke\"} x", "nul", "\"\\ud800\"", "\"\u{1}\"", "01a", "1e999",
        String(repeating: "[", count: 100_000),
    ]) func whatIsNotJSONIsRefused(_ text: String) {
        #expect(throws: WireError.self) { try JSON.value(text) }
    }

    @Test(arguments: [
        "{}", "[]", "{\"event\":\"unheard\"}", "{\"event\":\"woke\",\"more\":1}", "{\"event\":\"ringer\"}",
        "{\"event\":\"ringer\",\"silent\":1}", "{\"event\":\"ringer\",\"silent\":true,\"silent\":true}",
    ]) func whatIsNoEventIsRefused(_ text: String) throws {
        let value = try JSON.value(text)
        #expect(throws: WireError.self) { try Event(wire: value) }
    }
}
