import Foundation

/// One file of the package: its text, and the same text with comments and strings blanked out.
struct SourceFile {
    /// From the package root: "Sources/Rooms/SordinoPolicy/Policy.swift".
    let path: String
    let text: String
    /// The text without what is not code, line for line and column for column: the rest has become spaces.
    let code: String
    let tokens: [Token]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = path.hasSuffix(".swift") ? blanked(text) : text
        tokens = path.hasSuffix(".swift") ? tokenized(code) : []
    }

    var name: String { String(path.split(separator: "/").last ?? "") }
    var isSwift: Bool { path.hasSuffix(".swift") }
    var isRealtime: Bool { path.hasSuffix("+Realtime.swift") }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    func isIn(_ folders: String...) -> Bool { folders.contains { path.hasPrefix($0 + "/") } }
}

/// A rule's complaint about a place.
struct Violation: CustomStringConvertible, Equatable {
    let path: String
    let line: Int
    let says: String

    var description: String { "\(path):\(line): \(says)" }
}

/// Replaces comments (nested ones too) and string literals by spaces; line ends stay.
private func blanked(_ text: String) -> String {
    enum Place {
        case code, lineComment
        case blockComment(depth: Int)
        case string(hashes: Int, quotes: Int)
    }
    let source = Array(text.unicodeScalars)
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(source.count)
    var place = Place.code
    var index = 0

    func sees(_ wanted: String, at position: Int) -> Bool {
        let scalars = Array(wanted.unicodeScalars)
        return position + scalars.count <= source.count && Array(source[position..<position + scalars.count]) == scalars
    }
    func blank(_ count: Int) {
        for scalar in source[index..<min(index + count, source.count)] { result.append(scalar == "\n" ? "\n" : " ") }
        index += count
    }

    while index < source.count {
        switch place {
        case .code:
            if sees("//", at: index) {
                place = .lineComment
            } else if sees("/*", at: index) {
                place = .blockComment(depth: 1)
                blank(2)
            } else if let opening = stringOpening(in: source, at: index) {
                place = .string(hashes: opening.hashes, quotes: opening.quotes)
                blank(opening.hashes + opening.quotes)
            } else {
                result.append(source[index])
                index += 1
            }
        case .lineComment:
            if source[index] == "\n" { place = .code }
            blank(1)
        case .blockComment(let depth):
            if sees("/*", at: index) {
                place = .blockComment(depth: depth + 1)
                blank(2)
            } else if sees("*/", at: index) {
                place = depth == 1 ? .code : .blockComment(depth: depth - 1)
                blank(2)
            } else {
                blank(1)
            }
        case .string(let hashes, let quotes):
            let closing = String(repeating: "\"", count: quotes) + String(repeating: "#", count: hashes)
            if sees(closing, at: index) {
                place = .code
                blank(quotes + hashes)
            } else if quotes == 1, source[index] == "\n" {
                place = .code
                blank(1)
            } else if hashes == 0, source[index] == "\\" {
                blank(2)
            } else {
                blank(1)
            }
        }
    }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: result)
    return String(scalars)
}

/// A string literal that opens here: how many `#`, and one or three quotes.
private func stringOpening(in source: [Unicode.Scalar], at position: Int) -> (hashes: Int, quotes: Int)? {
    var hashes = 0
    while position + hashes < source.count, source[position + hashes] == "#" { hashes += 1 }
    let quote = position + hashes
    guard quote < source.count, source[quote] == "\"" else { return nil }
    let three = quote + 2 < source.count && source[quote + 1] == "\"" && source[quote + 2] == "\""
    return (hashes, three ? 3 : 1)
}
