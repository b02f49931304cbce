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
}
