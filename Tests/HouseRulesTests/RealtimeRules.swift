/// The rules for what runs on the audio thread.
enum RealtimeRules {
    /// The only files that may step out of the compiler's sight: mathematics, the plan's dispatch, clients' blocks and streams.
    static let unsafePerformanceFiles: Set = [
        "RealtimeMath.swift", "RenderPlan+Realtime.swift", "ClientBlock+Realtime.swift",
        "StreamRenderer+Realtime.swift",
    ]

    static let marks: Set = ["@_noAllocation", "@_noLocks"]

    /// Every piece of code in a `+Realtime.swift` file carries both marks.
    ///
    /// Functions and subscripts carry them themselves, computed properties on each accessor: the compiler takes them
    /// nowhere else. Initialisers are free: states are made on the control side, and a marked function that makes one
    /// is refused by the compiler unless the initialiser is marked as well.
    static func marks(_ file: SourceFile) -> [Violation] {
        guard file.isRealtime else { return [] }
        let tokens = file.tokens
        var found: [Violation] = []
        for (index, token) in tokens.enumerated() where token.kind == .word {
            let before = index > 0 ? tokens[index - 1].text : ""
            switch token.text {
            case "func":
                if !isMarked(tokens, index) { found.append(unmarked(file, token, nameAfter(tokens, index))) }
            case "subscript" where before != "." && opensParameters(tokens, index):
                if !isMarked(tokens, index), let body = bodyOpening(tokens, index),
                    !accessorsAreMarked(tokens, body)
                {
                    found.append(unmarked(file, token, "subscript"))
                }
            case "var":
                if let body = bodyOpening(tokens, index), !accessorsAreMarked(tokens, body) {
                    found.append(unmarked(file, token, nameAfter(tokens, index)))
                }
            default: break
            }
        }
        return found
    }

    /// Nothing that may allocate or lock comes in by import.
    static func imports(_ file: SourceFile) -> [Violation] {
        guard file.isRealtime else { return [] }
        return file.imports.filter { ["Foundation", "FoundationEssentials", "Dispatch", "Glibc"].contains($0.module) }
            .map { Violation(path: file.path, line: $0.line, says: "\($0.module) on the audio thread") }
    }

    /// The marked hole stands in three files, and nowhere else.
    static func holes(_ file: SourceFile) -> [Violation] {
        guard file.isSwift, file.isIn("Sources"), !unsafePerformanceFiles.contains(file.name) else { return [] }
        return file.tokens.filter { $0.text == "_unsafePerformance" }
            .map { Violation(path: file.path, line: $0.line, says: "_unsafePerformance outside its three files") }
    }

    private static func unmarked(_ file: SourceFile, _ token: Token, _ name: String) -> Violation {
        Violation(path: file.path, line: token.line, says: "\(name) without @_noAllocation @_noLocks")
    }

    private static func isMarked(_ tokens: [Token], _ index: Int) -> Bool {
        marks.isSubset(of: tokens.prefixWords(before: index))
    }

    private static func nameAfter(_ tokens: [Token], _ index: Int) -> String {
        tokens.nextVisible(after: index).map { tokens[$0].text } ?? "?"
    }

    private static func opensParameters(_ tokens: [Token], _ index: Int) -> Bool {
        index + 1 < tokens.count && ["(", "<", "?", "!"].contains(tokens[index + 1].text)
    }

    /// Where the braces of a computed property open; nil for a stored one without observers.
    private static func bodyOpening(_ tokens: [Token], _ index: Int) -> Int? {
        var depth = 0
        var position = index + 1
        while position < tokens.count {
            let token = tokens[position]
            switch token.text {
            case "(", "[": depth += 1
            case ")", "]":
                depth -= 1
                if depth < 0 { return nil }
            case "{" where depth == 0: return position
            case "=", ";", "}": if depth == 0 { return nil }
            case "\n" where depth == 0:
                guard let next = tokens.nextVisible(after: position), tokens[next].text == "{" else { return nil }
            default: break
            }
            position += 1
        }
        return nil
    }

    /// Each accessor between these braces is marked; requirements of protocols, which run nothing, pass.
    private static func accessorsAreMarked(_ tokens: [Token], _ opening: Int) -> Bool {
        let accessors: Set = [
            "get", "set", "_read", "_modify", "willSet", "didSet", "unsafeAddress", "unsafeMutableAddress",
        ]
        var depth = 0
        var sawAccessor = false
        for position in opening..<tokens.count {
            let token = tokens[position]
            if token.text == "{" { depth += 1 }
            if token.text == "}" {
                depth -= 1
                if depth == 0 { break }
            }
            guard depth == 1, token.kind == .word, accessors.contains(token.text) else { continue }
            guard let next = tokens.nextVisible(after: position) else { continue }
            // `{ get set }`: a requirement. `get {`, `set(value) {`, `get throws(E) {`: code.
            let after = tokens[next].text
            if after == "{" || after == "(" || after == "throws" {
                sawAccessor = true
                if !isMarked(tokens, position) { return false }
            } else if after == "}" || accessors.contains(after) {
                sawAccessor = true
            }
        }
        // A body without accessors is a getter that nothing marks.
        return sawAccessor
    }
}
