/// Types and functions that other rooms can see say what they are.
///
/// `public` ones are the formatter's business, which asks for more; stored properties and initialisers of a documented
/// `package` type may speak by their names.
enum DocumentationRules {
    private static let declarations: Set = [
        "func", "struct", "class", "enum", "protocol", "actor", "typealias", "subscript",
    ]
    /// Requirements of standard protocols mean what they mean everywhere.
    private static let wellKnown: Set = ["description", "debugDescription", "hash", "encode"]

    /// - Parameter explained: Names that a protocol of the package asks for and explains there.
    static func comments(_ file: SourceFile, explained: Set<String>) -> [Violation] {
        guard file.isSwift, file.isIn("Sources") else { return [] }
        let tokens = file.tokens
        let lines = file.lines
        var found: [Violation] = []
        for (index, token) in tokens.enumerated() where token.text == "package" {
            guard let (keyword, name) = declared(tokens, from: index), !wellKnown.contains(name),
                !explained.contains(name)
            else { continue }
            let prefix = tokens.prefixWords(before: keyword)
            if prefix.contains("override") || isOperator(tokens, keyword) { continue }
            // A function with a C name is explained in its header.
            let first = firstLine(tokens, keyword)
            if lines[(first - 1)..<tokens[keyword].line].contains(where: { $0.hasPrefix("@c(") }) { continue }
            if !hasComment(above: first, lines) {
                found.append(Violation(path: file.path, line: token.line, says: "\(name) has no doc comment"))
            }
        }
        return found
    }

    /// The names of functions and properties that the file's protocols ask for.
    static func requirements(of file: SourceFile) -> Set<String> {
        let tokens = file.tokens
        var names = Set<String>()
        var index = 0
        while index < tokens.count {
            guard tokens[index].text == "protocol", let opening = tokens[index...].firstIndex(where: { $0.text == "{" })
            else {
                index += 1
                continue
            }
            var depth = 0
            index = opening
            repeat {
                if tokens[index].text == "{" { depth += 1 }
                if tokens[index].text == "}" { depth -= 1 }
                if depth == 1, ["func", "var"].contains(tokens[index].text), let next = tokens.nextVisible(after: index)
                {
                    names.insert(tokens[next].text)
                }
                index += 1
            } while depth > 0 && index < tokens.count
        }
        return names
    }

    /// The declaration's keyword after its modifiers, and its name; nil for imports, extensions and `package(set)`.
    private static func declared(_ tokens: [Token], from index: Int) -> (keyword: Int, name: String)? {
        var position = index + 1
        while position < min(tokens.count, index + 8) {
            let token = tokens[position]
            if token.text == "import" || token.text == "extension" || token.text == "(" || token.kind == .lineEnd {
                return nil
            }
            let next = tokens.nextVisible(after: position)
            if declarations.contains(token.text) {
                // `class func`, `class var`: a modifier.
                if token.text == "class", let next, ["func", "var"].contains(tokens[next].text) {
                    position += 1
                    continue
                }
                if token.text == "subscript" { return (position, token.text) }
                return next.map { (position, tokens[$0].text) }
            }
            position += 1
        }
        return nil
    }

    private static func isOperator(_ tokens: [Token], _ keyword: Int) -> Bool {
        guard tokens[keyword].text == "func", let next = tokens.nextVisible(after: keyword) else { return false }
        return tokens[next].kind == .mark
    }

    /// The line on which the declaration starts, attributes included.
    private static func firstLine(_ tokens: [Token], _ keyword: Int) -> Int {
        var line = tokens[keyword].line
        let count = tokens.prefixWords(before: keyword).count
        var seen = 0
        var position = keyword - 1
        while position >= 0, seen < count {
            if tokens[position].kind == .word || tokens[position].kind == .attribute {
                line = tokens[position].line
                seen += 1
            }
            position -= 1
        }
        return line
    }

    private static func hasComment(above line: Int, _ lines: [Substring]) -> Bool {
        var number = line - 2
        while number >= 0 {
            let text = lines[number].drop { $0 == " " || $0 == "\t" }
            if text.hasPrefix("///") || text.hasSuffix("*/") { return true }
            // Attributes, conditions and ordinary comments may stand between.
            if text.hasPrefix("@") || text.hasPrefix("#if") || text.hasPrefix("#else") || text.hasPrefix("//") {
                number -= 1
                continue
            }
            return false
        }
        return false
    }
}
