import SordinoRealtime
import SordinoSession

/// The place where an audio queue calls its program, open until the queue is disposed of.
///
/// Calls come one at a time and in their order. A queue that is gone calls nobody any more; who disposes of one waits for the
/// call that is under way, unless it is that call which disposes.
/// - Thread: any but the render thread.
package final class QueueCalls: @unchecked Sendable {
    /// Calls a function at the program's place, later.
    package typealias Place = @Sendable (@escaping @Sendable () -> Void) -> Void

    private struct State {
        var hasEnded = false
        /// Offline: calls wait for whoever renders.
        var isByHand = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let place: Place
    private let gate = ReentrantLock()
    private let state = Guarded(State())

    /// Calls at a place.
    package init(at place: @escaping Place) { self.place = place }

    /// Lets calls wait for `drain`, or go to their place again.
    var isByHand: Bool {
        get { state.withLock { $0.isByHand } }
        set {
            let left = state.withLock { state -> [@Sendable () -> Void] in
                state.isByHand = newValue
                defer { if !newValue { state.waiting = [] } }
                return newValue ? [] : state.waiting
            }
            for call in left { place { self.pass(call) } }
        }
    }

    /// Calls the program, later.
    package func deliver(_ call: @escaping @Sendable () -> Void) {
        let isTaken = state.withLock { state in
            if state.hasEnded { return true }
            if state.isByHand { state.waiting.append(call) }
            return state.isByHand
        }
        if !isTaken { place { [self] in pass(call) } }
    }

    private func pass(_ call: @Sendable () -> Void) {
        gate.withLock { if !state.withLock({ $0.hasEnded }) { call() } }
    }

    /// Makes the calls that wait, on this thread.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func drain() -> Bool {
        let calls = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for call in calls { pass(call) }
        return !calls.isEmpty
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
