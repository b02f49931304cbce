import SordinoPolicy
import SordinoService
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#endif

/// `Documentation/policy.md`: a row for each key, and examples that are understood.
@Suite struct PolicyPageTests {
    private static let page: String = {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let bytes = try? Data(contentsOf: URL(filePath: "/\(folder)/Documentation/policy.md"))
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }()

    private static func rows<Whole>(_ keys: [PolicyKey<Whole>]) -> [String] {
        keys.map { "| `\($0.name)` | \($0.values) | \($0.usual) | \($0.summary) |" }
    }

    @Test func everyKeyHasItsRow() {
        let rows =
            PolicyKeys.sections.flatMap { Self.rows($0.keys) } + Self.rows(PolicyKeys.program)
            + Self.rows(PolicyKeys.zone)
        for row in rows { #expect(Self.page.contains(row + "\n"), "missing: \(row)") }
        #expect(rows.count >= 45)
    }

    @Test func everyExampleIsUnderstoodAndHarmless() throws {
        let examples = Self.page.components(separatedBy: "```\n").filter { $0.hasPrefix("[") }
        #expect(examples.count == 4)
        for example in examples {
            var configuration = PolicyConfiguration()
            try configuration.add(example, file: "example")
            #expect(configuration.settings() != PolicySettings())
            let found = PolicyLint.findings(configuration).map(\.description)
            // The car's chime plays on during calls on purpose, and the check says so.
            let expected =
                example.contains("Chime")
                ? [
                    "example:12: warning: org.example.Chime plays on during calls and alarms: who calls may not be understood"
                ]
                : []
            #expect(found == expected)
        }
    }
}
