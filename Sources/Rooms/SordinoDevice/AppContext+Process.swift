import SordinoSession
import Synchronization

extension AppContext {
    /// The program that the running code belongs to.
    package static var current: AppContext { given ?? process.context() }

    /// The program that the running code belongs to, if it is a given one or was made before; nil where `current` would
    /// make the process's own and with it the device.
    package static var currentIfMade: AppContext? { given ?? process.contextIfMade() }

    /// Makes `context` the process's own program, for code that runs outside `run`; nil goes back to the device's.
    package static func install(_ context: AppContext?) { process.install(context) }

    /// The process's own program, made at first use.
    private static let process = ProcessContext()
}

/// Holds the process's own program.
private final class ProcessContext: Sendable {
    private let own = Mutex<AppContext?>(nil)
    private let installed = Mutex<AppContext?>(nil)

    func install(_ context: AppContext?) { installed.withLock { $0 = context } }

    func contextIfMade() -> AppContext? { installed.withLock { $0 } ?? own.withLock { $0 } }

    func context() -> AppContext {
        if let context = installed.withLock({ $0 }) { return context }
        return own.withLock { own in
            if let own { return own }
            let made = AppContext(system: .shared, declaration: ProcessDeclaration.current)
            own = made
            return made
        }
    }
}
