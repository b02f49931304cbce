// Keys of `MPNowPlayingInfoCenter.nowPlayingInfo` and characteristics of languages. Values: the reference table of the
// constants; those of languages are the ones of `AVMediaCharacteristic`.

/// Subtitles of what all viewers need.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles = "public.subtitles.forced-only"
/// A description of music and sounds.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound = "public.accessibility.describes-music-and-sound"
/// A description of the pictures.
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video"
/// A translation in the place of the voices.
public let MPLanguageOptionCharacteristicDubbedTranslation = "public.translation.dubbed"
/// A text that is easy to read.
public let MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"
/// A language of what accompanies the main programme.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent = "public.auxiliary-content"
/// The language of the main programme.
public let MPLanguageOptionCharacteristicIsMainProgramContent = "public.main-program-content"
/// A translation of the words.
public let MPLanguageOptionCharacteristicLanguageTranslation = "public.translation"
/// A transcript of what is spoken.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog = "public.accessibility.transcribes-spoken-dialog"
/// A translation spoken over the voices.
public let MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"
/// The identifier of the list that is played, a `String`.
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"
/// A square moving picture; no shell here shows one.
public let MPNowPlayingInfoProperty1x1AnimatedArtwork = "MPNowPlayingInfoProperty1x1AnimatedArtwork"
/// An upright moving picture; no shell here shows one.
public let MPNowPlayingInfoProperty3x4AnimatedArtwork = "MPNowPlayingInfoProperty3x4AnimatedArtwork"
/// The stretches of advertisements, an array of `MPAdTimeRange`.
public let MPNowPlayingInfoPropertyAdTimeRanges = "MPNowPlayingInfoPropertyAdTimeRanges"
/// Identifiers of entities in the program.
public let MPNowPlayingInfoPropertyAppEntityIdentifiers = "MPNowPlayingInfoPropertyAppEntityIdentifiers"
/// The place of the recording, a `URL`; it comes before the item's own.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// The languages to choose from, an array of `MPNowPlayingInfoLanguageOptionGroup`.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions = "MPNowPlayingInfoPropertyAvailableLanguageOptions"
/// The number of chapters.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
/// The chapter that is played, counted from 0.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
/// The place in seconds at which the credits begin.
public let MPNowPlayingInfoPropertyCreditsStartTime = "MPNowPlayingInfoPropertyCreditsStartTime"
/// The chosen languages, an array of `MPNowPlayingInfoLanguageOption`.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions = "MPNowPlayingInfoPropertyCurrentLanguageOptions"
/// The time of day of what is played now, a `Date`.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// The speed at which the item is played usually.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// Seconds from the beginning, now.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// Whether the item is left out of suggestions, a `Bool`.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions = "MPNowPlayingInfoPropertyExcludeFromSuggestions"
/// The program's own identifier of the item, a `String`.
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// The program's own identifier of the person, a `String`.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
    "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The code of the recording (ISRC), a `String`.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
    "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
/// Whether the item is a stream without an end, a `Bool`.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// The kind of media, the number of an `MPNowPlayingInfoMediaType`.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// The part that was played, from 0 to 1.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
/// The number of items of the queue.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
/// The item that is played, counted from 0.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// The speed: 1 is the usual one, 0 while it rests.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The identifier of the service that the item comes from, a `String`.
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
