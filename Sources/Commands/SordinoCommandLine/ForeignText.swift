/// Text that somebody else wrote (names of programs, titles of stations, tags of files), made safe to print on a terminal.
///
/// Control characters, and the characters that turn the direction of writing, are written as `\u{1B}`. So nothing moves the
/// cursor, changes colours, sets the clipboard or shows a line as something else; letters of all scripts stay.
///
/// - Parameter text: Foreign text without a line structure of its own: line breaks are written out, too.
/// - Returns: The text to print.
package func foreignText(_ text: some StringProtocol) -> String {
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

private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0 and C1, which hold CSI and OSC; line and paragraph separators.
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    // Marks, embeddings, overrides and isolates of direction; the invisible characters of the tags block.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
    default: false
    }
}
