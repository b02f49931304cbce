import Foundation
import SordinoLibrary

/// A song, an episode of a podcast or a book of the library.
open class MPMediaItem: MPMediaEntity {
    /// Makes an item that belongs to no library and has no values.
    public init() {
        row = 0
        super.init(0, nil)
    }

    /// - Parameter row: Where the library's table has the item, as a first guess.
    init(_ id: UInt64, _ library: MusicLibrary?, row: Int = 0) {
        self.row = row
        super.init(id, library)
    }

    private let row: Int

    // MARK: Columns

    private func text(_ column: SongTable.Text) -> String? {
        let text = library?.value(of: id, guess: row) { $0.text(column, $1) } ?? ""
        return text.isEmpty ? nil : text
    }

    private func number(_ column: SongTable.Number) -> Int {
        library?.value(of: id, guess: row) { $0.number(column, $1) } ?? 0
    }
    private func real(_ column: SongTable.Real) -> Double {
        library?.value(of: id, guess: row) { $0.real(column, $1) } ?? 0
    }
    private func has(_ flag: Int32) -> Bool { library?.value(of: id, guess: row) { $0.has(flag, $1) } ?? false }
    private var details: Song? { library?.details(of: id) }

    private func date(_ column: SongTable.Real) -> Date? {
        let seconds = real(column)
        return seconds == 0 ? nil : Date(timeIntervalSince1970: seconds)
    }

    private func id(_ column: SongTable.Text) -> UInt64 { SongTable.id(column, text(column) ?? "") }

    // MARK: Texts

    open var title: String? { text(.title) }
    open var artist: String? { text(.artist) }
    /// The artist that the album is listed under; that of the song where the file names none.
    open var albumArtist: String? { text(.albumArtist) }
    open var albumTitle: String? { text(.album) }
    open var genre: String? { text(.genre) }
    open var composer: String? { text(.composer) }
    open var podcastTitle: String? { text(.podcast) }
    open var comments: String? { details.flatMap { $0.comments.isEmpty ? nil : $0.comments } }
    open var lyrics: String? { details.flatMap { $0.lyrics.isEmpty ? nil : $0.lyrics } }
    open var userGrouping: String? { details.flatMap { $0.grouping.isEmpty ? nil : $0.grouping } }

    // MARK: Identifiers

    open var albumPersistentID: MPMediaEntityPersistentID {
        library?.value(of: id, guess: row) { $0.albumIDs[$1] } ?? 0
    }
    open var artistPersistentID: MPMediaEntityPersistentID { id(.artist) }
    open var albumArtistPersistentID: MPMediaEntityPersistentID { id(.albumArtist) }
    open var composerPersistentID: MPMediaEntityPersistentID { id(.composer) }
    open var genrePersistentID: MPMediaEntityPersistentID { id(.genre) }
    open var podcastPersistentID: MPMediaEntityPersistentID { id(.podcast) }
    /// The identifier in a shop: empty, as there is none.
    open var playbackStoreID: String { "" }

    // MARK: Numbers

    open var mediaType: MPMediaType { MPMediaType(rawValue: UInt(number(.kind))) }
    /// Seconds, as the file states it.
    open var playbackDuration: TimeInterval { real(.duration) }
    open var albumTrackNumber: Int { number(.track) }
    open var albumTrackCount: Int { number(.trackCount) }
    open var discNumber: Int { number(.disc) }
    open var discCount: Int { number(.discCount) }
    open var beatsPerMinute: Int { number(.beatsPerMinute) }
    open var playCount: Int { number(.playCount) }
    open var skipCount: Int { number(.skipCount) }
    /// Stars from 0 to 5.
    open var rating: Int { number(.rating) }
    /// The place in seconds at which a long recording continues.
    open var bookmarkTime: TimeInterval { real(.bookmark) }
    open var isCompilation: Bool { has(SongTable.Flag.compilation) }
    open var isExplicitItem: Bool { has(SongTable.Flag.explicit) }
    /// False: all items are files of this device, without protection, and published.
    open var isCloudItem: Bool { false }
    open var hasProtectedAsset: Bool { false }
    open var isPreorder: Bool { false }

    // MARK: Dates and places

    open var lastPlayedDate: Date? { date(.lastPlayed) }
    open var dateAdded: Date { date(.added) ?? Date(timeIntervalSince1970: 0) }
    open var releaseDate: Date? { details?.released.map { Date(timeIntervalSince1970: $0) } }
    /// The file, for `AVAudioPlayer` and `AVPlayer`.
    open var assetURL: URL? { details.map { URL(fileURLWithPath: $0.path) } }

    /// The picture in the file, which is read when it is asked for; nil if the file has none.
    open var artwork: MPMediaItemArtwork? {
        guard let library, has(SongTable.Flag.picture) else { return nil }
        return MPMediaItemArtwork(item: id) { library.picture(of: $0).map { Data($0) } }
    }

    // MARK: Properties by name

    /// Returns the property by which a grouping distinguishes items.
    open class func persistentIDProperty(forGroupingType groupingType: MPMediaGrouping) -> String {
        switch groupingType {
        case .title: MPMediaItemPropertyPersistentID
        case .album: MPMediaItemPropertyAlbumPersistentID
        case .artist: MPMediaItemPropertyArtistPersistentID
        case .albumArtist: MPMediaItemPropertyAlbumArtistPersistentID
        case .composer: MPMediaItemPropertyComposerPersistentID
        case .genre: MPMediaItemPropertyGenrePersistentID
        case .playlist: MPMediaPlaylistPropertyPersistentID
        case .podcastTitle: MPMediaItemPropertyPodcastPersistentID
        }
    }

    /// Returns the property that names the groups of a grouping.
    open class func titleProperty(forGroupingType groupingType: MPMediaGrouping) -> String {
        switch groupingType {
        case .title: MPMediaItemPropertyTitle
        case .album: MPMediaItemPropertyAlbumTitle
        case .artist: MPMediaItemPropertyArtist
        case .albumArtist: MPMediaItemPropertyAlbumArtist
        case .composer: MPMediaItemPropertyComposer
        case .genre: MPMediaItemPropertyGenre
        case .playlist: MPMediaPlaylistPropertyName
        case .podcastTitle: MPMediaItemPropertyPodcastTitle
        }
    }

    open override func value(forProperty property: String) -> Any? {
        switch property {
        case MPMediaItemPropertyTitle: title
        case MPMediaItemPropertyArtist: artist
        case MPMediaItemPropertyAlbumArtist: albumArtist
        case MPMediaItemPropertyAlbumTitle: albumTitle
        case MPMediaItemPropertyGenre: genre
        case MPMediaItemPropertyComposer: composer
        case MPMediaItemPropertyPodcastTitle: podcastTitle
        case MPMediaItemPropertyComments: comments
        case MPMediaItemPropertyLyrics: lyrics
        case MPMediaItemPropertyUserGrouping: userGrouping
        case MPMediaItemPropertyPlaybackStoreID: playbackStoreID
        case MPMediaItemPropertyAssetURL: assetURL
        case MPMediaItemPropertyArtwork: artwork
        case MPMediaItemPropertyLastPlayedDate: lastPlayedDate
        case MPMediaItemPropertyDateAdded: dateAdded
        case MPMediaItemPropertyReleaseDate: releaseDate
        default: numberValue(forProperty: property) ?? super.value(forProperty: property)
        }
    }

    private func numberValue(forProperty property: String) -> NSNumber? {
        switch property {
        case MPMediaItemPropertyMediaType: NSNumber(value: mediaType.rawValue)
        case MPMediaItemPropertyPlaybackDuration: NSNumber(value: playbackDuration)
        case MPMediaItemPropertyBookmarkTime: NSNumber(value: bookmarkTime)
        case MPMediaItemPropertyAlbumTrackNumber: NSNumber(value: albumTrackNumber)
        case MPMediaItemPropertyAlbumTrackCount: NSNumber(value: albumTrackCount)
        case MPMediaItemPropertyDiscNumber: NSNumber(value: discNumber)
        case MPMediaItemPropertyDiscCount: NSNumber(value: discCount)
        case MPMediaItemPropertyBeatsPerMinute: NSNumber(value: beatsPerMinute)
        case MPMediaItemPropertyPlayCount: NSNumber(value: playCount)
        case MPMediaItemPropertySkipCount: NSNumber(value: skipCount)
        case MPMediaItemPropertyRating: NSNumber(value: rating)
        case MPMediaItemPropertyAlbumPersistentID: NSNumber(value: albumPersistentID)
        case MPMediaItemPropertyArtistPersistentID: NSNumber(value: artistPersistentID)
        case MPMediaItemPropertyAlbumArtistPersistentID: NSNumber(value: albumArtistPersistentID)
        case MPMediaItemPropertyComposerPersistentID: NSNumber(value: composerPersistentID)
        case MPMediaItemPropertyGenrePersistentID: NSNumber(value: genrePersistentID)
        case MPMediaItemPropertyPodcastPersistentID: NSNumber(value: podcastPersistentID)
        case MPMediaItemPropertyIsCompilation: NSNumber(value: isCompilation)
        case MPMediaItemPropertyIsExplicit: NSNumber(value: isExplicitItem)
        case MPMediaItemPropertyIsCloudItem: NSNumber(value: isCloudItem)
        case MPMediaItemPropertyHasProtectedAsset: NSNumber(value: hasProtectedAsset)
        case MPMediaItemPropertyIsPreorder: NSNumber(value: isPreorder)
        default: nil
        }
    }

    open override class func canFilter(byProperty property: String) -> Bool { super.canFilter(byProperty: property) }
}
