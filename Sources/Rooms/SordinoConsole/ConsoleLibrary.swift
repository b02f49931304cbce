import SordinoJSON
import SordinoLibrary
import SordinoRealtime
import SordinoSession

/// The person's library of music, a page at a time.
///
/// It is opened with the first question and looked through then; later questions see what other programs have added to the index.
/// - Thread: one at a time; it waits for the disk.
package final class ConsoleLibrary: Sendable {
    /// The entries of a page.
    package static let pageCount = 40
    /// The characters of a text to look for.
    package static let mostCharacters = 100
    /// The first page after this many seconds looks through the folders again.
    private static let scanSeconds: UInt64 = 60

    /// A question of the page.
    package struct Question: Hashable, Sendable {
        /// `songs`, `albums`, or `album`, the songs of which are asked for by `album`.
        package var list = "songs"
        package var text = ""
        package var album: UInt64 = 0
        package var from = 0

        /// Reads the body of a request, such as `{"list":"albums","text":"suite","from":40}`.
        package init(_ body: [UInt8]) throws(ConsoleActs.Refusal) {
            let record = try ConsoleActs.record(body)
            if case .text(let word)? = record["list"] { list = word }
            if case .text(let word)? = record["text"] { text = word }
            if case .text(let word)? = record["album"] { album = UInt64(word, radix: 16) ?? 0 }
            if case .integer(let number)? = record["from"] { from = Int(clamping: number) }
            guard ["songs", "albums", "album"].contains(list), from >= 0, text.count <= ConsoleLibrary.mostCharacters
            else {
                throw ConsoleActs.Refusal("This is no question to the library.")
            }
        }
    }

    private let places: LibraryPlaces?
    private let opened = Guarded<(library: MusicLibrary, scanned: UInt64)?>(nil)

    init(_ places: LibraryPlaces?) { self.places = places }

    /// Lets the songs in memory go.
    func close() { opened.withLock { $0 = nil } }

    private func open() throws(ConsoleActs.Refusal) -> MusicLibrary {
        guard let places else { throw ConsoleActs.Refusal("There is no folder for music.") }
        let now = HostClock.now()
        let before = opened.withLock { $0 }
        let library = before?.library ?? MusicLibrary(places)
        if let failure = library.failure { throw ConsoleActs.Refusal("\(failure)") }
        if let before, now - min(now, before.scanned) < Self.scanSeconds * 1_000_000_000 {
            library.refresh()
            return library
        }
        // An index that cannot be written is shown as it is.
        try? library.scan()
        opened.withLock { $0 = (library, HostClock.now()) }
        return library
    }

    /// Returns a page as JSON.
    func page(_ question: Question) throws(ConsoleActs.Refusal) -> JSONText {
        let library = try open()
        return question.list == "albums" ? albums(library, question) : songs(library, question)
    }

    private func songs(_ library: MusicLibrary, _ question: Question) -> JSONText {
        let filters: [SongQuery.Filter] = question.list == "album" ? [.album(question.album)] : []
        var found: (table: SongTable, rows: [UInt32])
        if question.text.isEmpty {
            found = library.rows(SongQuery(filters, grouping: question.list == "album" ? .album : .title))
        } else {
            // Titles first, then songs by an artist or on an album of that name.
            found = library.rows(SongQuery(filters + [.contains(.title, question.text)]))
            var seen = Set(found.rows)
            for column in [SongTable.Text.artist, .album] {
                let more = library.rows(SongQuery(filters + [.contains(column, question.text)])).rows
                found.rows += more.filter { seen.insert($0).inserted }
            }
        }
        let rows = found.rows.dropFirst(question.from).prefix(Self.pageCount)
        let entries = rows.map { row -> JSONText in
            let (table, row) = (found.table, Int(row))
            return .object([
                ("id", .text(String(table.ids[row], radix: 16))), ("title", .text(table.text(.title, row))),
                ("artist", .text(table.text(.artist, row))), ("album", .text(table.text(.album, row))),
                ("seconds", .decimal(ConsoleScene.rounded(table.real(.duration, row), 1))),
                ("hasPicture", .flag(table.has(SongTable.Flag.picture, row))),
            ])
        }
        return answer(found.rows.count, question, entries)
    }

    private func albums(_ library: MusicLibrary, _ question: Question) -> JSONText {
        let filters: [SongQuery.Filter] = question.text.isEmpty ? [] : [.contains(.album, question.text)]
        let groups = library.groups(SongQuery(filters, grouping: .album))
        let places = (0..<groups.count).dropFirst(question.from).prefix(Self.pageCount)
        let entries = places.map { place -> JSONText in
            let (table, rows) = (groups.table, groups[place])
            let first = Int(rows.first ?? 0)
            let artist = table.text(.albumArtist, first)
            let withPicture = rows.first { table.has(SongTable.Flag.picture, Int($0)) }
            return .object([
                ("album", .text(String(table.albumIDs[first], radix: 16))), ("title", .text(table.text(.album, first))),
                ("artist", .text(artist.isEmpty ? table.text(.artist, first) : artist)),
                ("count", .number(Int64(rows.count))),
                ("id", .text(withPicture.map { String(table.ids[Int($0)], radix: 16) } ?? "")),
                ("hasPicture", .flag(withPicture != nil)),
            ])
        }
        return answer(groups.count, question, entries)
    }

    private func answer(_ count: Int, _ question: Question, _ entries: [JSONText]) -> JSONText {
        .object([
            ("count", .number(Int64(count))), ("from", .number(Int64(min(question.from, count)))),
            ("entries", .list(entries)),
        ])
    }

    /// Returns the picture in a song's file.
    func picture(ofSong id: UInt64) -> [UInt8]? {
        let library = opened.withLock { $0?.library }
        return library?.picture(of: id)
    }
}
