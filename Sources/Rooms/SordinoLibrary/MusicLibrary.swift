import Glibc
import SordinoMedia
import SordinoRealtime
import SordinoWork
import Synchronization

/// The library of a person's music: answers queries from memory, and keeps the index up to date.
///
/// The folders are scanned on a thread of its own, which then sleeps until a file changes. Without SQLite the library is
/// empty, and `failure` says so.
/// - Thread: any. Observers are called on the library's thread, or on the thread that made a change, without a lock.
package final class MusicLibrary: Sendable {
    /// The memory of the library; values only, so that nothing ends while the lock is held.
    private struct State {
        var table = SongTable()
        var orders = SongOrders()
        var playlists: [Playlist] = []
        var generation: Int64 = -1
        var changed = 0.0
        /// Rows that have changed since the table was stored.
        var unstored = 0
    }

    private struct Observers {
        var next = 0
        var all: [Int: @Sendable () -> Void] = [:]
        var isWatching = false
        var hasScanned = false
        var waiting: [@Sendable () -> Void] = []
    }

    /// Changes after which the table is stored anew.
    private static let storedChangeCount = 1_000

    package let places: LibraryPlaces
    /// The reason for which the library stays empty; nil if it does not.
    package let failure: LibraryFailure?
    private let index: Guarded<LibraryIndex?>
    private let state = Guarded(State())
    private let observers = Guarded(Observers())
    private let watch: MusicWatch?

    /// Opens a library; nothing is scanned before `beginWatching`.
    package init(_ places: LibraryPlaces) {
        self.places = places
        var (opened, failure): (LibraryIndex?, LibraryFailure?) = (nil, nil)
        do throws(LibraryFailure) { opened = try LibraryIndex(path: places.index) } catch let error { failure = error }
        self.failure = failure
        if let failure, let value = getenv("SORDINO_DEBUG"), value[0] != 0, value[0] != 48 {
            let line = Array("sordino: the library of music is empty: \(failure)\n".utf8)
            _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
        index = Guarded(opened)
        watch = failure == nil ? MusicWatch() : nil
        refresh()
    }

    deinit { watch?.end() }

    private static let all = Guarded<[LibraryPlaces: MusicLibrary]>([:])

    /// The library of these places, which all parts of the process share.
    package static func at(_ places: LibraryPlaces) -> MusicLibrary {
        if let there = all.withLock({ $0[places] }) { return there }
        // Made without the lock: opening waits for the disk. Another thread may have been first.
        let made = MusicLibrary(places)
        return all.withLock { all in
            if let there = all[places] { return there }
            all[places] = made
            return made
        }
    }

    // MARK: Keeping up to date

    /// Scans the folders on a thread, and follows their changes from then on; once.
    package func beginWatching() {
        let begins = observers.withLock { observers in
            defer { observers.isWatching = true }
            return !observers.isWatching
        }
        guard begins else { return }
        guard let watch, let index = try? LibraryIndex(path: places.index) else { return finishScan() }
        let folders = places.folders
        let isStarted = startThreadIfPossible { [weak self] in
            watch.addIndex(index.path)
            Self.run(watch, index, folders) { self }
        }
        if !isStarted { finishScan() }
    }

    /// Ends the thread of `beginWatching`; the library still answers.
    package func endWatching() { watch?.end() }

    /// Calls `done` once the first scan has ended, and at once if it has.
    package func afterFirstScan(_ done: @escaping @Sendable () -> Void) {
        let hasScanned = observers.withLock { observers in
            if !observers.hasScanned { observers.waiting.append(done) }
            return observers.hasScanned
        }
        if hasScanned { done() }
    }

    /// Scans the folders on this thread.
    package func scan() throws(LibraryFailure) {
        if let failure { throw failure }
        var scanner = MusicScanner(try LibraryIndex(path: places.index))
        try scanner.scan(places.folders)
        refresh()
        finishScan()
    }

    private static func run(
        _ watch: MusicWatch, _ index: LibraryIndex, _ folders: [String], _ library: @escaping () -> MusicLibrary?
    ) {
        // The thread keeps no library alive: one that is no longer used ends the watch.
        func scanner() -> MusicScanner {
            MusicScanner(
                index, willList: watch.add, didWrite: { library()?.refresh() }, isEnded: { watch.isEnded })
        }
        var first = scanner()
        // A scan that failed, as on a full disk, leaves the index as it was.
        try? first.scan(folders)
        // Another process may have written between the first look at the index and the watch of it.
        library()?.refresh()
        library()?.finishScan()
        while true {
            for news in watch.next() {
                var scanner = scanner()
                switch news {
                case .end: return
                case .everything: try? scanner.scan(folders)
                case .index: library()?.refresh()
                case .folder(let folder, let isFolder): try? scanner.rescan(folder, isWhole: isFolder)
                }
            }
            library()?.storeIfWorthIt()
        }
    }

    private func finishScan() {
        storeIfWorthIt()
        let waiting = observers.withLock { observers in
            observers.hasScanned = true
            defer { observers.waiting = [] }
            return observers.waiting
        }
        for done in waiting { done() }
    }

    /// Takes what this process or another one has written into the index.
    package func refresh() {
        // The index's lock orders the readers, so that an older answer never replaces a newer one.
        let isChanged = index.withLock { index -> Bool in
            guard let index else { return false }
            let known = state.withLock { $0.generation }
            // An index that cannot be read now is read at the next change.
            guard let generation = try? index.generation(), generation != known else { return false }
            if known < 0 {
                guard let read = try? index.table() else { return false }
                let playlists = (try? index.playlists()) ?? []
                state.withLock { state in
                    state.table = read.table
                    state.playlists = playlists
                    (state.generation, state.unstored) = (read.generation, read.changes)
                }
            } else {
                guard let rows = try? index.changes(since: known) else { return false }
                let playlists = (try? index.playlists()) ?? []
                state.withLock { state in
                    state.table.take(rows)
                    state.orders = SongOrders()
                    state.playlists = playlists
                    state.generation = generation
                    state.unstored += rows.count
                }
            }
            state.withLock { $0.changed = Double(time(nil)) }
            return true
        }
        guard isChanged else { return }
        let all = observers.withLock { Array($0.all.values) }
        for observe in all { observe() }
    }

    private func storeIfWorthIt() {
        let worth = state.withLock { state -> (SongTable, Int64)? in
            guard state.unstored >= Self.storedChangeCount else { return nil }
            state.unstored = 0
            return (state.table, state.generation)
        }
        guard let (table, generation) = worth else { return }
        index.withLock { index in
            // A table that could not be stored costs the next start some time.
            try? index?.store(table, generation)
        }
    }

    /// Calls `observe` after each change.
    ///
    /// - Returns: A number for `removeObserver`.
    package func addObserver(_ observe: @escaping @Sendable () -> Void) -> Int {
        observers.withLock { observers in
            observers.next += 1
            observers.all[observers.next] = observe
            return observers.next
        }
    }

    /// Ends what `addObserver` began.
    package func removeObserver(_ number: Int) {
        // Objects that the observer holds end after the lock.
        let gone = observers.withLock { $0.all.removeValue(forKey: number) }
        withExtendedLifetime(gone) {}
    }

    // MARK: Answers

    /// The columns of all songs now.
    package var table: SongTable { state.withLock { $0.table } }

    /// The time of the last change that this process has seen, in seconds from 1970 on.
    package var changed: Double { state.withLock { $0.changed } }

    /// Reads a value of a song; nil if the library does not have it.
    ///
    /// - Parameter read: Gets the columns and the song's row. It may not call the library, whose lock is held.
    package func value<Value: Sendable>(of id: UInt64, _ read: (borrowing SongTable, Int) -> Value) -> Value? {
        state.withLock { state in state.table.row(of: id).map { read(state.table, $0) } }
    }

    package var playlists: [Playlist] { state.withLock { $0.playlists } }

    /// The rows that meet a query, in its order, with the table that they belong to.
    package func rows(_ query: SongQuery) -> (table: SongTable, rows: [UInt32]) {
        let (table, order) = state.withLock { state in
            (state.table, state.orders.order(query.grouping, state.table))
        }
        guard let marks = table.marks(query.filters) else { return (table, order) }
        return (table, order.filter { marks[Int($0)] })
    }

    /// The rows that meet a query in groups, such as albums, in their order.
    package func groups(_ query: SongQuery) -> (table: SongTable, groups: [[UInt32]]) {
        let (table, rows) = rows(query)
        var groups: [[UInt32]] = []
        var last: UInt64?
        for row in rows where table.isGrouped(query.grouping, Int(row)) {
            let group = table.group(query.grouping, Int(row))
            if group == last {
                groups[groups.count - 1].append(row)
            } else {
                groups.append([row])
                last = group
            }
        }
        return (table, groups)
    }

    /// The parts of a song that are not in the table: its path, texts and dates.
    package func details(of id: UInt64) -> Song? { index.withLock { index in try? index?.details(of: id) } ?? nil }

    /// The song at a path.
    package func song(at path: String) -> UInt64? { index.withLock { index in try? index?.song(at: path) } ?? nil }

    /// The songs of a playlist that the library has, in its order.
    package func songs(of playlist: Playlist) -> [UInt64] {
        index.withLock { index in playlist.paths.compactMap { path in (try? index?.song(at: path)) ?? nil } }
    }

    /// The chapters of a song's file.
    package func chapters(of id: UInt64) -> [MediaProperties.Chapter] {
        details(of: id).map { SongReader.chapters(path: $0.path) } ?? []
    }

    /// The picture of a song's file, a JPEG or PNG file.
    package func picture(of id: UInt64) -> [UInt8]? { details(of: id).flatMap { SongReader.picture(path: $0.path) } }

    // MARK: Changes

    /// Changes what people and players add to a song; on disk when this returns.
    ///
    /// - Throws: `LibraryFailure`.
    package func mark(_ id: UInt64, _ change: @Sendable (inout SongMarks) -> Void) throws(LibraryFailure) {
        if let failure { throw failure }
        try index.withLock { index throws(LibraryFailure) in
            try index?.mark(id, change)
            index?.announce()
        }
        refresh()
    }

    /// Writes a playlist into its file and the index.
    ///
    /// - Throws: `LibraryFailure`.
    package func write(_ playlist: Playlist) throws(LibraryFailure) {
        if let failure { throw failure }
        try PlaylistFile.write(playlist)
        let (folder, name) = LibraryIndex.parts(playlist.path)
        var playlist = playlist
        if let stamp = FolderListing(folder)?.playlists.first(where: { $0.name == name })?.stamp {
            playlist.stamp = stamp
        }
        let written = playlist
        try index.withLock { index throws(LibraryFailure) in
            try index?.database.transaction { _ throws(LibraryFailure) in
                guard let index else { return }
                try index.write(written, try index.advance())
            }
            index?.announce()
        }
        refresh()
    }
}
