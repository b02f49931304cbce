/// The regions of an SFZ file: what each sets, with what its groups set before it.
///
/// Comments, `#define` and `#include` are known; an include that is not there, a header or an opcode that is not known is left out.
/// - Source: the opcode list of sfzformat.com.
package struct SFZText: Sendable {
    /// The opcodes of a region with their values.
    package typealias Opcodes = [String: String]

    /// In the order of the file.
    package private(set) var regions: [Opcodes] = []
    /// The folder that samples are in, as a prefix of their names.
    package private(set) var defaultPath = ""

    /// Bounds of one file and its includes.
    private static let regionLimit = 1 << 14
    private static let byteLimit = 1 << 22
    private static let includeLimit = 64

    private var levels: [String: Opcodes] = [:]
    private var header = ""
    private var defines: [(name: String, value: String)] = []
    private var present: Opcodes = [:]
    private var includes = 0
    private var byteCount = 0

    /// Reads a text.
    ///
    /// - Parameter include: The text of another file by its name; nil if there is none.
    package init(_ text: String, include: (String) -> String? = { _ in nil }) {
        take(text, include)
        endHeader()
    }

    private mutating func take(_ text: String, _ include: (String) -> String?) {
        byteCount += text.utf8.count
        guard byteCount <= Self.byteLimit else { return }
        var isComment = false
        for line in text.split(whereSeparator: \.isNewline) {
            var rest = String(line)
            if isComment || rest.contains("/*") { rest = Self.uncommented(rest, &isComment) }
            if let comment = Self.position(of: "//", in: rest) { rest = String(rest[..<comment]) }
            rest = rest.trimmed
            if rest.hasPrefix("#define") {
                let words = rest.split(separator: " ", maxSplits: 2).map(String.init)
                if words.count == 3, defines.count < 1_024 { defines.append((words[1], words[2].trimmed)) }
            } else if rest.hasPrefix("#include") {
                let parts = rest.split(separator: "\"")
                includes += 1
                if parts.count >= 2, includes <= Self.includeLimit, let other = include(String(parts[1])) {
                    take(other, include)
                }
            } else {
                take(line: replaced(rest))
            }
        }
    }

    /// The text with what was defined in it; longer names first, so that none is taken for a part of another.
    private func replaced(_ text: String) -> String {
        guard text.contains("$") else { return text }
        return defines.sorted { $0.name.count > $1.name.count }.reduce(text) { text, define in
            text.split(separator: define.name, omittingEmptySubsequences: false).joined(separator: define.value)
        }
    }

    private static func uncommented(_ text: String, _ isComment: inout Bool) -> String {
        var rest = text
        var kept = ""
        while !rest.isEmpty {
            guard let place = position(of: isComment ? "*/" : "/*", in: rest) else {
                return isComment ? kept : kept + rest
            }
            if !isComment { kept += rest[..<place] }
            rest = String(rest[rest.index(place, offsetBy: 2)...])
            isComment.toggle()
        }
        return kept
    }

    private static func position(of mark: String, in text: String) -> String.Index? {
        var index = text.startIndex
        while index < text.endIndex {
            if text[index...].hasPrefix(mark) { return index }
            index = text.index(after: index)
        }
        return nil
    }

    /// A line of headers and opcodes; a value goes on to the next name before an equals sign, so that names of files may have spaces.
    private mutating func take(line: String) {
        var rest = line[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            take(opcodes: String(rest[..<open]))
            endHeader()
            header = String(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
        }
        take(opcodes: String(rest))
    }

    private mutating func take(opcodes text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else { return }
        var name = parts[0].trimmed
        for index in 1..<parts.count {
            var value = parts[index]
            var next = ""
            if index < parts.count - 1, let space = value.lastIndex(where: { $0 == " " || $0 == "\t" }) {
                next = String(value[value.index(after: space)...])
                value = String(value[..<space])
            }
            if present.count < 512 { present[name] = value.trimmed }
            name = next
        }
    }

    /// Keeps what a header has set, for what comes below it.
    private mutating func endHeader() {
        switch header {
        case "control": defaultPath = present["default_path"] ?? defaultPath
        case "global": levels = ["global": present]
        case "master":
            levels["master"] = present
            levels["group"] = nil
        case "group": levels["group"] = present
        case "region" where regions.count < Self.regionLimit:
            var all: Opcodes = [:]
            for level in ["global", "master", "group"] { all.merge(levels[level] ?? [:]) { $1 } }
            regions.append(all.merging(present) { $1 })
        default: break
        }
        present = [:]
        header = ""
    }
}

extension String {
    /// Without spaces at its ends.
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else {
            return ""
        }
        return String(self[first...last])
    }
}
