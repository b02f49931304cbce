import SordinoPolicy
import SordinoSession
import Synchronization

/// The program of each stream without a session of its own; the stage knows only the streams.
package final class GuestOwners: Sendable {
    private let programs = Mutex<[UInt32: ProgramID]>([:])

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
}
