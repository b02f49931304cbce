import Foundation
import SordinoGraph
import Testing

/// The tables of Documentation/effects.md are what the units say.
@Suite struct EffectsPageTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation/effects.md")
    private static let begin = "<!-- units -->\n"
    private static let end = "<!-- /units -->"

    private static func number(_ value: Float) -> String {
        let text = String(format: "%.4f", value)
        let short = text.replacing(#/\.?0+$/#, with: "")
        return text.contains(".") ? short : text
    }

    private static func row(_ spec: ParameterSpec) -> String {
        let upper = spec.flags.contains(.upToNyquist) ? "rate/2" : number(spec.maximum)
        let kind = spec.flags.contains(.isWritable) ? number(spec.initial) : "read"
        let elements = spec.elementCount > 1 ? " x \(spec.elementCount)" : ""
        let isCrosspoint = spec.elementNumbers.map { $0.count > 1 } ?? false
        let scope = isCrosspoint ? " (way\(elements))" : spec.scope == .global ? "" : " (\(spec.scope)\(elements))"
        return "| \(spec.id)\(scope) | \(spec.name) | \(spec.unit) | \(number(spec.minimum)) ... \(upper) | \(kind) |"
    }

    /// A heading and a table for each unit; an equaliser shows its first band.
    private static func tables() -> String {
        var text = ""
        for entry in BuiltInUnits.all {
            let unit = entry.make()
            text += "\n### \(unit.name) (`\(unit.identity)`)\n\n"
            let shown = unit.parameters.filter { !(unit is NBandEQ && $0.id % 1000 > 0) }
            if shown.isEmpty {
                text += "No parameters.\n"
            } else {
                text += "| number | parameter | unit | range | initial |\n|---|---|---|---|---|\n"
                text += shown.map { row($0) + "\n" }.joined()
            }
            if !unit.factoryPresets.isEmpty {
                text +=
                    "\nPresets: " + unit.factoryPresets.map { "\($0.number) \($0.name)" }.joined(separator: ", ")
                    + ".\n"
            }
        }
        return text + "\n"
    }

    @Test func theTablesOfThePageAreWhatTheUnitsSay() throws {
        var text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: Self.begin)).upperBound
        let stop = try #require(text.range(of: Self.end)).lowerBound
        let wanted = Self.tables()
        if ProcessInfo.processInfo.environment["SORDINO_WRITE_TABLES"] != nil {
            text.replaceSubrange(start..<stop, with: wanted)
            try text.write(to: Self.page, atomically: true, encoding: .utf8)
            return
        }
        #expect(
            String(text[start..<stop]) == wanted,
            "write them anew: SORDINO_WRITE_TABLES=1 swift test --filter EffectsPageTests")
    }
}
