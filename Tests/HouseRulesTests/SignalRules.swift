import Testing

/// Signals are matched in one file, where each is compared with the owner of the name that it is to come from.
enum SignalRules {
    static let place = "Sources/Rooms/SordinoBus/Connection/BusLink+Signals.swift"
    /// The file that defines the function which the place uses.
    private static let link = "Sources/Rooms/SordinoBus/Connection/BusLink.swift"

    static func matches(_ file: SourceFile) -> [Violation] {
        guard file.isIn("Sources"), file.path != place, file.path != link else { return [] }
        let words = ["type='signal'", "link.match(", "cbus_add_match"]
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            guard !file.isIn("Sources/Shims"), let word = words.first(where: { line.contains($0) }) else { return nil }
            return Violation(path: file.path, line: index + 1, says: "\(word) belongs into \(place)")
        }
    }
}

@Suite struct SignalTests {
    @Test func signalsAreMatchedInOnePlace() {
        let violations = House.files.flatMap(SignalRules.matches)
        #expect(violations.isEmpty, "\n\(violations.map(\.description).joined(separator: "\n"))")
        #expect(House.files.contains { $0.path == SignalRules.place })
    }

    @Test func aMatchElsewhereIsFound() {
        let text = "let a = 1\ntry link.match(rule) { _, _ in true }\nlet rule = \"type='signal',sender='a.b'\""
        #expect(SignalRules.matches(SourceFile(path: "Sources/Rooms/X/A.swift", text: text)).map(\.line) == [2, 3])
        #expect(SignalRules.matches(SourceFile(path: SignalRules.place, text: text)).isEmpty)
    }
}
