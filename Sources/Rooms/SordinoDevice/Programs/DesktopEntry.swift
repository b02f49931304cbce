import SordinoPolicy

/// The part of a program's desktop entry that concerns its audio: its name, its categories, its background modes and its roles.
///
/// Source: freedesktop.org, Desktop Entry Specification 1.5; the keys `X-Sordino-BackgroundModes` and `X-Sordino-Roles` are
/// ours, lists such as `audio;voip;` and `Alarm;`.
package struct DesktopEntry: Hashable, Sendable {
    package var name: String?
    /// The name of an icon of the theme, or a path.
    package var icon: String?
    /// Nil when the entry says nothing.
    package var backgroundModes: BackgroundModes?
    /// The key `Categories`, at most 32 of them.
    package var categories: [String] = []
    /// The roles of streams that the program uses, at most 8 of them.
    package var roles: [String] = []
    /// The name or path of the executable that the key `Exec` starts; nil if the key has words that are no options or field codes,
    /// because the executable may then run another program.
    package var command: String?

    /// Reads the group `Desktop Entry` of a file; what is not understood is passed over.
    package init(text: String) {
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.first == "[" {
                isInside = line == "[Desktop Entry]"
                continue
            }
            guard isInside, line.first != "#", let equals = line.firstIndex(of: "=") else { continue }
            let value = Self.trimmed(line[line.index(after: equals)...])
            switch Self.trimmed(line[..<equals]) {
            case "Name": name = String(value.prefix(200))
            case "Icon": icon = String(value.prefix(200))
            case "Categories": categories = value.split(separator: ";").prefix(32).map { String($0.prefix(64)) }
            case "X-Sordino-Roles": roles = value.split(separator: ";").prefix(8).map { String($0.prefix(32)) }
            case "Exec": command = Self.command(value)
            case "X-Sordino-BackgroundModes": backgroundModes = BackgroundModes(names: value)
            default: break
            }
        }
    }

    private static func command(_ value: Substring) -> String? {
        let isQuoted = value.first == "\""
        let text = isQuoted ? value.dropFirst() : value
        let end = text.firstIndex { $0 == (isQuoted ? "\"" : " ") } ?? text.endIndex
        let options = text[end...].dropFirst().split(separator: " ")
        guard options.allSatisfy({ $0.hasPrefix("-") || $0.hasPrefix("%") }), !text[..<end].contains("\\") else {
            return nil
        }
        return end == text.startIndex ? nil : String(text[..<end].prefix(1_024))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let head = text.drop { $0 == " " || $0 == "\t" }
        guard let last = head.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return head[...last]
    }
}

extension BackgroundModes {
    /// Modes from their names, separated by semicolons; unknown ones are passed over.
    package init(names: some StringProtocol) {
        self = []
        for name in names.split(separator: ";") {
            switch name {
            case "audio": insert(.audio)
            case "voip": insert(.voip)
            default: break
            }
        }
    }
}
