/// All rows of a table in the order of a grouping, and where its groups begin.
///
/// Songs that belong to no group, such as those without a composer, are behind the last one.
struct SongOrder: Sendable {
    var rows: [UInt32] = []
    /// The first place of each group, and behind them the end of the last one.
    var starts: [UInt32] = [0]

    /// Whether all numbers are those of an order of as many rows.
    var isSound: Bool {
        guard let last = starts.last, Int(last) <= rows.count, Self.areBelow(UInt32(rows.count), rows) else {
            return false
        }
        var before: UInt32 = 0
        return starts.withUnsafeBufferPointer { starts in
            for (place, start) in starts.enumerated() {
                if place == 0 ? start != 0 : start <= before { return false }
                before = start
            }
            return true
        }
    }

    /// Returns whether all numbers are less than a limit.
    static func areBelow(_ limit: UInt32, _ numbers: [UInt32]) -> Bool {
        numbers.withUnsafeBufferPointer { numbers in
            var greatest: UInt32 = 0
            for number in numbers { greatest = max(greatest, number) }
            return numbers.isEmpty || greatest < limit
        }
    }
}

/// Orders of the rows of a table.
extension SongTable {
    /// The place of a row in an order: the grouping's text, then album, disc, track and title.
    private struct Key: Comparable {
        var first: UInt64
        var second: UInt64
        var third: UInt32
        var row: UInt32

        static func < (one: Key, other: Key) -> Bool {
            if one.first != other.first { return one.first < other.first }
            if one.second != other.second { return one.second < other.second }
            return one.third != other.third ? one.third < other.third : one.row < other.row
        }
    }

    /// Makes keys of rows; it holds the columns, so that each is looked up once.
    private struct Keys {
        let grouping: SongQuery.Grouping
        let heads, titles, albums, artists: [UInt32]
        let tracks, discs: [Int32]
        let albumIDs: [UInt64]

        init(_ table: SongTable, _ grouping: SongQuery.Grouping) {
            self.grouping = grouping
            heads = table.ranks(SongTable.column(grouping))
            (titles, albums, artists) = (table.ranks(.title), table.ranks(.album), table.ranks(.artist))
            (tracks, discs) = (table.numbers(.track), table.numbers(.disc))
            albumIDs = table.albumIDs
        }

        func key(_ row: UInt32) -> Key {
            let place = Int(row)
            // The empty text has number 0 and comes last.
            let head = UInt64(heads[place] &- 1) << 32
            let track = UInt64(UInt8(clamping: discs[place])) << 32 | UInt64(UInt32(clamping: tracks[place]))
            return switch grouping {
            case .title: Key(first: head | UInt64(artists[place]), second: UInt64(albums[place]), third: 0, row: row)
            case .album: Key(first: head | albumIDs[place] >> 32, second: track, third: titles[place], row: row)
            case .artist, .albumArtist, .composer, .genre, .podcast:
                Key(first: head | UInt64(albums[place] &- 1), second: track, third: titles[place], row: row)
            }
        }
    }

    /// The column of the text by which a grouping orders.
    static func column(_ grouping: SongQuery.Grouping) -> Text {
        switch grouping {
        case .title: .title
        case .album: .album
        case .artist: .artist
        case .albumArtist: .albumArtist
        case .composer: .composer
        case .genre: .genre
        case .podcast: .podcast
        }
    }

    /// Sorts all rows and finds their groups.
    func sorted(_ grouping: SongQuery.Grouping) -> SongOrder {
        let rows = sorted((0..<UInt32(count)).map { $0 }, grouping)
        return SongOrder(rows: rows, starts: starts(grouping, rows))
    }

    /// Sorts some rows as the order of all rows has them.
    func sorted(_ rows: [UInt32], _ grouping: SongQuery.Grouping) -> [UInt32] {
        let keys = Keys(self, grouping)
        return rows.map(keys.key).sorted().map(\.row)
    }

    /// Changes an order of an earlier state of this table.
    ///
    /// - Parameters:
    ///   - new: The row of each old one now; the greatest number for those that are gone or in another place.
    ///   - inserted: Rows to be put into their places.
    func updated(
        _ order: SongOrder, _ grouping: SongQuery.Grouping, _ new: [UInt32], _ inserted: [UInt32]
    ) -> SongOrder {
        var kept: [UInt32] = []
        kept.reserveCapacity(count)
        for old in order.rows {
            let row = new[Int(old)]
            if row != .max { kept.append(row) }
        }
        let keys = Keys(self, grouping)
        var made: [UInt32] = []
        made.reserveCapacity(count)
        var at = 0
        for key in inserted.map(keys.key).sorted() {
            var (low, high) = (at, kept.count)
            while low < high {
                let middle = (low + high) / 2
                if keys.key(kept[middle]) < key { low = middle + 1 } else { high = middle }
            }
            made.append(contentsOf: kept[at..<low])
            made.append(key.row)
            at = low
        }
        made.append(contentsOf: kept[at...])
        return SongOrder(rows: made, starts: starts(grouping, made))
    }

    /// The places at which the groups of rows in order begin, and the end of the last one.
    func starts(_ grouping: SongQuery.Grouping, _ rows: [UInt32]) -> [UInt32] {
        guard !rows.isEmpty else { return [0] }
        if grouping == .title { return (0...UInt32(rows.count)).map { $0 } }
        var starts: [UInt32] = []
        func divide<Number: Equatable>(_ numbers: [Number], isNone: (Number) -> Bool) {
            var last: Number?
            for (place, row) in rows.enumerated() {
                let number = numbers[Int(row)]
                if isNone(number) {
                    // Songs of no group are behind all others.
                    starts.append(UInt32(place))
                    return
                }
                if number != last { starts.append(UInt32(place)) }
                last = number
            }
            starts.append(UInt32(rows.count))
        }
        switch grouping {
        case .title, .album: divide(albumIDs) { _ in false }
        case .artist, .albumArtist: divide(ranks(Self.column(grouping))) { _ in false }
        case .composer, .genre, .podcast: divide(ranks(Self.column(grouping))) { $0 == 0 }
        }
        return starts
    }
}

/// The songs that meet a query in groups, such as albums, in their order.
package struct SongGroups: RandomAccessCollection, Sendable {
    /// The table that the rows belong to.
    package let table: SongTable
    /// The rows of all groups, one behind the other.
    package let rows: [UInt32]
    /// The first place of each group, and the end of the last one.
    package let starts: [UInt32]

    init(_ table: SongTable, _ rows: [UInt32], _ starts: [UInt32]) {
        (self.table, self.rows, self.starts) = (table, rows, starts)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { Swift.max(0, starts.count - 1) }
    /// The rows of a group.
    package subscript(group: Int) -> ArraySlice<UInt32> { rows[Int(starts[group])..<Int(starts[group + 1])] }
    /// The first row of each group.
    package var firsts: [UInt32] { starts.dropLast().map { rows[Int($0)] } }
}
