import Foundation
import SordinoLibrary

/// A stretch of a query's results that begins with one letter.
open class MPMediaQuerySection: NSObject {
    /// The letter; # for what begins with none.
    public let title: String
    /// The places in the list.
    public let range: NSRange

    init(_ section: SongTable.Section) {
        title = section.title
        range = NSRange(location: section.rows.lowerBound, length: section.rows.count)
    }
}

/// A question to the library: items that meet all conditions, in groups.
///
/// The answers are those of the moment in which they are asked for.
open class MPMediaQuery: NSObject, NSCopying {
    /// The conditions; nil or none for all items.
    open var filterPredicates: Set<MPMediaPredicate>?
    /// The groups of `collections`, and the order of `items`.
    open var groupingType = MPMediaGrouping.title

    /// Makes a query for all items.
    public override convenience init() { self.init(filterPredicates: nil) }

    /// Makes an object of these values.
    public init(filterPredicates: Set<MPMediaPredicate>?) { self.filterPredicates = filterPredicates }

    private convenience init(_ grouping: MPMediaGrouping, _ kinds: MPMediaType?, isCompilation: Bool? = nil) {
        var predicates = Set<MPMediaPredicate>()
        if let kinds {
            predicates.insert(
                MPMediaPropertyPredicate(
                    value: NSNumber(value: kinds.rawValue), forProperty: MPMediaItemPropertyMediaType))
        }
        if let isCompilation {
            predicates.insert(
                MPMediaPropertyPredicate(
                    value: NSNumber(value: isCompilation), forProperty: MPMediaItemPropertyIsCompilation))
        }
        self.init(filterPredicates: predicates.isEmpty ? nil : predicates)
        groupingType = grouping
    }

    open class func songs() -> MPMediaQuery { MPMediaQuery(.title, .music) }
    open class func albums() -> MPMediaQuery { MPMediaQuery(.album, .music) }
    open class func artists() -> MPMediaQuery { MPMediaQuery(.artist, .music) }
    open class func composers() -> MPMediaQuery { MPMediaQuery(.composer, .anyAudio) }
    open class func genres() -> MPMediaQuery { MPMediaQuery(.genre, .anyAudio) }
    open class func compilations() -> MPMediaQuery { MPMediaQuery(.album, .music, isCompilation: true) }
    open class func podcasts() -> MPMediaQuery { MPMediaQuery(.podcastTitle, .podcast) }
    open class func audiobooks() -> MPMediaQuery { MPMediaQuery(.title, .audioBook) }
    open class func playlists() -> MPMediaQuery { MPMediaQuery(.playlist, nil) }

    /// Adds a condition to the others.
    open func addFilterPredicate(_ predicate: MPMediaPredicate) {
        filterPredicates = (filterPredicates ?? []).union([predicate])
    }

    /// Takes a condition away.
    open func removeFilterPredicate(_ predicate: MPMediaPredicate) { filterPredicates?.remove(predicate) }

    // MARK: Answers

    /// The items in the order of the grouping; nil if the program may not see the library.
    open var items: [MPMediaItem]? {
        guard let library = LibraryAccess.current.library else { return nil }
        if groupingType == .playlist { return playlists(library).flatMap(\.items) }
        return ItemShelf.of(library).items(query(library), library)
    }

    /// The groups of the items; nil if the program may not see the library.
    open var collections: [MPMediaItemCollection]? {
        guard let library = LibraryAccess.current.library else { return nil }
        if groupingType == .playlist { return playlists(library) }
        return ItemShelf.of(library).collections(query(library), library)
    }

    /// The items by their first letters; nil if there are none.
    open var itemSections: [MPMediaQuerySection]? {
        guard let library = LibraryAccess.current.library, groupingType != .playlist else { return nil }
        let (table, rows) = library.rows(query(library))
        return rows.isEmpty ? nil : table.sections(grouping, rows).map(MPMediaQuerySection.init)
    }

    /// The groups by their first letters; nil if there are none.
    open var collectionSections: [MPMediaQuerySection]? {
        guard let library = LibraryAccess.current.library, groupingType != .playlist else { return nil }
        let groups = library.groups(query(library))
        return groups.isEmpty ? nil : groups.table.sections(grouping, groups.firsts).map(MPMediaQuerySection.init)
    }

    private var grouping: SongQuery.Grouping {
        switch groupingType {
        case .title, .playlist: .title
        case .album: .album
        case .artist: .artist
        case .albumArtist: .albumArtist
        case .composer: .composer
        case .genre: .genre
        case .podcastTitle: .podcast
        }
    }

    private func query(_ library: MusicLibrary) -> SongQuery {
        SongQuery((filterPredicates ?? []).map { PropertyFilter.filter($0, library) }, grouping: grouping)
    }

    private func playlists(_ library: MusicLibrary) -> [MPMediaPlaylist] {
        let predicates = (filterPredicates ?? []).compactMap { $0 as? MPMediaPropertyPredicate }
        return library.playlists.filter { list in
            predicates.allSatisfy { PropertyFilter.matches(list, $0, $0.comparisonType == .contains) }
        }.map { MPMediaPlaylist($0, library) }
    }

    // MARK: Copies

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = MPMediaQuery(filterPredicates: filterPredicates)
        copy.groupingType = groupingType
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MPMediaQuery else { return false }
        return other.groupingType == groupingType && (other.filterPredicates ?? []) == (filterPredicates ?? [])
    }

    open override var hash: Int { groupingType.rawValue ^ (filterPredicates ?? []).hashValue }
}
