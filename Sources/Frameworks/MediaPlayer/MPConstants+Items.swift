// Properties of items, playlists and entities, also as keys of `MPNowPlayingInfoCenter.nowPlayingInfo`. Values: the reference
// table of the constants; those that it does not state are the names of the properties.

/// The identifier of the item.
public let MPMediaEntityPropertyPersistentID = "persistentID"
/// The artist that the album is listed under, a `String`.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The identifier of the artist of the album.
public let MPMediaItemPropertyAlbumArtistPersistentID = "albumArtistPID"
/// The identifier of the album.
public let MPMediaItemPropertyAlbumPersistentID = "albumPID"
/// The title of the album, a `String`.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The number of tracks of the album.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// The number of the track in its album.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// The artist, a `String`.
public let MPMediaItemPropertyArtist = "artist"
/// The identifier of the artist.
public let MPMediaItemPropertyArtistPersistentID = "artistPID"
/// The picture, an `MPMediaItemArtwork`.
public let MPMediaItemPropertyArtwork = "artwork"
/// The place of the recording, a `URL`.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// The tempo in beats in a minute.
public let MPMediaItemPropertyBeatsPerMinute = "beatsPerMinute"
/// The place in seconds at which a long recording continues.
public let MPMediaItemPropertyBookmarkTime = "bookmarkTime"
/// The comments, a `String`.
public let MPMediaItemPropertyComments = "comments"
/// The composer, a `String`.
public let MPMediaItemPropertyComposer = "composer"
/// The identifier of the composer.
public let MPMediaItemPropertyComposerPersistentID = "composerPID"
/// The day on which the library found the item, a `Date`.
public let MPMediaItemPropertyDateAdded = "dateAdded"
/// The number of discs of the album.
public let MPMediaItemPropertyDiscCount = "discCount"
/// The number of the disc in its album.
public let MPMediaItemPropertyDiscNumber = "discNumber"
/// The genre, a `String`.
public let MPMediaItemPropertyGenre = "genre"
/// The identifier of the genre.
public let MPMediaItemPropertyGenrePersistentID = "genrePID"
/// Whether the file is protected, a `Bool`; never here.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"
/// Whether the item is on a server, a `Bool`; never here.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
/// Whether the album has several artists, a `Bool`.
public let MPMediaItemPropertyIsCompilation = "isCompilation"
/// Whether the item is marked as explicit, a `Bool`.
public let MPMediaItemPropertyIsExplicit = "isExplicit"
/// Whether the item is not published yet, a `Bool`; never here.
public let MPMediaItemPropertyIsPreorder = "isPreorder"
/// The last time the item was played to its end, a `Date`.
public let MPMediaItemPropertyLastPlayedDate = "lastPlayedDate"
/// The words of a song, a `String`.
public let MPMediaItemPropertyLyrics = "lyrics"
/// The kind of media, the number of an `MPMediaType`.
public let MPMediaItemPropertyMediaType = "mediaType"
/// The identifier of the item.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The number of times the item was played to its end.
public let MPMediaItemPropertyPlayCount = "playCount"
/// The duration in seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The identifier in a shop, a `String`; empty here.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"
/// The identifier of the podcast.
public let MPMediaItemPropertyPodcastPersistentID = "podcastPID"
/// The name of the podcast, a `String`.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// The stars from 0 to 5.
public let MPMediaItemPropertyRating = "rating"
/// The day of publication, a `Date`.
public let MPMediaItemPropertyReleaseDate = "releaseDate"
/// The number of times the item was skipped.
public let MPMediaItemPropertySkipCount = "skipCount"
/// The title, a `String`.
public let MPMediaItemPropertyTitle = "title"
/// The grouping, a `String`.
public let MPMediaItemPropertyUserGrouping = "userGrouping"
/// The name of the author, a `String`.
public let MPMediaPlaylistPropertyAuthorDisplayName = "cloudAuthorDisplayName"
/// The identifier on a server, a `String`; never here.
public let MPMediaPlaylistPropertyCloudGlobalID = "cloudGlobalID"
/// The description, a `String`.
public let MPMediaPlaylistPropertyDescriptionText = "descriptionInfo"
/// The name, a `String`.
public let MPMediaPlaylistPropertyName = "name"
/// The identifier of the item.
public let MPMediaPlaylistPropertyPersistentID = "playlistPersistentID"
/// The attributes, the number of an `MPMediaPlaylistAttribute`.
public let MPMediaPlaylistPropertyPlaylistAttributes = "playlistAttributes"
/// The items that the list was made from; never here.
public let MPMediaPlaylistPropertySeedItems = "seedItems"
