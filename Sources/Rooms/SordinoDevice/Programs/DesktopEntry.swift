import SordinoPolicy

/// The part of a program's desktop entry that concerns its audio session: its name, its categories, and its background modes.
///
/// Source: freedesktop.org, Desktop Entry Specification 1.5; the key `X-Sordino-BackgroundModes` is ours, a list such as
/// `audio;voip;`.
package struct DesktopEntry: Hashable, Sendable {
    package var name: String?
    /// The name of an icon of the theme, or a path.
    package var icon: String?
    /// Nil when the entry says nothing.
    package var backgroundModes: BackgroundModes?
    /// The key `Categories`, at most 32 of them.
    package var categories: [String] = []

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
            case "X-Sordino-BackgroundModes": backgroundModes = BackgroundModes(names: value)
            default: break
            }
        }
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
