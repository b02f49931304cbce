import SordinoPolicy
import SordinoSession
import SordinoStories
import Testing

/// `audioctl policy diff`: the stories that two configurations are compared by, and what is found.
@Suite struct PolicyComparisonTests {
    private static func settings(_ text: String) throws -> PolicySettings {
        var configuration = PolicyConfiguration()
        try configuration.add(text, file: "f")
        return configuration.settings()
    }

    /// The scenarios of the rules whose first decision differs, by their names.
    private static func different(_ left: String, _ right: String) throws -> [String] {
        PolicyComparison(try settings(left), try settings(right)).differences.map(\.story)
    }

    @Test func everyStoryIsToldToItsEndWithoutAnInvalidNumber() throws {
        var names: Set<String> = []
        for story in StoryScript.scenarios + (1...30).map({ StoryScript.random(seed: $0) }) {
            #expect(names.insert(story.name).inserted)
            var policy = Policy()
            var isHeard = false
            for step in story.steps() {
                for effect in policy.handle(step.event, at: step.moment) {
                    if case .reply(_, _, let refusal?) = effect { #expect(refusal.cause.rule != "§0.1") }
                    if case .gain(_, _, let gain, _, _) = effect, gain > 0 { isHeard = true }
                }
            }
            #expect(isHeard, "nothing is heard in \(story.name)")
        }
        // Those that are missing are named beside the stories.
        let told = Set(names.flatMap { $0.split { !"S0123456789".contains($0) }.filter { $0.hasPrefix("S") } })
        let missing = (1...120).map { "S" + ($0 < 10 ? "0" : "") + "\($0)" }.filter { !told.contains($0) }
        #expect(missing == ["S79", "S80", "S84", "S86", "S100", "S105", "S107", "S119"])
    }

    @Test func equalConfigurationsDecideAlike() throws {
        let comparison = PolicyComparison(
            PolicySettings(), try Self.settings("[ducking]\ndepth = -14 dB\nattack = 500 ms\n"))
        #expect(comparison.differences.isEmpty)
        #expect(comparison.count == StoryScript.scenarios.count + PolicyComparison.seeds.count)
    }

    @Test func aPairShowsWhereItDucksAndNowhereElse() throws {
        let found = try Self.different("", "[ducking]\nprompt over film = -30 dB\n")
        let scenarios = found.filter { !$0.hasPrefix("chance") }
        #expect(scenarios == ["directions over a film"])
    }

    @Test func theFirstDifferingDecisionIsShownWithBothSides() throws {
        let comparison = PolicyComparison(
            try Self.settings("[ducking]\ndepth = -10 dB\n"), try Self.settings("[ducking]\ndepth = -20 dB\n"))
        let found = try #require(comparison.differences.first { $0.story.hasPrefix("S17") })
        #expect(found.words == "Nav on")
        func gains(_ decision: SessionService.Decision) -> [Float] {
            decision.effects.compactMap {
                if case .gain(.app(AppID(1)), .media, let gain, _, _) = $0 { gain } else { nil }
            }
        }
        #expect(gains(found.left) == [Decibels.factor(-10)])
        #expect(gains(found.right) == [0.1])
    }

    @Test func aRuleOfAProgramIsTriedInEveryStory() throws {
        let found = try Self.different("", "[program org.example.Siren]\ninterrupted = no\n")
        #expect(found.contains("S01 a call is declined, as org.example.Siren"))
        #expect(!found.contains { !$0.contains("Siren") })
    }

    @Test func aZoneIsTriedWithItsPorts() throws {
        let with = "[zone rear]\nports = Rear Output\n"
        let found = try Self.different(with, with + "calls = yes\n")
        #expect(found.contains("S01 a call is declined, in rear"))
        #expect(!found.contains { !$0.hasSuffix("in rear") && !$0.hasPrefix("chance") })
    }

    @Test func chanceStoriesAreTheSameForTheSameSeed() {
        #expect(StoryScript.random(seed: 3) == StoryScript.random(seed: 3))
        #expect(StoryScript.random(seed: 3) != StoryScript.random(seed: 4))
    }

    /// Configurations of which single rules, many, shared, for all, for one of the cast, and zones differ.
    static let pairs: [(String, String)] = [
        ("[program a.A]\ninterrupted = no\n[program a.B]\nducked = no\n", "[program a.A]\ninterrupted = no\n"),
        ("", "[program a.A]\ninterrupted = no\n[program a.B]\ninterrupted = no\n[program a.C]\nducked = no\n"),
        ("[program *]\nducked = no\n", "[program a.A]\ninterrupted = no\n"),
        ("", "[program Mus]\ninterrupted = no\n[program a.A]\nducked = no\n"),
        ("[program a.A]\nducked = no\n", "[program a.A]\nducked = no\n[ducking]\ndepth = -20 dB\n"),
        (
            "[zone rear]\nports = Rear Output\n[program a.A]\nzone = rear\n",
            "[zone rear]\nports = Rear Output\ncalls = yes\n"
        ),
    ]

    @Test(arguments: pairs) func storiesThatAreNotToldWouldNotDiffer(left: String, right: String) throws {
        let (left, right) = (try Self.settings(left), try Self.settings(right))
        // Each story by itself, as the events of a log are compared.
        var different: Set<String> = []
        func tell(_ name: String, _ steps: [StoryScript.Step]) {
            different.formUnion(PolicyComparison(left, right, story: name, steps: steps).differences.map(\.story))
        }
        let zones = right.zones.isEmpty ? left.zones : right.zones
        for story in StoryScript.scenarios {
            tell(story.name, story.steps(zones: zones))
            for name in Set((left.programs + right.programs).map(\.program)) where name != "*" {
                tell("\(story.name), as \(name)", story.steps(disguise: name, zones: zones))
            }
            for zone in zones { tell("\(story.name), in \(zone.name)", story.steps(zones: zones, zone: zone.name)) }
        }
        let found = PolicyComparison(left, right).differences.map(\.story).filter { !$0.hasPrefix("chance") }
        #expect(found.count == Set(found).count)
        #expect(Set(found) == different)
        #expect(!different.isEmpty)
    }

    @Test func partsOfACourseAreTheWhole() throws {
        let course = PolicyCourse(
            try Self.settings(""), try Self.settings("[ducking]\ndepth = -20 dB\n[program a.A]\nducked = no\n"))
        let whole = PolicyComparison(course, from: 0) { true }
        var (from, parts, count): (Int, [String], Int) = (0, [], 0)
        while from < course.tellingCount {
            var left = 7
            let part = PolicyComparison(course, from: from) {
                left -= 1
                return left > 0
            }
            #expect(part.end > from)
            (from, count) = (part.end, count + 1)
            parts += part.differences.map(\.story)
        }
        #expect(count > 10)
        #expect(parts == whole.differences.map(\.story))
        #expect(PolicyComparison(course, from: course.tellingCount) { true }.differences.isEmpty)
    }

    @Test func oneRuleAmongManyTellsOnlyItsOwnStories() throws {
        let many = (0..<200).map { "[program a.P\($0)]\nsound = music\n" }.joined()
        let course = PolicyCourse(try Self.settings(many), try Self.settings(many + "[program a.New]\nducked = no\n"))
        #expect(course.tellingCount == StoryScript.scenarios.count)
        #expect(course.storyCount == StoryScript.scenarios.count * 202 + PolicyComparison.seeds.count)
        // Rules that are the same for many are tried once.
        let deeper = PolicyCourse(try Self.settings(many), try Self.settings(many + "[ducking]\ndepth = -20 dB\n"))
        #expect(deeper.tellingCount == StoryScript.scenarios.count * 2 + PolicyComparison.seeds.count)
    }
}
