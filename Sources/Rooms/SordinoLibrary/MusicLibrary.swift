import Glibc
import SordinoMedia
import SordinoRealtime
import SordinoWork
import Synchronization

/// The library of a person's music: answers queries from memory, and keeps the index up to date.
///
/// The folders are scanned on a thread of its own, which then sleeps until a file changes. Without SQLite the library is
/// empty, and `failure` says so. What fails later is said in one sentence on standard error, and made up for once it is
/// possible again.
/// - Thread: any. Observers are called on the library's thread, or on the thread that made a change, without a lock.
package final class MusicLibrary: Sendable {
    /// The memory of the library; values only, so that nothing ends while the lock is held.
    private struct State {
        var table = SongTable()
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
    /// Marks that wait for an index that can be written.
    private static let unkeptLimit = 1_000

    package let places: LibraryPlaces
    /// The reason for which the library stays empty; nil if it does not.
    package let failure: LibraryFailure?
    private let index: Guarded<LibraryIndex?>
    private let state = Guarded(State())
    private let observers = Guarded(Observers())
    /// Sentences that were said.
    private let said = Guarded<Set<String>>([])
    /// Changes of marks that could not be written yet.
    private let unkept = Guarded<[(id: UInt64, change: @Sendable (inout SongMarks) -> Void)]>([])
    /// An object that users of the library keep beside it.
    private let companion = Guarded<(any AnyObject & Sendable)?>(nil)
    private let watch: MusicWatch?

    /// Opens a library; nothing is scanned before `beginWatching`.
    package init(_ places: LibraryPlaces) {
        self.places = places
        var (opened, failure): (LibraryIndex?, LibraryFailure?) = (nil, nil)
        do throws(LibraryFailure) { opened = try LibraryIndex(path: places.index) } catch let error { failure = error }
        self.failure = failure
        let readOnly = opened?.readOnly
        watch = failure == nil && readOnly == nil ? MusicWatch() : nil
        index = Guarded(opened)
        if let failure { say(failure, "; the library is empty") }
        if let aside = opened?.aside { say(aside) }
        if let readOnly { say(readOnly, "; the library stays as it was written last") }
        refresh()
    }

    /// Says a sentence on standard error, once.
    private func say(_ failure: LibraryFailure, _ consequence: String = "") {
        guard said.withLock({ $0.insert(failure.description).inserted }) else { return }
        let line = Array("sordino: \(failure)\(consequence)\n".utf8)
        _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
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
        guard let watch else { return finishScan() }
        let index: LibraryIndex
        do throws(LibraryFailure) { index = try LibraryIndex(path: places.index) } catch {
            say(error)
            return finishScan()
        }
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
        /// Whether files may differ from the index, as a scan could not write it; it stays as it was.
        var isBehind = false
        func attempt(_ work: (inout MusicScanner) throws(LibraryFailure) -> Void) {
            var scanner = scanner()
            do throws(LibraryFailure) {
                try work(&scanner)
                isBehind = false
                library()?.keepMarks()
            } catch {
                isBehind = true
                library()?.say(error, "; changes of the music are found when it can be written again")
            }
        }
        attempt { scanner throws(LibraryFailure) in try scanner.scan(folders) }
        // Another process may have written between the first look at the index and the watch of it.
        library()?.refresh()
        library()?.finishScan()
        while true {
            for news in watch.next() {
                switch news {
                case .end: return
                case .index: library()?.refresh()
                case .folder(let folder, let isFolder) where !isBehind:
                    attempt { scanner throws(LibraryFailure) in try scanner.rescan(folder, isWhole: isFolder) }
                case .everything, .folder:
                    attempt { scanner throws(LibraryFailure) in try scanner.scan(folders) }
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
        var isChanged = false
        do throws(LibraryFailure) {
            isChanged = try index.withLock { index throws(LibraryFailure) -> Bool in
                guard let index else { return false }
                let (known, old) = state.withLock { ($0.generation, $0.table) }
                let now = try index.generation()
                guard now != known else { return false }
                let playlists = try index.playlists()
                var read: (table: SongTable, generation: Int64, changes: Int)
                if known < 0 {
                    read = try index.table()
                } else {
                    let rows = try index.changes(since: known)
                    // A copy, so that queries are answered meanwhile.
                    read = (old, now, rows.count)
                    read.table.take(rows)
                }
                state.withLock { state in
                    (state.table, state.generation, state.playlists) = (read.table, read.generation, playlists)
                    state.unstored += read.changes
                    state.changed = Double(time(nil))
                }
                return true
            }
        } catch {
            // An index that cannot be read now is read at the next change.
            say(error)
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
        guard var table = worth?.0, let generation = worth?.1 else { return }
        // All orders, so that the first query after the next start finds its own.
        for grouping in SongQuery.Grouping.allCases { table.makeOrder(grouping) }
        let made = table
        keepOrders(of: made, generation)
        // A table that could not be stored costs the next start some time.
        do throws(LibraryFailure) {
            try index.withLock { index throws(LibraryFailure) in try index?.store(made, generation) }
        } catch { say(error) }
    }

    /// Keeps orders for later queries, if the table is still the one that they were made from.
    private func keepOrders(of table: SongTable, _ generation: Int64) {
        state.withLock { if $0.generation == generation { $0.table.adoptOrders(of: table) } }
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
    /// - Parameters:
    ///   - guess: The row that the song had when it was looked at last; others are searched for.
    ///   - read: Gets the columns and the song's row. It may not call the library, whose lock is held.
    package func value<Value: Sendable>(
        of id: UInt64, guess: Int = 0, _ read: (borrowing SongTable, Int) -> Value
    ) -> Value? {
        state.withLock { state in
            let isThere = guess < state.table.count && state.table.ids[guess] == id
            return (isThere ? guess : state.table.row(of: id)).map { read(state.table, $0) }
        }
    }

    package var playlists: [Playlist] { state.withLock { $0.playlists } }

    /// The number of the last change that this process has seen.
    package var generation: Int64 { state.withLock { $0.generation } }

    /// The rows that meet a query, in its order, with the table that they belong to.
    package func rows(_ query: SongQuery) -> (table: SongTable, rows: [UInt32]) {
        let table = table(inOrder: query.grouping)
        return (table, table.rows(query))
    }

    /// The songs that meet a query in groups, such as albums, in their order.
    package func groups(_ query: SongQuery) -> SongGroups { table(inOrder: query.grouping).groups(query) }

    /// The table now, with an order.
    private func table(inOrder grouping: SongQuery.Grouping) -> SongTable {
        var (table, generation) = state.withLock { ($0.table, $0.generation) }
        guard table.madeOrder(grouping) == nil else { return table }
        // Sorted without the lock, as it takes its time.
        table.makeOrder(grouping)
        keepOrders(of: table, generation)
        return table
    }

    /// The one object that users keep beside the library, made at first use.
    package func companion<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        companion.withLock { companion in
            if let there = companion as? Object { return there }
            let made = make()
            companion = made
            return made
        }
    }

    /// Asks the index; nil without an answer.
    private func ask<Answer: Sendable>(_ body: (LibraryIndex) throws(LibraryFailure) -> Answer?) -> Answer? {
        do throws(LibraryFailure) {
            return try index.withLock { index throws(LibraryFailure) in
                guard let index else { return nil }
                return try body(index)
            }
        } catch {
            say(error)
            return nil
        }
    }

    /// The parts of a song that are not in the table: its path, texts and dates.
    package func details(of id: UInt64) -> Song? {
        ask { index throws(LibraryFailure) in try index.details(of: id) }
    }

    /// The song at a path.
    package func song(at path: String) -> UInt64? {
        ask { index throws(LibraryFailure) in try index.song(at: path) }
    }

    /// The songs of a playlist that the library has, in its order.
    package func songs(of playlist: Playlist) -> [UInt64] {
        let songs = ask { index throws(LibraryFailure) in
            var songs: [UInt64] = []
            for path in playlist.paths { if let song = try index.song(at: path) { songs.append(song) } }
            return songs
        }
        return songs ?? []
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
        try index.withLock { index throws(LibraryFailure) in
            guard let index = try writable(index) else { return }
            try index.mark(id, change)
            index.announce()
        }
        refresh()
    }

    private func writable(_ index: LibraryIndex?) throws(LibraryFailure) -> LibraryIndex? {
        if let failure = failure ?? index?.readOnly { throw failure }
        return index
    }

    /// Changes what players add to a song, now or once the index can be written.
    package func markWhenPossible(_ id: UInt64, _ change: @escaping @Sendable (inout SongMarks) -> Void) {
        unkept.withLock { $0.append((id, change)) }
        keepMarks()
    }

    /// Writes the changes of marks that wait.
    private func keepMarks() {
        let waiting = unkept.withLock { unkept in
            defer { unkept = [] }
            return unkept
        }
        for (place, mark) in waiting.enumerated() {
            do throws(LibraryFailure) { try self.mark(mark.id, mark.change) } catch {
                say(error, "; counts and bookmarks are kept when it can be written again")
                // The oldest go first where there are too many.
                return unkept.withLock { $0 = (waiting[place...] + $0).suffix(Self.unkeptLimit) }
            }
        }
    }

    /// Writes a playlist into its file and the index.
    ///
    /// - Throws: `LibraryFailure`.
    package func write(_ playlist: Playlist) throws(LibraryFailure) {
        if let failure { throw failure }
        _ = try index.withLock { index throws(LibraryFailure) in try writable(index) }
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
