import SordinoLibrary
import SordinoRealtime

/// The objects of a library's answers: each item is made once, and the last answers are kept until the library changes.
///
/// - Thread: any.
final class ItemShelf: Sendable {
    /// An answer, as of a generation of the library.
    private struct Answer {
        let query: SongQuery
        var items: [MPMediaItem]?
        var collections: [MPMediaItemCollection]?
    }

    /// The objects and answers that the lock guards.
    private final class Kept {
        /// The identifiers of the rows that `items` belong to.
        var ids: [UInt64] = []
        var items: [MPMediaItem?] = []
        var generation = Int64.min
        var answers: [Answer] = []

        /// Takes items to the rows of another state of the table.
        func adapt(to new: [UInt64]) {
            // The same memory, as a rule.
            guard ids != new else { return }
            var made = [MPMediaItem?](repeating: nil, count: new.count)
            var old = 0
            for place in new.indices {
                while old < ids.count, ids[old] < new[place] { old += 1 }
                guard old < ids.count else { break }
                if ids[old] == new[place] { made[place] = items[old] }
            }
            (ids, items) = (new, made)
        }

        func item(_ row: Int, _ library: MusicLibrary) -> MPMediaItem {
            if let there = items[row] { return there }
            let made = MPMediaItem(ids[row], library, row: row)
            items[row] = made
            return made
        }

        func answer(_ query: SongQuery, _ generation: Int64) -> Answer? {
            self.generation == generation ? answers.first { $0.query == query } : nil
        }

        func keep(_ generation: Int64, _ answer: Answer) {
            if self.generation != generation { answers = [] }
            self.generation = generation
            answers.removeAll { $0.query == answer.query }
            answers.insert(answer, at: 0)
            if answers.count > ItemShelf.answerLimit { answers.removeLast() }
        }
    }

    /// The answers that are kept.
    private static let answerLimit = 8

    private let lock = Guarded(())
    private let kept = Lent(Kept())

    private init() {}

    /// The shelf of a library.
    static func of(_ library: MusicLibrary) -> ItemShelf { library.companion { ItemShelf() } }

    private func withKept<Result>(_ body: (Kept) -> Result) -> Result {
        lock.withLock { _ in Lent(body(kept.value)) }.value
    }

    /// The items that meet a query, in its order.
    func items(_ query: SongQuery, _ library: MusicLibrary) -> [MPMediaItem] {
        let generation = library.generation
        if let items = withKept({ $0.answer(query, generation)?.items }) { return items }
        let (table, rows) = library.rows(query)
        return withKept { kept in
            kept.adapt(to: table.ids)
            let items = rows.map { kept.item(Int($0), library) }
            var answer = kept.answer(query, generation) ?? Answer(query: query)
            answer.items = items
            kept.keep(generation, answer)
            return items
        }
    }

    /// The groups of items that meet a query, in its order.
    func collections(_ query: SongQuery, _ library: MusicLibrary) -> [MPMediaItemCollection] {
        let generation = library.generation
        if let collections = withKept({ $0.answer(query, generation)?.collections }) { return collections }
        let groups = library.groups(query)
        let source = GroupSource(groups, library)
        let collections = groups.indices.map { group in
            MPMediaItemCollection(Self.id(of: group, groups, query.grouping), source, group)
        }
        return withKept { kept in
            var answer = kept.answer(query, generation) ?? Answer(query: query)
            answer.collections = collections
            kept.keep(generation, answer)
            return collections
        }
    }

    /// The items of some songs, whether the library still has them or not.
    func items(_ ids: [UInt64], _ library: MusicLibrary) -> [MPMediaItem] {
        withKept { kept in
            ids.map { id in
                var (low, high) = (0, kept.ids.count)
                while low < high {
                    let middle = (low + high) / 2
                    if kept.ids[middle] < id { low = middle + 1 } else { high = middle }
                }
                return low < kept.ids.count && kept.ids[low] == id ? kept.item(low, library) : MPMediaItem(id, library)
            }
        }
    }

    private static func id(of group: Int, _ groups: SongGroups, _ grouping: SongQuery.Grouping) -> UInt64 {
        let first = Int(groups[group].first ?? 0)
        return switch grouping {
        case .title: groups.table.ids[first]
        case .album: groups.table.albumIDs[first]
        case .artist, .albumArtist: SongTable.id(.artist, groups.table.heading(grouping, first))
        case .composer: SongTable.id(.composer, groups.table.heading(grouping, first))
        case .genre: SongTable.id(.genre, groups.table.heading(grouping, first))
        case .podcast: SongTable.id(.podcast, groups.table.heading(grouping, first))
        }
    }
}

/// The songs of groups, which their collections share; without the other columns, which change while a program keeps an album.
final class GroupSource {
    let library: MusicLibrary
    private let ids: [UInt64]
    private let rows: [UInt32]
    private let starts: [UInt32]

    init(_ groups: SongGroups, _ library: MusicLibrary) {
        (ids, rows, starts) = (groups.table.ids, groups.rows, groups.starts)
        self.library = library
    }

    /// The number of songs of a group.
    func count(_ group: Int) -> Int { Int(starts[group + 1] - starts[group]) }

    /// The songs of a group, or the first ones of them.
    func ids(_ group: Int, limit: Int = .max) -> [UInt64] {
        rows[Int(starts[group])..<Int(starts[group + 1])].prefix(limit).map { ids[Int($0)] }
    }
}
