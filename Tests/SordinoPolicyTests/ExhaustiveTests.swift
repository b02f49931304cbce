import SordinoPolicy
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#endif

/// Every sequence of events of a small alphabet for three apps, to a depth that finishes in CI.
///
/// 6 for music, radio and game, 5 for the other casts; one more with the long seeds.
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

    /// The rules, and what watches them.
    struct Watched: Hashable {
        var policy = Policy()
        var invariants = Invariants()

        mutating func fault(after event: Event) -> String? {
            invariants.violation(after: event, policy.handle(event, at: .zero))
        }
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
        var start = Watched()
        for event in Self.opening(kinds) { #expect(start.fault(after: event) == nil) }
        let search = EventSearch(Self.alphabet, from: start, depth: depth) { $0.fault(after: $1) }
        #expect(search.fault == nil, "\(cast): \(search.fault ?? "")")
        // Every letter was tried in every state that had events to come, and there are many of them.
        #expect(search.tried == search.states * Self.alphabet.count)
        #expect(search.tried > 10_000)
        if Self.extraDepth > 0 { print("\(cast): \(search.states) states, \(search.tried) events") }
    }
}
