import CoreAudioTypes

// Keys of a file's info dictionary, and what markers and loops are called.

/// The album.
public var kAFInfoDictionary_Album: String { "album" }

/// The performing artist.
public var kAFInfoDictionary_Artist: String { "artist" }

/// The approximate duration, in seconds.
public var kAFInfoDictionary_ApproximateDurationInSeconds: String { "approximate duration in seconds" }

/// The loudspeakers, in words.
public var kAFInfoDictionary_ChannelLayout: String { "channel layout" }

/// Remarks.
public var kAFInfoDictionary_Comments: String { "comments" }

/// The composer.
public var kAFInfoDictionary_Composer: String { "composer" }

/// The copyright notice.
public var kAFInfoDictionary_Copyright: String { "copyright" }

/// The program that wrote the file.
public var kAFInfoDictionary_EncodingApplication: String { "encoding application" }

/// The genre.
public var kAFInfoDictionary_Genre: String { "genre" }

/// The International Standard Recording Code.
public var kAFInfoDictionary_ISRC: String { "ISRC" }

/// The key, such as "C" or "F#m".
public var kAFInfoDictionary_KeySignature: String { "key signature" }

/// The lyricist.
public var kAFInfoDictionary_Lyricist: String { "lyricist" }

/// Bits a second, as the encoder was told.
public var kAFInfoDictionary_NominalBitRate: String { "nominal bit rate" }

/// The date of the recording.
public var kAFInfoDictionary_RecordedDate: String { "recorded date" }

/// Bits of the samples before they were encoded.
public var kAFInfoDictionary_SourceBitDepth: String { "source bit depth" }

/// The encoder that made the file.
public var kAFInfoDictionary_SourceEncoder: String { "source encoder" }

/// The subtitle.
public var kAFInfoDictionary_SubTitle: String { "subtitle" }

/// Beats a minute.
public var kAFInfoDictionary_Tempo: String { "tempo" }

/// The time signature, such as "4/4".
public var kAFInfoDictionary_TimeSignature: String { "time signature" }

/// The title.
public var kAFInfoDictionary_Title: String { "title" }

/// The place on the album, such as "3/12".
public var kAFInfoDictionary_TrackNumber: String { "track number" }

/// The year of publication.
public var kAFInfoDictionary_Year: String { "year" }
