/// A question to the table of songs: which of them, in which order, in which groups.
package struct SongQuery: Hashable, Sendable {
    /// One condition; a song has to meet all of them.
    package enum Filter: Hashable, Sendable {
        case equals(SongTable.Text, String)
        /// The text contains another one, in any capitals and with any accents.
        case contains(SongTable.Text, String)
        case number(SongTable.Number, Int)
        case real(SongTable.Real, Double)
        /// At least one of the bits of `MPMediaType` is set.
        case kinds(UInt64)
        case flag(Int32, Bool)
        case song(UInt64)
        case album(UInt64)
        /// The number that `SongTable.id(_:_:)` gives for a text.
        case textID(SongTable.Text, UInt64)
        /// One of these songs, such as those of playlists.
        case songs(Set<UInt64>)
        /// No song meets it.
        case nothing
    }

    /// The groups of songs, and their order.
    package enum Grouping: Int, CaseIterable, Sendable {
        case title, album, artist, albumArtist, composer, genre, podcast
    }

    package var filters: [Filter]
    package var grouping: Grouping

    package init(_ filters: [Filter] = [], grouping: Grouping = .title) {
        (self.filters, self.grouping) = (filters, grouping)
    }
}

/// Answers of a table.
extension SongTable {
    /// The number of the text of a column, such as an artist's; 0 for the empty text.
    package static func id(_ column: Text, _ text: String) -> UInt64 {
        text.isEmpty ? 0 : PersistentID.of(column == .albumArtist ? Text.artist.name : column.name, text)
    }

    /// The rows that meet a query, in its order.
    ///
    /// Without filters this is an order that is there. Where a filter names songs, an album or a text of an order that is
    /// there, only the songs of that are looked at; otherwise each song once for each filter.
    func rows(_ query: SongQuery) -> [UInt32] {
        var order: [UInt32] { (madeOrder(query.grouping) ?? sorted(query.grouping)).rows }
        guard !query.filters.isEmpty else { return order }
        var selection = Selection(count: count)
        selection.few = query.filters.lazy.compactMap { candidates($0) }.min { $0.count < $1.count }
        for filter in query.filters { apply(filter, &selection) }
        if let few = selection.few { return sorted(few, query.grouping) }
        // All songs: the order as it is, not a copy.
        return selection.marks.contains(false) ? order.filter { selection.marks[Int($0)] } : order
    }

    /// The rows that meet a query in groups.
    func groups(_ query: SongQuery) -> SongGroups {
        let rows = rows(query)
        // All songs: their groups are known.
        if rows.count == count, let order = madeOrder(query.grouping) { return SongGroups(self, rows, order.starts) }
        return SongGroups(self, rows, starts(query.grouping, rows))
    }

    /// The rows that meet the conditions until now: a few, or marks of all.
    private struct Selection {
        var few: [UInt32]?
        private(set) var marks: [Bool] = []
        private let count: Int

        init(count: Int) { self.count = count }

        /// Keeps the rows whose value in a column meets a condition.
        mutating func keep<Element>(_ column: [Element], _ isKept: (Element) -> Bool) {
            if let few {
                self.few = few.filter { isKept(column[Int($0)]) }
                return
            }
            if marks.isEmpty { marks = Array(repeating: true, count: count) }
            marks.withUnsafeMutableBufferPointer { marks in
                column.withUnsafeBufferPointer { column in
                    for row in 0..<min(marks.count, column.count) where marks[row] { marks[row] = isKept(column[row]) }
                }
            }
        }

        mutating func keepNone() { few = [] }
    }

    private func apply(_ filter: SongQuery.Filter, _ selection: inout Selection) {
        switch filter {
        case .equals(let column, let text):
            guard let number = pool.number(of: text) else { return selection.keepNone() }
            selection.keep(ranks(column)) { $0 == number }
        case .contains(let column, let text):
            let found = pool.numbers(containing: text)
            found.withUnsafeBufferPointer { found in selection.keep(ranks(column)) { found[Int($0)] } }
        case .number(let column, let number): selection.keep(numbers(column)) { Int($0) == number }
        case .real(let column, let number): selection.keep(reals(column)) { $0 == number }
        case .kinds(let bits):
            let bits = Int32(truncatingIfNeeded: bits)
            selection.keep(numbers(.kind)) { $0 & bits != 0 }
        case .flag(let flag, let isSet): selection.keep(numbers(.flags)) { ($0 & flag != 0) == isSet }
        case .song(let id): selection.keep(ids) { $0 == id }
        case .album(let id): selection.keep(albumIDs) { $0 == id }
        case .textID(let column, let id):
            // One text of the column has the number; each is looked at once.
            let ranks = ranks(column)
            var (seen, wanted) = ([Bool](repeating: false, count: pool.count), UInt32.max)
            for number in ranks where number > 0 && !seen[Int(number)] {
                seen[Int(number)] = true
                if Self.id(column, pool.text(number)) == id { wanted = number }
            }
            selection.keep(ranks) { $0 == wanted }
        case .songs(let wanted): selection.keep(ids) { wanted.contains($0) }
        case .nothing: selection.keepNone()
        }
    }

    /// The only rows that can meet a condition; nil if they are not known without a look at all.
    private func candidates(_ filter: SongQuery.Filter) -> [UInt32]? {
        switch filter {
        case .nothing: return []
        case .song(let id): return row(of: id).map { [UInt32($0)] } ?? []
        case .songs(let wanted):
            return wanted.count > count / 16 ? nil : wanted.compactMap { id in row(of: id).map { UInt32($0) } }
        case .equals(let column, let text):
            guard let number = pool.number(of: text) else { return [] }
            return rows(column, number)
        case .album(let id):
            guard let order = madeOrder(.album) else { return nil }
            let group = order.starts.dropLast().firstIndex { albumIDs[Int(order.rows[Int($0)])] == id }
            return group.map { Array(order.rows[Int(order.starts[$0])..<Int(order.starts[$0 + 1])]) } ?? []
        case .textID(let column, let id):
            // Titles are as many as songs.
            guard column != .title, let grouping = Self.grouping(column), let order = madeOrder(grouping) else {
                return nil
            }
            let ranks = ranks(column)
            for start in order.starts.dropLast() {
                let number = ranks[Int(order.rows[Int(start)])]
                if number > 0, Self.id(column, pool.text(number)) == id { return rows(column, number) }
            }
            return id == 0 ? nil : []
        case .contains, .number, .real, .kinds, .flag: return nil
        }
    }

    /// The rows with a text, which are neighbours in the order by its column; nil if that order was not made.
    private func rows(_ column: Text, _ number: UInt32) -> [UInt32]? {
        guard number > 0, let grouping = Self.grouping(column), let order = madeOrder(grouping) else { return nil }
        let ranks = ranks(column)
        func place(_ number: UInt32) -> Int {
            var (low, high) = (0, order.rows.count)
            while low < high {
                let middle = (low + high) / 2
                // The empty text has number 0 and comes last.
                if ranks[Int(order.rows[middle])] &- 1 < number &- 1 { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return Array(order.rows[place(number)..<place(number + 1)])
    }

    private static func grouping(_ column: Text) -> SongQuery.Grouping? {
        SongQuery.Grouping.allCases.first { self.column($0) == column }
    }

    /// The text that a row is listed under.
    package func heading(_ grouping: SongQuery.Grouping, _ row: Int) -> String { text(Self.column(grouping), row) }
}

/// First letters of lists.
extension SongTable {
    /// Neighbours in a list that begin with the same letter.
    package struct Section: Equatable, Sendable {
        /// The letter in its large form; # for what begins with none.
        package var title: String
        /// Places in the list.
        package var rows: Range<Int>
    }

    /// Divides rows in the order of a grouping by their first letters; each letter's end is searched for.
    package func sections(_ grouping: SongQuery.Grouping, _ rows: [UInt32]) -> [Section] {
        let heads = ranks(Self.column(grouping))
        var sections: [Section] = []
        var (place, last) = (0, UInt32.max)
        while place < rows.count {
            let first = pool.firstCharacter(heads[Int(rows[place])])
            // First characters only grow, as lists are in their order.
            var (end, step) = (place + 1, 1)
            while end < rows.count, pool.firstCharacter(heads[Int(rows[end])]) == first {
                (end, step) = (end + step, step * 2)
            }
            var (low, high) = (Swift.max(place + 1, end - step), Swift.min(end, rows.count))
            while low < high {
                let middle = (low + high) / 2
                if pool.firstCharacter(heads[Int(rows[middle])]) == first { low = middle + 1 } else { high = middle }
            }
            let letter = TextPool.letter(first)
            if letter == last {
                sections[sections.count - 1].rows = sections[sections.count - 1].rows.lowerBound..<low
            } else {
                let title = Unicode.Scalar(letter).map { $0.properties.uppercaseMapping } ?? "#"
                sections.append(Section(title: title, rows: place..<low))
            }
            (place, last) = (low, letter)
        }
        return sections
    }
}
