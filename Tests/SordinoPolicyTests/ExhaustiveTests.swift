import SordinoPolicy
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#endif

/// Every sequence of events of a small alphabet for three apps, to a depth that finishes in CI.
///
/// 6 for music, radio and game, 5 for the other casts; one more with the long seeds. What two sequences have in common is
/// walked once: a state (of the rules and of what is watched) that was left behind with as many events to go has been seen to
/// keep its promises.
@Suite struct ExhaustiveTests {
    static let extraDepth = ProcessInfo.processInfo.environment["SORDINO_SOAK"] == nil ? 0 : 1

    static let apps = [AppID(1), AppID(2), AppID(3)]

    /// The events before: ports, and three programs with a player each.
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

    struct Counter {
        var events = 0
        /// How many events were still to come when a state was seen first or with the most to come.
        var seen: [Int: Int] = [:]
    }

    static func explore(
        _ policy: Policy, _ invariants: Invariants, _ path: [Event], _ depth: Int, _ counter: inout Counter
    ) -> String? {
        guard depth > 0 else { return nil }
        var hasher = Hasher()
        hasher.combine(policy)
        hasher.combine(invariants)
        // 64 bits with a seed of this run: states that are not the same have one number about once in 10^8 runs.
        let state = hasher.finalize()
        if let before = counter.seen[state], before >= depth { return nil }
        counter.seen[state] = depth
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
        ("music, radio, game", 6), ("music, podcast, prompt", 5), ("telephone, music, navigation", 5),
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
        // Every letter was tried in every state that had events to come, and there are many of them.
        #expect(counter.events % Self.alphabet.count == 0)
        #expect(counter.events > 10_000)
        if Self.extraDepth > 0 { print("\(cast): \(counter.seen.count) states, \(counter.events) events") }
    }
}
