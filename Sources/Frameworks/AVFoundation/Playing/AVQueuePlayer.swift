import Foundation
import SordinoRealtime

/// Plays items one after the other.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    private let queue = Guarded<[AVPlayerItem]>([])

    /// Makes a player without items.
    public override init() {
        super.init()
        actionAtItemEnd = .advance
    }

    /// Makes a player of items, which are played in their order.
    public convenience init(items: [AVPlayerItem]) {
        self.init()
        for item in items { insert(item, after: nil) }
    }

    /// Returns the items that are to be played, the present one first.
    open func items() -> [AVPlayerItem] { queue.withLock { $0 } }

    /// Returns whether an item can be inserted behind another: it is not in a queue, and the other is in this one.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        let items = items()
        return item.owner == nil && !items.contains { $0 === item }
            && (afterItem == nil || items.contains { $0 === afterItem })
    }

    /// Inserts an item behind another; nil is the end of the queue.
    ///
    /// An item for which `canInsert` is false is ignored.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        guard canInsert(item, after: afterItem) else { return }
        let isFirst = queue.withLock { items in
            let place = items.firstIndex { $0 === afterItem }.map { $0 + 1 } ?? items.count
            items.insert(item, at: place)
            return items.count == 1
        }
        item.owner = self
        if isFirst { take(item) }
    }

    /// Puts an item in front of the one that is played; it is played at once.
    func insert(_ item: AVPlayerItem, before first: AVPlayerItem) {
        guard canInsert(item, after: nil) else { return }
        queue.withLock { items in items.insert(item, at: items.firstIndex { $0 === first } ?? 0) }
        take(item)
        // It waits behind the other, still in this queue.
        if items().contains(where: { $0 === first }) { first.owner = self }
    }

    /// Takes an item away; the present one is followed by the next.
    open func remove(_ item: AVPlayerItem) {
        let (wasFirst, next) = queue.withLock { items in
            let wasFirst = items.first === item
            items.removeAll { $0 === item }
            return (wasFirst, items.first)
        }
        if wasFirst {
            take(next)
        } else if item.owner === self, item !== currentItem {
            item.owner = nil
        }
    }

    /// Takes all items away.
    open func removeAllItems() {
        let items = queue.withLock { items in
            defer { items = [] }
            return items
        }
        take(nil)
        for item in items { item.owner = nil }
    }

    /// Ends the present item and begins the next.
    open func advanceToNextItem() {
        if let first = items().first { remove(first) }
    }

    /// Plays another item in the place of the present one.
    open override func replaceCurrentItem(with item: AVPlayerItem?) {
        queue.withLock { items in
            if !items.isEmpty { items.removeFirst() }
            guard let item else { return }
            items.removeAll { $0 === item }
            items.insert(item, at: 0)
        }
        take(item)
    }

    override func advance() { advanceToNextItem() }
}
