import Foundation
import SordinoLibrary

/// A condition of a query; its kind is `MPMediaPropertyPredicate`.
open class MPMediaPredicate: NSObject {}

/// A condition about one property.
open class MPMediaPropertyPredicate: MPMediaPredicate {
    /// The property that is compared.
    public let property: String
    /// The value that it is compared with.
    public let value: Any?
    /// The comparison of the predicate.
    public let comparisonType: MPMediaPredicateComparison

    /// Makes a condition.
    ///
    /// - Parameters:
    ///   - value: A text, number, date or truth value as the property has; nil for none.
    ///   - property: One that `MPMediaItem.canFilter(byProperty:)` names; no item meets a condition about another one.
    public init(value: Any?, forProperty property: String, comparisonType: MPMediaPredicateComparison) {
        (self.value, self.property, self.comparisonType) = (value, property, comparisonType)
    }

    /// Makes a condition that a property has a value.
    public convenience init(value: Any?, forProperty property: String) {
        self.init(value: value, forProperty: property, comparisonType: .equalTo)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MPMediaPropertyPredicate else { return false }
        return other.property == property && other.comparisonType == comparisonType && other.key == key
    }

    open override var hash: Int { property.hashValue ^ key.hashValue }

    private var key: String { value.map { "\($0)" } ?? "" }
}

/// Turns conditions into filters of the table in the library.
enum PropertyFilter {
    private static let texts: [String: SongTable.Text] = [
        MPMediaItemPropertyTitle: .title, MPMediaItemPropertyArtist: .artist,
        MPMediaItemPropertyAlbumArtist: .albumArtist, MPMediaItemPropertyAlbumTitle: .album,
        MPMediaItemPropertyGenre: .genre, MPMediaItemPropertyComposer: .composer,
        MPMediaItemPropertyPodcastTitle: .podcast,
    ]
    private static let textIDs: [String: SongTable.Text] = [
        MPMediaItemPropertyArtistPersistentID: .artist, MPMediaItemPropertyAlbumArtistPersistentID: .albumArtist,
        MPMediaItemPropertyComposerPersistentID: .composer, MPMediaItemPropertyGenrePersistentID: .genre,
        MPMediaItemPropertyPodcastPersistentID: .podcast,
    ]
    private static let numbers: [String: SongTable.Number] = [
        MPMediaItemPropertyPlayCount: .playCount, MPMediaItemPropertySkipCount: .skipCount,
        MPMediaItemPropertyRating: .rating, MPMediaItemPropertyAlbumTrackNumber: .track,
        MPMediaItemPropertyDiscNumber: .disc, MPMediaItemPropertyBeatsPerMinute: .beatsPerMinute,
    ]
    private static let flags: [String: Int32] = [
        MPMediaItemPropertyIsCompilation: SongTable.Flag.compilation,
        MPMediaItemPropertyIsExplicit: SongTable.Flag.explicit,
    ]
    /// Properties that are false for all items.
    private static let falsehoods: Set<String> = [
        MPMediaItemPropertyIsCloudItem, MPMediaItemPropertyHasProtectedAsset, MPMediaItemPropertyIsPreorder,
    ]
    private static let others: Set<String> = [
        MPMediaItemPropertyPersistentID, MPMediaItemPropertyAlbumPersistentID, MPMediaItemPropertyMediaType,
        MPMediaItemPropertyLastPlayedDate, MPMediaItemPropertyPlaybackDuration, MPMediaPlaylistPropertyName,
        MPMediaPlaylistPropertyPersistentID,
    ]

    static func isKnown(_ property: String) -> Bool {
        texts[property] != nil || textIDs[property] != nil || numbers[property] != nil || flags[property] != nil
            || falsehoods.contains(property) || others.contains(property)
    }

    static func filter(_ predicate: MPMediaPredicate, _ library: MusicLibrary) -> SongQuery.Filter {
        guard let predicate = predicate as? MPMediaPropertyPredicate else { return .nothing }
        let (property, value) = (predicate.property, predicate.value)
        let contains = predicate.comparisonType == .contains
        if let column = texts[property] {
            let text = self.text(value)
            return contains ? .contains(column, text) : .equals(column, text)
        }
        if let column = textIDs[property] { return .textID(column, id(value)) }
        if let column = numbers[property] { return .number(column, Int(truncatingIfNeeded: id(value))) }
        if let flag = flags[property] { return .flag(flag, id(value) != 0) }
        // No flag has the bit 0, so that all items have it unset.
        if falsehoods.contains(property) { return id(value) == 0 ? .flag(0, false) : .nothing }
        switch property {
        case MPMediaItemPropertyPersistentID: return .song(id(value))
        case MPMediaItemPropertyAlbumPersistentID: return .album(id(value))
        case MPMediaItemPropertyMediaType:
            return .kinds((value as? MPMediaType).map { UInt64($0.rawValue) } ?? id(value))
        case MPMediaItemPropertyLastPlayedDate: return .real(.lastPlayed, (value as? Date)?.timeIntervalSince1970 ?? 0)
        case MPMediaItemPropertyPlaybackDuration: return .real(.duration, (value as? NSNumber)?.doubleValue ?? 0)
        case MPMediaPlaylistPropertyPersistentID, MPMediaPlaylistPropertyName:
            let lists = library.playlists.filter { list in matches(list, predicate, contains) }
            return .songs(Set(lists.flatMap { library.songs(of: $0) }))
        default: return .nothing
        }
    }

    /// Returns whether a playlist meets a condition about playlists; conditions about songs are met by all.
    static func matches(_ list: Playlist, _ predicate: MPMediaPropertyPredicate, _ contains: Bool) -> Bool {
        switch predicate.property {
        case MPMediaPlaylistPropertyPersistentID: list.id == id(predicate.value)
        case MPMediaPlaylistPropertyName:
            contains
                ? list.name.range(of: text(predicate.value), options: [.caseInsensitive, .diacriticInsensitive]) != nil
                : list.name == text(predicate.value)
        default: true
        }
    }

    private static func text(_ value: Any?) -> String {
        switch value {
        case let text as String: text
        case let text as NSString: text as String
        case let other?: "\(other)"
        case nil: ""
        }
    }

    /// The bits of a number of any type.
    private static func id(_ value: Any?) -> UInt64 {
        switch value {
        case let number as UInt64: number
        case let number as Int: UInt64(bitPattern: Int64(number))
        case let number as UInt: UInt64(number)
        case let truth as Bool: truth ? 1 : 0
        case let number as NSNumber: number.uint64Value
        case let kinds as MPMediaType: UInt64(kinds.rawValue)
        default: 0
        }
    }
}
