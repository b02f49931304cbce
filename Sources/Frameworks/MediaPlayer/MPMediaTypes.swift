/// The kinds of media of an item.
public struct MPMediaType: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt
    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The kind of media: songs.
    public static let music = MPMediaType(rawValue: 1)
    /// The kind of media: episodes of podcasts.
    public static let podcast = MPMediaType(rawValue: 2)
    /// Books that are read aloud.
    public static let audioBook = MPMediaType(rawValue: 4)
    /// The kind of media: lectures.
    public static let audioITunesU = MPMediaType(rawValue: 8)
    /// All kinds of sound.
    public static let anyAudio = MPMediaType(rawValue: 0xFF)
    /// Films, which the library does not have.
    public static let movie = MPMediaType(rawValue: 0x100)
    /// Shows, which the library does not have.
    public static let tvShow = MPMediaType(rawValue: 0x200)
    /// Podcasts with pictures, which the library does not have.
    public static let videoPodcast = MPMediaType(rawValue: 0x400)
    /// Songs with pictures, which the library does not have.
    public static let musicVideo = MPMediaType(rawValue: 0x800)
    /// Lectures with pictures, which the library does not have.
    public static let videoITunesU = MPMediaType(rawValue: 0x1000)
    /// The person's own films, which the library does not have.
    public static let homeVideo = MPMediaType(rawValue: 0x2000)
    /// All kinds of pictures.
    public static let anyVideo = MPMediaType(rawValue: 0xFF00)
    /// The kind of media: all kinds.
    public static let any = MPMediaType(rawValue: .max)
}

/// The groups of a query's collections.
public enum MPMediaGrouping: Int, Sendable {
    case title = 0
    case album = 1
    case artist = 2
    case albumArtist = 3
    case composer = 4
    case genre = 5
    case playlist = 6
    case podcastTitle = 7
}

/// The comparison of a predicate.
public enum MPMediaPredicateComparison: Int, Sendable {
    /// The values are the same; texts with all their capitals and accents.
    case equalTo = 0
    /// The property's text contains the value, in any capitals and with any accents.
    case contains = 1
}

/// Attributes of a playlist; those of files have none.
public struct MPMediaPlaylistAttribute: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt
    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A list that was made on the device.
    public static let onTheGo = MPMediaPlaylistAttribute(rawValue: 1)
    /// A list that a rule makes.
    public static let smart = MPMediaPlaylistAttribute(rawValue: 2)
    /// A list that the system makes.
    public static let genius = MPMediaPlaylistAttribute(rawValue: 4)
}

/// The answer of the person whether the program may see the library.
public enum MPMediaLibraryAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case denied = 1
    case restricted = 2
    case authorized = 3
}

/// The state of a music player.
public enum MPMusicPlaybackState: Int, Sendable {
    case stopped = 0
    case playing = 1
    case paused = 2
    case interrupted = 3
    case seekingForward = 4
    case seekingBackward = 5
}

/// The repetition of a music player.
public enum MPMusicRepeatMode: Int, Sendable {
    /// The person's choice, which is none here.
    case `default` = 0
    case none = 1
    case one = 2
    case all = 3
}

/// The order of a music player.
public enum MPMusicShuffleMode: Int, Sendable {
    /// The person's choice, which is off here.
    case `default` = 0
    case off = 1
    case songs = 2
    case albums = 3
}

/// The repetition that a shell asks a program for.
public enum MPRepeatType: Int, Sendable {
    case off = 0
    case one = 1
    case all = 2
}

/// The order that a shell asks a program for.
public enum MPShuffleType: Int, Sendable {
    case off = 0
    case items = 1
    case collections = 2
}

/// How long the choice of a language lasts.
public enum MPChangeLanguageOptionSetting: Int, Sendable {
    case none = 0
    case nowPlayingItemOnly = 1
    case permanent = 2
}

/// The identifier of an item, album, artist or playlist.
public typealias MPMediaEntityPersistentID = UInt64

extension NSNotification.Name {
    /// Posted by `MPMediaLibrary` after it has changed, between its `beginGenerating…` and `endGenerating…`.
    public static let MPMediaLibraryDidChange = NSNotification.Name("MPMediaLibraryDidChangeNotification")
    /// Posted by a music player when another item is its current one.
    public static let MPMusicPlayerControllerNowPlayingItemDidChange = NSNotification.Name(
        "MPMusicPlayerControllerNowPlayingItemDidChangeNotification")
    /// Posted by a music player when its state has changed.
    public static let MPMusicPlayerControllerPlaybackStateDidChange = NSNotification.Name(
        "MPMusicPlayerControllerPlaybackStateDidChangeNotification")
    /// Posted by a music player when its queue has changed.
    public static let MPMusicPlayerControllerQueueDidChange = NSNotification.Name(
        "MPMusicPlayerControllerQueueDidChangeNotification")
    /// Posted by a music player when the volume of the device has changed.
    public static let MPMusicPlayerControllerVolumeDidChange = NSNotification.Name(
        "MPMusicPlayerControllerVolumeDidChangeNotification")
}
