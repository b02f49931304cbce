/// A queue of packets and functions that wait for their times.
struct PacketQueue: Sendable {
    /// A packet or a function that waits.
    enum Item: Sendable {
        /// Packets on their way to a destination.
        case send(TimedWords, to: MIDIObjectID)
        /// Packets that have come from a source.
        case arrival(TimedWords, from: MIDIObjectID)
        /// Packets that another program sent to a destination of this one.
        case delivery(TimedWords, to: MIDIObjectID)
        case call(@Sendable () -> Void)

        var wordCount: Int {
            switch self {
            case .send(let packet, _), .arrival(let packet, _), .delivery(let packet, _): packet.words.count
            case .call: 1
            }
        }
    }

    private struct Entry: Sendable {
        let due: UInt64
        let order: UInt64
        let item: Item

        static func < (lhs: Entry, rhs: Entry) -> Bool { (lhs.due, lhs.order) < (rhs.due, rhs.order) }
    }

    /// The most items, and the most words of packets, that wait.
    static let itemLimit = 65_536
    static let wordLimit = 1 << 22

    private var heap: [Entry] = []
    private var order: UInt64 = 0
    private var wordCount = 0

    /// When the first item is due; nil for none.
    var nextDue: UInt64? { heap.first?.due }
    /// The number of items.
    var count: Int { heap.count }

    /// Adds an item behind those that are due at the same time.
    ///
    /// - Returns: False at the bound.
    mutating func append(_ item: Item, due: UInt64) -> Bool {
        guard heap.count < Self.itemLimit, wordCount + item.wordCount <= Self.wordLimit else { return false }
        wordCount += item.wordCount
        heap.append(Entry(due: due, order: order, item: item))
        order += 1
        var place = heap.count - 1
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
        return true
    }

    /// Takes the first item if it is due.
    mutating func popFirst(dueBy now: UInt64) -> Item? {
        guard let first = heap.first, first.due <= now else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown()
        }
        wordCount -= first.item.wordCount
        return first.item
    }

    /// Drops the items that a function picks.
    mutating func removeAll(where isDropped: (Item) -> Bool) {
        let kept = heap.filter { !isDropped($0.item) }
        guard kept.count < heap.count else { return }
        wordCount = kept.reduce(0) { $0 + $1.item.wordCount }
        // A sorted array is a heap.
        heap = kept.sorted(by: <)
    }

    private mutating func siftDown() {
        var place = 0
        while true {
            var child = place * 2 + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < heap[place] else { return }
            heap.swapAt(child, place)
            place = child
        }
    }
}
