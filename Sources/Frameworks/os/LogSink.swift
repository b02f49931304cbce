import CUnfairLock
import Foundation
import Glibc
import Synchronization

/// One message on its way out.
struct LogEntry {
    var type: OSLogType
    var subsystem: String
    var category: String
    var text: String
    /// Further fields for the journal.
    var fields: [(name: String, value: String)] = []
}

/// Writes messages to the journal if there is one, else to the standard error output.
///
/// The journal is written by its native protocol: one datagram for each message, a field on each line. On the standard
/// error output, messages of the levels info and debug are left out, unless `OS_ACTIVITY_MODE` in the environment is
/// `info` or `debug`; `disable` leaves out everything, there and in the journal. With `OS_ACTIVITY_DT_MODE` messages
/// are written to the standard error output too, with their private values.
/// - Source: systemd, "Native Journal Protocol".
final class LogSink: Sendable {
    /// Longer texts are cut: the journal splits longer fields, and one datagram has to hold everything.
    private static let textByteLimit = 48 * 1024

    static let shared = LogSink(
        journalPath: "/run/systemd/journal/socket", output: STDERR_FILENO,
        environment: ProcessInfo.processInfo.environment)

    private let journal: Int32
    private let output: Int32
    private let mode: String
    private let isForDeveloper: Bool
    private let programName: String

    /// Opens the way to a journal.
    ///
    /// - Parameters:
    ///   - journalPath: The journal's socket.
    ///   - output: The file descriptor in place of the journal.
    init(journalPath: String, output: Int32, environment: [String: String]) {
        self.output = output
        mode = environment["OS_ACTIVITY_MODE"] ?? ""
        isForDeveloper = environment["OS_ACTIVITY_DT_MODE"].map { !["", "0", "NO", "no"].contains($0) } ?? false
        programName = ProcessInfo.processInfo.processName
        journal = Self.connected(journalPath)
    }

    deinit { if journal >= 0 { close(journal) } }

    private static func connected(_ path: String) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return -1 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard bytes.count < place.count else { return false }
            place.copyBytes(from: bytes)
            return true
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        if fits, result == 0 { return descriptor }
        close(descriptor)
        return -1
    }

    /// Indicates whether private values are written.
    var showsPrivate: Bool { isForDeveloper }

    /// Indicates whether signposts are written: only a journal can make something of them.
    var takesSignposts: Bool { journal >= 0 && mode != "disable" }

    /// Returns whether messages of a level are written anywhere.
    func takes(_ type: OSLogType) -> Bool {
        if mode == "disable" { return false }
        return journal >= 0 || isShown(type)
    }

    private func isShown(_ type: OSLogType) -> Bool {
        switch type {
        case .debug: mode == "debug"
        case .info: mode == "debug" || mode == "info"
        default: true
        }
    }

    func write(_ entry: LogEntry) {
        let isKept = journal >= 0 && send(entry)
        if isForDeveloper || (!isKept && isShown(entry.type)) { show(entry) }
    }

    // MARK: The journal

    private func send(_ entry: LogEntry) -> Bool {
        var datagram: [UInt8] = []
        append("MESSAGE", entry.text, to: &datagram)
        append("PRIORITY", "\(entry.type.priority)", to: &datagram)
        append("SYSLOG_IDENTIFIER", programName, to: &datagram)
        append("TID", "\(cunfairlock_thread())", to: &datagram)
        if !entry.subsystem.isEmpty { append("OS_LOG_SUBSYSTEM", entry.subsystem, to: &datagram) }
        if !entry.category.isEmpty { append("OS_LOG_CATEGORY", entry.category, to: &datagram) }
        for field in entry.fields { append(field.name, field.value, to: &datagram) }
        // A journal that is behind is not waited for.
        return Glibc.send(journal, datagram, datagram.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            == datagram.count
    }

    /// Appends a field: on one line, or with its length before it if it has several.
    private func append(_ name: String, _ value: String, to datagram: inout [UInt8]) {
        var bytes = Array(value.utf8.prefix(Self.textByteLimit))
        // Not in the middle of a character.
        if bytes.count == Self.textByteLimit {
            while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
            if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
        }
        datagram += name.utf8
        if bytes.contains(0x0A) {
            datagram.append(0x0A)
            withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { datagram += $0 }
        } else {
            datagram.append(0x3D)
        }
        datagram += bytes
        datagram.append(0x0A)
    }

    // MARK: The standard error output

    private func show(_ entry: LogEntry) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var seconds = now.tv_sec
        var parts = tm()
        localtime_r(&seconds, &parts)
        let date = String(
            format: "%04d-%02d-%02d %02d:%02d:%02d.%06d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
            parts.tm_hour, parts.tm_min, parts.tm_sec, now.tv_nsec / 1000)
        let place = entry.subsystem.isEmpty && entry.category.isEmpty ? "" : "[\(entry.subsystem):\(entry.category)] "
        let head = "\(date) \(programName)[\(getpid()):\(cunfairlock_thread())] <\(entry.type.name)> \(place)"
        let line = Array("\(head)\(entry.text)\n".utf8)
        // One call for each message, so that those of several threads do not mix.
        _ = Glibc.write(output, line, line.count)
    }
}
