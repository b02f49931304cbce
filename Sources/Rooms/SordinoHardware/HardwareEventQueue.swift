import SordinoPolicy
import SordinoWork

/// Events that wait for delivery to a device's listener.
///
/// A full queue is condensed to the events that lead to the present state: the listener misses states that have passed,
/// but its picture of the device is right.
package struct HardwareEventQueue: Sendable {
    /// The most events that wait.
    package static let capacity = 256

    private var waiting = BoundedQueue<HardwareEvent>(capacity: HardwareEventQueue.capacity)

    package init() {}

    /// The number of waiting events.
    package var count: Int { waiting.count }

    /// Adds an event at the end; those that wait are condensed first if they are as many as the queue holds.
    package mutating func append(_ event: HardwareEvent) {
        if waiting.isFull {
            for event in Self.condensed(waiting.takeAll()) { _ = waiting.append(event) }
        }
        _ = waiting.append(event)
    }

    /// Takes the oldest event; nil when none waits.
    package mutating func popFirst() -> HardwareEvent? { waiting.popFirst() }

    /// Returns events that lead to the same state, at most one of each kind.
    ///
    /// A port that departed and came back departs and arrives: programs pause when headphones go.
    static func condensed(_ events: [HardwareEvent]) -> [HardwareEvent] {
        var departed: [String] = []
        var arrived: [Port] = []
        var timing: HardwareEvent?
        var volume: HardwareEvent?
        var otherSounds: HardwareEvent?
        var guests: HardwareEvent?
        var outputMuted: HardwareEvent?
        var preferred: HardwareEvent?
        var serverAnswers: HardwareEvent?
        var wasLost = false
        var isBack = false
        for event in events {
            switch event {
            case .portsArrived(let ports):
                arrived.removeAll { old in ports.contains { $0.uid == old.uid } }
                arrived += ports
            case .portsDeparted(let uids):
                arrived.removeAll { uids.contains($0.uid) }
                departed += uids.filter { !departed.contains($0) }
            case .timing: timing = event
            case .volume: volume = event
            case .otherSounds: otherSounds = event
            case .guests: guests = event
            case .outputMuted: outputMuted = event
            case .portsPreferred: preferred = event
            case .serverAnswers: serverAnswers = event
            case .lost: (wasLost, isBack) = (true, false)
            case .restarted: isBack = true
            }
        }
        let changes: [HardwareEvent?] = [
            serverAnswers, wasLost ? .lost : nil, preferred, departed.isEmpty ? nil : .portsDeparted(departed),
            isBack ? .restarted : nil, arrived.isEmpty ? nil : .portsArrived(arrived), timing, volume, outputMuted,
            otherSounds, guests,
        ]
        return changes.compactMap { $0 }
    }
}
