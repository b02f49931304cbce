import Glibc
import SordinoHardware
import SordinoWork
import Synchronization

/// One device as programs on it find it: hardware, session service, workers and callbacks.
package final class AudioSystem: Sendable {
    package let hardware: any ProgramHardware
    package let transport: any SessionTransport
    package let workers: Workers
    package let callbacks: CallbackQueue
    /// The reason for which the device was taken in place of the one that was wanted: what plays on it, plays into nothing.
    package let standsIn: NoSound?

    /// Joins a device whose service lives in this process.
    ///
    /// - Parameters:
    ///   - service: Begins when its owner says so.
    ///   - running: `.inline` for a device that is pulled: workers and callbacks run on the thread that pulls.
    ///   - standsIn: The reason for which the device was taken in place of the one that was wanted; nil if it is that one.
    ///   - transport: The way to the service; nil: the direct one.
    package init(
        hardware: any ProgramHardware, service: SessionService, running: Workers.Running, standsIn: NoSound? = nil,
        transport: (any SessionTransport)? = nil
    ) {
        self.standsIn = standsIn
        self.hardware = hardware
        workers = Workers(running)
        callbacks = CallbackQueue(running)
        ownService = service
        self.transport = transport ?? InProcessTransport(service: service)
    }

    /// Joins a device whose service lives elsewhere.
    ///
    /// - Parameter standsIn: As above.
    package init(hardware: any ProgramHardware, transport: any SessionTransport, standsIn: NoSound? = nil) {
        self.standsIn = standsIn
        self.hardware = hardware
        self.transport = transport
        workers = Workers(.onThreads)
        callbacks = CallbackQueue(.onThreads)
        ownService = nil
    }

    /// Waits until this process has done all that it was told to do: a device in another process asks before each block.
    package func settleThreads() {
        // Notifications may start work, and work may have something to tell.
        for _ in 0..<2 {
            transport.waitUntilReceived()
            callbacks.waitUntilDelivered(seconds: 2)
            workers.waitUntilQuiet()
        }
    }

    private let ownService: SessionService?

    /// The device's service, where it lives in this process: simulations and tests drive it.
    package var service: SessionService {
        guard let ownService else { preconditionFailure("this device's service lives in another process") }
        return ownService
    }

    /// Moves with a virtual device from now on: before each block the service is polled and everything settles.
    package func follow(_ virtual: VirtualDevice) {
        let hook = virtual.beforeBlock { [weak self] in
            guard let self else { return false }
            service.poll()
            return settle()
        }
        state.withLock { $0.hook = hook }
    }

    deinit { state.withLock { $0.hook }?.cancel() }

    /// Prints once to standard error that no audio server answers and nothing is heard, unless the program has asked for the
    /// reason itself and can report it.
    func reportSilence() {
        let isDue = state.withLock { state in
            defer { state.isReasonKnown = true }
            return !state.isReasonKnown
        }
        guard isDue, let standsIn else { return }
        let line = Array("Sordino: \(standsIn.sentence)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Notes that the program has asked for the reason and reports it itself.
    func noteThatReasonIsKnown() { state.withLock { $0.isReasonKnown = true } }

    private struct State {
        var hook: VirtualHook?
        /// Set when the reason was printed, or the program has asked for it.
        var isReasonKnown = false
    }

    private let state = Mutex(State())

    package var isPulled: Bool { workers.running == .inline }

    /// Lets workers and callbacks run until none has anything left; on a pulled device before each block and after each
    /// thing that happens to the device.
    ///
    /// Does nothing on a device that runs by itself.
    ///
    /// - Returns: Whether anything was done.
    @discardableResult
    package func settle() -> Bool {
        guard isPulled else { return false }
        var didAnything = false
        // The number of rounds is bounded: callbacks that cause callbacks without end continue in the next block.
        for _ in 0..<Self.settlingRounds {
            let didWork = workers.runUntilQuiet()
            let didDeliver = callbacks.drain()
            if !didWork, !didDeliver { break }
            didAnything = true
        }
        return didAnything
    }

    private static let settlingRounds = 10_000
}
