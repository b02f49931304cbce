import Glibc
import SordinoMedia

/// Numbers as text of a certain shape, without Foundation.
enum TextField {
    /// A number with so many digits behind the point: 1.492438.
    static func fixed(_ value: Double, _ digits: Int) -> String { formatted("%.*f", [digits, value]) }

    /// A number without digits behind the point, at least so wide: " 44100".
    static func whole(_ value: Double, width: Int) -> String { formatted("%*.0f", [width, value]) }

    /// A code's flags: 0x0000000C.
    static func flags(_ value: UInt32) -> String { formatted("0x%08X", [value]) }

    /// A text at the left of so many columns.
    static func left(_ text: String, width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// A number at the right of so many columns.
    static func right(_ value: Int, width: Int) -> String {
        let text = "\(value)"
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func formatted(_ pattern: String, _ values: [any CVarArg]) -> String {
        var bytes = [CChar](repeating: 0, count: 400)
        let count = withVaList(values) { vsnprintf(&bytes, bytes.count, pattern, $0) }
        return String(decoding: bytes.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension FourCC {
    /// The four characters without quotes, dots for unprintable ones.
    package var characters: String { String(description.dropFirst().dropLast()) }

    /// A code from one to four characters, filled up with blanks.
    package init?(characters text: String) {
        let bytes = Array(text.utf8)
        guard (1...4).contains(bytes.count) else { return nil }
        self.init(
            rawValue: (bytes + [UInt8](repeating: 0x20, count: 4 - bytes.count)).reduce(0) { $0 << 8 | UInt32($1) })
    }
}
