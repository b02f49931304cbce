import SordinoBus
import SordinoDevice
import SordinoHardware
import SordinoPolicy
import SordinoSession
import Synchronization

/// Decides whether the role that a stream declares is accepted, by the executable of its process.
final class RoleBelief: Sendable {
    private let trust: Mutex<RoleTrust>
    private let believesAll: Bool

    /// - Parameter believesAll: Whether every role is accepted, as on a device that allows simulation.
    init(_ trust: RoleTrust, believesAll: Bool) {
        self.trust = Mutex(trust)
        self.believesAll = believesAll
    }

    /// Replaces the configuration of trusted programs.
    func set(_ trust: RoleTrust) { self.trust.withLock { $0 = trust } }

    /// Returns whether a role is accepted for the streams of a process.
    func believes(_ role: String, _ process: Int32) -> Bool {
        guard !believesAll, RoleTrust.Role(media: role) != nil else { return true }
        let trust = trust.withLock { $0 }
        return trust.believes(role, of: BusCredentials.provenExecutable(of: process, named: trust.paths))
    }

    /// Returns whether the outputs that a process makes are parts of the device.
    func makesOutputs(_ process: Int32) -> Bool {
        let trust = trust.withLock { $0 }
        let executable = BusCredentials.provenExecutable(of: process, named: trust.paths)
        return trust.believes(RoleTrust.Role.output.rawValue, of: executable)
    }

    /// Returns a predicate on streams that sees no role that is not accepted.
    func proving(_ takes: (@Sendable (GuestStream) -> Bool)?) -> (@Sendable (GuestStream) -> Bool)? {
        guard let takes else { return nil }
        return { [self] stream in takes(proven(stream)) }
    }

    /// Returns the stream, with `RoleTrust.unaccepted` for a role that is not accepted.
    func proven(_ stream: GuestStream) -> GuestStream {
        guard !believes(stream.role, stream.process) else { return stream }
        var stream = stream
        stream.role = RoleTrust.unaccepted
        return stream
    }
}
