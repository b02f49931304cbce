import Foundation
import SordinoLibrary

/// A queue for a music player; its kinds are below.
open class MPMusicPlayerQueueDescriptor: NSObject {
    /// The items with their beginnings and ends.
    func entries() -> [QueueEntry] { [] }
    /// The item that comes first.
    var firstItem: MPMediaItem? { nil }
}

/// One item of a queue.
struct QueueEntry: Equatable {
    var item: MPMediaItem
    /// Seconds from the beginning; nil for the item's own.
    var start: TimeInterval?
    var end: TimeInterval?
}

/// A queue of items of the library.
open class MPMusicPlayerMediaItemQueueDescriptor: MPMusicPlayerQueueDescriptor {
    /// The query that the items are from.
    public let query: MPMediaQuery
    private let given: MPMediaItemCollection?
    /// The item to begin with; nil for the first one.
    open var startItem: MPMediaItem?
    private var starts: [UInt64: TimeInterval] = [:]
    private var ends: [UInt64: TimeInterval] = [:]

    /// Makes a queue of what a query finds when the player takes it.
    public init(query: MPMediaQuery) {
        (self.query, given) = ((query.copy() as? MPMediaQuery) ?? query, nil)
    }

    /// Makes a queue of items.
    public init(itemCollection: MPMediaItemCollection) { (query, given) = (MPMediaQuery(), itemCollection) }

    /// The items of the queue.
    open var itemCollection: MPMediaItemCollection { given ?? MPMediaItemCollection(items: query.items ?? []) }

    /// Sets where an item begins, in seconds.
    open func setStartTime(_ startTime: TimeInterval, for mediaItem: MPMediaItem) { starts[mediaItem.id] = startTime }

    /// Sets where an item ends, in seconds.
    open func setEndTime(_ endTime: TimeInterval, for mediaItem: MPMediaItem) { ends[mediaItem.id] = endTime }

    override func entries() -> [QueueEntry] {
        itemCollection.items.map { QueueEntry(item: $0, start: starts[$0.id], end: ends[$0.id]) }
    }

    override var firstItem: MPMediaItem? { startItem }
}

/// Parameters of an item: a dictionary with its persistent identifier under `id`, as a number or text.
open class MPMusicPlayerPlayParameters: NSObject, Codable {
    private let identifier: String
    /// The dictionary that was given.
    open var dictionary: [String: Any] { ["id": identifier, "kind": "song"] }

    /// Takes the dictionary; nil without an identifier.
    public required init?(dictionary: [String: Any]) {
        guard let id = dictionary["id"] else { return nil }
        identifier = "\(id)"
    }

    private enum Keys: String, CodingKey { case id }

    /// Makes an object of these values.
    public required convenience init(from decoder: any Decoder) throws {
        self.init(identifier: try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .id))
    }

    private init(identifier: String) { self.identifier = identifier }

    open func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(identifier, forKey: .id)
    }

    var item: MPMediaItem? { MPMusicPlayerStoreQueueDescriptor.item(identifier) }
    var key: String { identifier }
}

/// A queue of items by their parameters.
open class MPMusicPlayerPlayParametersQueueDescriptor: MPMusicPlayerQueueDescriptor {
    open var playParametersQueue: [MPMusicPlayerPlayParameters]
    /// The item to begin with; nil for the first one.
    open var startItemPlayParameters: MPMusicPlayerPlayParameters?
    private var starts: [String: TimeInterval] = [:]
    private var ends: [String: TimeInterval] = [:]

    /// Makes a queue; items that the library does not have are left out when it is played.
    public init(playParametersQueue: [MPMusicPlayerPlayParameters]) { self.playParametersQueue = playParametersQueue }

    /// Sets where an item begins, in seconds.
    open func setStartTime(_ startTime: TimeInterval, forItemWith playParameters: MPMusicPlayerPlayParameters) {
        starts[playParameters.key] = startTime
    }

    /// Sets where an item ends, in seconds.
    open func setEndTime(_ endTime: TimeInterval, forItemWith playParameters: MPMusicPlayerPlayParameters) {
        ends[playParameters.key] = endTime
    }

    override func entries() -> [QueueEntry] {
        playParametersQueue.compactMap { parameters in
            parameters.item.map { QueueEntry(item: $0, start: starts[parameters.key], end: ends[parameters.key]) }
        }
    }

    override var firstItem: MPMediaItem? { startItemPlayParameters?.item }
}

/// A queue of items by identifiers of a shop, which are persistent identifiers of the library here.
open class MPMusicPlayerStoreQueueDescriptor: MPMusicPlayerQueueDescriptor {
    open var storeIDs: [String]?
    /// The item to begin with; nil for the first one.
    open var startItemID: String?
    private var starts: [String: TimeInterval] = [:]
    private var ends: [String: TimeInterval] = [:]

    /// Makes a queue; items that the library does not have are left out when it is played.
    public init(storeIDs: [String]) { self.storeIDs = storeIDs }

    /// Sets where an item begins, in seconds.
    open func setStartTime(_ startTime: TimeInterval, forItemWithStoreID storeID: String) {
        starts[storeID] = startTime
    }

    /// Sets where an item ends, in seconds.
    open func setEndTime(_ endTime: TimeInterval, forItemWithStoreID storeID: String) { ends[storeID] = endTime }

    override func entries() -> [QueueEntry] {
        (storeIDs ?? []).compactMap { id in
            Self.item(id).map { QueueEntry(item: $0, start: starts[id], end: ends[id]) }
        }
    }

    override var firstItem: MPMediaItem? { startItemID.flatMap(Self.item) }

    static func item(_ identifier: String) -> MPMediaItem? {
        guard let id = UInt64(identifier), let library = LibraryAccess.current.library,
            library.table.row(of: id) != nil
        else { return nil }
        return MPMediaItem(id, library)
    }
}

/// The queue of a player, as it is.
open class MPMusicPlayerControllerQueue: NSObject {
    var entries: [QueueEntry]
    init(_ entries: [QueueEntry]) { self.entries = entries }

    /// The items in their order.
    open var items: [MPMediaItem] { entries.map(\.item) }
}

/// The queue of a player, while it is changed.
open class MPMusicPlayerControllerMutableQueue: MPMusicPlayerControllerQueue {
    /// Inserts items behind another one; at the beginning for nil.
    open func insert(_ queueDescriptor: MPMusicPlayerQueueDescriptor, after afterItem: MPMediaItem?) {
        let place = afterItem.flatMap { item in entries.firstIndex { $0.item == item } }.map { $0 + 1 } ?? 0
        entries.insert(contentsOf: queueDescriptor.entries(), at: place)
    }

    /// Takes an item away.
    open func remove(_ item: MPMediaItem) { entries.removeAll { $0.item == item } }
}
