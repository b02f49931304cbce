/// One import of a file.
struct Import: Equatable {
    let module: String
    let line: Int
    let isExported: Bool
}

extension SourceFile {
    /// The modules that the file imports, the first name of a dotted path.
    var imports: [Import] {
        var found: [Import] = []
        for (index, token) in tokens.enumerated() where token.kind == .word && token.text == "import" {
            let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
            guard var next = tokens.nextVisible(after: index) else { continue }
            if kinds.contains(tokens[next].text), let further = tokens.nextVisible(after: next) { next = further }
            guard tokens[next].kind == .word, tokens[next].line == token.line else { continue }
            let exported = tokens.prefixWords(before: index).contains("@_exported")
            found.append(Import(module: tokens[next].text, line: token.line, isExported: exported))
        }
        return found
    }
}
