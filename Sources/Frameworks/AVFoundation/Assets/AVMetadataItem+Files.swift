import Foundation
import SordinoMedia

/// One row of the table of metadata keys in files.
struct MetadataRow {
    /// The key of Core Audio's info dictionary.
    let info: String
    let common: AVMetadataKey?
    let iTunes: AVMetadataKey?
    let id3: AVMetadataKey?

    static let all: [MetadataRow] = [
        MetadataRow(
            info: "title", common: .commonKeyTitle, iTunes: .iTunesMetadataKeySongName,
            id3: .id3MetadataKeyTitleDescription),
        MetadataRow(
            info: "artist", common: .commonKeyArtist, iTunes: .iTunesMetadataKeyArtist,
            id3: .id3MetadataKeyLeadPerformer),
        MetadataRow(
            info: "album", common: .commonKeyAlbumName, iTunes: .iTunesMetadataKeyAlbum,
            id3: .id3MetadataKeyAlbumTitle),
        MetadataRow(
            info: "genre", common: .commonKeyType, iTunes: .iTunesMetadataKeyUserGenre,
            id3: .id3MetadataKeyContentType),
        MetadataRow(
            info: "year", common: .commonKeyCreationDate, iTunes: .iTunesMetadataKeyReleaseDate,
            id3: .id3MetadataKeyYear),
        MetadataRow(
            info: "comments", common: .commonKeyDescription, iTunes: .iTunesMetadataKeyUserComment,
            id3: .id3MetadataKeyComments),
        MetadataRow(
            info: "composer", common: .commonKeyCreator, iTunes: .iTunesMetadataKeyComposer,
            id3: .id3MetadataKeyComposer),
        MetadataRow(
            info: "copyright", common: .commonKeyCopyrights, iTunes: .iTunesMetadataKeyCopyright,
            id3: .id3MetadataKeyCopyright),
        MetadataRow(
            info: "encoding application", common: .commonKeySoftware, iTunes: .iTunesMetadataKeyEncodingTool,
            id3: .id3MetadataKeyEncodedBy),
        MetadataRow(
            info: "track number", common: nil, iTunes: .iTunesMetadataKeyTrackNumber, id3: .id3MetadataKeyTrackNumber),
        MetadataRow(
            info: "tempo", common: nil, iTunes: .iTunesMetadataKeyBeatsPerMin, id3: .id3MetadataKeyBeatsPerMinute),
        MetadataRow(
            info: "subtitle", common: nil, iTunes: .iTunesMetadataKeyTrackSubTitle, id3: .id3MetadataKeySubTitle),
        MetadataRow(info: "lyrics", common: nil, iTunes: .iTunesMetadataKeyLyrics, id3: nil),
        MetadataRow(info: "lyricist", common: nil, iTunes: nil, id3: .id3MetadataKeyLyricist),
        MetadataRow(info: "key signature", common: nil, iTunes: nil, id3: .id3MetadataKeyInitialKey),
        MetadataRow(info: "ISRC", common: nil, iTunes: nil, id3: .id3MetadataKeyInternationalStandardRecordingCode),
        MetadataRow(
            info: "", common: .commonKeyArtwork, iTunes: .iTunesMetadataKeyCoverArt,
            id3: .id3MetadataKeyAttachedPicture),
    ]

    /// The row of a key in a family.
    static func row(_ space: AVMetadataKeySpace?, _ key: String?) -> MetadataRow? {
        guard let space, let key else { return nil }
        return all.first { row in
            switch space {
            case .common: row.common?.rawValue == key
            case .iTunes: row.iTunes?.rawValue == key
            case .id3: row.id3?.rawValue == key
            case .audioFile: !row.info.isEmpty && "info-\(row.info)" == key
            default: false
            }
        }
    }
}

extension AVMetadataItem {
    /// The family of keys of a kind of file.
    private static func space(_ fileType: FourCC?) -> AVMetadataKeySpace {
        switch fileType {
        case "m4af", "m4bf", "mp4f", "3gpp", "3gp2": .iTunes
        case "MPG3", "MPG2", "MPG1", "adts": .id3
        default: .audioFile
        }
    }

    /// The metadata of a file, in the keys of its kind.
    static func items(_ info: [MediaProperties.Info], fileType: FourCC?) -> [AVMetadataItem] {
        let space = space(fileType)
        return info.map { entry in
            let row = MetadataRow.all.first { $0.info == entry.key }
            let key: AVMetadataKey? =
                switch space {
                case .iTunes: row?.iTunes
                case .id3: row?.id3
                default: nil
                }
            return AVMetadataItem(
                Content(
                    space: key == nil ? .audioFile : space, key: key ?? AVMetadataKey(rawValue: "info-\(entry.key)"),
                    value: NSString(string: entry.value), dataType: "com.apple.metadata.datatype.UTF-8"))
        }
    }

    /// The picture of a file.
    static func picture(_ picture: Data, fileType: FourCC?) -> AVMetadataItem {
        let space = space(fileType)
        let key: AVMetadataKey =
            space == .iTunes
            ? .iTunesMetadataKeyCoverArt : space == .id3 ? .id3MetadataKeyAttachedPicture : .commonKeyArtwork
        let isPNG = picture.starts(with: [0x89, 0x50, 0x4E, 0x47])
        return AVMetadataItem(
            Content(
                space: space == .audioFile ? .common : space, key: key, value: NSData(data: picture),
                dataType: isPNG ? "com.apple.metadata.datatype.PNG" : "com.apple.metadata.datatype.JPEG"))
    }

    /// Returns the texts of items as tags for a new file; pictures and unknown keys are left out.
    static func info(_ items: [AVMetadataItem]) -> [MediaProperties.Info] {
        var seen = Set<String>()
        return items.compactMap { item in
            guard let row = MetadataRow.row(item.keySpace, item.keyName), !row.info.isEmpty,
                let text = item.stringValue, seen.insert(row.info).inserted
            else { return nil }
            return MediaProperties.Info(key: row.info, value: text)
        }
    }
}
