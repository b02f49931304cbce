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
        for file in House.files where file.isIn("Tests/SordinoPolicyTests", "Tests/SordinoSimulatorTests") {
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

    /// The places of words in a text, by `strstr`: a regular expression over every file takes minutes in a debug build.
    private static func places(of words: String, in text: String) -> [String.Index] {
        let offsets = text.withCString { base -> [Int] in
            var found: [Int] = []
            var start = base
            while let place = strstr(start, words) {
                found.append(UnsafePointer(place) - base)
                start = UnsafePointer(place) + 1
            }
            return found
        }
        return offsets.map { text.utf8.index(text.startIndex, offsetBy: $0) }
    }

    /// The numbers that a text cites: an `S` that begins a word, and two or three digits.
    private static func cited(in text: String) -> Set<Int> {
        var text = text
        return text.withUTF8 { bytes in
            var found = Set<Int>()
            for index in bytes.indices where bytes[index] == UInt8(ascii: "S") {
                let digits = bytes[(index + 1)...].prefix(4).prefix { (48...57).contains($0) }
                guard (2...3).contains(digits.count), !isWord(bytes, index - 1), !isWord(bytes, digits.endIndex) else {
                    continue
                }
                found.insert(digits.reduce(0) { $0 * 10 + Int($1) - 48 })
            }
            return found
        }
    }

    private static func isWord(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard bytes.indices.contains(index) else { return false }
        let byte = bytes[index]
        return byte == UInt8(ascii: "_") || (48...57).contains(byte) || (65...90).contains(byte & 0xDF)
    }

    @Test func everyScenarioThatIsCitedHasARow() throws {
        let numbers = Set(try Self.rows().map(\.number))
        #expect(Set(Self.tests.keys).subtracting(numbers).isEmpty)
        #expect(Self.cited(in: "(S44), S100 and S7, S1234, AS44, S44a, S12_x") == [44, 100])
        for file in House.files where file.isSwift && !file.path.hasSuffix("ScenarioPageTests.swift") {
            let missing = Self.cited(in: file.text).subtracting(numbers)
            #expect(missing.isEmpty, "\(file.path): \(missing.sorted()) have no row on \(Self.page)")
        }
    }

    /// Comments cite pages of this repository: `rules.md` for a rule, never a document that the reader does not have.
    @Test func noCommentCitesADocumentOutsideTheRepository() {
        for words in ["spec §", "Spec §", "(spec R", " spec R", "session.md §", "the specification's scenario"] {
            for file in House.files where !file.path.hasSuffix("ScenarioPageTests.swift") {
                let found = Self.places(of: words, in: file.text)
                #expect(found.isEmpty, "\(file.path): \"\(words)\" is no page of this repository: cite rules.md")
            }
        }
    }

    /// Pages that comments name by their file exist.
    @Test func everyPageThatACommentNamesExists() throws {
        let pages = Set(
            try FileManager.default.contentsOfDirectory(atPath: "\(House.root)/Documentation")
                + FileManager.default.contentsOfDirectory(atPath: House.root))
        var count = 0
        for file in House.files where file.isSwift && file.isIn("Sources") {
            for place in Self.places(of: ".md", in: file.text) {
                let name = file.text[..<place].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "-" }
                let isWhole = !(file.text[place...].dropFirst(3).first.map { $0.isLetter || $0.isNumber } ?? false)
                guard isWhole, name.last?.isLowercase ?? false else { continue }
                count += 1
                #expect(pages.contains(String(name.reversed()) + ".md"), "\(file.path): \(String(name.reversed())).md")
            }
        }
        #expect(count > 40)
    }
}
