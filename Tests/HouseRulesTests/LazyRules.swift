import Testing

/// The first or last element of a lazy `compactMap` or `filter` is found by calling its closure twice for that element, and the
/// program traps if the second answer is another: a file that was there is gone, or the time for reading it is over.
///
/// A loop, `first(where:)`, or the same without `lazy` calls it once.
enum LazyRules {
    private static let twice: Set<String> = ["first", "last"]

    /// Reads of `first` and `last` of lazy collections, also by the name of a constant that holds one.
    static func firsts(_ file: SourceFile) -> [Violation] {
        guard file.isSwift else { return [] }
        let tokens = file.tokens.filter { $0.kind != .lineEnd }
        var found: [Int] = []
        for index in tokens.indices.dropFirst() where tokens[index].text == "lazy" && tokens[index - 1].text == "." {
            found += reads(in: tokens, after: index)
            guard let name = constant(of: index, in: tokens) else { continue }
            for use in tokens.indices where use > index && tokens[use].text == name {
                found += reads(in: tokens, after: use)
            }
        }
        return Set(found).sorted().map {
            Violation(
                path: file.path, line: tokens[$0].line, says: "\(tokens[$0].text) of a lazy collection: see LazyRules")
        }
    }

    /// The reads in the chain of members that begins after a token.
    private static func reads(in tokens: [Token], after start: Int) -> [Int] {
        var found: [Int] = []
        var index = start + 1
        while index + 1 < tokens.count {
            switch tokens[index].text {
            case ".":
                let after = index + 2 < tokens.count ? tokens[index + 2].text : ""
                if twice.contains(tokens[index + 1].text), after != "(", after != "{" { found.append(index + 1) }
                index += 2
            case "(", "{":
                index = (closing(of: index, in: tokens) ?? tokens.count) + 1
            case "?", "!": index += 1
            default: return found
            }
        }
        return found
    }

    private static func closing(of index: Int, in tokens: [Token]) -> Int? {
        var depth = 0
        for position in index..<tokens.count {
            if ["(", "{", "["].contains(tokens[position].text) { depth += 1 }
            if [")", "}", "]"].contains(tokens[position].text) { depth -= 1 }
            if depth == 0 { return position }
        }
        return nil
    }

    /// The name of the constant that a statement with `lazy` makes, if it makes one on the same line.
    private static func constant(of index: Int, in tokens: [Token]) -> String? {
        let line = tokens[index].line
        let keyword = tokens[..<index].lastIndex { $0.line == line && ["let", "var"].contains($0.text) }
        return keyword.map { tokens[$0 + 1].text }
    }
}

@Suite struct LazyTests {
    @Test func noFirstOfALazyCollectionIsRead() {
        let violations = House.files.flatMap(LazyRules.firsts)
        #expect(violations.isEmpty, "\n\(violations.map(\.description).joined(separator: "\n"))")
    }

    @Test func aFirstOfALazyCollectionIsFound() {
        func found(_ text: String) -> [Int] {
            LazyRules.firsts(SourceFile(path: "Sources/Rooms/X/A.swift", text: text)).map(\.line)
        }
        #expect(found("let a = b.lazy.compactMap(read).first") == [1])
        #expect(found("let a = b.lazy.compactMap { read($0) }\nreturn a.first.map { c($0) }") == [2])
        #expect(found("return b.lazy\n    .filter { look($0) }.last") == [2])
        #expect(
            found("let a = b.lazy.compactMap(read).first { $0 > 1 }\nlet c = d.lazy.map(e)\nc.first(where: f)") == [])
        #expect(found("lazy var a = b.compactMap(read).first\nlet c = Set(d.lazy.map(e))\nlet f = g.first") == [])
    }
}
