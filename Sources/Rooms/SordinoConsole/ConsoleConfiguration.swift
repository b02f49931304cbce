import Glibc
import SordinoDevice
import SordinoJSON
import SordinoPolicy
import SordinoService
import SordinoSession

/// The person's own `policy.conf`: read, written in one step, and put back.
///
/// The text before the last change is kept in a file beside it, `policy.conf.before`, which also names the text that the change
/// made: only that one is taken back. A file is replaced as a whole or not at all.
/// - Thread: one at a time; it waits for the disk.
package struct ConsoleConfiguration: Sendable {
    /// The bytes of a text that is edited on the page.
    package static let mostBytes = 65_536

    /// The path of the file; nil where the page edits none.
    let path: String?

    /// The path of the text before the last change.
    private var before: String? { path.map { $0 + ".before" } }

    /// A request to change the file.
    package struct Change: Hashable, Sendable {
        /// The text that the file shall have; nil to put the text before back.
        package var text: String?
        /// The version of the text that the person has seen.
        package var version = ""

        /// Reads the body of a request, such as `{"text":"[ducking]","version":"0","isConfirmed":true}`.
        package init(_ body: [UInt8]) throws(ConsoleActs.Refusal) {
            let record = try ConsoleActs.record(body)
            guard record["isConfirmed"] == .bool(true) else {
                throw ConsoleActs.Refusal("The change is not confirmed.")
            }
            if case .text(let word)? = record["version"] { version = word }
            switch (record["text"], record["undo"]) {
            case (.text(let text)?, nil):
                guard text.utf8.count <= ConsoleConfiguration.mostBytes else {
                    throw ConsoleActs.Refusal("The text is longer than 64 KiB.")
                }
                self.text = text
            case (nil, .bool(true)?): break
            default: throw ConsoleActs.Refusal("A text is expected.")
            }
        }
    }

    /// The file as the page shows it.
    func json() -> JSONText {
        var (text, refusal): (String, String?) = ("", nil)
        do throws(ConsoleActs.Refusal) {
            text = try read()
            if let path { try Self.checkThatItIsWritable(Self.target(path)) }
        } catch { refusal = error.sentence }
        let former = refusal == nil ? former(of: text) : nil
        return .object([
            ("path", .text(Self.short(path ?? ""))), ("text", .text(text)), ("version", .text(Self.version(text))),
            ("refusal", refusal.map { .text($0) } ?? .null), ("before", former.map { .text($0) } ?? .null),
        ])
    }

    /// Returns the text before the change that made a text; nil where another program has made it since.
    private func former(of text: String) -> String? {
        guard let before, let kept = FileLook.text(of: before, atMost: Self.mostBytes + 1_024),
            kept.hasPrefix(Self.mark(text)), !kept.unicodeScalars.contains("\u{FFFD}")
        else { return nil }
        let former = String(kept.dropFirst(Self.mark(text).count))
        return former == text ? nil : former
    }

    /// The first line of the file with the text before a change.
    private static func mark(_ text: String) -> String {
        "# This was replaced by the text \(version(text)); the console puts it back.\n"
    }

    /// A path as people write it: ~ is the home.
    private static func short(_ path: String) -> String {
        guard let home = getenv("HOME").map({ String(cString: $0) }), home.count > 1, path.hasPrefix(home + "/") else {
            return path
        }
        return "~" + path.dropFirst(home.count)
    }

    /// The text of the file; empty where it is not there.
    private func read() throws(ConsoleActs.Refusal) -> String {
        guard let path else {
            throw ConsoleActs.Refusal("The configuration of this bus is edited by root, in /etc/sordino/policy.conf")
        }
        errno = 0
        guard let text = FileLook.text(of: path, atMost: Self.mostBytes + 1) else {
            if errno == ENOENT {
                var status = stat()
                guard lstat(path, &status) != 0 else {
                    throw ConsoleActs.Refusal("\(path) is a link that leads nowhere")
                }
                return ""
            }
            throw ConsoleActs.Refusal(
                "\(path): \(errno == 0 ? "not a regular file" : String(cString: strerror(errno)))")
        }
        guard text.utf8.count <= Self.mostBytes else {
            throw ConsoleActs.Refusal("\(path) is longer than the 64 KiB that this page edits")
        }
        // Bytes that are not UTF-8 were read as this character, and would be lost.
        guard !text.unicodeScalars.contains("\u{FFFD}") else {
            throw ConsoleActs.Refusal("\(path) is not text in UTF-8; this page does not edit it")
        }
        return text
    }

    private static func version(_ text: String) -> String { String(ConsoleHash.of(text), radix: 16) }

    /// Changes the file and has the service read it.
    ///
    /// - Parameter reload: Throws the service's reason to keep the configuration that it has; the file is then as it was.
    /// - Returns: A sentence.
    func change(
        _ change: Change, reload: () throws(ConsoleActs.Refusal) -> String
    ) throws(ConsoleActs.Refusal) -> String {
        guard let path, let before else { throw ConsoleActs.Refusal("There is no file.") }
        let old = try read()
        try Self.check(change, old)
        guard let new = change.text ?? former(of: old) else {
            throw ConsoleActs.Refusal("There is nothing to take back: the file was changed by another program since")
        }
        guard new.utf8.count <= Self.mostBytes else { throw ConsoleActs.Refusal("The text is longer than 64 KiB.") }
        // When the file is read again it would pass for damaged bytes.
        guard !new.unicodeScalars.contains("\u{FFFD}") else {
            throw ConsoleActs.Refusal("The text has the character U+FFFD, of damaged text. Nothing was changed.")
        }
        if let fault = ConsolePolicy.faults(new, path: path).first {
            throw ConsoleActs.Refusal(
                "\(fault.line > 0 ? "Line \(fault.line): " : "")\(fault.sentence). Nothing was changed.")
        }
        let target = Self.target(path)
        try Self.checkThatItIsWritable(target)
        let turn = try Self.turn(target)
        defer { if turn >= 0 { close(turn) } }
        // Another program may have written it while this text was checked.
        try Self.check(change, try read())
        let hadFile = access(target, F_OK) == 0
        let kept = FileLook.text(of: before, atMost: Self.mostBytes + 1_024)
        try Self.write(Self.mark(new) + old, before)
        do throws(ConsoleActs.Refusal) {
            try Self.write(new, target)
            return try reload()
        } catch {
            // As it was, the text before included.
            if hadFile { try? Self.write(old, target) } else { unlink(target) }
            if let kept { try? Self.write(kept, before) } else { unlink(before) }
            throw error
        }
    }

    /// Throws where the text that the person has seen is not the newest.
    private static func check(_ change: Change, _ newest: String) throws(ConsoleActs.Refusal) {
        guard change.version == version(newest) else {
            throw ConsoleActs.Refusal(
                "The file was changed meanwhile by another page or program. Nothing was changed", status: 412)
        }
    }

    /// Keeps other consoles from writing a file until the descriptor is closed; -1 where its folder is yet to be made.
    private static func turn(_ path: String) throws(ConsoleActs.Refusal) -> Int32 {
        let folder = open(parent(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0, flock(folder, LOCK_EX | LOCK_NB) != 0 else { return folder }
        close(folder)
        throw ConsoleActs.Refusal("Another console changes the file at this moment. Nothing was changed")
    }

    // MARK: Files

    /// The file that a path leads to: a link stays one.
    private static func target(_ path: String) -> String {
        guard let target = realpath(path, nil) else { return path }
        defer { free(target) }
        return String(cString: target)
    }

    /// Throws where the file, or its folder, is not to be written: also to root, who could.
    private static func checkThatItIsWritable(_ path: String) throws(ConsoleActs.Refusal) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & 0o222 != 0, access(path, W_OK) == 0 else {
                throw ConsoleActs.Refusal("\(path) may only be read; nothing can be changed here")
            }
        }
        var folder = parent(path)
        while stat(folder, &status) != 0, folder.count > 1 { folder = parent(folder) }
        guard access(folder, W_OK) == 0 else {
            throw ConsoleActs.Refusal("\(folder) may only be read; nothing can be changed here")
        }
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Replaces a file as a whole: at any moment it has the old text or the new one.
    static func write(_ text: String, _ path: String) throws(ConsoleActs.Refusal) {
        func fail(_ code: Int32) throws(ConsoleActs.Refusal) -> Never {
            let reason =
                switch code {
                case ENOSPC, EDQUOT: "the disk is full"
                case EROFS: "the file system may only be read"
                case EACCES, EPERM: "this may only be read"
                default: String(cString: strerror(code))
                }
            throw ConsoleActs.Refusal("\(path): \(reason). Nothing was changed.")
        }
        let folder = parent(path)
        var made = ""
        for part in folder.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, 0o700) != 0, errno != EEXIST, errno != EACCES, errno != EROFS { try fail(errno) }
        }
        var name = Array("\(path).XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { try fail(errno) }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        var status = stat()
        fchmod(file, stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644)
        var code: Int32 = 0
        var rest = Array(text.utf8)[...]
        while code == 0, !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { code = errno == 0 ? EIO : errno }
        }
        if code == 0, fsync(file) != 0 { code = errno }
        if close(file) != 0, code == 0 { code = errno }
        if code == 0, rename(name, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(name)
            try fail(code)
        }
        let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if place >= 0 {
            fsync(place)
            close(place)
        }
    }
}
