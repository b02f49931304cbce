/// Finds tests that cannot fail: they expect nothing, so that only a crash or a hang would be noticed.
enum TestRules {
    /// The words of an expectation, and of a failure that is expected.
    static let expectations: Set = ["expect", "require", "Issue", "confirmation", "withKnownIssue"]

    /// Objects and functions of tests that expect, where a name alone does not say it: other types have functions of that name.
    static let expecting: Set = ["float", "double", "check", "inspect"]

    /// A function of the tests.
    private struct Function {
        let file: SourceFile
        let name: String
        let line: Int
        let isTest: Bool
        let body: ArraySlice<Token>
        /// The folder of its target, or of all support for tests.
        var target: String { String(file.path.split(separator: "/").dropFirst().first ?? "") }
    }

    /// Tests that call nothing that can fail.
    static func expectNothing(_ files: [SourceFile]) -> [Violation] {
        var functions: [Function] = []
        var ofSources: Set<String> = []
        for file in files where file.isSwift {
            if file.isIn("Tests") { functions += Self.functions(file) }
            if file.isIn("Sources") {
                for (before, token) in zip(file.tokens, file.tokens.dropFirst()) where before.text == "func" {
                    ofSources.insert(token.text)
                }
            }
        }
        // By target, the functions that expect, themselves or by others.
        var known: [String: Set<String>] = [:]
        var rest = functions.filter { !$0.isTest }
        while true {
            let found = rest.filter { canFail($0, known, ofSources) }
            if found.isEmpty { break }
            rest.removeAll { canFail($0, known, ofSources) }
            for function in found { known[function.target, default: []].insert(function.name) }
        }
        return functions.filter { $0.isTest && !canFail($0, known, ofSources) }.map {
            Violation(path: $0.file.path, line: $0.line, says: "\($0.name) expects nothing: it can only crash or hang")
        }
    }

    /// Limits of time that a busy machine exceeds: they are there for what hangs, and measure nothing.
    static func limitTime(_ file: SourceFile) -> [Violation] {
        guard file.isIn("Tests") else { return [] }
        let tokens = file.tokens
        return tokens.indices.compactMap { index in
            guard tokens[index].text == "timeLimit", index + 5 < tokens.endIndex, tokens[index + 3].text == "minutes",
                let minutes = Int(tokens[index + 5].text), minutes < 20
            else { return nil }
            return Violation(
                path: file.path, line: tokens[index].line,
                says: "a limit of \(minutes) minutes; on a busy machine tests take longer: 20")
        }
    }

    private static func canFail(
        _ function: Function, _ known: [String: Set<String>], _ ofSources: Set<String>
    ) -> Bool {
        let names = known[function.target, default: []].union(known["Support", default: []])
        let body = function.body
        return body.indices.contains { index in
            let name = body[index].text
            if expectations.contains(name) || expecting.contains(name) { return true }
            guard names.contains(name), index + 1 < body.endIndex, ["(", "{"].contains(body[index + 1].text) else {
                return false
            }
            guard index > body.startIndex, body[index - 1].text == "." else { return true }
            // A method of another object: the tests' own unless a type of the package has one of that name.
            let receiver = index - 1 > body.startIndex ? body[index - 2].text : ""
            return receiver == "self" || receiver.first?.isUppercase == true || !ofSources.contains(name)
        }
    }

    private static func functions(_ file: SourceFile) -> [Function] {
        let tokens = file.tokens
        return tokens.indices.compactMap { index in
            guard tokens[index].text == "func", let name = tokens.nextVisible(after: index),
                let opening = bodyOpening(tokens, name)
            else { return nil }
            var (depth, end) = (0, opening)
            while end < tokens.count {
                if tokens[end].text == "{" { depth += 1 }
                if tokens[end].text == "}" { depth -= 1 }
                if depth == 0 { break }
                end += 1
            }
            return Function(
                file: file, name: tokens[name].text, line: tokens[name].line,
                isTest: tokens.prefixWords(before: index).contains("@Test"), body: tokens[opening..<end])
        }
    }

    /// Where a function's braces open; nil for a requirement of a protocol.
    private static func bodyOpening(_ tokens: [Token], _ name: Int) -> Int? {
        var depth = 0
        for index in name..<tokens.count {
            switch tokens[index].text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{" where depth == 0: return index
            case "func", "}", "var", "let": if depth == 0 { return nil }
            default: break
            }
        }
        return nil
    }
}
