/// A line of a configuration file: `KEY = VALUE`, under the section that it stands in.
package struct ConfigurationLine: Hashable, Sendable {
    /// The number of the line in its file; the first line is 1.
    package var number: Int
    /// The text between the brackets of the section; empty before the first section.
    package var section: String
    /// The text before the equals sign, with one blank between its words.
    package var key: String
    /// The text behind the equals sign.
    package var value: String

    package init(number: Int, section: String, key: String, value: String) {
        (self.number, self.section, self.key, self.value) = (number, section, key, value)
    }

    /// The words of the value.
    package var words: [String] { value.split(whereSeparator: \.isWhitespace).map(String.init) }
}

/// The reason for which a configuration was not understood.
package struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, empty where there is none.
    package var file = ""
    /// From 1; 0 for the file as a whole.
    package var line: Int
    package var sentence: String

    package init(line: Int, _ sentence: String, file: String = "") {
        (self.file, self.line, self.sentence) = (file, line, sentence)
    }

    /// `FILE:LINE: SENTENCE`, as compilers and editors have it.
    package var description: String {
        if file.isEmpty { return line > 0 ? "line \(line): \(sentence)" : sentence }
        return line > 0 ? "\(file):\(line): \(sentence)" : "\(file): \(sentence)"
    }
}

/// The one reader of configuration files: `policy.conf`, and the older `programs.conf`, `control.conf` and `modes.conf`.
///
/// A line is `[SECTION]`, `KEY = VALUE` or empty; `#` begins a comment.
package enum ConfigurationText {
    /// The size of a file that is read, in bytes; no file for people is longer.
    package static let longestFile = 262_144

    /// Splits a text into its lines.
    ///
    /// - Parameter hasSections: Whether a section may begin; the older files have none.
    package static func lines(_ text: String, hasSections: Bool) throws(ConfigurationFault) -> [ConfigurationLine] {
        var lines: [ConfigurationLine] = []
        var section = ""
        var number = 0
        for line in rows(text) {
            number += 1
            let line = line.prefix { $0 != "#" }
            if line.allSatisfy(\.isWhitespace) { continue }
            if hasSections, let name = sectionName(line) {
                guard !name.isEmpty else { throw ConfigurationFault(line: number, "the section has no name") }
                section = name
                continue
            }
            let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { throw ConfigurationFault(line: number, "there is no \"=\"") }
            let key = joined(sides[0])
            guard !key.isEmpty else { throw ConfigurationFault(line: number, "nothing stands before the \"=\"") }
            lines.append(
                ConfigurationLine(number: number, section: section, key: key, value: joined(sides[1])))
        }
        return lines
    }

    /// Returns the lines that begin a section, also one without further lines.
    package static func sections(_ text: String) -> [(name: String, line: Int)] {
        rows(text).enumerated().compactMap { index, line in
            sectionName(line.prefix { $0 != "#" }).map { ($0, index + 1) }
        }
    }

    /// Splits a text at the ends of its lines, those of other systems included.
    package static func rows(_ text: String) -> [Substring] {
        // In Swift a carriage return and the line feed after it are one character. Some editors begin with a byte order mark.
        (text.first == "\u{FEFF}" ? text.dropFirst() : text[...])
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    private static func sectionName(_ line: Substring) -> String? {
        let text = joined(line)
        guard text.first == "[", text.last == "]" else { return nil }
        return joined(text.dropFirst().dropLast())
    }

    private static func joined(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
