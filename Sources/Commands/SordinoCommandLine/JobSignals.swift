import Dispatch
import Glibc
import Synchronization

/// The signals SIGTSTP (Ctrl-Z), which stops a command once its sound has faded, and SIGCONT, which continues it.
///
/// SIGSTOP stops a process at once; no process can observe it.
package struct JobSignals {
    private let sources: [any DispatchSourceSignal]

    /// The times that SIGCONT came.
    private final class Continuations: Sendable { let count = Atomic(0) }

    /// Observes the signals for as long as the value exists.
    ///
    /// - Parameters:
    ///   - seconds: The time between `stopping` and the stop of the process; the main queue may be blocked meanwhile.
    ///   - stopping: Called on the main queue when SIGTSTP came.
    ///   - continued: Called on the main queue when SIGCONT came, also if the process was not stopped.
    package init(
        seconds: Double, stopping: @escaping @MainActor @Sendable () -> Void,
        continued: @escaping @MainActor @Sendable () -> Void
    ) {
        let queue = DispatchQueue(label: "org.sordino.jobs")
        let continuations = Continuations()
        let goOn: @Sendable () -> Void = {
            continuations.count.wrappingAdd(1, ordering: .relaxed)
            DispatchQueue.main.async { MainActor.assumeIsolated { continued() } }
        }
        signal(SIGTSTP, SIG_IGN)
        let stops = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: queue)
        stops.setEventHandler {
            DispatchQueue.main.async { MainActor.assumeIsolated { stopping() } }
            let count = continuations.count.load(ordering: .relaxed)
            queue.asyncAfter(deadline: .now() + seconds) {
                guard continuations.count.load(ordering: .relaxed) == count else { return }
                performDefaultAction(of: SIGTSTP)
                // The process continues here; at once if no shell could continue it, because the kernel does not stop it then.
                queue.asyncAfter(deadline: .now() + seconds) {
                    if continuations.count.load(ordering: .relaxed) == count { goOn() }
                }
            }
        }
        let goesOn = DispatchSource.makeSignalSource(signal: SIGCONT, queue: queue)
        goesOn.setEventHandler { goOn() }
        sources = [stops, goesOn]
        for source in sources { source.resume() }
    }
}
