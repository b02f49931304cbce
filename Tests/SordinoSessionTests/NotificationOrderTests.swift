import Dispatch
import SordinoPolicy
import SordinoWork
import Synchronization
import Testing

@testable import SordinoSession

/// The order of notifications whose documented threads differ, on a device that runs by itself.
@Suite struct NotificationOrderTests {
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    /// Runs everything that waits on the main queue.
    private func drainMain() {
        let bell = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { bell.signal() }
        bell.wait()
    }

    @Test func aRouteChangeIsHeardBeforeTheInterruptionThatFollowsFromIt() {
        let inbox = SessionInbox(callbacks: CallbackQueue(.onThreads))
        let (log, gate, over) = (Log(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        _ = inbox.add(
            .notifications(nil) { notification in
                switch notification {
                case .routeChanged:
                    gate.wait()
                    log.add("route")
                case .interruptionBegan: log.add("interruption")
                case .inputAvailable:
                    log.add("input")
                    over.signal()
                default: break
                }
            })
        inbox.receive(.notification(.routeChanged(.oldDeviceUnavailable, previous: .none)))
        inbox.receive(.notification(.interruptionBegan(.routeDisconnected, wasSuspended: false)))
        inbox.receive(.notification(.inputAvailable(false)))
        drainMain()
        #expect(log.all == [])
        gate.signal()
        over.wait()
        #expect(log.all == ["route", "interruption", "input"])
    }

    @Test func aMainQueueThatIsBusyDelaysNoRouteChange() {
        let inbox = SessionInbox(callbacks: CallbackQueue(.onThreads))
        let (gate, route) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        _ = inbox.add(
            .notifications(nil) { notification in
                switch notification {
                case .routeChanged: route.signal()
                case .interruptionBegan: gate.wait()
                default: break
                }
            })
        inbox.receive(.notification(.interruptionBegan(.default, wasSuspended: false)))
        inbox.receive(.notification(.routeChanged(.categoryChange, previous: .none)))
        #expect(route.wait(timeout: .now() + 60) == .success)
        gate.signal()
        drainMain()
    }

    /// An observer that does not return holds up others for a while only.
    @Test func theMainQueueDoesNotWaitForEver() {
        let inbox = SessionInbox(callbacks: CallbackQueue(.onThreads))
        let (log, gate, over) = (Log(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        _ = inbox.add(
            .notifications(nil) { notification in
                switch notification {
                case .routeChanged: gate.wait()
                case .outputVolume(let volume):
                    log.add("\(volume)")
                    if volume == Float(SessionInbox.heldBackLimit) { over.signal() }
                default: break
                }
            })
        inbox.receive(.notification(.routeChanged(.oldDeviceUnavailable, previous: .none)))
        for number in 0...SessionInbox.heldBackLimit { inbox.receive(.notification(.outputVolume(Float(number)))) }
        over.wait()
        #expect(log.all == (0...SessionInbox.heldBackLimit).map { "\(Float($0))" })
        gate.signal()
    }
}
