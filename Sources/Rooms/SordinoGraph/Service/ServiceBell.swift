import SordinoRealtime
import Synchronization

/// Signals to the desk at which a part was admitted that the part has work.
///
/// - Thread: `ring` any but the render thread; the render thread rings by `ServiceBellState.ring`.
package final class ServiceBell: Sendable {
    private struct Place: Sendable {
        weak var desk: ServiceDesk?
    }

    private let held = Held(ServiceBellState())
    private let place = Guarded(Place())

    /// Makes a bell without a desk.
    package init() {}

    /// The part of the bell that the render thread rings; lives as long as the bell.
    var state: UnsafeMutablePointer<ServiceBellState> { held.pointer }

    /// Signals that there is work, and wakes the host of the desk; without a desk nothing happens.
    package func ring() {
        guard let desk = place.withLock({ $0.desk }) else { return }
        desk.ring(held.pointer.pointee.slot.load(ordering: .relaxed))
    }

    /// Indicates whether the bell hangs at a desk, so that a host serves the part.
    package var isHeard: Bool { place.withLock { $0.desk != nil } }

    /// Hangs the bell at a desk, under a number, or at none.
    func hang(at desk: ServiceDesk?, slot: Int) {
        place.withLock { $0.desk = desk }
        held.pointer.pointee.slot.store(slot, ordering: .relaxed)
    }
}

/// The number under which a part was admitted.
package struct ServiceBellState: ~Copyable {
    /// Below 0 while the part is admitted nowhere.
    let slot = Atomic<Int>(-1)
}
