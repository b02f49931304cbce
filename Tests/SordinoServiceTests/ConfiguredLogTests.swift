import SordinoHardware
import SordinoPolicy
import SordinoService
import SordinoSession
import Testing

/// Logs that hold the configuration of the device.
@Suite struct ConfiguredLogTests {
    private static func settings(_ text: String) throws -> PolicySettings {
        var configuration = PolicyConfiguration()
        try configuration.add(text, file: "f")
        return configuration.settings()
    }

    /// Music plays, and directions duck it.
    private static let musicAndDirections: [Event] = {
        let programs: [(name: String, options: CategoryOptions, then: Request)] = [
            ("Mus", [], .startIO(IOID(1))), ("Nav", .duckOthers, .setActive(true, notifyOthers: false)),
        ]
        var events: [Event] = [.portsArrived(VirtualProfile.phone.ports)]
        for (index, program) in programs.enumerated() {
            let app = AppID(index + 1)
            let configure = Request.configure(
                category: Category.playback.rawValue, mode: Mode.standard.rawValue, options: program.options.rawValue,
                policy: nil)
            events.append(
                .appLaunched(
                    app,
                    AppDeclaration(
                        bundleID: "org.sordino.story.\(program.name)", name: program.name, backgroundModes: .audio)))
            for (number, request) in [configure, .openIO(IOID(1), IOKind(.engine)), program.then].enumerated() {
                events.append(.request(app, RequestID(3 * index + number + 1), request))
            }
        }
        return events
    }()

    /// A log with a configuration in it is made again to the same decisions, also when it changes on the way.
    @Test func aLogWithConfigurationsReplays() throws {
        let first = try Self.settings("[ducking]\nprompt over music = -20.5 dB 0.123 s\n[zone a]\nports = X\n")
        let second = try Self.settings("[ducking]\ndepth = -9 dB\n[program org.sordino.story.Mus]\nducked = no\n")
        var policy = Policy()
        var replay = Replay()
        _ = try replay.take(JSON.line(.record(EventLog.header())))
        var events: [(Event, Moment)] = [(.configured(first), .zero)]
        for (index, event) in Self.musicAndDirections.enumerated() {
            events.append((event, Moment(seconds: Double(index) / 4)))
        }
        events.append((.configured(second), Moment(seconds: 9)))
        events.append((.request(AppID(2), RequestID(90), .setActive(false, notifyOthers: true)), Moment(seconds: 10)))
        var compared = 0
        for (event, moment) in events {
            let decision = SessionService.Decision(
                moment: moment, event: event, effects: policy.handle(event, at: moment))
            let line = JSON.line(.record(EventLog.record(decision, withSnapshots: true)))
            for step in try replay.take(line) {
                compared += 1
                #expect(step.loggedEffects == nil, "\(event)")
                #expect(step.decision.event == event)
            }
        }
        #expect(compared == events.count)
    }
}
