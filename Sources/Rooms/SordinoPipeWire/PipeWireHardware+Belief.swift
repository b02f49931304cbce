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

    /// Takes the loop's lock, then calls `done` on the event thread, to show that both threads answer.
    ///
    /// - Thread: any that may wait for the loop.
    package func prove(_ done: @escaping @Sendable () -> Void) {
        _ = onServer { _ in }
        thread.perform(done)
    }
}
