import Glibc
import SordinoBus
import SordinoDevice
import SordinoPolicy
import SordinoRealtime
import Synchronization

/// One word for each program, kept in a file from one run to the next: what the person decided about it.
///
/// A program is known by what the kernel says of it: `app:IDENTIFIER` where its systemd scope or its Flatpak sandbox belongs to one
/// app, else `program:PATH` of its executable. The file has one line for each, `KEY = WORD`.
package final class RememberedWords: Sendable {
    private let path: String?
    private let answers: Mutex<[String: String]>
    /// Indicates whether the file is longer than what is read of it: of any program there may be a word in the rest.
    let isCut: Bool

    /// Words that are kept; above it the first by key go, denials last.
    static let most = 2_048
    /// The bytes of a file that are read, and written at most.
    static let longestFile = 8 << 20

    /// Reads what was remembered.
    ///
    /// - Parameters:
    ///   - path: The file; nil keeps words in memory only. One that is not there, or not understood, is empty.
    ///   - known: The words that mean something; lines with others are passed over.
    package init(path: String? = nil, known: Set<String>) {
        self.path = path
        let bytes = path.flatMap { SmallFile.bytes($0, limit: Self.longestFile + 1) } ?? []
        isCut = bytes.count > Self.longestFile
        answers = Mutex(Self.read(bytes.prefix(Self.longestFile), known: known))
    }

    /// A file of this person in the unit's state folder, else in `sordino` of `$XDG_STATE_HOME` or `~/.local/state`; nil
    /// without a home.
    package static func usualPath(_ name: String) -> String? {
        let folders = BaseFolders()
        return (folders.unitState ?? folders.state.map { $0 + "/sordino" }).map { $0 + "/" + name }
    }

    /// The key of a program.
    package static func key(of who: BusCredentials) -> String {
        if let sandbox = who.sandbox { return "app:\(sandbox.application)" }
        // `app-LAUNCHER-IDENTIFIER-NUMBER.scope`, where the launcher may be left out.
        if who.unit.hasPrefix("app-"), who.unit.hasSuffix(".scope") || who.unit.hasSuffix(".service") {
            var parts = who.unit.split(separator: ".").dropLast().joined(separator: ".").split(separator: "-")
                .dropFirst()
            if parts.count > 1, parts.last?.allSatisfy(\.isHexDigit) == true { parts.removeLast() }
            if let identifier = parts.last { return "app:\(identifier)" }
        }
        // Programs in sandboxes that are not proven share one proxy: an answer is for the one process alone.
        if who.isProxy { return "elsewhere:\(who.executable) \(who.process)" }
        // In a mount namespace of its own a program can have any path: it does not get the answers stored for the real one.
        let isProven =
            who.isOfSystemFolders ? who.runs(who.executable) : sharesMounts(who.process) && !who.executable.isEmpty
        return (isProven ? "program:" : "elsewhere:") + who.executable
    }

    /// Returns whether the kernel says the same path of a process's executable as this process would.
    ///
    /// The file is not looked for: a path outside the system's folders could lead to a file system that does not answer. The service
    /// itself may be in the sandbox of its unit; the manager that started it is not.
    private static func sharesMounts(_ process: Int32) -> Bool {
        guard let place = KernelNamespace(of: process, .mounts) else { return false }
        return [getpid(), getppid()].contains { KernelNamespace(of: $0, .mounts) == place }
    }

    /// Indicates whether another program can come under the same key: what it is allowed ends with its process.
    package static func isUnproven(_ key: String) -> Bool {
        PermissionKey(key).program.hasPrefix("elsewhere:")
    }

    /// The word of a program; nil if none is remembered.
    package func word(_ key: String) -> String? { answers.withLock { $0[key] } }

    /// All words, by key.
    package var all: [(key: String, word: String)] {
        answers.withLock { $0.map { (key: $0.key, word: $0.value) } }.sorted { $0.key < $1.key }
    }

    /// Remembers a word, or forgets it.
    ///
    /// - Returns: Whether it is on disk, or needs not be.
    @discardableResult
    package func set(_ key: String, _ word: String?) -> Bool {
        answers.withLock { answers in
            answers[key] = word == "allow" && Self.isUnproven(key) ? nil : word
            if answers.count > Self.most {
                let others = answers.keys.filter { $0 != key }.sorted()
                if let first = others.first(where: { answers[$0] != "deny" }) ?? others.first { answers[first] = nil }
            }
            return path.map { Self.write(answers, $0) } ?? true
        }
    }

    /// Forgets all words and writes the empty file.
    ///
    /// - Returns: False if the file could not be written.
    @discardableResult
    package func reset() -> Bool {
        answers.withLock { answers in
            answers = [:]
            return path.map { Self.write(answers, $0) } ?? true
        }
    }

    // MARK: The file

    private static func read(_ bytes: ArraySlice<UInt8>, known: Set<String>) -> [String: String] {
        let text = String(decoding: bytes, as: UTF8.self)
        var answers: [String: String] = [:]
        // A line that is not understood takes no answer of the others along: a denial must not become the default.
        let lines = ConfigurationText.rows(text).compactMap { row in
            (try? ConfigurationText.lines(String(row), hasSections: false))?.first
        }
        for line in lines where known.contains(line.value) {
            let key = String(percentDecoded: line.key)
            // The bus carries no zero in a text.
            if !key.utf8.contains(0), line.value != "allow" || !isUnproven(key) { answers[key] = line.value }
        }
        return answers
    }

    /// Replaces the file with one that holds these words.
    private static func write(_ answers: [String: String], _ path: String) -> Bool {
        let bytes = answers.sorted { $0.key < $1.key }.flatMap { Array("\(quoted($0.key)) = \($0.value)\n".utf8) }
        guard bytes.count <= longestFile else { return false }
        SmallFile.makeFolder(path.split(separator: "/").dropLast().map { "/\($0)" }.joined())
        return SmallFile.replace(path, with: bytes)
    }

    /// Bytes that lines give a meaning to are written as `%` and two hexadecimal digits.
    static func quoted(_ key: String) -> String {
        var text = ""
        for byte in key.utf8 {
            let scalar = UnicodeScalar(byte)
            let isPlain =
                ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                || "._/:@+-".unicodeScalars.contains(scalar)
            if isPlain {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return text
    }
}
