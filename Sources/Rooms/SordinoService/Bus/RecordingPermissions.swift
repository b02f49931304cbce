import Glibc
import SordinoBus
import SordinoDevice
import SordinoPolicy
import Synchronization

/// The person's answers to programs that asked whether they may record, kept in a file from one run to the next.
///
/// The file has one line for each program, `KEY = allow` or `KEY = deny`.
package final class RecordingPermissions: Sendable {
    private let words: RememberedWords

    /// Reads what was remembered.
    ///
    /// - Parameter path: The file; nil keeps answers in memory only. One that is not there, or not understood, is empty.
    package init(path: String? = nil) { words = RememberedWords(path: path, known: ["allow", "deny"]) }

    /// The file of this person: `permissions.conf`; nil without a home.
    package static var usualPath: String? { RememberedWords.usualPath("permissions.conf") }

    /// The key of a program.
    package static func key(of who: BusCredentials) -> String { RememberedWords.key(of: who) }

    /// The key of a program without a session; that of no program if the process is not known.
    package static func key(ofProcess process: Int32) -> String {
        guard process > 0 else { return "elsewhere:" }
        let group = FileLook.text(of: "/proc/\(process)/cgroup", atMost: 8_192) ?? ""
        let unit = ProcessDeclaration.Traces.appUnit(of: group).map(String.init) ?? ""
        return key(of: BusCredentials(ofProcess: process, unit: unit))
    }

    /// The key of the row that says whether the same program may see the library of music.
    package static func libraryKey(_ key: String) -> String { PermissionKey(.library, key).text }

    /// The key of the row that says whether the same program may take the sound of others.
    package static func systemAudioKey(_ key: String) -> String { PermissionKey(.systemAudio, key).text }

    /// The key of the program of a row about the sound of others; nil for another row.
    package static func programKey(ofSystemAudio key: String) -> String? {
        let key = PermissionKey(key)
        return key.kind == .systemAudio ? key.program : nil
    }

    /// The answer for a program; nil if none is remembered.
    ///
    /// Of a file that is too long not all answers are known: a program without one may have been denied, and is.
    package func answer(_ key: String) -> Bool? { words.word(key).map { $0 == "allow" } ?? (words.isCut ? false : nil) }

    /// All answers, by key.
    package var all: [(key: String, allows: Bool)] { words.all.map { (key: $0.key, allows: $0.word == "allow") } }

    /// Remembers an answer, or forgets it.
    ///
    /// - Returns: Whether it is on disk, or needs not be.
    @discardableResult
    package func set(_ key: String, _ allows: Bool?) -> Bool {
        words.set(key, allows.map { $0 ? "allow" : "deny" })
    }

    /// Forgets all answers and writes the empty file.
    ///
    /// - Returns: False if the file could not be written.
    @discardableResult
    package func reset() -> Bool { words.reset() }
}
