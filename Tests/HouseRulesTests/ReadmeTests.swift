import Foundation
import Testing

/// The README is short, and what it and the pages of features and packages claim is held against the package.
@Suite struct ReadmeTests {
    /// The lines between two markers of a page.
    private func section(_ name: String, of page: String = "README.md") throws -> [String] {
        let text = try House.read(page)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let begin = try #require(lines.firstIndex { $0.hasPrefix("<!-- \(name)") })
        let end = try #require(lines.firstIndex { $0.hasPrefix("<!-- /\(name)") })
        return Array(lines[(begin + 1)..<end])
    }

    @Test func everyRowThatWorksNamesTestsThatExist() throws {
        let rows = try section("works", of: "Documentation/features.md").dropFirst(2).map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(rows.count > 8)
        for row in rows {
            try #require(row.count >= 2, "\(row)")
            let state = row[1]
            #expect(["works", "partly", "not yet"].contains(state), "\(row[0]): \(state)")
            guard state != "not yet" else { continue }
            let folders = row.count > 2 ? row[2].split { "`, ".contains($0) } : []
            #expect(!folders.isEmpty, "\(row[0]) names no tests")
            for folder in folders {
                let tests = House.files.filter {
                    ($0.isIn("Tests/\(folder)") || $0.path == "Tests/\(folder)") && $0.code.contains("@Test")
                }
                #expect(!tests.isEmpty, "\(row[0]): Tests/\(folder) holds no test")
            }
        }
    }

    @Test func theTenLinesAreTheExample() throws {
        let text = try House.read("README.md")
        let path = try #require(text.firstMatch(of: #/<!-- ten-lines: (\S+) -->/#).map { String($0.1) })
        let shown = try section("ten-lines").filter { !$0.hasPrefix("```") }
        guard FileManager.default.fileExists(atPath: "\(House.root)/\(path)") else {
            #expect(shown.isEmpty, "\(path) does not exist")
            return
        }
        // The example may begin with a comment that says how to run it.
        let code = try House.read(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .drop { $0.hasPrefix("//") || $0.isEmpty }
        #expect(shown == Array(code).dropLast(while: \.isEmpty))
        #expect(shown.count <= 12)
    }

    /// The packages that `make deps` installs are those of the table, each with its licence.
    @Test func theTableOfPackagesIsTheMakefiles() throws {
        let makefile = try House.read("Makefile")
        let names = try #require(makefile.firstMatch(of: #/deps:\n\t@Scripts/install-missing (.*)/#)).1
            .split(separator: " ").map { $0.trimmingPrefix("$(").dropLast() }
        #expect(names.count > 3)
        var installed: [String] = []
        for name in names {
            let line = try #require(makefile.split(separator: "\n").first { $0.hasPrefix("\(name) = ") }, "\(name)")
            installed += line.split(separator: " ").dropFirst(2).map(String.init)
        }
        var listed: [String] = []
        for row in try section("packages", of: "Documentation/environment-variables.md").dropFirst(2) {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 3, "\(row)")
            let packages = cells[1].components(separatedBy: ", ")
            let licences = cells[2].components(separatedBy: ", ").count
            #expect(licences == packages.count || licences == 1, "\(row)")
            listed += packages
        }
        #expect(listed.sorted() == installed.sorted())
    }

    /// A newcomer reads it in five minutes: tables have pages of their own.
    @Test func itHasAtMostAHundredLinesAndSaysWhatDoesNotWork() throws {
        let lines = try House.read("README.md").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 101, "README.md has \(lines.count - 1) lines")
        let heading = try #require(lines.firstIndex(of: "## What does not work yet"))
        let items = lines[(heading + 1)...].prefix { !$0.hasPrefix("## ") }.count { $0.contains(#/^[0-9]\. /#) }
        #expect(items == 5)
    }

    @Test func theFirstWordsSayLinuxOnly() throws {
        #expect(try House.read("README.md").hasPrefix("# Sordino\n\n**For Linux only.**"))
    }
}

extension Array {
    /// Without the elements at the end that match.
    fileprivate func dropLast(while matches: (Element) -> Bool) -> [Element] {
        var result = self
        while let last = result.last, matches(last) { result.removeLast() }
        return result
    }
}
