import Foundation

/// Sentences for people with a number and a noun: where there may be one of a thing, its noun stands in the singular then.
///
/// `counted(count, "line")` writes both.
enum CountRules {
    /// The folders whose texts are read by people who use a program, not by people who look for a fault in a file.
    static let folders = [
        "Sources/Commands/", "Sources/Rooms/SordinoConsole/", "Sources/Rooms/SordinoService/",
        "Sources/Rooms/SordinoStories/", "Sources/Rooms/SordinoTimeline/", "Sources/Frameworks/MediaPlayer/",
    ]

    /// A number in a text, with a plural behind it: `\(rows.count) songs`; in a script `rows.length + " songs"`.
    ///
    /// Constants begin with a capital letter or `Self`, and are never 1.
    nonisolated(unsafe) private static let pattern =
        #/(?:\\\((?:[a-z][A-Za-z.]*?)?[cC]ount\)|\b(?:[a-z][A-Za-z.]*?)?(?:[cC]ount|length)\)? \+ ") (?:(?:more|new|other) )?(?<noun>[a-z]{3,}s)\b/#

    /// Verbs and other words that are no plurals.
    private static let others: Set<String> = ["has", "was", "does", "plus", "times", "always", "less"]

    /// Plurals that hold for one as well.
    static func plurals(_ file: SourceFile) -> [Violation] {
        guard folders.contains(where: { file.path.hasPrefix($0) }), file.path.hasSuffix(".swift") else { return [] }
        return file.lines.enumerated().compactMap { number, line in
            // A line that asks for the number knows it.
            let asks = ["== 1 ?", "=== 1 ?", "> 1 ?", "> 2 ?", "< 2 ?"].contains { line.contains($0) }
            guard !asks, !line.drop(while: { $0 == " " }).hasPrefix("//"), let found = line.firstMatch(of: pattern),
                !others.contains(String(found.noun))
            else { return nil }
            return Violation(
                path: file.path, line: number + 1, says: "\"\(found.noun)\" also where there is one; use counted(…)")
        }
    }
}
