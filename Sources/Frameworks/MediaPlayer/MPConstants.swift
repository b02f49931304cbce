// Keys of `MPNowPlayingInfoCenter.nowPlayingInfo` that are shown. Values: the reference table of the constants.

/// The title, a `String`.
public let MPMediaItemPropertyTitle = "title"
/// The artist, a `String`.
public let MPMediaItemPropertyArtist = "artist"
/// The title of the album, a `String`.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The number of the track in its album.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// The duration in seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The place of the recording, a `URL`.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// The place of the recording, a `URL`; it comes before the item's own.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// Seconds from the beginning, now.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// The speed: 1 is the usual one, 0 while it rests.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
