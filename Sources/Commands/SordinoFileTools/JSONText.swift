/// A value that becomes JSON; objects keep the order of their fields.
package enum JSONText: Sendable {
    case null
    case flag(Bool)
    case number(Int64)
    case decimal(Double)
    case text(String)
    case list([JSONText])
    case object([(String, JSONText)])

    /// The value as text, indented by two blanks a level.
    package func written(indent: Int = 0) -> String {
        let (inner, outer) = (String(repeating: " ", count: indent + 2), String(repeating: " ", count: indent))
        switch self {
        case .null: return "null"
        case .flag(let value): return value ? "true" : "false"
        case .number(let value): return "\(value)"
        case .decimal(let value):
            return value.isFinite
                ? (value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)") : "null"
        case .text(let text): return Self.quoted(text)
        case .list(let values):
            if values.isEmpty { return "[]" }
            return "[\n" + values.map { inner + $0.written(indent: indent + 2) }.joined(separator: ",\n")
                + "\n\(outer)]"
        case .object(let fields):
            if fields.isEmpty { return "{}" }
            let lines = fields.map { inner + Self.quoted($0.0) + ": " + $0.1.written(indent: indent + 2) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.value < 32 {
                    let hex = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}
