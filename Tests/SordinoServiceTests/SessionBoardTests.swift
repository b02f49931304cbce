import SordinoPolicy
import SordinoService
import SordinoSession
import Testing

/// The status of programs, collected from decisions of the policy.
@Suite struct SessionBoardTests {
    /// A policy whose decisions a board follows.
    private struct Device {
        var policy = Policy()
        var board = SessionBoard()

        mutating func happen(_ event: Event, at seconds: Double) {
            let moment = Moment(seconds: seconds)
            board.follow(.init(moment: moment, event: event, effects: policy.handle(event, at: moment)))
        }

        /// The names of the programs that the status calls stuck.
        func stuck(at seconds: Double) -> [String] {
            board.status(now: Moment(seconds: seconds)).apps.compactMap { $0.stuckSeconds == nil ? nil : $0.name }
        }
    }

    @Test(arguments: [30.0, 5.0]) func aSessionThatHoldsOthersWithoutSoundIsNamedAfterTheConfiguredTime(_ limit: Double)
        throws
    {
        var device = Device()
        var settings = PolicySettings()
        settings.stuckHolderSeconds = limit
        device.happen(.configured(settings), at: 0)
        for (number, name) in [(1, "Music"), (2, "Radio")] {
            let app = AppID(number)
            device.happen(.appLaunched(app, AppDeclaration(bundleID: name, name: name)), at: 0)
            let playback = Request.configure(category: Category.playback.rawValue, mode: nil, options: nil, policy: nil)
            device.happen(.request(app, RequestID(1), playback), at: 0)
            device.happen(.request(app, RequestID(2), .setActive(true, notifyOthers: false)), at: Double(number))
        }
        #expect(device.stuck(at: 2 + limit - 0.5) == [])
        #expect(device.stuck(at: 2 + limit + 0.5) == ["Radio"])
    }

    /// A program that only records is not among those that are heard, or that should be; one that plays besides is.
    @Test(arguments: [Category.record, .playAndRecord]) func aProgramThatOnlyRecordsIsNotHeard(_ category: Category) {
        var device = Device()
        let app = AppID(1)
        let ports = [PortDirection.input, .output].map { direction in
            Port(
                uid: "\(direction)", type: direction == .input ? .builtInMic : .builtInSpeaker, direction: direction,
                name: "\(direction)", channels: [PortChannel(name: "1", number: 1, label: 42)])
        }
        device.happen(.portsArrived(ports), at: 0)
        device.happen(.appLaunched(app, AppDeclaration(bundleID: "Memo", name: "Memo")), at: 0)
        let asks: [Request] = [
            .configure(category: category.rawValue, mode: nil, options: nil, policy: nil),
            .openIO(IOID(1), IOKind(.recorder, hasInput: true, hasOutput: false)), .startIO(IOID(1)),
        ]
        func heard() -> DeviceStatus.Hearing? { device.board.status(now: Moment(seconds: 1)).apps.first?.heard }
        for (number, request) in asks.enumerated() {
            device.happen(.request(app, RequestID(number), request), at: 0)
        }
        #expect(device.board.status(now: Moment(seconds: 1)).apps.first?.runningIO == 1)
        #expect(heard() == .quiet)
        guard category == .playAndRecord else { return }
        device.happen(
            .request(app, RequestID(8), .openIO(IOID(2), IOKind(.player, hasInput: false, hasOutput: true))), at: 0)
        device.happen(.request(app, RequestID(9), .startIO(IOID(2))), at: 0)
        #expect(heard() == .full)
    }

    /// A reason names its rule in words that a person can look up.
    @Test func aReasonNamesARuleOfSordinosOwnInWords() {
        let cause = Cause(rule: "own 19", sentence: "the program muted its own output", since: .zero)
        let words = "the program muted its own output (Sordino's rule 19"
        #expect(SessionBoard().sentence(cause, now: Moment(seconds: 2)) == words + ", since 2.0 s)")
        #expect(SessionError(.badParam, cause).description == words + ")")
        #expect(Cause(rule: "§4.2", sentence: "", since: .zero).ruleWords == "§4.2")
    }
}
