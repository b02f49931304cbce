import SordinoPolicy

/// The stories by which two configurations are compared, numbered, so that a caller can tell some of them at a time.
///
/// A story that cannot be decided differently has no number: that of a program whose rules are the same on both sides, where
/// nothing else differs. Programs with the same rules share their stories.
package struct PolicyCourse: Sendable {
    /// One run of a story, which counts for each of its names.
    struct Telling {
        let story: StoryScript
        let steps: [StoryScript.Step]
        /// The ends of its names, such as ", as org.example.Radio".
        let suffixes: [String]
    }

    /// The scenarios with a program's identifier or in a zone.
    private struct Pass {
        var disguise: String?
        var zone: String?
        var suffixes = [""]
    }

    let left: PolicySettings
    let right: PolicySettings
    private let zones: [Zone]
    private var passes: [Pass] = []
    private let hasChance: Bool

    /// The stories that are compared, those that need not be told included.
    package let storyCount: Int
    /// The stories that have to be told.
    package var tellingCount: Int { passes.count * StoryScript.scenarios.count + (hasChance ? Self.chanceCount : 0) }

    private static let chanceCount = PolicyComparison.seeds.count

    /// Makes the course for two configurations.
    package init(_ left: PolicySettings, _ right: PolicySettings) {
        (self.left, self.right) = (left, right)
        let known = Set(left.zones.map(\.name))
        let zones = left.zones + right.zones.filter { !known.contains($0.name) }
        self.zones = zones
        let rules = (Self.rules(left), Self.rules(right))
        var (names, seen): ([String], Set<String>) = ([], ["*"])
        for rule in right.programs + left.programs where seen.insert(rule.program).inserted {
            names.append(rule.program)
        }
        storyCount = Self.chanceCount + StoryScript.scenarios.count * (1 + names.count + zones.count)
        // Rules for all programs, or for one of the cast, count in every story.
        let members = StoryScript.programNames
        let common = ["*"] + members + members.map { "org.sordino.story." + $0 }
        let differsEverywhere =
            Self.withoutPrograms(left) != Self.withoutPrograms(right)
            || common.contains { rules.0[$0] != rules.1[$0] }
        hasChance = differsEverywhere
        if differsEverywhere { passes.append(Pass()) }
        var places: [[ProgramRule]: Int] = [:]
        for name in names {
            let sides = [rules.0[name] ?? ProgramRule(program: ""), rules.1[name] ?? ProgramRule(program: "")]
            guard differsEverywhere || sides[0] != sides[1] else { continue }
            if let place = places[sides], !common.contains(name) {
                passes[place].suffixes.append(", as \(name)")
            } else {
                if !common.contains(name) { places[sides] = passes.count }
                passes.append(Pass(disguise: name, suffixes: [", as \(name)"]))
            }
        }
        if differsEverywhere {
            for zone in zones { passes.append(Pass(zone: zone.name, suffixes: [", in \(zone.name)"])) }
        }
    }

    /// The telling of a number from 0 to `tellingCount`.
    func telling(_ number: Int) -> Telling {
        let scenarios = StoryScript.scenarios
        if hasChance, number >= scenarios.count, number < scenarios.count + Self.chanceCount {
            let seed = PolicyComparison.seeds.lowerBound + UInt64(number - scenarios.count)
            let story = StoryScript.random(seed: seed)
            return Telling(story: story, steps: story.steps(zones: zones), suffixes: [""])
        }
        let place = hasChance && number >= scenarios.count ? number - Self.chanceCount : number
        let pass = passes[place / scenarios.count]
        let story = scenarios[place % scenarios.count]
        let steps = story.steps(disguise: pass.disguise, zones: zones, zone: pass.zone)
        return Telling(story: story, steps: steps, suffixes: pass.suffixes)
    }

    private static func withoutPrograms(_ settings: PolicySettings) -> PolicySettings {
        var settings = settings
        settings.programs = []
        return settings
    }

    /// The rules of programs without their names; a rule that says nothing is none.
    private static func rules(_ settings: PolicySettings) -> [String: ProgramRule] {
        var rules: [String: ProgramRule] = [:]
        for rule in settings.programs {
            var plain = rule
            plain.program = ""
            // The first of a name holds.
            if plain != ProgramRule(program: ""), rules[rule.program] == nil { rules[rule.program] = plain }
        }
        return rules
    }
}
