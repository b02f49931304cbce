/// A value that becomes JSON; objects keep the order of their fields.
package enum JSONText: Sendable {
    case null
    case flag(Bool)
    case number(Int64)
    /// A number that is written without a point where it is whole; null when it is not finite.
    case decimal(Double)
    /// A number that is written with a point, in the fewest digits that read back as the same; a text when it is not finite, for
    /// JSON has no such numbers.
    case real(Double)
    case text(String)
    case list([JSONText])
    case object([(String, JSONText)])

    /// The value on one line, without blanks.
    package var line: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    /// The value as text of several lines, indented by two blanks a level.
    package var lines: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    private func write(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .flag(let value): text += value ? "true" : "false"
        case .number(let value): text += String(value)
        case .decimal(let value) where !value.isFinite: text += "null"
        case .decimal(let value):
            text += value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : value.description
        case .real(let value): text += value.isFinite ? value.description : "\"\(value)\""
        case .text(let value): Self.quote(value, to: &text)
        case .list(let values):
            Self.write(values, "[", "]", to: &text, indent: indent) { $1.write(to: &$0, indent: $2) }
        case .object(let fields):
            Self.write(fields, "{", "}", to: &text, indent: indent) { text, field, indent in
                Self.quote(field.0, to: &text)
                text += indent == nil ? ":" : ": "
                field.1.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], _ begin: String, _ end: String, to text: inout String, indent: Int?,
        each: (inout String, Element, Int?) -> Void
    ) {
        text += begin
        let inner = indent.map { $0 + 2 }
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            if let inner { text += "\n" + String(repeating: " ", count: inner) }
            each(&text, element, inner)
        }
        if let indent, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
        text += end
    }

    private static func quote(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if scalar.steersTerminal {
                    // UTF-16, as JSON has it: two escapes for characters beyond the first plane.
                    for unit in String(scalar).utf16 {
                        let digits = String(unit, radix: 16)
                        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                    }
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\""
    }
}
