import SordinoRealtime

/// Tables that are costly to make and never change: one for each key, shared by all that hold it at a time.
///
/// A table goes with the last that holds it.
/// - Thread: control.
struct SharedTables<Key: Hashable & Sendable, Table: AnyObject & Sendable>: ~Copyable, Sendable {
    private struct Place: Sendable {
        weak let table: Table?
    }

    private let places = Guarded<[Key: Place]>([:])

    /// The table of a key: the living one, if some object still holds it, or a new one.
    ///
    /// - Parameter make: Makes the table, under the lock, so that two threads that ask at once make it once.
    func table(for key: Key, make: (Key) -> Table) -> Table {
        places.withLock { places in
            if let table = places[key]?.table { return table }
            places = places.filter { $0.value.table != nil }
            let table = make(key)
            places[key] = Place(table: table)
            return table
        }
    }
}
