import Foundation
import PrivateBus
import SordinoPolicy
import SordinoSession
import Synchronization

extension PrivateBus {
    var bus: BusAddress { .at(address) }
}

/// What one program was told, in order, with a way to wait for more.
final class Told: Sendable {
    private struct State {
        var deliveries: [SessionDelivery] = []
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    var receive: @Sendable (SessionDelivery) -> Void {
        { delivery in
            self.state.withLock { $0.deliveries.append(delivery) }
            self.bell.signal()
        }
    }

    var all: [SessionDelivery] { state.withLock { $0.deliveries } }

    /// Waits until `isEnough` of what was told; how long is no part of any result.
    ///
    /// - Returns: False after 20 seconds.
    func wait(_ isEnough: ([SessionDelivery]) -> Bool) -> Bool {
        while !isEnough(all) {
            guard bell.wait(timeout: .now() + 20) == .success else { return isEnough(all) }
        }
        return true
    }

    /// Waits for a notification.
    func waits(for notification: SessionNotification) -> Bool {
        wait { $0.contains(.notification(notification)) }
    }

    /// Notifications and stops, without what only getters see.
    var words: [SessionDelivery] {
        all.filter { delivery in
            switch delivery {
            case .snapshot, .device: false
            case .notification, .stopIO, .ioInterrupted: true
            }
        }
    }

    var snapshot: SessionSnapshot? {
        for case .snapshot(let snapshot) in all.reversed() { return snapshot }
        return nil
    }

    var device: DeviceSnapshot? {
        for case .device(let device) in all.reversed() { return device }
        return nil
    }
}
