import Foundation

/// The rules about files as such: length, names, words that stay out.
enum FileRules {
    static let lineLimit = 500

    /// A file holds one type or one aspect.
    ///
    /// Longer is allowed to tables and generated text that say so on line 1.
    static func length(_ file: SourceFile) -> [Violation] {
        let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        guard count > lineLimit else { return [] }
        let first = (file.lines.first ?? "").lowercased()
        if first.hasPrefix("//") || first.hasPrefix("/*"), first.contains("table") || first.contains("generated") {
            return []
        }
        return [
            Violation(
                path: file.path, line: 1,
                says: "\(count) lines; \(lineLimit) at most, or a reason (table, generated) here")
        ]
    }

    /// A reader guesses the file from the name of the thing; these names are no things.
    static func name(_ path: String) -> [Violation] {
        let never: Set = ["Util", "Utils", "Utility", "Utilities", "Helper", "Helpers", "Manager", "Common", "Misc"]
        let neverAlone: Set = ["New", "Legacy", "Old", "Stuff"]
        for part in path.split(separator: "/") {
            let base = String(part.prefix { $0 != "." })
            let words = base.replacing(#/([a-z0-9])([A-Z])/#) { "\($0.1) \($0.2)" }
                .split { " +-_".contains($0) }.map(String.init)
            if neverAlone.contains(base) || words.contains(where: { never.contains($0) }) {
                return [Violation(path: path, line: 1, says: "\"\(part)\" names no thing")]
            }
        }
        return []
    }

    /// Words that may not stand in what programs run.
    static func forbiddenWords(_ file: SourceFile) -> [Violation] {
        guard file.isSwift, file.isIn("Sources") else { return [] }
        var found: [Violation] = []
        let tokens = file.tokens
        for (index, token) in tokens.enumerated() where token.kind == .word {
            let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
            let before = index > 0 ? tokens[index - 1].text : ""
            let says: String? =
                switch (token.text, next) {
                case ("try", "!"): "try! hides an error"
                case ("fatalError", _): "preconditionFailure with a sentence, or an error, instead of fatalError"
                case ("as", "!") where file.isIn("Sources/Rooms"): "as! in a room"
                case ("print", "(") where before != "." && before != "func" && !file.isIn("Sources/Commands"):
                    "print is for commands"
                case ("readLine", "(") where before != "." && file.isIn("Sources/Frameworks"):
                    "readLine holds the lock that exit waits for"
                default: nil
                }
            if let says { found.append(Violation(path: file.path, line: token.line, says: says)) }
        }
        return found
    }

    /// Unfinished business is finished or written down elsewhere, and no developer's machine is named.
    static func leftovers(_ file: SourceFile) -> [Violation] {
        // Put together here so that this file does not find itself.
        let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "/wo" + "rk/", "/ho" + "me/"]
        var found: [Violation] = []
        for (number, line) in file.lines.enumerated() {
            for word in words where line.contains(word) {
                found.append(Violation(path: file.path, line: number + 1, says: "\"\(word)\" left over"))
            }
        }
        return found
    }
}
