import Glibc
import SordinoPolicy
import SordinoSession
import Synchronization

/// Writes each decision as a line of JSON, so that it can be made again.
///
/// The first line says by which settings: `{"sordino-log":1,"profile":"modern"}`. Each other line is a decision:
/// `{"at":NANOSECONDS,"event":{…},"effects":[…]}`.
package final class EventLog: Sendable {
    static let version = 1

    /// The file; -1 after its end.
    private let file: Mutex<Int32>
    private let failed: @Sendable (_ reason: String) -> Void

    /// The reason why a log cannot be written, as a clause.
    package struct Refusal: Error {
        package let reason: String
    }

    /// Begins a new file, or empties the one of that name.
    ///
    /// Pipes and devices are refused: their readers could hold the service, and every program with it.
    ///
    /// - Parameter failed: Called once, on the thread of the decision, when a line cannot be written; the log ends with the last
    ///   whole line.
    /// - Throws: `Refusal` if the file cannot be written.
    package init(
        path: String, settings: PolicySettings = PolicySettings(),
        failed: @escaping @Sendable (_ reason: String) -> Void = { _ in }
    ) throws(Refusal) {
        // Without O_NONBLOCK, opening a named pipe would wait for its reader.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
        // A named pipe without a reader.
        guard descriptor >= 0 || errno != ENXIO else { throw Refusal(reason: Self.notRegular) }
        guard descriptor >= 0 else { throw Refusal(reason: String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Refusal(reason: Self.notRegular)
        }
        guard ftruncate(descriptor, 0) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw Refusal(reason: reason)
        }
        file = Mutex(descriptor)
        self.failed = failed
        append(Self.header(settings))
    }

    private static let notRegular = "not a regular file"

    deinit { _ = file.withLock { $0 < 0 ? 0 : close($0) } }

    /// Writes a decision; a full disk ends the log, not the service.
    package func write(_ decision: SessionService.Decision) {
        append(Self.record(decision, withSnapshots: true))
    }

    private func append(_ record: WireRecord) {
        let line = Array((JSON.line(record.wireValue) + "\n").utf8)
        let reason = file.withLock { descriptor -> String? in
            guard descriptor >= 0 else { return nil }
            var written = 0
            while written < line.count {
                let count = line[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    let reason = String(cString: strerror(errno))
                    _ = ftruncate(descriptor, lseek(descriptor, 0, SEEK_CUR) - off_t(written))
                    close(descriptor)
                    descriptor = -1
                    return reason
                }
                written += count
            }
            return nil
        }
        if let reason { failed(reason) }
    }

    /// The log's first line.
    package static func header(_ settings: PolicySettings = PolicySettings()) -> WireRecord {
        var record = WireRecord()
        record.add("sordino-log", version)
        record.add("profile", settings.profile)
        if settings.screenReaderDucks { record.add("screenReaderDucks", true) }
        if !settings.hasHardwareDecoder { record.add("hasHardwareDecoder", false) }
        if let seconds = settings.stuckHolderReleaseSeconds { record.add("stuckHolderReleaseSeconds", seconds) }
        return record
    }

    /// A decision as one record.
    ///
    /// - Parameter withSnapshots: Whether the getters' copies are in it, too: most of its bytes.
    package static func record(_ decision: SessionService.Decision, withSnapshots: Bool) -> WireRecord {
        var record = WireRecord()
        record.add("at", decision.moment)
        record.add("event", decision.event)
        let effects = decision.effects.filter { effect in
            switch effect {
            case .snapshot, .device: withSnapshots
            default: true
            }
        }
        record.add("effects", .list(effects.map(\.wireValue)))
        return record
    }
}

extension SessionService.Decision {
    /// Reads a line of a log, or one that a watcher receives.
    ///
    /// - Throws: If the line is no decision of this version.
    package init(line: String) throws(WireError) {
        var reader = try WireReader(try JSON.value(line))
        self.init(
            moment: try reader.take("at"), event: try reader.take("event"), effects: try reader.take("effects"))
    }
}

extension Profile: WireNamed {
    package static var wireNames: [(name: String, value: Profile)] {
        [("p5", .p5), ("p6", .p6), ("p9", .p9), ("p12", .p12), ("modern", .modern)]
    }
}
