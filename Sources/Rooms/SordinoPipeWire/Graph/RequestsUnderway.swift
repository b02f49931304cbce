/// The values that another program was asked for and has not shown yet.
///
/// The value that it shows may be older than the request. A request that is underway may be carried out after the next was made.
struct RequestsUnderway<Value: Hashable & Sendable>: Hashable, Sendable {
    private static var most: Int { 64 }
    private var underway: [Value] = []
    private var from: Value?
    private var shown: Value?

    /// The value before the requests that are underway; nil when each of them was shown.
    var former: Value? { underway.isEmpty ? nil : from }

    /// Takes in the value that the other program has by its own word.
    mutating func show(_ value: Value) {
        defer { shown = value }
        guard value != shown, let first = underway.firstIndex(of: value) else { return }
        underway.removeSubrange(...first)
    }

    /// Takes in a request; `from` is the value that comes back after it.
    mutating func ask(_ value: Value, from: Value) {
        self.from = from
        guard underway.last != value else { return }
        underway = underway.suffix(Self.most - 1) + [value]
    }
}
