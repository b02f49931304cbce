import SordinoPolicy
import Synchronization

/// The program of each stream without a session of its own; the stage knows only the streams.
package final class GuestOwners: Sendable {
    private let apps = Mutex<[UInt32: AppID]>([:])

    package init() {}

    /// The program of a stream; nil while it is not known.
    package func program(ofSerial serial: UInt32) -> ProgramID? { apps.withLock { $0[serial] }.map { .app($0) } }

    /// A program has these streams and no others.
    func set(_ serials: [UInt32], of app: AppID) {
        apps.withLock { apps in
            apps = apps.filter { $1 != app }
            for serial in serials { apps[serial] = app }
        }
    }
}
