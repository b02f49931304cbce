import Glibc
import SordinoMedia

/// Reads songs: the tags that every reader gives, the fields that only a library needs, and the length.
package enum SongReader {
    /// Endings of the names of files that may be songs.
    static let endings: Set<String> = Set(Containers.all.flatMap(\.extensions)).union(["mp3", "m4b", "mka"])
        .subtracting(["mp4", "mov", "m4v", "3gp", "3g2"])
    /// Characters of a text at most; lyrics and comments may be longer.
    private static let characterLimit = 512
    private static let longLimit = 16_384

    /// Reads a file; nil if it is no sound that can be read.
    static func read(_ path: String, _ stamp: FileStamp) -> Song? {
        guard let source = try? FileByteSource(path: path) else { return nil }
        return read(source, path: path, stamp)
    }

    /// Reads the bytes of a file.
    static func read(_ source: any ByteSource, path: String, _ stamp: FileStamp) -> Song? {
        guard let file = try? PacketFile(source) else { return nil }
        var song = Song()
        (song.path, song.stamp) = (path, stamp)
        let rate = file.format.sampleRate
        if rate > 0 {
            let seconds = Double(file.estimatedFrameCount) / rate
            song.duration = seconds.isFinite ? max(0, min(seconds, 1e9)) : 0
        }
        for info in file.properties.info { take(info, &song) }
        if let fields = try? TagFields.read(file) { take(fields, &song) }
        complete(&song)
        return song
    }

    /// Reads a file in memory; nil if it is no sound that can be read.
    package static func song(of bytes: [UInt8], path: String) -> Song? {
        read(MemoryByteSource(bytes), path: path, FileStamp())
    }

    /// Reads all kinds of tags of any bytes, as a fuzzer gives them.
    ///
    /// - Returns: The number of texts and chapters that were found.
    package static func tagCount(of bytes: [UInt8]) -> Int {
        var fields = TagFields()
        fields.takeComments(bytes)
        for read in [{ ID3Fields.read(&$0, at: 0, into: &$1) }, MPEG4Fields.read, FLACFields.read]
            as [(inout SourceWindow, inout TagFields) -> Void]
        {
            guard var window = try? SourceWindow(MemoryByteSource(bytes)) else { continue }
            read(&window, &fields)
        }
        return fields.texts.count + fields.chapters.count
    }

    /// The chapters of a file, in their order.
    package static func chapters(path: String) -> [MediaProperties.Chapter] {
        guard let file = try? PacketFile(FileByteSource(path: path)) else { return [] }
        if !file.properties.chapters.isEmpty { return file.properties.chapters }
        return ((try? TagFields.read(file))?.chapters ?? []).sorted { $0.startSeconds < $1.startSeconds }
    }

    /// The picture of a file, a JPEG or PNG file of 16 MiB at most.
    package static func picture(path: String) -> [UInt8]? {
        guard let source = try? FileByteSource(path: path), let scan = try? MediaScan.scan(source) else { return nil }
        return (try? FileTags.picture(of: source, scan)) ?? nil
    }

    private static func take(_ info: MediaProperties.Info, _ song: inout Song) {
        let text = short(info.value)
        switch info.key {
        case "title": song.title = text
        case "artist": song.artist = text
        case "album": song.album = text
        case "genre": song.genre = genre(text)
        case "composer": song.composer = text
        case "track number": (song.track, song.trackCount) = pair(text)
        case "tempo": song.beatsPerMinute = number(text)
        case "year": song.released = date(text)
        case "comments": song.comments = String(info.value.prefix(longLimit))
        case "lyrics": song.lyrics = String(info.value.prefix(longLimit))
        default: break
        }
    }

    private static func take(_ fields: TagFields, _ song: inout Song) {
        func text(_ names: String...) -> String {
            let name = names.first { fields[$0] != nil }
            return short(name.flatMap { fields[$0] } ?? "")
        }
        song.albumArtist = text("ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST")
        song.grouping = text("GROUPING")
        if let lyrics = fields["LYRICS"] ?? fields["UNSYNCEDLYRICS"] { song.lyrics = String(lyrics.prefix(longLimit)) }
        let (disc, discCount) = pair(text("DISCNUMBER"))
        song.disc = disc
        song.discCount = discCount > 0 ? discCount : number(text("DISCTOTAL", "TOTALDISCS"))
        if song.trackCount == 0 { song.trackCount = number(text("TRACKTOTAL", "TOTALTRACKS")) }
        song.isCompilation = number(text("COMPILATION")) > 0
        song.isExplicit = [1, 4].contains(number(text("ITUNESADVISORY")))
        song.hasPicture = fields.hasPicture
        if let released = date(text("RELEASEDATE", "DATE")) { song.released = released }
        let rating = number(text("RATING"))
        // Some writers count to 100.
        song.statedRating = rating > 5 ? min(5, rating / 20) : rating
        if number(text("PODCAST")) > 0 { song.kind = Song.Kind.podcast }
        switch number(text("MEDIAKIND")) {
        case 2: song.kind = Song.Kind.audiobook
        case 21: song.kind = Song.Kind.podcast
        default: break
        }
    }

    /// Derives what tags leave out from the place of the file: its name, and folders named after podcasts and books.
    private static func complete(_ song: inout Song) {
        let parts = song.path.split(separator: "/")
        let name = parts.last.map(String.init) ?? ""
        if song.title.isEmpty { song.title = short(name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name) }
        if song.kind == Song.Kind.music {
            let genre = song.genre.lowercased()
            let folders = parts.dropLast().map { $0.lowercased() }
            if genre.hasPrefix("podcast") || folders.contains("podcasts") {
                song.kind = Song.Kind.podcast
            } else if name.lowercased().hasSuffix(".m4b") || genre.hasPrefix("audiobook") || genre == "speech"
                || folders.contains("audiobooks")
            {
                song.kind = Song.Kind.audiobook
            }
        }
        if song.kind == Song.Kind.podcast {
            song.podcast = song.album.isEmpty ? parts.dropLast().last.map { short(String($0)) } ?? "" : song.album
        }
    }

    /// The name of a genre, also where the tag has the number of the first ID3 in brackets before it.
    private static func genre(_ text: String) -> String {
        guard text.hasPrefix("("), let end = text.firstIndex(of: ")") else { return text }
        let rest = text[text.index(after: end)...]
        return rest.isEmpty ? text : String(rest)
    }

    private static func short(_ text: String) -> String {
        var text = Substring(text)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        return String(text.prefix(characterLimit))
    }

    private static func number(_ text: String) -> Int32 {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        return min(Int32(digits.prefix(9)) ?? 0, 1_000_000)
    }

    /// Two numbers such as 3/12.
    private static func pair(_ text: String) -> (Int32, Int32) {
        let parts = text.split(separator: "/", maxSplits: 1)
        return (parts.first.map { number(String($0)) } ?? 0, parts.count > 1 ? number(String(parts[1])) : 0)
    }

    /// A date such as 1999, 1999-12 or 1999-12-31T10:00:00, in seconds from 1970 on.
    static func date(_ text: String) -> Double? {
        let parts = text.prefix(10).split(separator: "-").map { Int64($0.prefix { $0.isNumber }) ?? 0 }
        guard let year = parts.first, (1...9_999).contains(year) else { return nil }
        let month = parts.count > 1 && (1...12).contains(parts[1]) ? parts[1] : 1
        let day = parts.count > 2 && (1...31).contains(parts[2]) ? parts[2] : 1
        // Days from civil dates, with years that begin in March.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Double(era * 146_097 + dayOfEra - 719_468) * 86_400
    }
}
