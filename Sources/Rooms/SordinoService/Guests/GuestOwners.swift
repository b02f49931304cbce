import SordinoPolicy
import SordinoSession
import Synchronization

/// The program of each stream without a session of its own; the stage knows only the streams.
package final class GuestOwners: Sendable {
    private let programs = Mutex<[UInt32: ProgramID]>([:])
    /// Programs that may record what others play.
    private let listeners = Mutex(Set<AppID>())

    package init() {}

    /// The program of a stream; nil while it is not known.
    package func program(ofSerial serial: UInt32) -> ProgramID? { programs.withLock { $0[serial] } }

    /// Replaces the streams of a program.
    func set(_ serials: [UInt32], of program: ProgramID) {
        programs.withLock { programs in
            programs = programs.filter { $1 != program }
            for serial in serials { programs[serial] = program }
        }
    }

    /// Returns whether the program of a stream may record what others play; not while the program is not known.
    package func mayRecordOutput(serial: UInt32) -> Bool {
        guard case .app(let app)? = program(ofSerial: serial) else { return false }
        return mayRecordOutput(app)
    }

    func mayRecordOutput(_ app: AppID) -> Bool { listeners.withLock { $0.contains(app) } }

    /// Lets a program record what others play, or no longer.
    ///
    /// - Returns: Whether that is new.
    func setRecordsOutput(_ app: AppID, _ isAllowed: Bool) -> Bool {
        listeners.withLock { isAllowed ? $0.insert(app).inserted : $0.remove(app) != nil }
    }
}

/// The rows of the table of permissions for streams that record what others play: read once for each stream, by its serial number.
final class ListenerKeys: Sendable {
    private static let most = 256
    private let keys = Mutex<[UInt32: String]>([:])

    func key(ofSerial serial: UInt32, process: Int32) -> String {
        keys.withLock { keys in
            if let known = keys[serial] { return known }
            let key = RecordingPermissions.systemAudioKey(RecordingPermissions.key(ofProcess: process))
            guard process > 0 else { return key }
            if keys.count >= Self.most { keys = [:] }
            keys[serial] = key
            return key
        }
    }
}
