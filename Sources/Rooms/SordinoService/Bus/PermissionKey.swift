/// The key of one answer of the person: a kind of permission, and the program that it is given to.
package struct PermissionKey: Hashable, Sendable {
    /// The kinds of permission; each raw value is the beginning of its keys.
    package enum Kind: String, CaseIterable, Sendable {
        case microphones = ""
        case library = "library:"
        case systemAudio = "system-audio:"
    }

    package let kind: Kind
    /// The program as `RememberedWords.key(of:)` names it: `app:IDENTIFIER`, `program:PATH`, or `elsewhere:` and more.
    package let program: String

    package init(_ kind: Kind, _ program: String) { (self.kind, self.program) = (kind, program) }

    /// Reads a key, or a text that a person wrote for one.
    package init(_ text: String) {
        let kind = Kind.allCases.last { text.hasPrefix($0.rawValue) } ?? .microphones
        self.init(kind, String(text.dropFirst(kind.rawValue.count)))
    }

    /// The key as files and the bus have it.
    package var text: String { kind.rawValue + program }

    /// The longest key, in bytes.
    private static let byteLimit = 4_096

    /// Indicates whether a program could have this key; an answer for any other would never be used.
    package var isPossible: Bool {
        // A zero ends a path, and no text on the bus has one.
        guard text.utf8.count <= Self.byteLimit, !text.utf8.contains(0) else { return false }
        let identifier = program.hasPrefix("app:") ? program.dropFirst("app:".count) : ""
        return !identifier.isEmpty && !identifier.contains { $0 == "/" || $0.isWhitespace }
            || ["program:/", "elsewhere:"].contains { program.hasPrefix($0) && program != $0 }
    }
}
