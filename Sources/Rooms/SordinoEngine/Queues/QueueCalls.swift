import Dispatch
import Glibc
import SordinoRealtime

/// Makes the callbacks of an audio queue, one at a time and in order, until the queue is disposed of.
///
/// A call waits in a list until its thread, run loop or queue runs it. A stop and a reset make the waiting calls before they return (`passAll`).
/// After `close` no call begins.
/// - Thread: any but the render thread.
package final class QueueCalls: Sendable {
    /// The thread, run loop or dispatch queue of the calls.
    package struct Place: Sendable {
        /// Runs a function at the place, asynchronously and in order.
        package var later: @Sendable (@escaping @Sendable () -> Void) -> Void
        /// Runs a function synchronously, on a thread for which `isHere` is true.
        package var here: @Sendable (@Sendable () -> Void) -> Void
        /// Indicates whether the calling thread may make the calls itself.
        package var isHere: @Sendable () -> Bool

        package init(
            later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
            here: @escaping @Sendable (@Sendable () -> Void) -> Void, isHere: @escaping @Sendable () -> Bool
        ) {
            self.later = later
            self.here = here
            self.isHere = isHere
        }
    }

    private struct State {
        var hasEnded = false
        /// Set while the queue renders offline: the rendering thread makes the calls.
        var isByHand = false
        var waiting: [@Sendable () -> Void] = []
        /// The thread of the call in progress; 0 if there is none.
        var caller: UInt = 0
    }

    /// The longest time that a stop waits for the calls of another thread: a program whose callback, or whose run loop, waits
    /// for the thread that stops the queue would otherwise never return.
    package static let patienceSeconds = 1.0

    private let place: Place
    private let gate = ReentrantLock()
    private let state = Guarded(State())

    /// Makes calls at a place.
    package init(at place: Place) { self.place = place }

    /// Whether calls wait for `drain`; set to false, it sends the waiting calls to their place.
    var isByHand: Bool {
        get { state.withLock { $0.isByHand } }
        set {
            let released = state.withLock { state -> Int in
                state.isByHand = newValue
                return newValue ? 0 : state.waiting.count
            }
            for _ in 0..<released { place.later { self.passNext() } }
        }
    }

    /// Adds a call, to be made later.
    package func deliver(_ call: @escaping @Sendable () -> Void) {
        let isSent = state.withLock { state in
            if state.hasEnded { return false }
            state.waiting.append(call)
            return !state.isByHand
        }
        if isSent { place.later { [self] in passNext() } }
    }

    /// Makes the oldest waiting call.
    private func passNext() {
        gate.withLock {
            let thread = UInt(pthread_self())
            let (call, outer) = state.withLock { state -> ((@Sendable () -> Void)?, UInt) in
                guard !state.hasEnded, !state.waiting.isEmpty else { return (nil, 0) }
                defer { state.caller = thread }
                return (state.waiting.removeFirst(), state.caller)
            }
            guard let call else { return }
            call()
            state.withLock { $0.caller = outer }
        }
    }

    /// Makes the waiting calls on this thread.
    ///
    /// - Returns: True if there were any.
    @discardableResult
    func drain() -> Bool {
        let count = state.withLock { $0.waiting.count }
        for _ in 0..<count { place.here { self.passNext() } }
        return count > 0
    }

    /// Makes the waiting calls at their place, and returns when they were made.
    ///
    /// Inside a call it returns at once, as Apple documents, and the other calls are made later. It waits at most
    /// `patienceSeconds` for another thread; the remaining calls are made after that.
    package func passAll(patienceSeconds: Double = QueueCalls.patienceSeconds) {
        let (mustNotWait, isByHand) = state.withLock {
            ($0.hasEnded || $0.caller == UInt(pthread_self()), $0.isByHand)
        }
        if mustNotWait { return }
        if isByHand || place.isHere() {
            drain()
            return
        }
        let bell = DispatchSemaphore(value: 0)
        deliver { bell.signal() }
        _ = bell.wait(timeout: .now() + patienceSeconds)
    }

    /// No call begins after this.
    package func close() {
        state.withLock { state in
            state.hasEnded = true
            state.waiting = []
        }
    }

    /// Waits for the call that is under way, unless it is the caller's own.
    package func waitForLast() { gate.withLock {} }
}
