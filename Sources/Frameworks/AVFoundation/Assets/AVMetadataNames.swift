// Names of metadata, as Apple has them. The table of the keys in files is in AVMetadataItem+Files.
import Foundation

/// A family of keys of metadata.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    /// The text that names the key space.
    public let rawValue: String
    /// Makes a key space of its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a key space of its name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Keys that all kinds of files share.
    public static let common = AVMetadataKeySpace(rawValue: "comn")
    /// The keys of iTunes.
    public static let iTunes = AVMetadataKeySpace(rawValue: "itsk")
    /// The keys of ID3.
    public static let id3 = AVMetadataKeySpace(rawValue: "org.id3")
    /// The keys of QuickTime's metadata.
    public static let quickTimeMetadata = AVMetadataKeySpace(rawValue: "mdta")
    /// The keys of QuickTime's user data.
    public static let quickTimeUserData = AVMetadataKeySpace(rawValue: "udta")
    /// The keys of other audio files.
    public static let audioFile = AVMetadataKeySpace(rawValue: "caaf")
    /// The keys of radio stations.
    public static let icy = AVMetadataKeySpace(rawValue: "icy")
}

/// A key of metadata in its family.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The text of the key.
    public let rawValue: String
    /// Makes a key of its text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a key of its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A station's key for the title that it plays.
    public static let icyMetadataKeyStreamTitle = AVMetadataKey(rawValue: "StreamTitle")
    /// The common key "title".
    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    /// The common key "creator".
    public static let commonKeyCreator = AVMetadataKey(rawValue: "creator")
    /// The common key "subject".
    public static let commonKeySubject = AVMetadataKey(rawValue: "subject")
    /// The common key "description".
    public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
    /// The common key "publisher".
    public static let commonKeyPublisher = AVMetadataKey(rawValue: "publisher")
    /// The common key "contributor".
    public static let commonKeyContributor = AVMetadataKey(rawValue: "contributor")
    /// The common key "creationDate".
    public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
    /// The common key "lastModifiedDate".
    public static let commonKeyLastModifiedDate = AVMetadataKey(rawValue: "lastModifiedDate")
    /// The common key "type".
    public static let commonKeyType = AVMetadataKey(rawValue: "type")
    /// The common key "format".
    public static let commonKeyFormat = AVMetadataKey(rawValue: "format")
    /// The common key "identifier".
    public static let commonKeyIdentifier = AVMetadataKey(rawValue: "identifier")
    /// The common key "source".
    public static let commonKeySource = AVMetadataKey(rawValue: "source")
    /// The common key "language".
    public static let commonKeyLanguage = AVMetadataKey(rawValue: "language")
    /// The common key "relation".
    public static let commonKeyRelation = AVMetadataKey(rawValue: "relation")
    /// The common key "location".
    public static let commonKeyLocation = AVMetadataKey(rawValue: "location")
    /// The common key "copyrights".
    public static let commonKeyCopyrights = AVMetadataKey(rawValue: "copyrights")
    /// The common key "albumName".
    public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
    /// The common key "author".
    public static let commonKeyAuthor = AVMetadataKey(rawValue: "author")
    /// The common key "artist".
    public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
    /// The common key "artwork".
    public static let commonKeyArtwork = AVMetadataKey(rawValue: "artwork")
    /// The common key "make".
    public static let commonKeyMake = AVMetadataKey(rawValue: "make")
    /// The common key "model".
    public static let commonKeyModel = AVMetadataKey(rawValue: "model")
    /// The common key "software".
    public static let commonKeySoftware = AVMetadataKey(rawValue: "software")
    /// The common key "accessibilityDescription".
    public static let commonKeyAccessibilityDescription = AVMetadataKey(rawValue: "accessibilityDescription")
    /// The key "©nam" of iTunes.
    public static let iTunesMetadataKeySongName = AVMetadataKey(rawValue: "©nam")
    /// The key "©ART" of iTunes.
    public static let iTunesMetadataKeyArtist = AVMetadataKey(rawValue: "©ART")
    /// The key "©alb" of iTunes.
    public static let iTunesMetadataKeyAlbum = AVMetadataKey(rawValue: "©alb")
    /// The key "©gen" of iTunes.
    public static let iTunesMetadataKeyUserGenre = AVMetadataKey(rawValue: "©gen")
    /// The key "©day" of iTunes.
    public static let iTunesMetadataKeyReleaseDate = AVMetadataKey(rawValue: "©day")
    /// The key "©cmt" of iTunes.
    public static let iTunesMetadataKeyUserComment = AVMetadataKey(rawValue: "©cmt")
    /// The key "©wrt" of iTunes.
    public static let iTunesMetadataKeyComposer = AVMetadataKey(rawValue: "©wrt")
    /// The key "cprt" of iTunes.
    public static let iTunesMetadataKeyCopyright = AVMetadataKey(rawValue: "cprt")
    /// The key "©too" of iTunes.
    public static let iTunesMetadataKeyEncodingTool = AVMetadataKey(rawValue: "©too")
    /// The key "©lyr" of iTunes.
    public static let iTunesMetadataKeyLyrics = AVMetadataKey(rawValue: "©lyr")
    /// The key "trkn" of iTunes.
    public static let iTunesMetadataKeyTrackNumber = AVMetadataKey(rawValue: "trkn")
    /// The key "tmpo" of iTunes.
    public static let iTunesMetadataKeyBeatsPerMin = AVMetadataKey(rawValue: "tmpo")
    /// The key "covr" of iTunes.
    public static let iTunesMetadataKeyCoverArt = AVMetadataKey(rawValue: "covr")
    /// The key "©st3" of iTunes.
    public static let iTunesMetadataKeyTrackSubTitle = AVMetadataKey(rawValue: "©st3")
    /// The key "aART" of iTunes.
    public static let iTunesMetadataKeyAlbumArtist = AVMetadataKey(rawValue: "aART")
    /// The key "disk" of iTunes.
    public static let iTunesMetadataKeyDiscNumber = AVMetadataKey(rawValue: "disk")
    /// The key "gnre" of iTunes.
    public static let iTunesMetadataKeyPredefinedGenre = AVMetadataKey(rawValue: "gnre")
    /// The frame "TIT2" of ID3.
    public static let id3MetadataKeyTitleDescription = AVMetadataKey(rawValue: "TIT2")
    /// The frame "TPE1" of ID3.
    public static let id3MetadataKeyLeadPerformer = AVMetadataKey(rawValue: "TPE1")
    /// The frame "TALB" of ID3.
    public static let id3MetadataKeyAlbumTitle = AVMetadataKey(rawValue: "TALB")
    /// The frame "TCON" of ID3.
    public static let id3MetadataKeyContentType = AVMetadataKey(rawValue: "TCON")
    /// The frame "TYER" of ID3.
    public static let id3MetadataKeyYear = AVMetadataKey(rawValue: "TYER")
    /// The frame "TDRC" of ID3.
    public static let id3MetadataKeyRecordingTime = AVMetadataKey(rawValue: "TDRC")
    /// The frame "COMM" of ID3.
    public static let id3MetadataKeyComments = AVMetadataKey(rawValue: "COMM")
    /// The frame "TCOM" of ID3.
    public static let id3MetadataKeyComposer = AVMetadataKey(rawValue: "TCOM")
    /// The frame "TCOP" of ID3.
    public static let id3MetadataKeyCopyright = AVMetadataKey(rawValue: "TCOP")
    /// The frame "TENC" of ID3.
    public static let id3MetadataKeyEncodedBy = AVMetadataKey(rawValue: "TENC")
    /// The frame "TRCK" of ID3.
    public static let id3MetadataKeyTrackNumber = AVMetadataKey(rawValue: "TRCK")
    /// The frame "TBPM" of ID3.
    public static let id3MetadataKeyBeatsPerMinute = AVMetadataKey(rawValue: "TBPM")
    /// The frame "TKEY" of ID3.
    public static let id3MetadataKeyInitialKey = AVMetadataKey(rawValue: "TKEY")
    /// The frame "APIC" of ID3.
    public static let id3MetadataKeyAttachedPicture = AVMetadataKey(rawValue: "APIC")
    /// The frame "TIT3" of ID3.
    public static let id3MetadataKeySubTitle = AVMetadataKey(rawValue: "TIT3")
    /// The frame "TEXT" of ID3.
    public static let id3MetadataKeyLyricist = AVMetadataKey(rawValue: "TEXT")
    /// The frame "TPE2" of ID3.
    public static let id3MetadataKeyBand = AVMetadataKey(rawValue: "TPE2")
    /// The frame "TSRC" of ID3.
    public static let id3MetadataKeyInternationalStandardRecordingCode = AVMetadataKey(rawValue: "TSRC")
}

/// A family and a key in one name, such as "itsk/%A9nam".
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    /// The key space and the key, with a slash between.
    public let rawValue: String
    /// Makes an identifier of its text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes an identifier of its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Puts a family and a key together; bytes of the key that no address has are written as numbers.
    init(_ space: AVMetadataKeySpace, _ key: AVMetadataKey) {
        let name = space == .id3 ? "id3" : space.rawValue
        let text = key.rawValue.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.value > 0x20 && scalar != "%" && scalar != "/"
                ? String(scalar) : "%" + String(scalar.value & 0xFF, radix: 16, uppercase: true)
        }
        rawValue = name + "/" + text.joined()
    }

    /// The title that a station plays.
    public static let icyMetadataStreamTitle = AVMetadataIdentifier(rawValue: "icy/StreamTitle")
    /// The common key "title".
    public static let commonIdentifierTitle = AVMetadataIdentifier(.common, .commonKeyTitle)
    /// The common key "creator".
    public static let commonIdentifierCreator = AVMetadataIdentifier(.common, .commonKeyCreator)
    /// The common key "subject".
    public static let commonIdentifierSubject = AVMetadataIdentifier(.common, .commonKeySubject)
    /// The common key "description".
    public static let commonIdentifierDescription = AVMetadataIdentifier(.common, .commonKeyDescription)
    /// The common key "publisher".
    public static let commonIdentifierPublisher = AVMetadataIdentifier(.common, .commonKeyPublisher)
    /// The common key "contributor".
    public static let commonIdentifierContributor = AVMetadataIdentifier(.common, .commonKeyContributor)
    /// The common key "creationDate".
    public static let commonIdentifierCreationDate = AVMetadataIdentifier(.common, .commonKeyCreationDate)
    /// The common key "lastModifiedDate".
    public static let commonIdentifierLastModifiedDate = AVMetadataIdentifier(.common, .commonKeyLastModifiedDate)
    /// The common key "type".
    public static let commonIdentifierType = AVMetadataIdentifier(.common, .commonKeyType)
    /// The common key "format".
    public static let commonIdentifierFormat = AVMetadataIdentifier(.common, .commonKeyFormat)
    /// The common key "identifier".
    public static let commonIdentifierAssetIdentifier = AVMetadataIdentifier(.common, .commonKeyIdentifier)
    /// The common key "source".
    public static let commonIdentifierSource = AVMetadataIdentifier(.common, .commonKeySource)
    /// The common key "language".
    public static let commonIdentifierLanguage = AVMetadataIdentifier(.common, .commonKeyLanguage)
    /// The common key "relation".
    public static let commonIdentifierRelation = AVMetadataIdentifier(.common, .commonKeyRelation)
    /// The common key "location".
    public static let commonIdentifierLocation = AVMetadataIdentifier(.common, .commonKeyLocation)
    /// The common key "copyrights".
    public static let commonIdentifierCopyrights = AVMetadataIdentifier(.common, .commonKeyCopyrights)
    /// The common key "albumName".
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(.common, .commonKeyAlbumName)
    /// The common key "author".
    public static let commonIdentifierAuthor = AVMetadataIdentifier(.common, .commonKeyAuthor)
    /// The common key "artist".
    public static let commonIdentifierArtist = AVMetadataIdentifier(.common, .commonKeyArtist)
    /// The common key "artwork".
    public static let commonIdentifierArtwork = AVMetadataIdentifier(.common, .commonKeyArtwork)
    /// The common key "make".
    public static let commonIdentifierMake = AVMetadataIdentifier(.common, .commonKeyMake)
    /// The common key "model".
    public static let commonIdentifierModel = AVMetadataIdentifier(.common, .commonKeyModel)
    /// The common key "software".
    public static let commonIdentifierSoftware = AVMetadataIdentifier(.common, .commonKeySoftware)
    /// The common key "accessibilityDescription".
    public static let commonIdentifierAccessibilityDescription = AVMetadataIdentifier(
        .common, .commonKeyAccessibilityDescription)
    /// The key "©nam" of iTunes.
    public static let iTunesMetadataSongName = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeySongName)
    /// The key "©ART" of iTunes.
    public static let iTunesMetadataArtist = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyArtist)
    /// The key "©alb" of iTunes.
    public static let iTunesMetadataAlbum = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyAlbum)
    /// The key "©gen" of iTunes.
    public static let iTunesMetadataUserGenre = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyUserGenre)
    /// The key "©day" of iTunes.
    public static let iTunesMetadataReleaseDate = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyReleaseDate)
    /// The key "©cmt" of iTunes.
    public static let iTunesMetadataUserComment = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyUserComment)
    /// The key "©wrt" of iTunes.
    public static let iTunesMetadataComposer = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyComposer)
    /// The key "cprt" of iTunes.
    public static let iTunesMetadataCopyright = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyCopyright)
    /// The key "©too" of iTunes.
    public static let iTunesMetadataEncodingTool = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyEncodingTool)
    /// The key "©lyr" of iTunes.
    public static let iTunesMetadataLyrics = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyLyrics)
    /// The key "trkn" of iTunes.
    public static let iTunesMetadataTrackNumber = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyTrackNumber)
    /// The key "tmpo" of iTunes.
    public static let iTunesMetadataBeatsPerMin = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyBeatsPerMin)
    /// The key "covr" of iTunes.
    public static let iTunesMetadataCoverArt = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyCoverArt)
    /// The key "©st3" of iTunes.
    public static let iTunesMetadataTrackSubTitle = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyTrackSubTitle)
    /// The key "aART" of iTunes.
    public static let iTunesMetadataAlbumArtist = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyAlbumArtist)
    /// The key "disk" of iTunes.
    public static let iTunesMetadataDiscNumber = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyDiscNumber)
    /// The key "gnre" of iTunes.
    public static let iTunesMetadataPredefinedGenre = AVMetadataIdentifier(.iTunes, .iTunesMetadataKeyPredefinedGenre)
    /// The frame "TIT2" of ID3.
    public static let id3MetadataTitleDescription = AVMetadataIdentifier(.id3, .id3MetadataKeyTitleDescription)
    /// The frame "TPE1" of ID3.
    public static let id3MetadataLeadPerformer = AVMetadataIdentifier(.id3, .id3MetadataKeyLeadPerformer)
    /// The frame "TALB" of ID3.
    public static let id3MetadataAlbumTitle = AVMetadataIdentifier(.id3, .id3MetadataKeyAlbumTitle)
    /// The frame "TCON" of ID3.
    public static let id3MetadataContentType = AVMetadataIdentifier(.id3, .id3MetadataKeyContentType)
    /// The frame "TYER" of ID3.
    public static let id3MetadataYear = AVMetadataIdentifier(.id3, .id3MetadataKeyYear)
    /// The frame "TDRC" of ID3.
    public static let id3MetadataRecordingTime = AVMetadataIdentifier(.id3, .id3MetadataKeyRecordingTime)
    /// The frame "COMM" of ID3.
    public static let id3MetadataComments = AVMetadataIdentifier(.id3, .id3MetadataKeyComments)
    /// The frame "TCOM" of ID3.
    public static let id3MetadataComposer = AVMetadataIdentifier(.id3, .id3MetadataKeyComposer)
    /// The frame "TCOP" of ID3.
    public static let id3MetadataCopyright = AVMetadataIdentifier(.id3, .id3MetadataKeyCopyright)
    /// The frame "TENC" of ID3.
    public static let id3MetadataEncodedBy = AVMetadataIdentifier(.id3, .id3MetadataKeyEncodedBy)
    /// The frame "TRCK" of ID3.
    public static let id3MetadataTrackNumber = AVMetadataIdentifier(.id3, .id3MetadataKeyTrackNumber)
    /// The frame "TBPM" of ID3.
    public static let id3MetadataBeatsPerMinute = AVMetadataIdentifier(.id3, .id3MetadataKeyBeatsPerMinute)
    /// The frame "TKEY" of ID3.
    public static let id3MetadataInitialKey = AVMetadataIdentifier(.id3, .id3MetadataKeyInitialKey)
    /// The frame "APIC" of ID3.
    public static let id3MetadataAttachedPicture = AVMetadataIdentifier(.id3, .id3MetadataKeyAttachedPicture)
    /// The frame "TIT3" of ID3.
    public static let id3MetadataSubTitle = AVMetadataIdentifier(.id3, .id3MetadataKeySubTitle)
    /// The frame "TEXT" of ID3.
    public static let id3MetadataLyricist = AVMetadataIdentifier(.id3, .id3MetadataKeyLyricist)
    /// The frame "TPE2" of ID3.
    public static let id3MetadataBand = AVMetadataIdentifier(.id3, .id3MetadataKeyBand)
    /// The frame "TSRC" of ID3.
    public static let id3MetadataInternationalStandardRecordingCode = AVMetadataIdentifier(
        .id3, .id3MetadataKeyInternationalStandardRecordingCode)
}
