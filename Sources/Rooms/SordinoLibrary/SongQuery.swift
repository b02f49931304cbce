/// A question to the table of songs: which of them, in which order, in which groups.
package struct SongQuery: Sendable {
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

/// Permutations of the rows that queries share, made at first use.
struct SongOrders: Sendable {
    private var kept = [[UInt32]?](repeating: nil, count: SongQuery.Grouping.allCases.count)

    /// All rows in the order of a grouping.
    mutating func order(_ grouping: SongQuery.Grouping, _ table: SongTable) -> [UInt32] {
        if let there = kept[grouping.rawValue] { return there }
        let made = table.order(grouping)
        kept[grouping.rawValue] = made
        return made
    }
}

extension SongTable {
    /// The number of the text of a column, such as an artist's; 0 for the empty text.
    package static func id(_ column: Text, _ text: String) -> UInt64 {
        text.isEmpty ? 0 : PersistentID.of(column == .albumArtist ? "artist" : "\(column)", text)
    }

    /// Marks the rows that meet all conditions; nil if all rows do.
    func marks(_ filters: [SongQuery.Filter]) -> [Bool]? {
        guard !filters.isEmpty else { return nil }
        var marks = [Bool](repeating: true, count: count)
        for filter in filters { apply(filter, &marks) }
        return marks
    }

    private func apply(_ filter: SongQuery.Filter, _ marks: inout [Bool]) {
        func keep<Element>(_ column: [Element], _ isKept: (Element) -> Bool) {
            for row in marks.indices where marks[row] { marks[row] = isKept(column[row]) }
        }
        switch filter {
        case .equals(let column, let text):
            guard let number = pool.number(of: text) else {
                marks = Array(repeating: false, count: count)
                return
            }
            keep(ranks(column)) { $0 == number }
        case .contains(let column, let text):
            let found = pool.numbers(containing: text)
            keep(ranks(column)) { found[Int($0)] }
        case .number(let column, let number): keep(numbers(column)) { Int($0) == number }
        case .real(let column, let number): keep(reals(column)) { $0 == number }
        case .kinds(let bits): keep(numbers(.kind)) { UInt64(UInt32(bitPattern: $0)) & bits != 0 }
        case .flag(let flag, let isSet): keep(numbers(.flags)) { ($0 & flag != 0) == isSet }
        case .song(let id):
            let row = row(of: id)
            for other in marks.indices where other != row { marks[other] = false }
        case .album(let id): keep(albumIDs) { $0 == id }
        case .textID(let column, let id):
            // One text has the number; each text is looked at once.
            var found = [Bool](repeating: false, count: pool.count)
            for number in 1..<max(1, pool.count) where Self.id(column, pool.text(UInt32(number))) == id {
                found[number] = true
            }
            keep(ranks(column)) { found[Int($0)] }
        case .songs(let wanted): keep(ids) { wanted.contains($0) }
        case .nothing: marks = Array(repeating: false, count: count)
        }
    }

    /// The number by which neighbours in an order belong to the same group.
    func group(_ grouping: SongQuery.Grouping, _ row: Int) -> UInt64 {
        switch grouping {
        case .title: ids[row]
        case .album: albumIDs[row]
        case .artist: UInt64(ranks(.artist)[row])
        case .albumArtist: UInt64(ranks(.albumArtist)[row])
        case .composer: UInt64(ranks(.composer)[row])
        case .genre: UInt64(ranks(.genre)[row])
        case .podcast: UInt64(ranks(.podcast)[row])
        }
    }

    /// Whether a song belongs to any group: those without a composer are in no composer's group.
    func isGrouped(_ grouping: SongQuery.Grouping, _ row: Int) -> Bool {
        switch grouping {
        case .composer: ranks(.composer)[row] != 0
        case .genre: ranks(.genre)[row] != 0
        case .podcast: ranks(.podcast)[row] != 0
        case .title, .album, .artist, .albumArtist: true
        }
    }

    /// The text that a row is listed under.
    package func heading(_ grouping: SongQuery.Grouping, _ row: Int) -> String {
        switch grouping {
        case .title: text(.title, row)
        case .album: text(.album, row)
        case .artist: text(.artist, row)
        case .albumArtist: text(.albumArtist, row)
        case .composer: text(.composer, row)
        case .genre: text(.genre, row)
        case .podcast: text(.podcast, row)
        }
    }

    /// All rows in the order of a grouping: its text, then album, disc, track and title.
    ///
    /// Songs without the text are last.
    func order(_ grouping: SongQuery.Grouping) -> [UInt32] {
        struct Key {
            var first: UInt64
            var second: UInt64
            var row: UInt32
        }
        let (titles, albums, tracks, discs) = (ranks(.title), ranks(.album), numbers(.track), numbers(.disc))
        let artists = ranks(.artist)
        let heads: [UInt32] =
            switch grouping {
            case .title: titles
            case .album: albums
            case .artist: artists
            case .albumArtist: ranks(.albumArtist)
            case .composer: ranks(.composer)
            case .genre: ranks(.genre)
            case .podcast: ranks(.podcast)
            }
        var keys: [Key] = []
        keys.reserveCapacity(count)
        for row in 0..<count {
            // The empty text has number 0 and comes last.
            let head = UInt64(heads[row] &- 1) << 32
            let place = UInt64(UInt8(clamping: discs[row])) << 56 | UInt64(UInt32(clamping: tracks[row])) << 24
            switch grouping {
            case .title:
                keys.append(Key(first: head | UInt64(artists[row]), second: UInt64(albums[row]), row: UInt32(row)))
            case .album:
                keys.append(
                    Key(first: head | albumIDs[row] >> 32, second: place | UInt64(titles[row]) >> 8, row: UInt32(row)))
            case .artist, .albumArtist, .composer, .genre, .podcast:
                keys.append(
                    Key(
                        first: head | UInt64(albums[row] &- 1), second: place | UInt64(titles[row]) >> 8,
                        row: UInt32(row)))
            }
        }
        keys.sort {
            $0.first != $1.first
                ? $0.first < $1.first : $0.second != $1.second ? $0.second < $1.second : $0.row < $1.row
        }
        return keys.map(\.row)
    }
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

    /// Divides rows in the order of a grouping by their first letters.
    package func sections(_ grouping: SongQuery.Grouping, _ rows: [UInt32]) -> [Section] {
        let heads: [UInt32] =
            switch grouping {
            case .title: ranks(.title)
            case .album: ranks(.album)
            case .artist: ranks(.artist)
            case .albumArtist: ranks(.albumArtist)
            case .composer: ranks(.composer)
            case .genre: ranks(.genre)
            case .podcast: ranks(.podcast)
            }
        var sections: [Section] = []
        var last: UInt32?
        for (place, row) in rows.enumerated() {
            let letter = pool.letter(heads[Int(row)])
            if letter == last {
                sections[sections.count - 1].rows = sections[sections.count - 1].rows.lowerBound..<place + 1
            } else {
                let title = Unicode.Scalar(letter).map { $0.properties.uppercaseMapping } ?? "#"
                sections.append(Section(title: title, rows: place..<place + 1))
                last = letter
            }
        }
        return sections
    }
}
