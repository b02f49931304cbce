import Glibc
import SordinoSession
import Synchronization

extension AppContext {
    /// The program that the running code belongs to.
    package static var current: AppContext { given ?? process.context() }

    /// The program that the running code belongs to, if it is a given one or was made before; nil where `current` would
    /// make the process's own and with it the device.
    package static var currentIfMade: AppContext? { given ?? process.contextIfMade() }

    /// The program that a test chose for the running code, by `run` or `install`; nil where it is the process's own.
    package static var chosen: AppContext? { given ?? process.installedContext() }

    /// Makes `context` the process's own program, for code that runs outside `run`; nil goes back to the device's.
    package static func install(_ context: AppContext?) { process.install(context) }

    /// Counts a simulated device as begun.
    ///
    /// While there is one, audio used outside its programs prints a hint.
    package static func simulationBegins() { process.simulations.add(1, ordering: .relaxed) }

    /// Counts a simulated device as ended.
    package static func simulationEnds() { process.simulations.subtract(1, ordering: .relaxed) }

    /// The process's own program, made at first use.
    private static let process = ProcessContext()
}

/// Holds the process's own program.
private final class ProcessContext: Sendable {
    private let own = Mutex<AppContext?>(nil)
    private let installed = Mutex<AppContext?>(nil)
    /// The number of simulated devices that exist.
    let simulations = Atomic(0)
    private let hasHinted = Atomic(false)

    func install(_ context: AppContext?) { installed.withLock { $0 = context } }

    func installedContext() -> AppContext? { installed.withLock { $0 } }

    func contextIfMade() -> AppContext? { installedContext() ?? own.withLock { $0 } }

    func context() -> AppContext {
        if let context = installedContext() { return context }
        if simulations.load(ordering: .relaxed) > 0, !hasHinted.exchange(true, ordering: .relaxed) { hint() }
        return own.withLock { own in
            if let own { return own }
            let made = AppContext(system: .shared, declaration: ProcessDeclaration.current)
            own = made
            return made
        }
    }

    /// Prints the reason for which code of a test uses the machine's device instead of the simulated one.
    private func hint() {
        let sentence = """
            Sordino: this process has a SimulatedDevice, and code that does not run on it asked for a session, player or engine and \
            got one on the machine's own device: run it in device.run { } or app.perform { }, or call device.install() before \
            code that starts threads or queues of its own.

            """
        _ = sentence.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
