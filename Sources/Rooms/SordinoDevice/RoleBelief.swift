import SordinoBus
import SordinoHardware
import SordinoPolicy
import SordinoSession
import Synchronization

/// The decision whether the role of a stream is believed, by the file that its process runs.
final class RoleBelief: Sendable {
    private let trust: Mutex<RoleTrust>
    private let believesAll: Bool

    /// - Parameter believesAll: Whether every role is believed, as on a device on which every program may make up alarms.
    init(_ trust: RoleTrust, believesAll: Bool) {
        self.trust = Mutex(trust)
        self.believesAll = believesAll
    }

    /// Changes the programs that are believed.
    func set(_ trust: RoleTrust) { self.trust.withLock { $0 = trust } }

    /// Returns whether the role of a stream of a process is believed.
    func believes(_ role: String, _ process: Int32) -> Bool {
        guard !believesAll, RoleTrust.Role(media: role) != nil else { return true }
        let trust = trust.withLock { $0 }
        return trust.believes(role, of: BusCredentials.provenExecutable(of: process, named: trust.paths))
    }

    /// A question about streams that is asked without roles that are not believed.
    func proving(_ takes: (@Sendable (GuestStream) -> Bool)?) -> (@Sendable (GuestStream) -> Bool)? {
        guard let takes else { return nil }
        return { [self] stream in takes(proven(stream)) }
    }

    /// A stream without a role that is not believed.
    func proven(_ stream: GuestStream) -> GuestStream {
        guard !believes(stream.role, stream.process) else { return stream }
        var stream = stream
        stream.role = ""
        return stream
    }
}
