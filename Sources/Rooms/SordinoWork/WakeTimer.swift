import Dispatch
import Synchronization

/// Calls back once at the last moment that was asked for.
package final class WakeTimer: Sendable {
    private struct State {
        var generation = 0
        var onTime: (@Sendable () -> Void)?
    }

    private let queue = DispatchQueue(label: "org.sordino.timer")
    private let state = Mutex(State())

    package init() {}

    /// Called on a thread of the timer's.
    package var onTime: (@Sendable () -> Void)? {
        get { state.withLock { $0.onTime } }
        set { state.withLock { $0.onTime = newValue } }
    }

    /// Replaces an earlier wish.
    package func set(seconds: Double) {
        let generation = state.withLock { state in
            state.generation += 1
            return state.generation
        }
        // Rounded up to the next millisecond: a wake that comes early would find nothing due.
        queue.asyncAfter(deadline: .now() + max(seconds, 0) + 0.001) { [weak self] in
            let call = self?.state.withLock { $0.generation == generation ? $0.onTime : nil }
            call?()
        }
    }
}
