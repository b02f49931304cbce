import Glibc

/// The destination of the standard output, and the look of text there.
package struct Terminal: Sendable {
    /// Indicates whether a person reads it on a terminal.
    package let isTerminal: Bool
    /// Columns that a line may have: the terminal's, or 80.
    package let columns: Int
    /// Indicates whether colours are written: on terminals, unless `NO_COLOR` is set or `TERM` is `dumb`.
    package let hasColours: Bool

    /// Describes an output by its kind, width and colours.
    package init(isTerminal: Bool, columns: Int = 80, hasColours: Bool) {
        (self.isTerminal, self.columns, self.hasColours) = (isTerminal, columns, hasColours)
    }

    /// The standard output as it is now; its size may change.
    package static var output: Terminal {
        guard isatty(STDOUT_FILENO) == 1 else { return Terminal(isTerminal: false, hasColours: false) }
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let noColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
        return Terminal(
            isTerminal: true, columns: isKnown ? Int(size.ws_col) : 80, hasColours: !noColour && !isDumb)
    }

    /// Indicates whether a line on standard error can be drawn again and again: on a terminal whose `TERM` is not
    /// `dumb`.
    package static var redrawsErrors: Bool {
        let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
        return !isDumb && isatty(STDERR_FILENO) == 1
    }

    /// Colours that mean something.
    package enum Colour: String, Sendable {
        case good = "32"
        case warning = "33"
        case bad = "31"
        case faint = "2"
        case strong = "1"
    }

    /// The text in a colour, where there are colours.
    package func colour(_ text: String, _ colour: Colour) -> String {
        hasColours ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Breaks a text between words, so that no line is longer than the output is wide.
    ///
    /// - Parameter indent: Spaces before every line.
    package func wrapped(_ text: String, indent: Int) -> [String] {
        let room = max(20, columns - indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > room {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { String(repeating: " ", count: indent) + $0 }
    }

    /// Puts short texts beside each other, two spaces apart, in as few lines as the output is wide; one that is wider is cut.
    package func packed(_ texts: [String]) -> [String] {
        var lines: [String] = []
        for text in texts.map({ $0.count <= columns ? $0 : Self.field($0, columns) }) {
            if let last = lines.last, last.count + 2 + text.count <= columns {
                lines[lines.count - 1] = last + "  " + text
            } else {
                lines.append(text)
            }
        }
        return lines
    }

    /// A text of exactly so many characters: cut with "…", or filled with spaces.
    package static func field(_ text: String, _ count: Int) -> String {
        text.count <= count
            ? text + String(repeating: " ", count: count - text.count) : text.prefix(max(0, count - 1)) + "…"
    }
}
