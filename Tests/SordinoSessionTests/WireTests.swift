import SordinoHardware
import SordinoPolicy
import SordinoSession
import Testing
import WireMutation

@Suite struct WireTests {
    private static let port = WireSeeds.port
    private static let events = WireSeeds.events

    @Test(arguments: events) func everyEventComesBackFromItsLine(_ event: Event) throws {
        let line = JSON.line(event.wireValue)
        #expect(!line.contains("\n"))
        #expect(try Event(wire: JSON.value(line)) == event)
    }

    @Test func aLineHoldsNothingThatSteersATerminal() throws {
        let text = "a\u{1B}]0;x\u{7}\u{7F}\u{9B}2J\u{202E}b\u{E0041}音"
        let line = JSON.line(.text(text))
        #expect(line == "\"a\\u001b]0;x\\u0007\\u007f\\u009b2J\\u202eb\\udb40\\udc41音\"")
        #expect(try JSON.value(line) == .text(text))
    }

    /// Effects of a story with a call, a duck and an unplugged headset, as a log has them.
    @Test func everyEffectComesBackFromItsLine() throws {
        var policy = Policy()
        var names = Set<String>()
        for (index, event) in Self.story.enumerated() {
            for effect in policy.handle(event, at: Moment(seconds: Double(index))) {
                let line = JSON.line(effect.wireValue)
                #expect(try Effect(wire: JSON.value(line)) == effect)
                if case .text(let name)? = try WireRecord(wire: JSON.value(line))["effect"] { names.insert(name) }
            }
        }
        #expect(
            names.isSuperset(of: ["reply", "snapshot", "device", "notify", "stopIO", "ioInterrupted", "gain", "route"]))
    }

    private static let story: [Event] = {
        let (music, game) = (AppID(1), AppID(2))
        func asks(_ app: AppID, _ requests: [Request]) -> [Event] {
            requests.enumerated().map { .request(app, RequestID($0 + 100 * app.number), $1) }
        }
        let playback = Category.playback.rawValue
        let duck = CategoryOptions.duckOthers.rawValue
        return [
            .portsArrived(VirtualProfile.phone.ports),
            .appLaunched(music, AppDeclaration(bundleID: "m", name: "Music", backgroundModes: .audio)),
            .appLaunched(game, AppDeclaration(bundleID: "g", name: "Game")),
        ]
            + asks(
                music,
                [
                    .configure(category: playback, mode: nil, options: nil, policy: nil),
                    .openIO(IOID(1), IOKind(.player)), .startIO(IOID(1)), .setActive(true, notifyOthers: false),
                    .configure(category: "none", mode: nil, options: nil, policy: nil),
                ])
            + asks(
                game,
                [
                    .configure(category: playback, mode: nil, options: duck, policy: nil),
                    .setActive(true, notifyOthers: false),
                ])
            + [.portsArrived([WireSeeds.port]), .portsDeparted([WireSeeds.port.uid]), .callRings(.fullScreen)]
            + [.callAccepted, .callEnded, .timeReached]
    }()

    @Test func everyCaseHasItsOwnName() {
        var names = Set<String>()
        for event in Self.events {
            guard case .record(let record) = event.wireValue, case .text(let name)? = record["event"] else { continue }
            names.insert(name)
        }
        // The cases of `Event`.
        #expect(names.count == 45)
    }

    @Test(arguments: WireSeeds.notifications)
    func everyNotificationComesBack(_ notification: SessionNotification) throws {
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

    /// A newer service has more to say: what this program does not know is skipped, the rest is heard.
    @Test func whatANewerServiceSaysIsHeardAsFarAsItIsKnown() throws {
        func newer(_ value: WireValue) -> WireValue {
            switch value {
            case .record(let record):
                var more = WireRecord()
                for field in record.fields { more.add(field.name, newer(field.value)) }
                more.add("fromALaterVersion", [1, 2])
                return .record(more)
            case .list(let values): return .list(values.map(newer))
            case .bool, .integer, .real, .text: return value
            }
        }
        for notification in WireSeeds.notifications {
            #expect(try SessionNotification(wire: newer(notification.wireValue)) == notification)
        }
        var new = SessionSnapshot()
        new.state = .active
        new.route = Route(inputs: [Self.port], outputs: [Self.port])
        new.configuration.category = .playAndRecord
        var read = SessionSnapshot()
        try read.apply(WireRecord(wire: newer(.record(new.changes(since: nil)))))
        #expect(read == new)
        let refusal = SessionError(.isBusy, Cause(rule: "R1", by: .app(AppID(2)), sentence: "s", since: .zero))
        #expect(try SessionError(wire: newer(refusal.wireValue)) == refusal)
    }

    /// A value of a kind that this program does not know keeps what was there, and nothing else is lost by it.
    @Test func aFieldThatIsNotUnderstoodKeepsItsValue() throws {
        var new = SessionSnapshot()
        new.state = .active
        new.isInputMuted = true
        var changes = WireRecord()
        for field in new.changes(since: nil).fields {
            changes.add(field.name, field.name == "promptStyle" ? .text("sung") : field.value)
        }
        var read = SessionSnapshot()
        read.promptStyle = .short
        #expect(throws: WireError.self) { try read.apply(changes) }
        #expect(read.promptStyle == .short)
        #expect(read.state == .active)
        #expect(read.isInputMuted)
    }

    /// Programs hear what they misspelt.
    @Test func aRequestWithAnUnknownFieldIsRefused() throws {
        for request in WireSeeds.requests {
            guard case .record(var record) = request.wireValue else { continue }
            record.add("misspelt", true)
            #expect(throws: WireError.self) { try Request(wire: .record(record)) }
        }
    }

    @Test func everyFieldOfARecordTravels() {
        func count(_ value: some WireTabled) -> Int { Mirror(reflecting: value).children.count }
        #expect(count(HardwareTiming.blank) == HardwareTiming.wireFields.count)
        #expect(count(PortChannel.blank) == PortChannel.wireFields.count)
        #expect(count(DataSource.blank) == DataSource.wireFields.count)
        // A Bluetooth microphone's two values are fields of the port's record.
        #expect(count(Port.blank) + 1 == Port.wireFields.count)
        #expect(count(Route.blank) == Route.wireFields.count)
        #expect(count(SessionConfiguration.blank) == SessionConfiguration.wireFields.count)
        #expect(count(Cause.blank) == Cause.wireFields.count)
        #expect(count(SessionError.blank) == SessionError.wireFields.count)
        #expect(count(SelectedDataSource.blank) == SelectedDataSource.wireFields.count)
        #expect(count(AppDeclaration.blank) == AppDeclaration.wireFields.count)
        #expect(count(IOKind.blank) == IOKind.wireFields.count)
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

    @Test func causesTravelAsTexts() throws {
        let causes = [
            Cause(rule: "own 19", by: .app(AppID(3)), sentence: "a | b", since: Moment(nanoseconds: 12)),
            Cause(rule: "§4.2", by: .actor(.screenReader), sentence: "", since: .zero),
            Cause(rule: "R1.1", sentence: "the ringer switch is set to silent", since: Moment(nanoseconds: -1)),
        ]
        var new = SessionSnapshot()
        new.causes = causes
        let changes = new.changes(since: SessionSnapshot())
        #expect(
            changes["causes"]
                == .list([
                    .text("own 19 | 3 | 12 | a | b"), .text("§4.2 | screenReader | 0 | "),
                    .text("R1.1 | - | -1 | the ringer switch is set to silent"),
                ]))
        var read = SessionSnapshot()
        try read.apply(changes)
        #expect(read == new)
        for text in ["", "a | b", "a | b | c | d", "a | - | x | d"] {
            var record = WireRecord()
            record.add("causes", [text])
            #expect(throws: WireError.self) { try read.apply(record) }
        }
        #expect(read == new)
    }
}
