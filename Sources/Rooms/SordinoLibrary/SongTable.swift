import SordinoRealtime

/// The columns of all songs that queries look at, in memory.
///
/// A row is a song; rows are in the order of their identifiers. Texts are numbers of the pool. 100,000 songs take some
/// 15 MB.
package struct SongTable: Sendable {
    /// Columns of texts of songs.
    package enum Text: Int, CaseIterable, Sendable {
        case title, artist, albumArtist, album, genre, composer, podcast
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

    init() {}

    package var count: Int { ids.count }

    /// The row of a song; nil if the library does not have it.
    package func row(of id: UInt64) -> Int? {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] == id { return middle }
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return nil
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

    /// Takes rows that are new, have changed or were removed.
    ///
    /// - Parameter rows: Each song once.
    mutating func take(_ rows: [Row]) {
        guard !rows.isEmpty else { return }
        var added = Set<String>()
        for row in rows where !row.isRemoved { added.formUnion(row.texts.lazy.filter { !$0.isEmpty }) }
        let renumbered = pool.add(added)
        if !renumbered.isEmpty {
            for column in texts.indices {
                for row in texts[column].indices { texts[column][row] = renumbered[Int(texts[column][row])] }
            }
        }
        var changes = rows.sorted { $0.id < $1.id }[...]
        // Rows that are there already are written over; the others are merged in one pass.
        var gone = Set<UInt64>()
        var fresh: [Row] = []
        while let row = changes.popFirst() {
            if let place = self.row(of: row.id) {
                if row.isRemoved { gone.insert(row.id) } else { write(row, at: place) }
            } else if !row.isRemoved {
                fresh.append(row)
            }
        }
        if !gone.isEmpty || !fresh.isEmpty { merge(fresh, without: gone) }
    }

    private mutating func write(_ row: Row, at place: Int) {
        for column in texts.indices { texts[column][place] = pool.number(of: row.texts[column]) ?? 0 }
        for column in numbers.indices { numbers[column][place] = row.numbers[column] }
        for column in reals.indices { reals[column][place] = row.reals[column] }
        albumIDs[place] = Self.albumID(row)
    }

    private mutating func merge(_ fresh: [Row], without gone: Set<UInt64>) {
        let old = self
        var made = SongTable()
        made.pool = pool
        // Their memory is taken once.
        let capacity = count + fresh.count - gone.count
        made.reserve(max(0, capacity))
        var next = 0
        for place in old.ids.indices {
            while next < fresh.count, fresh[next].id < old.ids[place] {
                made.append(fresh[next])
                next += 1
            }
            if gone.isEmpty || !gone.contains(old.ids[place]) { made.append(old, place) }
        }
        while next < fresh.count {
            made.append(fresh[next])
            next += 1
        }
        self = made
    }

    private mutating func reserve(_ capacity: Int) {
        ids.reserveCapacity(capacity)
        albumIDs.reserveCapacity(capacity)
        for column in texts.indices { texts[column].reserveCapacity(capacity) }
        for column in numbers.indices { numbers[column].reserveCapacity(capacity) }
        for column in reals.indices { reals[column].reserveCapacity(capacity) }
    }

    private mutating func append(_ other: SongTable, _ place: Int) {
        ids.append(other.ids[place])
        albumIDs.append(other.albumIDs[place])
        for column in texts.indices { texts[column].append(other.texts[column][place]) }
        for column in numbers.indices { numbers[column].append(other.numbers[column][place]) }
        for column in reals.indices { reals[column].append(other.reals[column][place]) }
    }

    private mutating func append(_ row: Row) {
        ids.append(row.id)
        albumIDs.append(Self.albumID(row))
        for column in texts.indices { texts[column].append(pool.number(of: row.texts[column]) ?? 0) }
        for column in numbers.indices { numbers[column].append(row.numbers[column]) }
        for column in reals.indices { reals[column].append(row.reals[column]) }
    }

    private static func albumID(_ row: Row) -> UInt64 {
        return PersistentID.of("album", row.texts[Text.album.rawValue], row.texts[Text.albumArtist.rawValue])
    }

    // MARK: Stored form

    /// The number that a stored table begins with: the form of this version.
    private static let form: UInt64 = 0x5344_4E4C_4942_0002

    /// The table as bytes, for `init(stored:)`.
    var stored: [UInt8] {
        var bytes: [UInt8] = []
        func put<Element: BitwiseCopyable>(_ array: [Element]) {
            withUnsafeBytes(of: UInt64(array.count)) { bytes.append(contentsOf: $0) }
            array.withUnsafeBytes { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8))
        }
        bytes.reserveCapacity(count * 112 + pool.bytes.count * 2 + pool.count * 8 + 4_096)
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
        return bytes
    }

    /// Takes a table from bytes; nil if they are not a whole table of this version.
    init?(stored: UnsafeRawBufferPointer) {
        var at = 8
        func take<Element: BitwiseCopyable>(_: Element.Type) -> [Element]? {
            guard stored.count - at >= 8 else { return nil }
            let count = stored.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            at += 8
            let size = MemoryLayout<Element>.stride
            guard count <= UInt64((stored.count - at) / size) else { return nil }
            let byteCount = Int(count) * size
            let array = [Element](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
                UnsafeMutableRawBufferPointer(buffer).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: stored[at..<at + byteCount]))
                initialized = Int(count)
            }
            at += byteCount
            at += (8 - at % 8) % 8
            return array
        }
        guard stored.count >= 8, stored.loadUnaligned(as: UInt64.self) == Self.form, let ids = take(UInt64.self),
            let albumIDs = take(UInt64.self), albumIDs.count == ids.count
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
        for column in texts where column.contains(where: { $0 >= limit }) { return nil }
    }
}
