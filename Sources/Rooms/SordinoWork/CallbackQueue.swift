import Dispatch
import SordinoRealtime

/// The queue on which programs are called: notifications, delegate calls, completion handlers.
///
/// On a device that runs by itself the main queue, or a thread of Sordino's where Apple documents a secondary thread,
/// or one queue that the program chose because it runs no main loop. On a pulled device everything waits, in one order,
/// until the thread that pulls drains it between two blocks.
package final class CallbackQueue: Sendable {
    /// The thread that Apple documents for a call.
    package enum Lane: Sendable { case main, secondary }

    private struct State {
        var waiting = BoundedQueue<@Sendable () -> Void>(capacity: CallbackQueue.capacity)
        var isDraining = false
        var chosen: DispatchQueue?
        /// The main queue is not waited for until it has run.
        var isMainLate = false
        /// Indicates whether a thread waited for the main queue, which has run.
        var hasMainRun = false
        /// Ends the waiting for the main queue that is on.
        var mainBell: DispatchSemaphore?
    }

    /// Callbacks that wait for a pulled device; those that come beyond are dropped: a program whose callbacks cause
    /// callbacks without end is not heard to the end.
    package static let capacity = 65_536

    private let running: Workers.Running
    private let state = Guarded(State())
    private let secondary = DispatchQueue(label: "org.sordino.callbacks")

    package init(_ running: Workers.Running) {
        self.running = running
        if running == .onThreads { MainQueue.join() }
    }

    /// The one queue on which everything is delivered; nil for the documented ones.
    ///
    /// No effect on a pulled device.
    package var chosenQueue: DispatchQueue? {
        get { state.withLock { $0.chosen } }
        set { state.withLock { $0.chosen = newValue } }
    }

    /// Indicates whether all lanes are the same queue, so that jobs of different lanes keep their order.
    package var hasOneOrder: Bool { running == .inline || chosenQueue != nil }

    /// Runs `job` on the lane, after those that were delivered to it before.
    ///
    /// - Thread: any but the render thread.
    package func deliver(_ lane: Lane = .main, _ job: @escaping @Sendable () -> Void) {
        switch running {
        case .inline: _ = state.withLock { $0.waiting.append(job) }
        case .onThreads:
            if lane == .main { MainQueue.join() }
            (chosenQueue ?? (lane == .main ? DispatchQueue.main : secondary)).async(execute: job)
        }
    }

    /// Declares that the program may have no main loop, as programs in C that wait by sleeping.
    ///
    /// Its main queue is not waited for before it has run once.
    package func expectNoMainLoop() {
        state.withLock { state in
            guard !state.hasMainRun else { return }
            state.isMainLate = true
            state.mainBell?.signal()
        }
    }

    /// Indicates whether a thread waits for the main queue at present.
    var isWaitedFor: Bool { state.withLock { $0.mainBell != nil && !$0.isMainLate } }

    /// Waits until the callbacks delivered so far have run, on a device that runs by itself.
    ///
    /// A program whose main queue is busy or never runs is waited for at most `seconds`, and not again until it has
    /// run.
    package func waitUntilDelivered(seconds: Double) {
        guard running == .onThreads else { return }
        let secondaryBell = DispatchSemaphore(value: 0)
        secondary.async { secondaryBell.signal() }
        _ = secondaryBell.wait(timeout: .now() + seconds)
        let bell = DispatchSemaphore(value: 0)
        let (main, isMainLate) = state.withLock { state in
            state.mainBell = bell
            return (state.chosen ?? DispatchQueue.main, state.isMainLate)
        }
        main.async { [self] in
            state.withLock {
                $0.isMainLate = false
                $0.hasMainRun = true
            }
            bell.signal()
        }
        let isDelivered = isMainLate || bell.wait(timeout: .now() + seconds) == .success
        state.withLock {
            $0.mainBell = nil
            if !isDelivered { $0.isMainLate = true }
        }
    }

    /// Delivers all that waits, on this thread; does nothing on a device that runs by itself or inside a delivery.
    ///
    /// - Returns: Whether anything was delivered.
    @discardableResult
    package func drain() -> Bool {
        guard running == .inline else { return false }
        let begins = state.withLock { state in
            guard !state.isDraining, !state.waiting.isEmpty else { return false }
            state.isDraining = true
            return true
        }
        guard begins else { return false }
        defer { state.withLock { $0.isDraining = false } }
        while true {
            let batch = state.withLock { $0.waiting.takeAll() }
            guard !batch.isEmpty else { return true }
            for job in batch { job() }
        }
    }
}
