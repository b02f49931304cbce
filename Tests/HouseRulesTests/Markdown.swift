/// The parts of a page that can be checked.
enum Markdown {
    /// An example and the file that it is taken from.
    struct Example {
        let path: String
        let lines: [Substring]
    }

    /// The lines outside of fences, each with its code spans taken out.
    private static func prose(_ text: String) -> [String] {
        var isFenced = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isFenced.toggle()
                return nil
            }
            return isFenced ? nil : String(line)
        }
    }

    /// The targets of all links and pictures.
    static func links(_ text: String) -> [String] {
        prose(text).flatMap { line in
            line.replacing(#/`[^`]*`/#, with: "`").matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }
        }
    }

    /// The names under which a page's headings can be linked to.
    static func anchors(_ text: String) -> [String] {
        var seen: [String: Int] = [:]
        return prose(text).compactMap { line -> String? in
            guard let heading = line.firstMatch(of: #/^#{1,6} (.*)$/#)?.1 else { return nil }
            let words = heading.replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.1 }
            let name = words.lowercased().compactMap { character -> Character? in
                if character == " " { return "-" }
                return character.isLetter || character.isNumber || character == "-" || character == "_"
                    ? character : nil
            }
            let base = String(name)
            defer { seen[base, default: 0] += 1 }
            return seen[base].map { "\(base)-\($0)" } ?? base
        }
    }

    /// The fences that follow a line `<!-- from: PATH -->`.
    static func examples(_ text: String) -> [Example] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { index in
            guard let path = lines[index].wholeMatch(of: #/<!-- from: (\S+) -->/#)?.1, index + 1 < lines.count,
                lines[index + 1].hasPrefix("```")
            else { return nil }
            return Example(path: String(path), lines: Array(lines[(index + 2)...].prefix { $0 != "```" }))
        }
    }
}
