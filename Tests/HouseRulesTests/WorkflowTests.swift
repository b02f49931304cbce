import Foundation
import Testing

/// The workflows of the project call the scripts that a developer calls, with steps that exist.
@Suite struct WorkflowTests {
    private static let folder = ".github/workflows"

    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(House.root)/\(folder)").sorted()
    }

    /// The commands of a workflow's matrix: the lines of the list below `run:`.
    private static func commands(_ text: String) -> [String] {
        text.matches(of: #/(?m)^ {10}- (.*)$/#).map { String($0.1) }
    }

    /// The steps of `Scripts/check`, from its `case`.
    private static func steps() throws -> Set<String> {
        Set(try House.read("Scripts/check").matches(of: #/(?m)^ {8}([a-z-]+)\) step ([a-z-]+)/#).map { String($0.1) })
    }

    @Test func theScriptKnowsItsSteps() throws {
        let steps = try Self.steps()
        let all = try #require(House.read("Scripts/check").firstMatch(of: #/\|\| set -- (.*)/#)).1
        for step in all.split(separator: " ") { #expect(steps.contains(String(step)), "\(step)") }
        #expect(all.hasPrefix("commits format tests"))
        let page = try House.read("CONTRIBUTING.md")
        for step in steps { #expect(page.contains("| `\(step)` |"), "CONTRIBUTING.md has no row for \(step)") }
    }

    @Test func everyStepOfAWorkflowExists() throws {
        let steps = try Self.steps()
        let targets = Set(
            try #require(House.read("Makefile").firstMatch(of: #/\.PHONY: (.*)/#)).1.split(separator: " ").map(
                String.init))
        var called: Set<String> = []
        for name in try Self.names(in: Self.folder) {
            let text = try House.read("\(Self.folder)/\(name)")
            let commands = Self.commands(text)
            #expect(!commands.isEmpty, "\(name) calls nothing")
            #expect(
                text.contains("-f Containerfile") && !text.contains("://"), "\(name) runs in the project's container")
            for command in commands {
                let words = command.split(separator: " ").map(String.init)
                switch words[0] {
                case "make": for word in words.dropFirst() { #expect(targets.contains(word), "\(name): \(command)") }
                case "Scripts/check":
                    for word in words.dropFirst() { #expect(steps.contains(word), "\(name): \(command)") }
                default:
                    let path = "\(House.root)/\(words[0])"
                    #expect(FileManager.default.isExecutableFile(atPath: path), "\(name): \(command)")
                }
                called.formUnion(words)
            }
        }
        // Nothing that `make check` does is left out.
        let missing = steps.subtracting(called)
        #expect(missing.isEmpty, "no workflow runs \(missing.sorted())")
    }
}
