import SordinoPolicy
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#endif

/// Every sequence of events of a small alphabet for three apps, to a depth that finishes in CI.
///
/// 4 for music, radio and game, 3 for the other casts; one more with the long seeds.
@Suite struct ExhaustiveTests {
    static let extraDepth = ProcessInfo.processInfo.environment["SORDINO_SOAK"] == nil ? 0 : 1

    static let apps = [AppID(1), AppID(2), AppID(3)]

    /// What happens before: ports, and three programs with a player each.
    static func opening(_ kinds: [(SordinoPolicy.Category, Mode, CategoryOptions)]) -> [Event] {
        var events: [Event] = [.portsArrived(World.phonePorts)]
        for (app, kind) in zip(apps, kinds) {
            events.append(
                .appLaunched(app, AppDeclaration(bundleID: "app.\(app.number)", name: "App", backgroundModes: .audio)))
            events.append(
                .request(
                    app, RequestID(0),
                    .configure(
                        category: kind.0.rawValue, mode: kind.1.rawValue, options: kind.2.rawValue, policy: nil)))
            events.append(.request(app, RequestID(1), .openIO(IOID(1), IOKind(.player))))
        }
        return events
    }

    static let alphabet: [Event] =
        apps.flatMap { app -> [Event] in
            [
                .request(app, RequestID(2), .setActive(true, notifyOthers: false)),
                .request(app, RequestID(3), .setActive(false, notifyOthers: true)),
                .request(app, RequestID(4), .startIO(IOID(1))),
            ]
        } + [
            .request(apps[0], RequestID(5), .setActive(false, notifyOthers: false)),
            .appMoved(apps[0], .background), .appMoved(apps[0], .foreground), .appEnded(apps[1]),
            .callRings(.fullScreen), .callAccepted, .callEnded, .assistant(.capturing), .assistant(.dismissed),
        ]

    struct Counter { var events = 0 }

    static func explore(
        _ policy: Policy, _ invariants: Invariants, _ path: [Event], _ depth: Int, _ counter: inout Counter
    ) -> String? {
        guard depth > 0 else { return nil }
        for event in alphabet {
            var nextPolicy = policy
            var nextInvariants = invariants
            counter.events += 1
            let effects = nextPolicy.handle(event, at: .zero)
            if let fault = nextInvariants.violation(after: event, effects) {
                return "\(fault)\n" + (path + [event]).map { "  \($0)" }.joined(separator: "\n")
            }
            if let fault = explore(nextPolicy, nextInvariants, path + [event], depth - 1, &counter) { return fault }
        }
        return nil
    }

    @Test(arguments: [
        ("music, radio, game", 4), ("music, podcast, prompt", 3), ("telephone, music, navigation", 3),
    ])
    func everySequenceKeepsTheInvariants(_ cast: String, _ usualDepth: Int) {
        let depth = usualDepth + Self.extraDepth
        let kinds: [(SordinoPolicy.Category, Mode, CategoryOptions)] =
            switch cast {
            case "music, radio, game":
                [(.playback, .standard, []), (.playback, .standard, []), (.ambient, .standard, [])]
            case "music, podcast, prompt":
                [
                    (.playback, .standard, .mixWithOthers), (.playback, .spokenAudio, []),
                    (.playback, .voicePrompt, InterruptionStories.navPlus),
                ]
            default:
                [
                    (.playAndRecord, .voiceChat, []), (.playback, .standard, []), (.playback, .standard, .duckOthers),
                ]
            }
        var policy = Policy()
        var invariants = Invariants()
        for event in Self.opening(kinds) {
            #expect(invariants.violation(after: event, policy.handle(event, at: .zero)) == nil)
        }
        var counter = Counter()
        let fault = Self.explore(policy, invariants, [], depth, &counter)
        #expect(fault == nil, "\(cast): \(fault ?? "")")
        let letters = Self.alphabet.count
        let expected = (1...depth).reduce(0) { sum, depth in sum + (0..<depth).reduce(1) { n, _ in n * letters } }
        #expect(counter.events == expected)
    }
}
