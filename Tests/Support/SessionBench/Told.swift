import Dispatch
import SordinoPolicy
import SordinoSession
import Synchronization

/// The notifications of one program, in order, with a way to wait for more.
package final class Told: Sendable {
    private struct State {
        var deliveries: [SessionDelivery] = []
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    package init() {}

    package var receive: @Sendable (SessionDelivery) -> Void {
        { delivery in
            self.state.withLock { $0.deliveries.append(delivery) }
            self.bell.signal()
        }
    }

    package var all: [SessionDelivery] { state.withLock { $0.deliveries } }

    /// Waits until `isEnough` of what was told; how long is no part of any result.
    ///
    /// - Returns: False after 20 seconds.
    package func wait(_ isEnough: ([SessionDelivery]) -> Bool) -> Bool {
        while !isEnough(all) {
            guard bell.wait(timeout: .now() + 20) == .success else { return isEnough(all) }
        }
        return true
    }

    /// Waits for a notification.
    package func waits(for notification: SessionNotification) -> Bool {
        wait { $0.contains(.notification(notification)) }
    }

    /// Notifications and stops, without what only getters see.
    package var words: [SessionDelivery] {
        all.filter { delivery in
            switch delivery {
            case .snapshot, .device: false
            case .notification, .stopIO, .ioInterrupted: true
            }
        }
    }

    package var snapshot: SessionSnapshot? {
        for case .snapshot(let snapshot) in all.reversed() { return snapshot }
        return nil
    }

    package var device: DeviceSnapshot? {
        for case .device(let device) in all.reversed() { return device }
        return nil
    }
}
