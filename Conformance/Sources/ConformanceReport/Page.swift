extension Report {
    /// The report as one page of HTML: failures first, then what was recorded, then what passed.
    public var page: String {
        let groups: [(String, (Entry) -> Bool)] = [
            ("Failed", { $0.passed == false }), ("Recorded", { $0.passed == nil }), ("Passed", { $0.passed == true }),
        ]
        let tables = groups.map { title, belongs in
            let rows = entries.filter { belongs($0.value) }.sorted { $0.key < $1.key }
            let lines = rows.map { name, entry in
                let cells = [name, entry.value, entry.expected ?? ""].map { "<td>\(escaped($0))</td>" }
                return "<tr>\(cells.joined())</tr>"
            }
            return """
                <h2>\(title): \(rows.count)</h2>
                <table><tr><th>statement</th><th>value</th><th>asked for</th></tr>
                \(lines.joined(separator: "\n"))
                </table>
                """
        }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Conformance: \(escaped(title))</title>
            <style>
            body { font: 15px sans-serif; margin: 2em; color-scheme: light dark }
            td, th { text-align: left; padding: 0 1em 0 0; vertical-align: top; font-family: monospace }
            </style></head><body>
            <h1>Conformance: \(escaped(title))</h1>
            \(tables.joined(separator: "\n"))
            </body></html>

            """
    }
}

private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        default: result.append(character)
        }
    }
    return result
}
