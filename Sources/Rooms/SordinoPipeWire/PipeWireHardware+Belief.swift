import SordinoWork
import Synchronization

extension PipeWireHardware {
    /// Believes the roles of streams, such as `Alarm`, only of the processes that `believes` names; asked on the loop thread.
    package func believeRoles(_ believes: @escaping @Sendable (_ role: String, _ process: Int32) -> Bool) {
        state.withLock { $0.believes = believes }
        _ = onServer { life in
            life.believes = believes
            life.noteOtherSounds()
        }
    }

    /// Calls `done` when the server's loop is outside of its handlers, on the thread that tells events.
    ///
    /// - Thread: any that may wait for the loop.
    package func prove(_ done: @escaping @Sendable () -> Void) {
        _ = onServer { _ in }
        thread.perform(done)
    }
}
