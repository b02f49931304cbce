import SordinoPolicy
import SordinoSession

/// The decisions that two configurations make differently for the same stories, event by event.
package struct PolicyComparison: Sendable {
    /// The first decision of a story that differs.
    package struct Difference: Sendable {
        /// The story, with the program's disguise or zone where it has one.
        package let story: String
        /// The event, in the story's words.
        package let words: String
        /// The effects of the event under each configuration, without what getters copy.
        package let left: SessionService.Decision
        package let right: SessionService.Decision
    }

    /// The stories that were told.
    package private(set) var count = 0
    package private(set) var differences: [Difference] = []

    /// Chance stories beside the scenarios.
    package static let seeds: ClosedRange<UInt64> = 1...100

    /// Compares by all scenarios, by stories of chance, by each program that a rule names in the place of a scenario's first,
    /// and by each zone as that program's place.
    package init(_ left: PolicySettings, _ right: PolicySettings) {
        let stories = StoryScript.scenarios + Self.seeds.map { StoryScript.random(seed: $0) }
        var zones = left.zones
        for zone in right.zones where !zones.contains(where: { $0.name == zone.name }) { zones.append(zone) }
        var programs: [String] = []
        for rule in left.programs + right.programs where rule.program != "*" && !programs.contains(rule.program) {
            programs.append(rule.program)
        }
        for story in stories { tell(story.name, story.steps(zones: zones), left, right) }
        for story in StoryScript.scenarios {
            for program in programs {
                tell("\(story.name), as \(program)", story.steps(disguise: program, zones: zones), left, right)
            }
            for zone in zones {
                tell("\(story.name), in \(zone.name)", story.steps(zones: zones, zone: zone.name), left, right)
            }
        }
    }

    /// Compares by the events of a log.
    package init(_ left: PolicySettings, _ right: PolicySettings, story: String, steps: [StoryScript.Step]) {
        tell(story, steps, left, right)
    }

    private mutating func tell(
        _ story: String, _ steps: [StoryScript.Step], _ left: PolicySettings, _ right: PolicySettings
    ) {
        count += 1
        var policies = (Policy(settings: left), Policy(settings: right))
        var wakes: (Moment?, Moment?)
        for step in steps {
            // The moments at which a policy asked to be woken come before the step.
            while let wake = [wakes.0, wakes.1].compactMap({ $0 }).min(), wake <= step.moment {
                wakes = (nil, nil)
                guard compare(story, "time passes", .timeReached, wake, &policies, &wakes) else { return }
            }
            guard compare(story, step.words, step.event, step.moment, &policies, &wakes) else { return }
        }
    }

    /// - Returns: Whether both decided alike.
    private mutating func compare(
        _ story: String, _ words: String, _ event: Event, _ moment: Moment, _ policies: inout (Policy, Policy),
        _ wakes: inout (Moment?, Moment?)
    ) -> Bool {
        let left = Self.decision(event, moment, &policies.0, &wakes.0)
        let right = Self.decision(event, moment, &policies.1, &wakes.1)
        if left.effects == right.effects { return true }
        differences.append(Difference(story: story, words: words, left: left, right: right))
        return false
    }

    private static func decision(
        _ event: Event, _ moment: Moment, _ policy: inout Policy, _ wake: inout Moment?
    ) -> SessionService.Decision {
        var seen: [Effect] = []
        for effect in policy.handle(event, at: moment) {
            switch effect {
            case .wake(let at): wake = at
            case .snapshot, .device: break
            default: seen.append(effect)
            }
        }
        return SessionService.Decision(moment: moment, event: event, effects: seen)
    }
}
