import Foundation
import SordinoPolicy
import SordinoSession
import Testing

@testable import SordinoStories

/// The words of a row stand in every page and in the completions of every shell.
@Suite struct EventPagesTests {
    private static func read(_ path: String) -> String {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let bytes = try? Data(contentsOf: URL(filePath: "/\(folder)/\(path)"))
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    private static let commands = EventRow.all.filter { $0.command != nil }

    /// The patterns around a command, and the text before its choices, in the completions of each shell.
    @Test(arguments: [
        ("bash", "/0", "words=\"", "\""), ("fish", "", "-a '", "'"), ("zsh", "/2", "compadd ", " ;;"),
    ])
    func completionsOfferTheChoicesOfEveryCommand(_ shell: String, _ place: String, _ before: String, _ after: String) {
        let lines = Self.read("Packaging/audioctl.\(shell)").split(separator: "\n")
        for row in Self.commands where !row.choices.isEmpty {
            let command = (row.command ?? "") + place
            let words = before + row.choices.joined(separator: " ") + after
            let isOffered = lines.contains { line in
                line.contains(words) && line.split { " |)';".contains($0) }.contains { $0 == command }
            }
            #expect(isOffered, "audioctl.\(shell): \(row.command ?? "") is to offer \(row.choices)")
        }
    }

    @Test func thePagesNameEveryPhrase() {
        let manual = Self.read("Documentation/audioctl.1")
        let scenarios = Self.read("Documentation/scenarios.md")
        for row in EventRow.all where !row.subject.isEmpty {
            #expect(scenarios.contains("`\(row.subject)"), "scenarios.md: \(row.subject)")
            for phrase in row.phrases where !phrase.isValue {
                if let short = phrase.short { #expect(scenarios.contains("`\(short)`"), "scenarios.md: \(short)") }
            }
            guard let command = row.command else { continue }
            #expect(
                manual.contains(".BR \(command) ") || manual.contains(".BR \"\(command) "), "audioctl.1: \(command)")
            for choice in row.choices { #expect(manual.contains(choice), "audioctl.1: \(command) \(choice)") }
        }
    }

    @Test func thePageOfTheBusNamesEveryMethod() {
        let page = Self.read("Documentation/org.sordino.AudioSession1.md")
        for row in Event.wireCases {
            guard let method = row.control else { continue }
            #expect(method.types.count == row.fields.count, "\(method.member) takes the values of \(row.name)")
            #expect(page.contains("`\(method.member)(") || page.contains("`\(method.member)`"), "\(method.member)")
        }
    }
}
