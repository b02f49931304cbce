/// The regions of an SFZ file: the opcodes of each, with those that its groups set before it.
///
/// Comments, `#define` and `#include` are supported; missing includes, unknown headers and unknown opcodes are ignored.
/// Work and memory are proportional to the bytes read: the expansion of defined names is bounded, and regions share the
/// opcodes of their groups.
/// - Source: the opcode list of sfzformat.com.
package struct SFZText: Sendable {
    /// The opcodes of a region with their values: its own, then those of its group, of its master and the global ones.
    package struct Opcodes: Sendable {
        /// From the region to the global level.
        fileprivate var levels: [[String: String]]

        /// Returns the value of an opcode; nil if no level sets it.
        package subscript(_ name: String) -> String? {
            for level in levels { if let value = level[name] { return value } }
            return nil
        }
    }

    /// In the order of the file.
    package private(set) var regions: [Opcodes] = []
    /// The folder that samples are in, as a prefix of their names.
    package private(set) var defaultPath = ""
    /// The number of bytes examined in texts and in expansions of defined names.
    package private(set) var workByteCount = 0

    /// Bounds of one file and its includes.
    private static let regionLimit = 1 << 14
    private static let byteLimit = 1 << 22
    private static let includeLimit = 64
    private static let defineLimit = 1_024
    private static let opcodeLimit = 512
    /// The maximum length of a defined name in bytes, and the maximum depth of names within names.
    private static let nameLimit = 64
    private static let depthLimit = 16
    /// The maximum number of bytes in all expansions: a fixed number, and a number for each byte of text.
    private static let freeExpansion = 1 << 16
    private static let expansionPerByte = 8

    private var global: [String: String] = [:]
    private var master: [String: String] = [:]
    private var group: [String: String] = [:]
    private var header = ""
    private var defines: [[UInt8]: [UInt8]] = [:]
    private var longestName = 0
    private var present: [String: String] = [:]
    private var includes = 0
    private var byteCount = 0
    private var expandedByteCount = 0
    private var isComment = false

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
        workByteCount += text.utf8.count
        isComment = false
        for line in [UInt8](text.utf8).split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            let rest = uncommented(line).trimmed
            if rest.starts(with: Array("#define".utf8)) {
                define(rest)
            } else if rest.starts(with: Array("#include".utf8)) {
                let parts = rest.split(separator: UInt8(ascii: "\""))
                includes += 1
                if parts.count >= 2, includes <= Self.includeLimit, let other = include(parts[1].text) {
                    take(other, include)
                }
            } else if let line = expanded(rest) {
                take(line: line[...])
            }
        }
    }

    private mutating func define(_ line: ArraySlice<UInt8>) {
        let words = line.split(maxSplits: 2, whereSeparator: { $0 == 32 || $0 == 9 })
        guard words.count == 3, defines.count < Self.defineLimit, words[1].count <= Self.nameLimit else { return }
        let name = Array(words[1])
        defines[name] = Array(words[2].trimmed)
        longestName = max(longestName, name.count)
    }

    // MARK: Comments and defined names

    /// Returns a line without its comments; an open comment continues in the next line.
    private mutating func uncommented(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
        guard isComment || line.contains(slash) else { return line }
        var kept: [UInt8] = []
        var at = line.startIndex
        while at < line.endIndex {
            let byte = line[at]
            let next = at + 1 < line.endIndex ? line[at + 1] : 0
            if isComment {
                let isEnd = byte == star && next == slash
                if isEnd { isComment = false }
                at += isEnd ? 2 : 1
            } else if byte == slash, next == star {
                isComment = true
                at += 2
            } else if byte == slash, next == slash {
                break
            } else {
                kept.append(byte)
                at += 1
            }
        }
        return kept[...]
    }

    /// Returns a line with its defined names expanded, longest name first; nil if the limit of expansions is exceeded.
    private mutating func expanded(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        guard longestName > 0, line.contains(UInt8(ascii: "$")) else { return Array(line) }
        var made: [UInt8] = []
        return expand(line, into: &made, depth: 0) ? made : nil
    }

    private mutating func expand(_ text: ArraySlice<UInt8>, into made: inout [UInt8], depth: Int) -> Bool {
        workByteCount += text.count
        var at = text.startIndex
        while at < text.endIndex {
            guard text[at] == UInt8(ascii: "$"), depth < Self.depthLimit, let name = name(at: at, in: text),
                let value = defines[name]
            else {
                made.append(text[at])
                at += 1
                continue
            }
            expandedByteCount += max(value.count, 1)
            guard expandedByteCount <= Self.freeExpansion + Self.expansionPerByte * byteCount,
                expand(value[...], into: &made, depth: depth + 1)
            else { return false }
            at += name.count
        }
        return true
    }

    /// Returns the longest defined name that begins at an index; nil if there is none.
    private func name(at start: Int, in text: ArraySlice<UInt8>) -> [UInt8]? {
        var count = min(longestName, text.endIndex - start)
        while count > 0 {
            let name = Array(text[start..<start + count])
            if defines[name] != nil { return name }
            count -= 1
        }
        return nil
    }

    // MARK: Headers and opcodes

    /// Reads a line of headers and opcodes.
    ///
    /// A value extends to the next name before an equals sign, so file names may have spaces.
    private mutating func take(line: ArraySlice<UInt8>) {
        var rest = line
        while let open = rest.firstIndex(of: UInt8(ascii: "<")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: ">"))
        {
            take(opcodes: rest[..<open])
            endHeader()
            header = rest[(open + 1)..<close].text
            rest = rest[(close + 1)...]
        }
        take(opcodes: rest)
    }

    private mutating func take(opcodes text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
        guard parts.count > 1 else { return }
        var name = parts[0].trimmed
        for index in 1..<parts.count {
            var value = parts[index]
            var next = value[value.endIndex...]
            if index < parts.count - 1, let space = value.lastIndex(where: { $0 == 32 || $0 == 9 }) {
                next = value[(space + 1)...]
                value = value[..<space]
            }
            if present.count < Self.opcodeLimit { present[name.text] = value.trimmed.text }
            name = next
        }
    }

    /// Keeps the opcodes of a header for the headers below it.
    private mutating func endHeader() {
        switch header {
        case "control": defaultPath = present["default_path"] ?? defaultPath
        case "global": (global, master, group) = (present, [:], [:])
        case "master": (master, group) = (present, [:])
        case "group": group = present
        case "region" where regions.count < Self.regionLimit:
            regions.append(Opcodes(levels: [present, group, master, global].filter { !$0.isEmpty }))
        default: break
        }
        present = [:]
        header = ""
    }
}

extension ArraySlice<UInt8> {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }

    /// The text without white space at its ends.
    fileprivate var trimmed: ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
