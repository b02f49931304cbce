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

    @Test func everyCaseHasItsOwnName() {
        var names = Set<String>()
        for event in Self.events {
            guard case .record(let record) = event.wireValue, case .text(let name)? = record["event"] else { continue }
            names.insert(name)
        }
        // The cases of `Event`.
        #expect(names.count == 32)
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
