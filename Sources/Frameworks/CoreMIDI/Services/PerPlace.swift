import Foundation
import SordinoMIDIPorts
import Synchronization

/// One object for each MIDI system, the process's and that of each simulated device, released with the system.
final class PerPlace<Value: AnyObject & Sendable>: Sendable {
    private struct Entry {
        weak var system: MIDISystem?
        let value: Value
    }

    private let make: @Sendable (MIDIPlace) -> Value
    private let entries = Mutex<[Entry]>([])

    init(_ make: @escaping @Sendable (MIDIPlace) -> Value) { self.make = make }

    /// The object of the system that the running code is on.
    var current: Value {
        let place = MIDIPlace.current
        return entries.withLock { entries in
            entries.removeAll { $0.system == nil }
            if let known = entries.first(where: { $0.system === place.system }) { return known.value }
            let value = make(place)
            entries.append(Entry(system: place.system, value: value))
            return value
        }
    }
}

extension MIDIFailure {
    /// The error that methods throw: a status in the domain of OSStatus.
    var error: NSError { NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
}
