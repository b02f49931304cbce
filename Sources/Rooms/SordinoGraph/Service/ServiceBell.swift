import SordinoRealtime
import Synchronization

/// Tells the desk that a part was admitted to that the part has work.
///
/// - Thread: `ring` any but the render thread; the render thread rings by `ServiceBellState.ring`.
package final class ServiceBell: Sendable {
    private struct Place: Sendable {
        weak var desk: ServiceDesk?
    }

    private let held = Held(ServiceBellState())
    private let place = Guarded(Place())

    /// Makes a bell that nobody hears yet.
    package init() {}

    /// The part of the bell that the render thread rings; lives as long as the bell.
    var state: UnsafeMutablePointer<ServiceBellState> { held.pointer }

    /// Tells the desk that there is work, and wakes the host.
    package func ring() {
        guard let desk = place.withLock({ $0.desk }) else { return }
        desk.ring(held.pointer.pointee.slot.load(ordering: .relaxed))
    }

    /// Indicates whether a desk hears it: a host serves the part then.
    package var isHeard: Bool { place.withLock { $0.desk != nil } }

    /// The bell is heard at a desk, under a number, or nowhere.
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
