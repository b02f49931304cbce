import Dispatch
import SordinoRealtime

/// Calls back once, at the moment that was set last.
///
/// One timer for all moments: a replaced one leaves nothing behind.
package final class WakeTimer: @unchecked Sendable {
    private let call = Guarded<(@Sendable () -> Void)?>(nil)
    /// May be scheduled from any thread.
    private let timer: any DispatchSourceTimer

    /// Makes a timer that was not asked for anything yet.
    package init() {
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "org.sordino.timer"))
        timer.setEventHandler { [weak self] in
            let call = self?.call.withLock { $0 }
            call?()
        }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Called on the queue of the timer.
    package var onTime: (@Sendable () -> Void)? {
        get { call.withLock { $0 } }
        set { call.withLock { $0 = newValue } }
    }

    /// Sets the moment in `seconds` from now; an earlier one is dropped.
    package func set(seconds: Double) {
        // Rounded up to the next millisecond: a wake that comes early would find nothing due.
        timer.schedule(deadline: .now() + max(seconds, 0) + 0.001)
    }
}
