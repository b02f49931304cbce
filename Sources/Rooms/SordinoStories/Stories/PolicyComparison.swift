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
        /// Names of the programs in the story.
        package internal(set) var programs: [AppID: String] = [:]
    }

    /// The stories by which the configurations are compared.
    package private(set) var count = 0
    /// The number of the first telling of the course that is left.
    package private(set) var end = 0
    package private(set) var differences: [Difference] = []

    /// Chance stories beside the scenarios.
    package static let seeds: ClosedRange<UInt64> = 1...100

    /// Compares by all scenarios, by stories of chance, by each program that a rule names in the place of a scenario's first,
    /// and by each zone as that program's place.
    package init(_ left: PolicySettings, _ right: PolicySettings) {
        self.init(PolicyCourse(left, right), from: 0) { true }
    }

    /// Compares by the tellings of a course from a number on, while `goesOn` returns true; by one at least.
    package init(_ course: PolicyCourse, from first: Int, while goesOn: () -> Bool) {
        count = course.storyCount
        end = max(0, first)
        while end < course.tellingCount {
            let telling = course.telling(end)
            let known = differences.count
            tell(telling.story.name, telling.steps, course.left, course.right)
            end += 1
            // The same decisions hold for each of the names.
            let found = differences[known...]
            differences.removeSubrange(known...)
            for suffix in telling.suffixes {
                differences += found.map {
                    Difference(
                        story: $0.story + suffix, words: $0.words, left: $0.left, right: $0.right, programs: $0.programs
                    )
                }
            }
            guard goesOn() else { return }
        }
    }

    /// Compares by the events of a log.
    package init(_ left: PolicySettings, _ right: PolicySettings, story: String, steps: [StoryScript.Step]) {
        count = 1
        tell(story, steps, left, right)
    }

    private mutating func tell(
        _ story: String, _ steps: [StoryScript.Step], _ left: PolicySettings, _ right: PolicySettings
    ) {
        var policies = (Policy(settings: left), Policy(settings: right))
        var wakes: (Moment?, Moment?)
        let known = differences.count
        defer {
            if differences.count > known {
                for case .appLaunched(let app, let declaration) in steps.map(\.event) {
                    differences[known].programs[app] = declaration.name
                }
            }
        }
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
