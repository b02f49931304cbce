/// The playlists of an index.
extension LibraryIndex {
    /// All playlists whose files are there, in the order of their names.
    func playlists() throws(LibraryFailure) -> [Playlist] {
        let statement = try database.prepare(
            "SELECT id, folder, name, title, author, details FROM playlists WHERE removed = 0 ORDER BY title, id")
        var playlists: [Playlist] = []
        while try statement.step() {
            var playlist = Playlist()
            playlist.id = UInt64(bitPattern: statement.integer(0))
            playlist.path = "\(statement.text(1))/\(statement.text(2))"
            (playlist.name, playlist.author, playlist.details) = (
                statement.text(3), statement.text(4), statement.text(5)
            )
            playlists.append(playlist)
        }
        let entries = try database.prepare("SELECT path FROM entries WHERE playlist = ?1 ORDER BY place")
        for index in playlists.indices {
            entries.bind([.id(playlists[index].id)])
            while try entries.step() { playlists[index].paths.append(entries.text(0)) }
        }
        return playlists
    }

    /// Writes a playlist, in a transaction.
    func write(_ playlist: Playlist, _ generation: Int64) throws(LibraryFailure) {
        let (folder, name) = Self.parts(playlist.path)
        let id = playlist.id == 0 ? PersistentID.of("playlist", playlist.path) : playlist.id
        try database.prepare("DELETE FROM playlists WHERE folder = ?1 AND name = ?2 AND id <> ?3")
            .run([.text(folder), .text(name), .id(id)])
        try database.prepare(
            "INSERT OR REPLACE INTO playlists VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
        ).run([
            .id(id), .text(folder), .text(name), .integer(generation), .integer(playlist.stamp.byteCount),
            .integer(playlist.stamp.changed), .id(playlist.stamp.device), .id(playlist.stamp.number),
            .text(playlist.name), .text(playlist.author), .text(playlist.details),
        ])
        try database.prepare("DELETE FROM entries WHERE playlist = ?1").run([.id(id)])
        let insert = try database.prepare("INSERT INTO entries VALUES (?1, ?2, ?3)")
        for (place, path) in playlist.paths.enumerated() {
            try insert.run([.id(id), .integer(Int64(place)), .text(path)])
        }
    }
}
