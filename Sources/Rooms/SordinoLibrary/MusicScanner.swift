import Glibc

/// Compares folders with the index, and brings the index up to date.
///
/// Files that have not changed are not read again. Several processes may scan at once: the work of each is whole by itself.
/// - Thread: one at a time.
struct MusicScanner {
    /// Folders below each other, and folders in all.
    private static let depthLimit = 64
    private static let folderLimit = 1_000_000
    /// Songs of one transaction.
    private static let batchCount = 500

    private enum Change {
        case song(Song)
        case playlist(Playlist)
        case restore(UInt64, isSong: Bool)
        case remove(UInt64, isSong: Bool)
    }

    let index: LibraryIndex
    /// Called with each folder before it is listed, so that later changes are seen.
    let willList: (String) -> Void
    /// Called after each transaction.
    let didWrite: () -> Void
    /// Asked between files; true ends the scan early.
    let isEnded: () -> Bool
    private var changes: [Change] = []

    init(
        _ index: LibraryIndex, willList: @escaping (String) -> Void = { _ in }, didWrite: @escaping () -> Void = {},
        isEnded: @escaping () -> Bool = { false }
    ) {
        (self.index, self.willList, self.didWrite, self.isEnded) = (index, willList, didWrite, isEnded)
    }

    /// Scans folders and all below them; what the index has elsewhere is hidden.
    mutating func scan(_ roots: [String]) throws(LibraryFailure) {
        var visited = Set<String>()
        try walk(roots, &visited)
        guard !isEnded() else { return }
        // Songs of the index in folders that are gone, or that belong to no root any more.
        let gone = try index.folders().filter { !visited.contains($0) }
        guard !gone.isEmpty else { return }
        try index.database.transaction { _ throws(LibraryFailure) in
            let generation = try index.advance()
            for folder in gone { try index.removeAll(in: folder, generation) }
        }
        index.announce()
        didWrite()
    }

    /// Scans one folder, and those below it that the index has nothing of.
    ///
    /// - Parameter isWhole: Scans all folders below.
    mutating func rescan(_ folder: String, isWhole: Bool) throws(LibraryFailure) {
        var visited = Set<String>()
        if isWhole {
            try walk([folder], &visited)
        } else if let listing = FolderListing(folder) {
            visited.insert(folder)
            willList(folder)
            try compare(folder, listing)
            try write()
        }
        let below = folder + "/"
        let gone = try index.folders().filter { known in
            (known == folder || known.hasPrefix(below)) && !visited.contains(known)
                && (isWhole || access(known, F_OK) != 0)
        }
        guard !gone.isEmpty, !isEnded() else { return }
        try index.database.transaction { _ throws(LibraryFailure) in
            let generation = try index.advance()
            for folder in gone { try index.removeAll(in: folder, generation) }
        }
        index.announce()
        didWrite()
    }

    private mutating func walk(_ roots: [String], _ visited: inout Set<String>) throws(LibraryFailure) {
        struct Identity: Hashable {
            var device: UInt64
            var number: UInt64
        }
        var seen = Set<Identity>()
        var pending = roots.reversed().map { (path: $0, depth: 0) }
        while let (folder, depth) = pending.popLast(), visited.count < Self.folderLimit, !isEnded() {
            willList(folder)
            // A folder that was reached before by another path, as loops of links have it, is left out.
            guard let listing = FolderListing(folder),
                seen.insert(Identity(device: listing.device, number: listing.number)).inserted
            else { continue }
            visited.insert(folder)
            try compare(folder, listing)
            guard depth < Self.depthLimit else { continue }
            pending += listing.folders.reversed().map { ("\(folder)/\($0)", depth + 1) }
        }
        try write()
    }

    /// Finds what is new, has changed or is gone in a folder.
    private mutating func compare(_ folder: String, _ listing: FolderListing) throws(LibraryFailure) {
        var known = try index.files(in: folder)
        for (name, stamp) in listing.songs {
            guard !isEnded() else { return }
            let old = known.removeValue(forKey: name)
            if let old, old.stamp == stamp {
                if old.isRemoved { try note(.restore(old.id, isSong: true)) }
                continue
            }
            // A file that is no sound is looked at again when it changes.
            guard var song = SongReader.read("\(folder)/\(name)", stamp) else {
                if let old, !old.isRemoved { try note(.remove(old.id, isSong: true)) }
                continue
            }
            if let old { song.id = old.id } else { song.id = try index.moved(stamp) ?? 0 }
            try note(.song(song))
        }
        for file in known.values where !file.isRemoved { try note(.remove(file.id, isSong: true)) }
        guard !isEnded() else { return }
        var lists = try index.files(in: folder, "playlists")
        for (name, stamp) in listing.playlists {
            let old = lists.removeValue(forKey: name)
            if let old, old.stamp == stamp {
                if old.isRemoved { try note(.restore(old.id, isSong: false)) }
            } else if var playlist = PlaylistFile.read("\(folder)/\(name)", stamp) {
                playlist.id = old?.id ?? 0
                try note(.playlist(playlist))
            }
        }
        for file in lists.values where !file.isRemoved { try note(.remove(file.id, isSong: false)) }
    }

    private mutating func note(_ change: Change) throws(LibraryFailure) {
        changes.append(change)
        if changes.count >= Self.batchCount { try write() }
    }

    private mutating func write() throws(LibraryFailure) {
        guard !changes.isEmpty else { return }
        let batch = changes
        changes = []
        let now = Double(time(nil))
        try index.database.transaction { _ throws(LibraryFailure) in
            let generation = try index.advance()
            for change in batch {
                switch change {
                case .song(let song): try index.write(song, generation, now: now)
                case .playlist(let playlist): try index.write(playlist, generation)
                case .restore(let id, let isSong):
                    try index.restore(id, generation, isSong ? "songs" : "playlists")
                case .remove(let id, let isSong): try index.remove(id, generation, isSong ? "songs" : "playlists")
                }
            }
        }
        index.announce()
        didWrite()
    }
}
