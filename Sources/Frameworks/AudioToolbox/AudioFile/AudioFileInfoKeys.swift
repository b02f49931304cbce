import CoreAudioTypes

// Keys of the info dictionary of a file. All values are texts.

/// The title of the album that the recording belongs to.
public var kAFInfoDictionary_Album: String { "album" }

/// The name of the performing artist.
public var kAFInfoDictionary_Artist: String { "artist" }

/// The approximate duration, in seconds.
public var kAFInfoDictionary_ApproximateDurationInSeconds: String { "approximate duration in seconds" }

/// The channel layout, described in words.
public var kAFInfoDictionary_ChannelLayout: String { "channel layout" }

/// Free remarks about the recording.
public var kAFInfoDictionary_Comments: String { "comments" }

/// The name of the composer.
public var kAFInfoDictionary_Composer: String { "composer" }

/// The copyright notice of the recording.
public var kAFInfoDictionary_Copyright: String { "copyright" }

/// The program that wrote the file.
public var kAFInfoDictionary_EncodingApplication: String { "encoding application" }

/// The genre of the recording.
public var kAFInfoDictionary_Genre: String { "genre" }

/// The International Standard Recording Code.
public var kAFInfoDictionary_ISRC: String { "ISRC" }

/// The key, such as "C" or "F#m".
public var kAFInfoDictionary_KeySignature: String { "key signature" }

/// The name of the lyricist.
public var kAFInfoDictionary_Lyricist: String { "lyricist" }

/// The bit rate that was set on the encoder, in bits per second.
public var kAFInfoDictionary_NominalBitRate: String { "nominal bit rate" }

/// The date of the recording.
public var kAFInfoDictionary_RecordedDate: String { "recorded date" }

/// The bits per sample before encoding.
public var kAFInfoDictionary_SourceBitDepth: String { "source bit depth" }

/// The encoder that made the file.
public var kAFInfoDictionary_SourceEncoder: String { "source encoder" }

/// The subtitle of the recording.
public var kAFInfoDictionary_SubTitle: String { "subtitle" }

/// The tempo, in beats per minute.
public var kAFInfoDictionary_Tempo: String { "tempo" }

/// The time signature, such as "4/4".
public var kAFInfoDictionary_TimeSignature: String { "time signature" }

/// The title of the recording.
public var kAFInfoDictionary_Title: String { "title" }

/// The number of the track on the album, such as "3/12".
public var kAFInfoDictionary_TrackNumber: String { "track number" }

/// The year of publication.
public var kAFInfoDictionary_Year: String { "year" }
