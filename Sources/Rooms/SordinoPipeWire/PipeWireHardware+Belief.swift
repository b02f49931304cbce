import SordinoWork
import Synchronization

extension PipeWireHardware {
    /// Restricts which processes may use privileged roles such as `Alarm`.
    ///
    /// - Parameter believes: Returns whether a role is accepted for a process. Called on the loop thread.
    package func believeRoles(_ believes: @escaping @Sendable (_ role: String, _ process: Int32) -> Bool) {
        state.withLock { $0.believes = believes }
        _ = onServer { life in
            life.believes = believes
            life.noteOtherSounds()
        }
    }

    /// Calls `done` once the server's loop, the thread of the sound and the thread that reports events have all run.
    ///
    /// - Thread: any that may wait for the loop.
    package func prove(_ done: @escaping @Sendable () -> Void) {
        let life = state.withLock(\.life)
        guard let life else { return thread.prove(done) }
        life.connection.prove { [thread] in thread.prove(done) }
    }

    /// Asks `identify` again about the streams of a process alone; to be called when it would answer otherwise.
    package func identifyAgain(process: Int32) {
        _ = onServer { life in
            life.service?.identifyAgain(process: process)
            life.noteOtherSounds()
        }
    }

    /// Looks again which program a guest's stream belongs to.
    package func identifyAgain(guest serial: UInt32) { _ = onServer { $0.service?.identifyAgain(serial: serial) } }

    /// Applies `takesGuest` again to every stream.
    package func lookAgainForGuests() { _ = onServer { $0.lookAgainForGuests() } }
}
