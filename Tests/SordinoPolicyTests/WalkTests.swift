import SordinoPolicy
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#endif

/// Seeded walks: INV-1 to INV-5 after every event; a failure prints its seed and the shortest list that still fails.
@Suite struct WalkTests {
    static let walks = ProcessInfo.processInfo.environment["SORDINO_SOAK"] == nil ? 60 : 4_000

    /// Every profile, and the knobs that change who interrupts whom.
    static func settings(_ seed: UInt64) -> PolicySettings {
        var settings = PolicySettings(profile: Profile.allCases[Int(seed % UInt64(Profile.allCases.count))])
        settings.callInterruptsMixable = seed % 3 != 0
        settings.strictBackgroundActivation = seed % 4 == 0
        settings.duckerVersusDucker = seed % 5 == 0 ? .mutual : .newestWins
        settings.lateStarterIsDucked = seed % 7 != 0
        settings.endedWithoutNotifyFlag = seed % 11 == 0 ? .shouldNotResume : .none
        settings.screenReaderDucks = seed % 13 == 0
        settings.mixableMayTune = seed % 2 == 0
        return settings
    }

    typealias Tamper = ([Effect]) -> [Effect]

    static func firstViolation(
        _ steps: [Step], _ settings: PolicySettings, _ tamper: Tamper = { $0 }
    ) -> (index: Int, fault: String)? {
        var policy = Policy(settings: settings)
        var invariants = Invariants(settings)
        for (index, step) in steps.enumerated() {
            let effects = tamper(policy.handle(step.event, at: step.moment))
            if let fault = invariants.violation(after: step.event, effects) { return (index, fault) }
        }
        return nil
    }

    /// Leaves out what is not needed for a fault, halves first, then single events.
    static func shrink(_ steps: [Step], _ settings: PolicySettings, _ tamper: Tamper = { $0 }) -> [Step] {
        var shortest = steps
        if let (index, _) = firstViolation(shortest, settings, tamper) { shortest = Array(shortest[...index]) }
        var chunk = max(shortest.count / 2, 1)
        while chunk >= 1 {
            let before = shortest.count
            var start = 0
            while start < shortest.count {
                var candidate = shortest
                candidate.removeSubrange(start..<min(start + chunk, candidate.count))
                if let (index, _) = firstViolation(candidate, settings, tamper) {
                    shortest = Array(candidate[...index])
                } else {
                    start += chunk
                }
            }
            // A step that was needed may no longer be after later ones have gone.
            if chunk == 1, shortest.count == before { break }
            chunk = max(chunk / 2, 1)
        }
        return shortest
    }

    @Test func invariantsHoldOnEveryWalk() {
        var events = 0
        for seed in 1...UInt64(Self.walks) {
            var walk = Walk(seed: seed)
            let steps = walk.steps(400)
            events += steps.count
            guard let (_, fault) = Self.firstViolation(steps, Self.settings(seed)) else { continue }
            let shortest = Self.shrink(steps, Self.settings(seed))
            let last = Self.firstViolation(shortest, Self.settings(seed))?.fault ?? fault
            let list = shortest.map { "  \($0)" }.joined(separator: "\n")
            Issue.record("seed \(seed): \(last)\nshortest list:\n\(list)")
            return
        }
        #expect(events >= Self.walks * 400)
    }

    @Test func aPlantedFaultIsFoundAndShrunk() {
        var walk = Walk(seed: 7)
        let steps = walk.steps(400)
        // A policy that notifies every end twice.
        let tamper: Tamper = { effects in
            effects.flatMap { effect -> [Effect] in
                if case .notify(_, .interruptionEnded) = effect { [effect, effect] } else { [effect] }
            }
        }
        #expect(Self.firstViolation(steps, PolicySettings(), tamper)?.fault.prefix(5) == "INV-3")
        // Ports, a program, its activation, an interruption, its end: no list can do with more than a handful.
        #expect(Self.shrink(steps, PolicySettings(), tamper).count <= 5)
    }

    /// Each kind of effect is missed when it is lost: the watch bites.
    @Test(arguments: ["answers", "gains", "players", "stops", "copies"]) func lostEffectsAreFound(_ lost: String) {
        var walk = Walk(seed: 7)
        let steps = walk.steps(400)
        let tamper: Tamper = { effects in
            effects.filter { effect in
                switch effect {
                case .reply: lost != "answers"
                case .gain: lost != "gains"
                case .device: lost != "players"
                case .stopIO: lost != "stops"
                case .snapshot: lost != "copies"
                default: true
                }
            }
        }
        #expect(Self.firstViolation(steps, PolicySettings(), tamper) != nil)
    }

    @Test func theSameEventsGiveTheSameEffects() {
        for seed in 1...10 as ClosedRange<UInt64> {
            var walk = Walk(seed: seed)
            let steps = walk.steps(300)
            var first = Policy(settings: Self.settings(seed))
            var second = Policy(settings: Self.settings(seed))
            for step in steps {
                #expect(first.handle(step.event, at: step.moment) == second.handle(step.event, at: step.moment))
            }
            #expect(first == second)
        }
    }

    @Test func aPolicyIsAValueThatCanBeTriedOut() {
        var world = World()
        let mus = world.music()
        let before = world.policy
        var trial = world.policy
        _ = trial.handle(.callRings(.fullScreen), at: world.now)
        #expect(trial != before)
        #expect(world.policy == before)
        world.send(.callRings(.fullScreen))
        #expect(world.policy == trial)
        #expect(world.state(mus) == .interrupted)
    }

    @Test func whatHappensToProgramsThatAreGoneChangesNothing() {
        var world = World()
        let app = world.music()
        world.send(.appEnded(app))
        let before = world.policy
        world.clear()
        world.send(.appMoved(app, .foreground))
        world.send(.remoteCommand(app, .play))
        world.send(.appEnded(app))
        #expect(world.effects.isEmpty)
        #expect(world.policy == before)
        world.activate(app)
        #expect(world.heard == ["err(!ses)"])
    }
}
