import Foundation
import Testing

/// The page of scenarios is held against the tests that are named after them, and against every place that cites one.
@Suite struct ScenarioPageTests {
    private static let page = "Documentation/scenarios-of-the-rules.md"

    /// The rows: the number, and the test files that the last column names.
    private static func rows() throws -> [(number: Int, tests: [String])] {
        try House.read(page).matches(of: #/(?m)^\| S([0-9]+) \|.* \| ([^|]*) \|$/#).map { row in
            (Int(row.1) ?? 0, row.2.matches(of: #/`([\w+]+)`/#).map { String($0.1) })
        }
    }

    /// The names of the test files that hold a test named after the scenario, such as `S11_…` or `s26s27Recording…`.
    private static let tests: [Int: Set<String>] = {
        var found: [Int: Set<String>] = [:]
        for file in House.files where file.isSwift && file.isIn("Tests") {
            for name in file.code.matches(of: #/func ((?:S[0-9]{2,3}_)+|(?:s[0-9]{2,3})+)[A-Za-z]/#) {
                for number in name.1.matches(of: #/[0-9]+/#).compactMap({ Int($0.0) }) {
                    found[number, default: []].insert(String(file.name.dropLast(".swift".count)))
                }
            }
        }
        return found
    }()

    @Test func everyRowNamesTheTestsThatShowIt() throws {
        let rows = try Self.rows()
        #expect(rows.map(\.number) == Array(1...120))
        for row in rows {
            let found = (Self.tests[row.number] ?? []).sorted()
            #expect(
                row.tests == found, "S\(row.number): the tests are \(found.map { "`\($0)`" }.joined(separator: ", "))")
        }
    }

    @Test func everyScenarioThatIsCitedHasARow() throws {
        let numbers = Set(try Self.rows().map(\.number))
        #expect(Set(Self.tests.keys).subtracting(numbers).isEmpty)
        for file in House.files where file.isSwift {
            for cited in file.text.matches(of: #/\bS([0-9]{2,3})\b/#) {
                let number = Int(cited.1) ?? 0
                #expect(numbers.contains(number), "\(file.path): \(cited.0) has no row on \(Self.page)")
            }
        }
    }

    /// Comments cite pages of this repository: `rules.md` for a rule, never a document that the reader does not have.
    @Test func noCommentCitesADocumentOutsideTheRepository() {
        for file in House.files where !file.path.hasSuffix("ScenarioPageTests.swift") {
            for cited in file.text.matches(of: #/\b(?:[Ss]pec (?=§|R[0-9])|session\.md|the specification's scenario)/#)
            {
                Issue.record("\(file.path): \(cited.0) is no page of this repository; cite rules.md")
            }
        }
    }

    /// Pages that comments name by their file exist.
    @Test func everyPageThatACommentNamesExists() throws {
        let pages = Set(
            try FileManager.default.contentsOfDirectory(atPath: "\(House.root)/Documentation")
                + FileManager.default.contentsOfDirectory(atPath: House.root))
        for file in House.files where file.isSwift && file.isIn("Sources") {
            for line in file.lines {
                let words = line.drop { $0 == " " }
                guard words.hasPrefix("//") else { continue }
                for cited in words.matches(of: #/(?:^|[ (`\/])([a-z][a-z0-9-]*\.md)\b/#) {
                    #expect(pages.contains(String(cited.1)), "\(file.path): \(cited.1) does not exist")
                }
            }
        }
    }
}
