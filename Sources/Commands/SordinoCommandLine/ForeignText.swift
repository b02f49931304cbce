import SordinoJSON

/// Returns text from outside (names of programs, titles of stations, tags of files) made safe to print on a terminal.
///
/// Control characters, and the characters that turn the direction of writing, are written as `\u{1B}`. So nothing moves
/// the cursor, changes colours, sets the clipboard or shows a line as something else; letters of all scripts stay.
///
/// - Parameter text: Foreign text without a line structure of its own: line breaks are written out, too.
/// - Returns: The text to print.
package func foreignText(_ text: some StringProtocol) -> String {
    printable(text) { $0.steersTerminal }
}

/// Returns text of several lines made safe to print on a terminal, as `foreignText` does, but with line feeds and tabs.
func printableLines(_ text: some StringProtocol) -> String {
    printable(text) { $0.steersTerminal && $0 != "\n" && $0 != "\t" }
}

private func printable(_ text: some StringProtocol, isUnsafe: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return String(text) }
    var safe = ""
    for scalar in text.unicodeScalars {
        if isUnsafe(scalar) {
            safe += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            safe.unicodeScalars.append(scalar)
        }
    }
    return safe
}
