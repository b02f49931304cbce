/// Calls that Apple's headers declare in C or Objective-C may be made without looking at what they return.
enum ImportedCallRules {
    /// A public function that returns an `OSStatus` says so: code that compiled without warnings still does.
    static func statuses(_ file: SourceFile) -> [Violation] {
        guard file.isSwift, file.isIn("Sources/Frameworks") else { return [] }
        let tokens = file.tokens
        var found: [Violation] = []
        for (index, token) in tokens.enumerated() where token.text == "OSStatus" {
            let before = tokens[..<index].suffix(2).map(\.text).joined()
            guard before == "->", index + 1 < tokens.count, tokens[index + 1].text == "{",
                let function = tokens[..<index].lastIndex(where: { ["func", "{", "}"].contains($0.text) }),
                tokens[function].text == "func"
            else { continue }
            let prefix = tokens.prefixWords(before: function)
            guard prefix.contains("public") || prefix.contains("open") else { continue }
            if prefix.contains("@discardableResult") { continue }
            found.append(
                Violation(path: file.path, line: token.line, says: "a status that may be left unread is not marked"))
        }
        return found
    }
}
