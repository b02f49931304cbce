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
    /// The queues and threads about which a hint was printed, and their greatest number.
    private let hinted = Mutex(Set<String>())
    private static let hintLimit = 8

    func install(_ context: AppContext?) { installed.withLock { $0 = context } }

    func installedContext() -> AppContext? { installed.withLock { $0 } }

    func contextIfMade() -> AppContext? { installedContext() ?? own.withLock { $0 } }

    func context() -> AppContext {
        if let context = installedContext() { return context }
        if simulations.load(ordering: .relaxed) > 0 { hint() }
        return own.withLock { own in
            if let own { return own }
            let made = AppContext(system: .shared, declaration: ProcessDeclaration.current)
            own = made
            return made
        }
    }

    /// Prints the reason for which code of a test uses the machine's device instead of the simulated one, once for each queue
    /// or thread; ends the process there if `SORDINO_OUTSIDE` asks for it, so that a backtrace names the call.
    private func hint() {
        let place = Self.place
        let isNew = hinted.withLock { $0.count < Self.hintLimit && $0.insert(place).inserted }
        guard isNew else { return }
        let sentence = AppContext.outsideHint(place)
        _ = sentence.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        if getenv("SORDINO_OUTSIDE").map({ String(cString: $0) }) == "stop" { abort() }
    }

    /// The queue that the running code is on, else its thread.
    private static var place: String {
        // Dispatch's header hides this function from Swift; a program that is linked statically does not show it either.
        typealias Label = @convention(c) (_ queue: OpaquePointer?) -> UnsafePointer<CChar>?
        if let function = dlsym(nil, "dispatch_queue_get_label"),
            let label = unsafeBitCast(function, to: Label.self)(nil).map({ String(cString: $0) }), !label.isEmpty
        {
            return "the queue \(label)"
        }
        let name = FileLook.text(of: "/proc/thread-self/comm", atMost: 64) ?? ""
        return "the thread \(name.prefix { !$0.isNewline })"
    }
}

extension AppContext {
    /// The hint for code that asks for audio outside of every simulated device, on a queue or thread.
    package static func outsideHint(_ place: String) -> String {
        """
        Sordino: this process has a SimulatedDevice, and code on \(place) that does not run on it asked for a session, player \
        or engine and got one on the machine's own device: run it in device.run { } or app.perform { }, or call \
        device.install() before code that starts threads or queues of its own. SORDINO_OUTSIDE=stop ends the process at \
        that call, and SWIFT_BACKTRACE=enable=yes prints how it came there.

        """
    }
}
