import SordinoHardware
import SordinoPolicy
import Synchronization

/// One device as programs on it find it: hardware, session service, workers and callbacks.
package final class AudioSystem: Sendable {
    package let hardware: any Hardware
    package let transport: any SessionTransport
    package let workers: Workers
    package let callbacks: CallbackQueue

    /// Starts a device's service.
    ///
    /// - Parameters:
    ///   - running: `.inline` for a device that is pulled: workers and callbacks run on the thread that pulls.
    ///   - settings: The open choices of the rules.
    ///   - observe: Hears every decision from the first on, after it was performed.
    package init(
        hardware: any Hardware, running: Workers.Running, settings: PolicySettings = PolicySettings(),
        observing observe: (@Sendable (SessionService.Decision) -> Void)? = nil
    ) {
        self.hardware = hardware
        workers = Workers(running)
        callbacks = CallbackQueue(running)
        // Nobody shows prompts in a process of its own: who runs a program there has allowed it.
        let service = SessionService(
            hardware: hardware, settings: settings, wakesItself: running == .onThreads,
            permissionAnswer: running == .onThreads ? .granted : nil)
        ownService = service
        transport = InProcessTransport(service: service)
        if let observe { _ = service.addObserver(observe) }
        service.begin()
    }

    /// Joins a device whose service lives elsewhere; what the hardware says is heard there.
    package init(hardware: any Hardware, transport: any SessionTransport) {
        self.hardware = hardware
        self.transport = transport
        workers = Workers(.onThreads)
        callbacks = CallbackQueue(.onThreads)
        ownService = nil
        hardware.begin { _ in }
    }

    /// Waits until this process has done all that it was told to do: a device in another process asks before each block.
    func settleThreads() {
        // Notifications may start work, and work may have something to tell.
        for _ in 0..<2 {
            (transport as? BusTransport)?.waitUntilReceived()
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

    /// Starts the service of a virtual device.
    ///
    /// - Parameter isPulled: The device moves when somebody calls `VirtualDevice.advance`; before each block everything
    ///   settles. Otherwise the caller paces it.
    package convenience init(
        virtual: VirtualDevice, isPulled: Bool, settings: PolicySettings = PolicySettings(),
        observing observe: (@Sendable (SessionService.Decision) -> Void)? = nil
    ) {
        self.init(
            hardware: virtual, running: isPulled ? .inline : .onThreads, settings: settings, observing: observe)
        guard isPulled else { return }
        let hook = virtual.beforeBlock { [weak self] in
            guard let self else { return false }
            service.poll()
            return settle()
        }
        state.withLock { $0.hook = hook }
    }

    deinit { state.withLock { $0.hook }?.cancel() }

    private struct State {
        var hook: VirtualHook?
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
        // Callbacks that cause callbacks without end would hold the device still for ever; the next block goes on.
        for _ in 0..<Self.settlingRounds {
            let didWork = workers.runUntilQuiet()
            let didDeliver = callbacks.drain()
            if !didWork, !didDeliver { break }
            didAnything = true
        }
        return didAnything
    }

    private static let settlingRounds = 10_000

    /// The device that this process is on, chosen by `Backends` at first use.
    package static let shared = Backends.makeSystem()
}
