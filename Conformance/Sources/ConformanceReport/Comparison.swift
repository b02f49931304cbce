/// What differs between the reports of two systems.
public struct Comparison: Sendable, Equatable {
    /// One difference.
    public struct Difference: Sendable, Equatable {
        /// The statement's name.
        public var name: String
        /// The difference in words.
        public var words: String
        /// Whether the statement is asserted on both systems, and holds on one of them only.
        public var isOfAssertions: Bool
    }

    /// The differences, those of assertions first, each kind in order of its names.
    public let differences: [Difference]
    /// The names that are in the first report only, in order.
    public let onlyInFirst: [String]
    /// The names that are in the second report only, in order.
    public let onlyInSecond: [String]
    private let titles: (first: String, second: String)

    /// Compares two reports, statement by statement.
    public init(_ first: Report, _ second: Report) {
        let titles = (first: first.title, second: second.title)
        self.titles = titles
        onlyInFirst = first.entries.keys.filter { second.entries[$0] == nil }.sorted()
        onlyInSecond = second.entries.keys.filter { first.entries[$0] == nil }.sorted()
        let found = first.entries.keys.sorted().compactMap { name -> Difference? in
            guard let here = first.entries[name], let there = second.entries[name] else { return nil }
            return Self.difference(name, here, there, titles)
        }
        differences = found.filter(\.isOfAssertions) + found.filter { !$0.isOfAssertions }
    }

    /// Whether an assertion holds on one of the systems only.
    public var assertionsDiffer: Bool { differences.contains { $0.isOfAssertions } }

    /// The comparison in lines of text.
    public var lines: [String] {
        var lines = differences.map { "\($0.isOfAssertions ? "DIFFERENT" : "recorded"): \($0.name)\n    \($0.words)" }
        for (names, title) in [(onlyInFirst, titles.first), (onlyInSecond, titles.second)] where !names.isEmpty {
            lines.append("only on \(title): \(names.count) statements")
            lines += names.map { "    \($0)" }
        }
        let count = differences.filter(\.isOfAssertions).count
        lines.append(
            "\(count) assertions hold on one system only; \(differences.count - count) recorded values differ.")
        return lines
    }

    /// Whether two comparisons find the same.
    public static func == (first: Comparison, second: Comparison) -> Bool {
        first.differences == second.differences && first.onlyInFirst == second.onlyInFirst
            && first.onlyInSecond == second.onlyInSecond && first.titles == second.titles
    }

    private static func difference(
        _ name: String, _ here: Report.Entry, _ there: Report.Entry, _ titles: (first: String, second: String)
    ) -> Difference? {
        if let first = here.passed, let second = there.passed {
            // Both hold within their tolerance, or both fail in the same way.
            guard first != second || (!first && here.value != there.value) else { return nil }
            let (holds, fails) = first ? (titles.first, titles.second) : (titles.second, titles.first)
            let failing = first ? there : here
            let words =
                first == second
                ? "fails on both: \(here.value) on \(titles.first), \(there.value) on \(titles.second)"
                : "holds on \(holds); on \(fails) it is \(failing.value), asked for was \(failing.expected ?? "another")"
            return Difference(name: name, words: words, isOfAssertions: first != second)
        }
        guard here.value != there.value else { return nil }
        return Difference(
            name: name, words: "\(here.value) on \(titles.first), \(there.value) on \(titles.second)",
            isOfAssertions: false)
    }
}
