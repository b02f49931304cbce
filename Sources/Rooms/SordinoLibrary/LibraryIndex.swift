import Glibc

/// The index of a library on disk: songs, what people and players added to them, and playlists.
///
/// Several processes may use one index at once. Each change has a generation, by which others find what is new.
/// - Thread: one at a time.
final class LibraryIndex: Sendable {
    /// Where the index is.
    let path: String
    let database: Database

    /// The reason for which the index can only be read; nil if it can be written.
    let readOnly: LibraryFailure?

    /// Why and as what the file was put aside that was in the index's place; nil if none was.
    let aside: LibraryFailure?

    /// Opens the index, or makes it.
    ///
    /// An index that cannot be written is read. A file that is no index any more, or that of another version, is put aside, and
    /// an empty one takes its place.
    init(path: String) throws(LibraryFailure) {
        self.path = path
        Self.makeFolder(of: path)
        // SQLite would wait for a pipe, and makes no index of the others.
        for ending in ["", "-wal", "-shm", "-journal"] {
            guard let kind = Self.kind(path + ending) else { continue }
            throw LibraryFailure("the index of the library at \(path)\(ending) is \(kind), not a file")
        }
        do throws(LibraryFailure) {
            (database, readOnly, aside) = (try Self.opened(path), nil, nil)
        } catch {
            if let there = Self.openedForReading(path) {
                (database, readOnly, aside) = (there, error, nil)
                return
            }
            // Without the library, or without the right to write, another file would not help.
            guard access(path, R_OK | W_OK) == 0, let ending = Self.ending(aside: path) else { throw error }
            for ending in ["-wal", "-shm"] { unlink(path + ending) }
            guard rename(path, path + ending) == 0 else { throw error }
            (database, readOnly) = (try Self.opened(path), nil)
            aside = LibraryFailure("\(error); it is kept as \(path)\(ending) and made anew")
        }
    }

    /// The kind of thing at a path that is no file; nil for a file or nothing.
    private static func kind(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: return "a folder"
        case S_IFIFO: return "a pipe"
        case S_IFSOCK: return "a socket"
        default: return "a device"
        }
    }

    private static func opened(_ path: String) throws(LibraryFailure) -> Database {
        let database = try Database(path: path)
        let layout = try layout(of: database)
        guard layout.isEmpty || layout == Self.layout else {
            throw LibraryFailure("the index of the library at \(path) was written by another version of Sordino")
        }
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2000;")
        if layout.isEmpty {
            try database.transaction { database throws(LibraryFailure) in try database.execute(schema) }
        } else {
            // A journal that cannot be made is found out by a first look.
            _ = try database.number("SELECT value FROM meta WHERE key = 'generation'")
        }
        return database
    }

    /// The version of an index, and its tables with their columns; empty for a new file.
    private static func layout(of database: Database) throws(LibraryFailure) -> String {
        let statement = try database.prepare(
            """
            SELECT group_concat(line, ' ') FROM (
                SELECT m.name || '.' || c.name AS line FROM sqlite_master m, pragma_table_info(m.name) c
                WHERE m.type = 'table' ORDER BY line)
            """)
        let tables = try statement.step() ? statement.text(0) : ""
        let version = try database.number("PRAGMA user_version") ?? 0
        return tables.isEmpty && version == 0 ? "" : "\(version): \(tables)"
    }

    /// The layout of an index that this version writes; empty without SQLite.
    private static let layout: String = {
        guard let database = try? Database(path: ":memory:"), (try? database.execute(schema)) != nil else { return "" }
        return (try? layout(of: database)) ?? ""
    }()

    /// Opens a whole index that cannot be written, as in a folder of another user; nil if there is none.
    private static func openedForReading(_ path: String) -> Database? {
        guard access(path, R_OK) == 0 else { return nil }
        var journal = stat()
        let isJournalEmpty = stat(path + "-wal", &journal) != 0 || journal.st_size == 0
        for use in isJournalEmpty ? [Database.Use.reading, .readingUnchanged] : [.reading] {
            guard let database = try? Database(path: path, use), (try? layout(of: database)) == layout,
                (try? database.number("SELECT value FROM meta WHERE key = 'generation'")) ?? nil != nil
            else { continue }
            return database
        }
        return nil
    }

    /// The end of the name under which a file is put aside that is no index of this version; nil if it is one.
    private static func ending(aside path: String) -> String? {
        guard let database = try? Database(path: path) else { return nil }
        guard (try? database.number("SELECT count(*) FROM sqlite_master")) ?? nil != nil else { return ".damaged" }
        guard let found = try? layout(of: database), !found.isEmpty, found != layout else { return nil }
        return ".version-\(found.prefix { $0 != ":" })"
    }

    private static func makeFolder(of path: String) {
        var at = path.startIndex
        while let slash = path[at...].dropFirst().firstIndex(of: "/") {
            mkdir(String(path[..<slash]), 0o700)
            at = slash
        }
    }

    private static let version: Int64 = 1
    private static let schema = """
        CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;
        INSERT OR IGNORE INTO meta VALUES ('generation', 0);
        CREATE TABLE IF NOT EXISTS songs (
            id INTEGER PRIMARY KEY, folder TEXT NOT NULL, name TEXT NOT NULL, removed INTEGER NOT NULL,
            generation INTEGER NOT NULL, bytes INTEGER, changed INTEGER, device INTEGER, number INTEGER,
            title TEXT, artist TEXT, albumArtist TEXT, album TEXT, genre TEXT, composer TEXT, podcast TEXT,
            kind INTEGER, track INTEGER, trackCount INTEGER, disc INTEGER, discCount INTEGER, beatsPerMinute INTEGER,
            flags INTEGER, duration REAL, released REAL, comments TEXT, lyrics TEXT, grouping TEXT, stated INTEGER);
        CREATE UNIQUE INDEX IF NOT EXISTS songPlaces ON songs (folder, name);
        CREATE INDEX IF NOT EXISTS songGenerations ON songs (generation);
        CREATE INDEX IF NOT EXISTS songFiles ON songs (number, bytes);
        CREATE TABLE IF NOT EXISTS marks (
            id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, rating INTEGER, playCount INTEGER, skipCount INTEGER,
            lastPlayed REAL, bookmark REAL, added REAL);
        CREATE INDEX IF NOT EXISTS markGenerations ON marks (generation);
        CREATE TABLE IF NOT EXISTS playlists (
            id INTEGER PRIMARY KEY, folder TEXT NOT NULL, name TEXT NOT NULL, removed INTEGER NOT NULL,
            generation INTEGER NOT NULL, bytes INTEGER, changed INTEGER, device INTEGER, number INTEGER,
            title TEXT, author TEXT, details TEXT);
        CREATE UNIQUE INDEX IF NOT EXISTS playlistPlaces ON playlists (folder, name);
        CREATE TABLE IF NOT EXISTS entries (
            playlist INTEGER, place INTEGER, path TEXT, PRIMARY KEY (playlist, place)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS tables (id INTEGER PRIMARY KEY, generation INTEGER, bytes BLOB);
        PRAGMA user_version = \(version);
        """

    /// The number of the last change.
    func generation() throws(LibraryFailure) -> Int64 {
        try database.number("SELECT value FROM meta WHERE key = 'generation'") ?? 0
    }

    /// Lets other processes look for changes, after a transaction.
    ///
    /// SQLite writes its journal before others can read the change, so that news of the journal would come too early.
    func announce() {
        // A pipe in its place is not waited for.
        let descriptor = open(path + "-changed", O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return }
        var byte: UInt8 = 0
        _ = Glibc.write(descriptor, &byte, 1)
        close(descriptor)
    }

    /// Begins a change, inside a transaction.
    ///
    /// - Returns: Its number.
    func advance() throws(LibraryFailure) -> Int64 {
        try database.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
        return try generation()
    }

    // MARK: The table in memory

    /// Reads the table that was stored last, and the rows that have changed since then.
    func table() throws(LibraryFailure) -> (table: SongTable, generation: Int64, changes: Int) {
        try database.snapshot { database throws(LibraryFailure) in
            var (table, since): (SongTable, Int64) = (SongTable(), -1)
            if let generation = try database.number("SELECT generation FROM tables WHERE id = 1"),
                let kept = database.bytes("tables", "bytes", row: 1, { SongTable(byteCount: $0, $1) }) ?? nil
            {
                (table, since) = (kept, generation)
            }
            let rows = try changes(since: since)
            table.take(rows)
            return (table, try generation(), rows.count)
        }
    }

    /// Stores a table, so that the next start is quick.
    func store(_ table: SongTable, _ generation: Int64) throws(LibraryFailure) {
        try database.transaction { database throws(LibraryFailure) in
            try database.prepare("INSERT OR REPLACE INTO tables VALUES (1, ?1, ?2)")
                .run([.integer(generation), .bytes(table.stored)])
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// The rows of songs that have changed after a generation.
    func changes(since generation: Int64) throws(LibraryFailure) -> [SongTable.Row] {
        let columns = """
            SELECT s.id, s.removed, title, artist, albumArtist, album, genre, composer, podcast, kind, track, trackCount,
            disc, discCount, beatsPerMinute, flags, coalesce(nullif(m.rating, 0), stated), m.playCount, m.skipCount,
            duration, m.lastPlayed, m.bookmark, m.added FROM songs s LEFT JOIN marks m ON m.id = s.id
            """
        let statement =
            generation < 0
            ? try database.prepare("\(columns) WHERE s.removed = 0")
            : try database.prepare(
                """
                \(columns) WHERE s.id IN (SELECT id FROM songs WHERE generation > ?1
                UNION SELECT id FROM marks WHERE generation > ?1)
                """)
        if generation >= 0 { statement.bind([.integer(generation)]) }
        var rows: [SongTable.Row] = []
        while try statement.step() {
            var row = SongTable.Row()
            row.id = UInt64(bitPattern: statement.integer(0))
            row.isRemoved = statement.integer(1) != 0
            for column in row.texts.indices { row.texts[column] = statement.text(Int32(2 + column)) }
            for column in row.numbers.indices {
                row.numbers[column] = Int32(clamping: statement.integer(Int32(9 + column)))
            }
            for column in row.reals.indices { row.reals[column] = statement.real(Int32(19 + column)) }
            // An album without an artist of its own is listed under that of its songs, unless it has several.
            let isCompilation = row.numbers[SongTable.Number.flags.rawValue] & SongTable.Flag.compilation != 0
            if row.texts[SongTable.Text.albumArtist.rawValue].isEmpty, !isCompilation {
                row.texts[SongTable.Text.albumArtist.rawValue] = row.texts[SongTable.Text.artist.rawValue]
            }
            rows.append(row)
        }
        return rows
    }

    // MARK: Songs

    /// The files of a folder that the index knows: their stamps by their names.
    func files(
        in folder: String, _ table: StaticString = "songs"
    ) throws(LibraryFailure) -> [String: (id: UInt64, stamp: FileStamp, isRemoved: Bool)] {
        let statement = try database.prepare(
            "SELECT name, id, bytes, changed, device, number, removed FROM \(table) WHERE folder = ?1")
        statement.bind([.text(folder)])
        var files: [String: (id: UInt64, stamp: FileStamp, isRemoved: Bool)] = [:]
        while try statement.step() {
            var stamp = FileStamp()
            (stamp.byteCount, stamp.changed) = (statement.integer(2), statement.integer(3))
            stamp.device = UInt64(bitPattern: statement.integer(4))
            stamp.number = UInt64(bitPattern: statement.integer(5))
            files[statement.text(0)] = (UInt64(bitPattern: statement.integer(1)), stamp, statement.integer(6) != 0)
        }
        return files
    }

    /// The folders in which the index has songs or playlists that are there.
    func folders() throws(LibraryFailure) -> [String] {
        let statement = try database.prepare(
            """
            SELECT DISTINCT folder FROM songs WHERE removed = 0
            UNION SELECT DISTINCT folder FROM playlists WHERE removed = 0
            """)
        var folders: [String] = []
        while try statement.step() { folders.append(statement.text(0)) }
        return folders
    }

    /// Finds a song whose file lies elsewhere now: the same file, which is no longer where the index has it.
    func moved(_ stamp: FileStamp) throws(LibraryFailure) -> UInt64? {
        let statement = try database.prepare(
            "SELECT id, folder, name FROM songs WHERE number = ?1 AND bytes = ?2 AND changed = ?3 AND device = ?4")
        statement.bind([.id(stamp.number), .integer(stamp.byteCount), .integer(stamp.changed), .id(stamp.device)])
        while try statement.step() {
            if access("\(statement.text(1))/\(statement.text(2))", F_OK) != 0 {
                return UInt64(bitPattern: statement.integer(0))
            }
        }
        return nil
    }

    /// Writes a song, in a transaction; gives it an identifier if it has none.
    func write(_ song: Song, _ generation: Int64, now: Double) throws(LibraryFailure) {
        let (folder, name) = Self.parts(song.path)
        var id = song.id
        // Another process may have written the same file a moment ago.
        if id == 0 { id = try place(folder, name) ?? 0 }
        if id == 0 {
            id = PersistentID.of(song.path)
            // Another song may have had this place before it moved.
            while try isTaken(id) { id = id &* 0x9E37_79B9_7F4A_7C15 | 1 }
        }
        // A song whose place another file has taken is away; its row gives the place free.
        try database.prepare(
            """
            UPDATE songs SET removed = 1, generation = ?4, name = name || '/' || id
            WHERE folder = ?1 AND name = ?2 AND id <> ?3
            """
        ).run([.text(folder), .text(name), .id(id), .integer(generation)])
        let flags =
            (song.isCompilation ? SongTable.Flag.compilation : 0) | (song.isExplicit ? SongTable.Flag.explicit : 0)
            | (song.hasPicture ? SongTable.Flag.picture : 0)
        try database.prepare(
            """
            INSERT OR REPLACE INTO songs VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
            ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28)
            """
        ).run([
            .id(id), .text(folder), .text(name), .integer(generation), .integer(song.stamp.byteCount),
            .integer(song.stamp.changed), .id(song.stamp.device), .id(song.stamp.number), .text(song.title),
            .text(song.artist), .text(song.albumArtist), .text(song.album), .text(song.genre), .text(song.composer),
            .text(song.podcast), .integer(Int64(song.kind)), .integer(Int64(song.track)),
            .integer(Int64(song.trackCount)), .integer(Int64(song.disc)), .integer(Int64(song.discCount)),
            .integer(Int64(song.beatsPerMinute)), .integer(Int64(flags)), .real(song.duration),
            song.released.map { .real($0) } ?? .none, .text(song.comments), .text(song.lyrics), .text(song.grouping),
            .integer(Int64(song.statedRating)),
        ])
        try database.prepare("INSERT OR IGNORE INTO marks VALUES (?1, ?2, 0, 0, 0, 0, 0, ?3)")
            .run([.id(id), .integer(generation), .real(now)])
    }

    private func place(_ folder: String, _ name: String) throws(LibraryFailure) -> UInt64? {
        let statement = try database.prepare("SELECT id FROM songs WHERE folder = ?1 AND name = ?2")
        statement.bind([.text(folder), .text(name)])
        return try statement.step() ? UInt64(bitPattern: statement.integer(0)) : nil
    }

    private func isTaken(_ id: UInt64) throws(LibraryFailure) -> Bool {
        let statement = try database.prepare("SELECT 1 FROM songs WHERE id = ?1")
        statement.bind([.id(id)])
        return try statement.step()
    }

    /// Hides a song or a playlist, in a transaction: its file is away.
    ///
    /// The marks that people added are kept.
    func remove(_ id: UInt64, _ generation: Int64, _ table: StaticString = "songs") throws(LibraryFailure) {
        try database.prepare("UPDATE \(table) SET removed = 1, generation = ?2 WHERE id = ?1 AND removed = 0")
            .run([.id(id), .integer(generation)])
    }

    /// Shows a song or a playlist again, in a transaction: its file is back as it was.
    func restore(_ id: UInt64, _ generation: Int64, _ table: StaticString = "songs") throws(LibraryFailure) {
        try database.prepare("UPDATE \(table) SET removed = 0, generation = ?2 WHERE id = ?1")
            .run([.id(id), .integer(generation)])
    }

    /// Hides all songs and playlists of a folder, in a transaction.
    func removeAll(in folder: String, _ generation: Int64) throws(LibraryFailure) {
        for table in ["songs", "playlists"] {
            try database.prepare("UPDATE \(table) SET removed = 1, generation = ?2 WHERE folder = ?1 AND removed = 0")
                .run([.text(folder), .integer(generation)])
        }
    }

    /// The parts of a song that are not in memory.
    func details(of id: UInt64) throws(LibraryFailure) -> Song? {
        let statement = try database.prepare(
            "SELECT folder, name, released, released IS NULL, comments, lyrics, grouping FROM songs WHERE id = ?1")
        statement.bind([.id(id)])
        guard try statement.step() else { return nil }
        var song = Song()
        song.id = id
        song.path = "\(statement.text(0))/\(statement.text(1))"
        song.released = statement.integer(3) != 0 ? nil : statement.real(2)
        (song.comments, song.lyrics, song.grouping) = (statement.text(4), statement.text(5), statement.text(6))
        return song
    }

    /// The identifier of the song at a path; nil if there is none.
    func song(at path: String) throws(LibraryFailure) -> UInt64? {
        let (folder, name) = Self.parts(path)
        let statement = try database.prepare("SELECT id FROM songs WHERE folder = ?1 AND name = ?2 AND removed = 0")
        statement.bind([.text(folder), .text(name)])
        return try statement.step() ? UInt64(bitPattern: statement.integer(0)) : nil
    }

    /// Splits a path into its folder and the name in it.
    static func parts(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return ("", path) }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }

    // MARK: Marks

    /// Changes what people and players added to a song, at once and whole.
    func mark(_ id: UInt64, _ change: (inout SongMarks) -> Void) throws(LibraryFailure) {
        try database.transaction { database throws(LibraryFailure) in
            var marks = SongMarks()
            let statement = try database.prepare(
                "SELECT rating, playCount, skipCount, lastPlayed, bookmark, added FROM marks WHERE id = ?1")
            statement.bind([.id(id)])
            if try statement.step() {
                marks.rating = Int32(clamping: statement.integer(0))
                marks.playCount = Int32(clamping: statement.integer(1))
                marks.skipCount = Int32(clamping: statement.integer(2))
                (marks.lastPlayed, marks.bookmark) = (statement.real(3), statement.real(4))
                marks.added = statement.real(5)
            }
            change(&marks)
            try database.prepare("INSERT OR REPLACE INTO marks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)").run([
                .id(id), .integer(try advance()), .integer(Int64(marks.rating)), .integer(Int64(marks.playCount)),
                .integer(Int64(marks.skipCount)), .real(marks.lastPlayed), .real(marks.bookmark), .real(marks.added),
            ])
        }
    }
}
