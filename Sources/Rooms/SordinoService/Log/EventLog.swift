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

    private let file: Mutex<Int32>

    /// Begins a new file.
    ///
    /// - Returns: Nil when it cannot be written; `errno` says why.
    package init?(path: String, settings: PolicySettings = PolicySettings()) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        file = Mutex(descriptor)
        append(Self.header(settings))
    }

    /// The latest error number of the C library on this thread.
    package static var lastErrno: Int32 { errno }

    deinit { _ = file.withLock { close($0) } }

    /// Writes a decision; a full disk ends the log, not the service.
    package func write(_ decision: SessionService.Decision) {
        append(Self.record(decision, withSnapshots: true))
    }

    private func append(_ record: WireRecord) {
        let line = Array((JSON.line(record.wireValue) + "\n").utf8)
        file.withLock { descriptor in
            var written = 0
            while written < line.count {
                let count = line[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                written += count
            }
        }
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
