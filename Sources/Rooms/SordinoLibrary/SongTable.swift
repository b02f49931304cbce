import SordinoRealtime

/// The columns of all songs that queries look at, in memory.
///
/// A row is a song; rows are in the order of their identifiers. Texts are numbers of the pool. 100,000 songs take some
/// 15 MB.
package struct SongTable: Sendable {
    /// Columns of texts of songs.
    package enum Text: Int, CaseIterable, Sendable {
        case title, artist, albumArtist, album, genre, composer, podcast

        /// The word by which identifiers of its texts are made.
        var name: String {
            switch self {
            case .title: "title"
            case .artist: "artist"
            case .albumArtist: "albumArtist"
            case .album: "album"
            case .genre: "genre"
            case .composer: "composer"
            case .podcast: "podcast"
            }
        }
    }

    /// Columns of small whole numbers.
    package enum Number: Int, CaseIterable, Sendable {
        case kind, track, trackCount, disc, discCount, beatsPerMinute, flags, rating, playCount, skipCount
    }

    /// Columns of numbers of songs.
    package enum Real: Int, CaseIterable, Sendable {
        case duration, lastPlayed, bookmark, added
    }

    /// The bits of the column `flags`.
    package enum Flag {
        package static let compilation: Int32 = 1
        package static let explicit: Int32 = 2
        package static let picture: Int32 = 4
    }

    /// The row of a song with texts instead of numbers, as the database gives it.
    struct Row {
        var id: UInt64 = 0
        var isRemoved = false
        var texts = [String](repeating: "", count: Text.allCases.count)
        var numbers = [Int32](repeating: 0, count: Number.allCases.count)
        var reals = [Double](repeating: 0, count: Real.allCases.count)
    }

    private(set) var pool = TextPool()
    package private(set) var ids: [UInt64] = []
    /// Identifies the album of each song, which albums of the same name by other artists do not share.
    package private(set) var albumIDs: [UInt64] = []
    private var texts = [[UInt32]](repeating: [], count: Text.allCases.count)
    private var numbers = [[Int32]](repeating: [], count: Number.allCases.count)
    private var reals = [[Double]](repeating: [], count: Real.allCases.count)
    /// The orders that queries have asked for; kept up to date by `take`.
    private var orders = [SongOrder?](repeating: nil, count: SongQuery.Grouping.allCases.count)

    init() {}

    package var count: Int { ids.count }

    /// The row of a song; nil if the library does not have it.
    package func row(of id: UInt64) -> Int? {
        let place = place(of: id)
        return place < ids.count && ids[place] == id ? place : nil
    }

    /// The first row whose identifier is not less.
    private func place(of id: UInt64) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The numbers of a column of texts, which are also the ranks of its texts.
    func ranks(_ column: Text) -> [UInt32] { texts[column.rawValue] }
    func numbers(_ column: Number) -> [Int32] { numbers[column.rawValue] }
    func reals(_ column: Real) -> [Double] { reals[column.rawValue] }

    /// A text of a row.
    package func text(_ column: Text, _ row: Int) -> String { pool.text(texts[column.rawValue][row]) }
    /// A whole number of a row.
    package func number(_ column: Number, _ row: Int) -> Int { Int(numbers[column.rawValue][row]) }
    /// A number of a row.
    package func real(_ column: Real, _ row: Int) -> Double { reals[column.rawValue][row] }
    /// Returns whether a row has a flag.
    package func has(_ flag: Int32, _ row: Int) -> Bool { numbers[Number.flags.rawValue][row] & flag != 0 }

    // MARK: Orders

    /// The order that was made for a grouping; nil if none was.
    func madeOrder(_ grouping: SongQuery.Grouping) -> SongOrder? { orders[grouping.rawValue] }

    /// Makes the order of a grouping, unless it is there.
    mutating func makeOrder(_ grouping: SongQuery.Grouping) {
        if orders[grouping.rawValue] == nil { orders[grouping.rawValue] = sorted(grouping) }
    }

    /// Takes orders that were made from a copy of this table.
    mutating func adoptOrders(of copy: SongTable) {
        for place in orders.indices where orders[place] == nil { orders[place] = copy.orders[place] }
    }

    // MARK: Changes

    /// Takes rows that are new, have changed or were removed.
    ///
    /// Orders stay; what it costs beyond copies of the columns grows with the number of rows that are taken.
    /// - Parameter rows: Each song once.
    mutating func take(_ rows: [Row]) {
        guard !rows.isEmpty else { return }
        var added = Set<ExactText>()
        for row in rows where !row.isRemoved {
            for text in row.texts where !text.isEmpty { added.insert(ExactText(text: text)) }
        }
        let renumbered = pool.add(added)
        if !renumbered.isEmpty {
            // Ranks keep their order, so that the orders of rows are as they were.
            for column in texts.indices { texts[column] = texts[column].map { renumbered[Int($0)] } }
        }
        var (gone, moved): ([Int], [Int]) = ([], [])
        var fresh: [Row] = []
        for row in rows.sorted(by: { $0.id < $1.id }) {
            if let place = self.row(of: row.id) {
                if row.isRemoved { gone.append(place) } else if write(row, at: place) { moved.append(place) }
            } else if !row.isRemoved {
                fresh.append(row)
            }
        }
        let steps = merge(fresh, without: gone)
        if !gone.isEmpty || !fresh.isEmpty || !moved.isEmpty { updateOrders(steps, moved) }
    }

    /// Writes over a row.
    ///
    /// - Returns: Whether its place in the orders may be another one.
    private mutating func write(_ row: Row, at place: Int) -> Bool {
        var isMoved = false
        // Columns that stay as they are are not copied.
        for column in texts.indices {
            let number = pool.number(of: row.texts[column]) ?? 0
            guard texts[column][place] != number else { continue }
            texts[column][place] = number
            isMoved = true
        }
        for column in numbers.indices where numbers[column][place] != row.numbers[column] {
            numbers[column][place] = row.numbers[column]
            isMoved = isMoved || column == Number.track.rawValue || column == Number.disc.rawValue
        }
        for column in reals.indices where reals[column][place] != row.reals[column] {
            reals[column][place] = row.reals[column]
        }
        if isMoved { albumIDs[place] = Self.albumID(row) }
        return isMoved
    }

    /// A stretch of old rows that stay, and the new rows behind it.
    private struct Step {
        var kept: Range<Int>
        var fresh: Range<Int>
    }

    /// Puts rows into their places and takes others out, stretch by stretch.
    private mutating func merge(_ fresh: [Row], without gone: [Int]) -> [Step] {
        var steps: [Step] = []
        var (at, next, hole) = (0, 0, 0)
        while next < fresh.count || hole < gone.count {
            let insertion = next < fresh.count ? place(of: fresh[next].id) : Int.max
            let removal = hole < gone.count ? gone[hole] : Int.max
            if insertion <= removal {
                steps.append(Step(kept: at..<insertion, fresh: next..<next + 1))
                (at, next) = (insertion, next + 1)
            } else {
                steps.append(Step(kept: at..<removal, fresh: next..<next))
                (at, hole) = (removal + 1, hole + 1)
            }
        }
        steps.append(Step(kept: at..<count, fresh: next..<next))
        guard steps.count > 1 else { return steps }
        let total = count + fresh.count - gone.count
        func merged<Element>(_ column: [Element], _ value: (Row) -> Element) -> [Element] {
            var made: [Element] = []
            made.reserveCapacity(total)
            for step in steps {
                made.append(contentsOf: column[step.kept])
                for row in step.fresh { made.append(value(fresh[row])) }
            }
            return made
        }
        // The identifiers last: places are found by them.
        for column in texts.indices { texts[column] = merged(texts[column]) { pool.number(of: $0.texts[column]) ?? 0 } }
        for column in numbers.indices { numbers[column] = merged(numbers[column]) { $0.numbers[column] } }
        for column in reals.indices { reals[column] = merged(reals[column]) { $0.reals[column] } }
        albumIDs = merged(albumIDs) { Self.albumID($0) }
        ids = merged(ids) { $0.id }
        return steps
    }

    /// Brings the orders that were made up to date.
    ///
    /// - Parameter moved: Old rows whose texts or numbers have changed.
    private mutating func updateOrders(_ steps: [Step], _ moved: [Int]) {
        guard orders.contains(where: { $0 != nil }) else { return }
        var new = [UInt32](repeating: .max, count: steps.last?.kept.upperBound ?? 0)
        var inserted: [UInt32] = []
        var at: UInt32 = 0
        for step in steps {
            for old in step.kept {
                new[old] = at
                at += 1
            }
            for _ in step.fresh {
                inserted.append(at)
                at += 1
            }
        }
        for place in moved {
            inserted.append(new[place])
            new[place] = .max
        }
        for grouping in SongQuery.Grouping.allCases {
            // Many changes are sorted as quickly as they are put into their places.
            guard let order = orders[grouping.rawValue], inserted.count <= count / 8 else {
                orders[grouping.rawValue] = nil
                continue
            }
            orders[grouping.rawValue] = updated(order, grouping, new, inserted)
        }
    }

    private static func albumID(_ row: Row) -> UInt64 {
        PersistentID.of("album", row.texts[Text.album.rawValue], row.texts[Text.albumArtist.rawValue])
    }
}

/// The form in which a table is stored.
extension SongTable {
    /// The number that a stored table begins with: the form of this version.
    private static let form: UInt64 = 0x5344_4E4C_4942_0003

    /// The table and its orders as bytes, for `init(stored:)`.
    var stored: [UInt8] {
        var bytes: [UInt8] = []
        func put<Element: BitwiseCopyable>(_ array: [Element]) {
            withUnsafeBytes(of: UInt64(array.count)) { bytes.append(contentsOf: $0) }
            array.withUnsafeBytes { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8))
        }
        bytes.reserveCapacity(count * 160 + pool.bytes.count * 2 + pool.count * 8 + 4_096)
        withUnsafeBytes(of: Self.form) { bytes.append(contentsOf: $0) }
        put(ids)
        put(albumIDs)
        for column in texts { put(column) }
        for column in numbers { put(column) }
        for column in reals { put(column) }
        put(pool.bytes)
        put(pool.ends)
        put(pool.folded)
        put(pool.foldedEnds)
        for order in orders {
            put(order?.rows ?? [])
            put(order?.starts ?? [])
        }
        return bytes
    }

    /// Takes a table from bytes; nil if they are not a whole table of this version.
    init?(stored bytes: UnsafeRawBufferPointer) {
        self.init(byteCount: bytes.count) { target, offset in
            guard offset <= bytes.count - target.count else { return false }
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + target.count]))
            return true
        }
    }

    /// Takes a table from stored bytes; nil if they are not a whole table of this version.
    ///
    /// Each column is read straight into its place.
    /// - Parameter read: Fills memory from an offset on; false if it cannot.
    init?(byteCount: Int, _ read: (UnsafeMutableRawBufferPointer, Int) -> Bool) {
        var at = 0
        func number() -> UInt64? {
            var value: UInt64 = 0
            guard byteCount - at >= 8, withUnsafeMutableBytes(of: &value, { read($0, at) }) else { return nil }
            at += 8
            return value
        }
        func take<Element: BitwiseCopyable>(_: Element.Type) -> [Element]? {
            guard let count = number(), count <= UInt64((byteCount - at) / MemoryLayout<Element>.stride) else {
                return nil
            }
            let size = Int(count) * MemoryLayout<Element>.stride
            var isRead = size == 0
            let array = [Element](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
                if size > 0 { isRead = read(UnsafeMutableRawBufferPointer(buffer), at) }
                initialized = isRead ? Int(count) : 0
            }
            at += size + (8 - size % 8) % 8
            return isRead ? array : nil
        }
        guard number() == Self.form, let ids = take(UInt64.self), let albumIDs = take(UInt64.self),
            albumIDs.count == ids.count
        else { return nil }
        (self.ids, self.albumIDs) = (ids, albumIDs)
        for column in texts.indices {
            guard let array = take(UInt32.self), array.count == ids.count else { return nil }
            texts[column] = array
        }
        for column in numbers.indices {
            guard let array = take(Int32.self), array.count == ids.count else { return nil }
            numbers[column] = array
        }
        for column in reals.indices {
            guard let array = take(Double.self), array.count == ids.count else { return nil }
            reals[column] = array
        }
        guard let bytes = take(UInt8.self), let ends = take(UInt32.self), let folded = take(UInt8.self),
            let foldedEnds = take(UInt32.self),
            let pool = TextPool(bytes: bytes, ends: ends, folded: folded, foldedEnds: foldedEnds)
        else { return nil }
        self.pool = pool
        let limit = UInt32(pool.count)
        for column in texts where !SongOrder.areBelow(limit, column) { return nil }
        for place in orders.indices {
            guard let rows = take(UInt32.self), let starts = take(UInt32.self) else { return nil }
            if rows.isEmpty, starts.isEmpty, !ids.isEmpty { continue }
            let order = SongOrder(rows: rows, starts: starts)
            guard rows.count == ids.count, order.isSound else { return nil }
            orders[place] = order
        }
    }
}
