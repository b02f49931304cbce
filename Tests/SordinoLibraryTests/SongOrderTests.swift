import MusicFiles
import Testing

@testable import SordinoLibrary

/// Orders, groups and answers by way of them are those that a look at every song gives.
@Suite(.timeLimit(.minutes(20)))
struct SongOrderTests {
    /// The numbers of a seed, so that each run is the same.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private static let words = [
        "", "The Ants", "ants", "Ähre", "a bee", "An Owl", "Zebra", "42", "Éclair", "e\u{301}clair", "\u{1EBF}",
        "e\u{302}\u{301}",
        "日本", "the", "A",
    ]

    private func row(_ id: UInt64, _ numbers: inout Numbers) -> SongTable.Row {
        var row = SongTable.Row()
        row.id = id
        for column in row.texts.indices { row.texts[column] = Self.words.randomElement(using: &numbers) ?? "" }
        row.texts[SongTable.Text.title.rawValue] += "\(id % 37)"
        for column in row.numbers.indices { row.numbers[column] = Int32.random(in: 0...3, using: &numbers) }
        return row
    }

    /// A table that was made at once from the rows that are there.
    private func fresh(_ rows: [UInt64: SongTable.Row]) -> SongTable {
        var table = SongTable()
        table.take(Array(rows.values))
        return table
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func ordersThatAreKeptUpToDateAreThoseThatAreSorted(seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        var rows: [UInt64: SongTable.Row] = [:]
        for _ in 0..<400 {
            let id = UInt64.random(in: 1...100_000, using: &numbers)
            rows[id] = row(id, &numbers)
        }
        var table = fresh(rows)
        for grouping in SongQuery.Grouping.allCases { table.makeOrder(grouping) }
        for _ in 0..<20 {
            // New songs, songs with other tags, songs that are gone, songs whose marks alone have changed.
            var changes: [UInt64: SongTable.Row] = [:]
            for _ in 0..<3 {
                let id = UInt64.random(in: 1...100_000, using: &numbers)
                changes[id] = row(id, &numbers)
            }
            for id in rows.keys.sorted().shuffled(using: &numbers).prefix(6) {
                var change = rows[id] ?? SongTable.Row()
                switch changes.count % 3 {
                case 0: change = row(id, &numbers)
                case 1: change.isRemoved = true
                default: change.numbers[SongTable.Number.playCount.rawValue] += 1
                }
                changes[id] = change
            }
            for (id, change) in changes { rows[id] = change.isRemoved ? nil : change }
            table.take(Array(changes.values))
            let other = fresh(rows)
            #expect(table.ids == other.ids)
            for grouping in SongQuery.Grouping.allCases {
                let kept = try #require(table.madeOrder(grouping))
                let made = other.sorted(grouping)
                #expect(kept.rows == made.rows && kept.starts == made.starts && kept.isSound)
            }
        }
    }

    @Test func answersByOrdersAreThoseOfALookAtEverySong() {
        var numbers = Numbers(state: 7)
        var table = fresh(Dictionary(uniqueKeysWithValues: (1...600).map { ($0, row($0, &numbers)) }))
        let bare = table
        for grouping in SongQuery.Grouping.allCases { table.makeOrder(grouping) }
        var filters: [SongQuery.Filter] = [
            .song(5), .song(7_000), .songs([1, 2, 900]), .kinds(2), .kinds(7), .nothing,
        ]
        for column in SongTable.Text.allCases {
            for word in Self.words {
                filters += [
                    .equals(column, word), .textID(column, SongTable.id(column, word)), .contains(column, word),
                ]
            }
        }
        for row in [0, 17, 599] { filters.append(.album(table.albumIDs[row])) }
        for (place, filter) in filters.enumerated() {
            let grouping = SongQuery.Grouping.allCases[place % 7]
            for more in [[], [SongQuery.Filter.number(.track, 2)]] {
                let query = SongQuery([filter] + more, grouping: grouping)
                let met = query.filters.map { Set(bare.rows(SongQuery([$0]))) }
                let all = bare.sorted(grouping).rows.filter { row in met.allSatisfy { $0.contains(row) } }
                #expect(table.rows(query) == all, "\(query)")
                #expect(
                    table.groups(query).flatMap { $0 }
                        == Array(all.prefix(table.groups(query).map(\.count).reduce(0, +))))
            }
        }
    }

    @Test func firstLettersAreThoseOfEachSongInTurn() {
        var numbers = Numbers(state: 9)
        let table = fresh(Dictionary(uniqueKeysWithValues: (1...900).map { ($0, row($0, &numbers)) }))
        for grouping in SongQuery.Grouping.allCases {
            let rows = table.sorted(grouping).rows
            var letters: [(String, Int)] = []
            for row in rows {
                let letter = TextPool.letter(
                    table.pool.firstCharacter(table.ranks(SongTable.column(grouping))[Int(row)]))
                let title = Unicode.Scalar(letter).map { $0.properties.uppercaseMapping } ?? ""
                if letters.last?.0 == title { letters[letters.count - 1].1 += 1 } else { letters.append((title, 1)) }
            }
            let sections = table.sections(grouping, rows)
            #expect(sections.map(\.title) == letters.map(\.0) && sections.map(\.rows.count) == letters.map(\.1))
        }
    }

    @Test func textsOfOneLookInSeveralFormsAreAllKept() {
        var table = SongTable()
        var rows: [SongTable.Row] = []
        for (place, title) in ["\u{1EBF}", "e\u{302}\u{301}", "é", "e\u{301}"].enumerated() {
            var row = SongTable.Row()
            row.id = UInt64(place + 1)
            row.texts[0] = title
            rows.append(row)
        }
        table.take(rows)
        #expect((0..<4).map { table.text(.title, $0) } == ["\u{1EBF}", "e\u{302}\u{301}", "é", "e\u{301}"])
    }

    @Test func aStoredTableHasItsOrders() throws {
        let folder = MusicFolder()
        for number in 0..<40 { folder.song("\(number).wav", "Song \(number % 9)", artist: "Artist \(number % 7)") }
        var table = try folder.scanned().table
        for grouping in SongQuery.Grouping.allCases { table.makeOrder(grouping) }
        let index = try LibraryIndex(path: folder.places.index)
        try index.store(table, try index.generation())
        let again = MusicLibrary(folder.places).table
        for grouping in SongQuery.Grouping.allCases {
            #expect(again.madeOrder(grouping)?.rows == table.madeOrder(grouping)?.rows)
            #expect(again.madeOrder(grouping)?.starts == table.madeOrder(grouping)?.starts)
        }
    }
}
