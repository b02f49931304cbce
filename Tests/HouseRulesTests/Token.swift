/// The smallest pieces of Swift that the rules need: words, attributes, single marks, line ends.
struct Token: Equatable {
    enum Kind { case word, attribute, mark, lineEnd }
    let kind: Kind
    let text: String
    let line: Int
}

/// Code as tokens.
///
/// Numbers count as words; every other mark stands alone.
func tokenized(_ code: String) -> [Token] {
    var tokens: [Token] = []
    var line = 1
    var word = ""
    func finishWord() {
        guard !word.isEmpty else { return }
        tokens.append(Token(kind: word.hasPrefix("@") ? .attribute : .word, text: word, line: line))
        word = ""
    }
    for character in code {
        if character.isLetter || character.isNumber || character == "_" {
            word.append(character)
        } else {
            finishWord()
            if character == "@" {
                word = "@"
            } else if character == "\n" {
                tokens.append(Token(kind: .lineEnd, text: "\n", line: line))
                line += 1
            } else if !character.isWhitespace {
                tokens.append(Token(kind: .mark, text: String(character), line: line))
            }
        }
    }
    finishWord()
    return tokens
}

extension [Token] {
    /// Everything written before the keyword at `index` that belongs to its declaration: attributes and modifiers.
    func prefixWords(before index: Int) -> [String] {
        var words: [String] = []
        var position = index - 1
        while position >= 0 {
            let token = self[position]
            if token.kind == .lineEnd {
                position -= 1
            } else if token.kind == .attribute || (token.kind == .word && modifiers.contains(token.text)) {
                words.append(token.text)
                position -= 1
            } else if token.text == ")", let opening = opening(of: position), opening > 0,
                self[opening - 1].kind == .attribute || modifiers.contains(self[opening - 1].text)
            {
                position = opening - 1
            } else {
                break
            }
        }
        return words
    }

    /// Where the bracket opens that closes at `index`.
    private func opening(of index: Int) -> Int? {
        var depth = 0
        for position in stride(from: index, through: 0, by: -1) {
            if self[position].text == ")" { depth += 1 }
            if self[position].text == "(" { depth -= 1 }
            if depth == 0 { return position }
        }
        return nil
    }

    /// The next token that is not a line end.
    func nextVisible(after index: Int) -> Int? {
        self[(index + 1)...].firstIndex { $0.kind != .lineEnd }
    }
}

private let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate", "open", "static", "class", "final", "mutating",
    "nonmutating", "consuming", "borrowing", "override", "required", "convenience", "lazy", "weak", "unowned",
    "nonisolated", "isolated", "async", "dynamic", "indirect", "optional", "prefix", "postfix", "infix", "distributed",
]
