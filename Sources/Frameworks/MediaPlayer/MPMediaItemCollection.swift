import Foundation
import SordinoLibrary

/// A list of items, such as an album.
open class MPMediaItemCollection: MPMediaEntity {
    private enum Content {
        case items([MPMediaItem])
        case songs([UInt64])
        case group(GroupSource, Int)
    }

    private let content: Content

    /// Makes a list of items.
    public init(items: [MPMediaItem]) {
        let name = items.map { "\($0.id)" }.joined(separator: " ")
        content = .items(items)
        super.init(PersistentID.of("items", name), items.first?.library)
    }

    /// Takes songs; items are made when they are asked for.
    init(_ id: UInt64, ids: [UInt64], _ library: MusicLibrary?) {
        content = .songs(ids)
        super.init(id, library)
    }

    /// Takes the songs of a group; items are made when they are asked for.
    init(_ id: UInt64, _ source: GroupSource, _ group: Int) {
        content = .group(source, group)
        super.init(id, source.library)
    }

    private func items(_ ids: [UInt64]) -> [MPMediaItem] {
        library.map { ItemShelf.of($0).items(ids, $0) } ?? ids.map { MPMediaItem($0, nil) }
    }

    /// The items in their order.
    open var items: [MPMediaItem] {
        switch content {
        case .items(let items): items
        case .songs(let ids): items(ids)
        case .group(let source, let group): items(source.ids(group))
        }
    }

    /// The first item, for what all of them have in common.
    open var representativeItem: MPMediaItem? {
        switch content {
        case .items(let items): items.first
        case .songs(let ids): items(Array(ids.prefix(1))).first
        case .group(let source, let group): items(source.ids(group, limit: 1)).first
        }
    }

    open var count: Int {
        switch content {
        case .items(let items): items.count
        case .songs(let ids): ids.count
        case .group(let source, let group): source.count(group)
        }
    }

    /// The kinds of all items together.
    open var mediaTypes: MPMediaType {
        items.reduce(into: []) { $0.formUnion($1.mediaType) }
    }

    open override func value(forProperty property: String) -> Any? {
        switch property {
        case MPMediaEntityPropertyPersistentID: NSNumber(value: id)
        // Values that the items have in common, such as the album of its songs.
        default: representativeItem?.value(forProperty: property)
        }
    }
}

/// The name and description of a playlist that is made.
open class MPMediaPlaylistCreationMetadata: NSObject {
    /// The name of the list.
    public let name: String
    /// The author; the program's name at first.
    open var authorDisplayName: String!
    open var descriptionText = ""

    /// Makes them for a name.
    public init(name: String) {
        self.name = name
        authorDisplayName = ProcessInfo.processInfo.processName
    }
}

/// A playlist of the library: a file of M3U or XSPF in the person's folders of music.
open class MPMediaPlaylist: MPMediaItemCollection {
    let playlist: Playlist

    init(_ playlist: Playlist, _ library: MusicLibrary) {
        self.playlist = playlist
        super.init(playlist.id, ids: library.songs(of: playlist), library)
    }

    open override var persistentID: MPMediaEntityPersistentID { id }
    open var name: String? { playlist.name }
    open var descriptionText: String? { playlist.details.isEmpty ? nil : playlist.details }
    open var authorDisplayName: String? { playlist.author.isEmpty ? nil : playlist.author }
    /// Nil: playlists are files of this device.
    open var cloudGlobalID: String? { nil }
    open var playlistAttributes: MPMediaPlaylistAttribute { [] }
    open var seedItems: [MPMediaItem]? { nil }

    /// Appends items, in the file as well.
    ///
    /// - Parameter completionHandler: Called with an error if the file cannot be written, on the calling thread.
    open func add(_ mediaItems: [MPMediaItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        do {
            try append(mediaItems)
            completionHandler?(nil)
        } catch {
            completionHandler?(error)
        }
    }

    /// Appends items, in the file as well.
    ///
    /// - Throws: `MPError` if the file cannot be written.
    open func add(_ mediaItems: [MPMediaItem]) async throws { try append(mediaItems) }

    private func append(_ items: [MPMediaItem]) throws {
        guard let library else { throw MPError(.notFound, "the playlist belongs to no library") }
        // As it is now: another program may have changed it.
        guard var now = library.playlists.first(where: { $0.id == id }) else {
            throw MPError(.notFound, "the playlist is not there any more")
        }
        now.paths += items.compactMap { library.details(of: $0.id)?.path }
        do { try library.write(now) } catch { throw MPError(.unknown, error.description) }
    }

    /// Fails: there is no shop whose products have identifiers.
    open func addItem(withProductID productID: String, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        completionHandler?(MPError(.notSupported, "there is no shop"))
    }

    /// Fails: there is no shop whose products have identifiers.
    open func addItem(withProductID productID: String) async throws { throw MPError(.notSupported, "there is no shop") }

    open override func value(forProperty property: String) -> Any? {
        switch property {
        case MPMediaPlaylistPropertyPersistentID, MPMediaEntityPropertyPersistentID: NSNumber(value: id)
        case MPMediaPlaylistPropertyName: name
        case MPMediaPlaylistPropertyDescriptionText: descriptionText
        case MPMediaPlaylistPropertyAuthorDisplayName: authorDisplayName
        case MPMediaPlaylistPropertyPlaylistAttributes: NSNumber(value: playlistAttributes.rawValue)
        default: super.value(forProperty: property)
        }
    }
}
