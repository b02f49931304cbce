/// An MPEG-4 file written anew: the tables come before the audio, and every offset in them moves along.
struct MPEG4Rewrite {
    /// Tables beyond this are not moved: they would have to be held in memory.
    private static let tableByteLimit: Int64 = 1 << 28

    private let scan: MediaScan.Result
    private let changes: MediaRewriter.Changes

    init(_ scan: MediaScan.Result, _ changes: MediaRewriter.Changes) {
        self.scan = scan
        self.changes = changes
    }

    func write(_ output: inout RewriteOutput) throws(MediaError) {
        guard changes.markers == nil, changes.regions == nil else {
            throw .unsupported(.operation("MPEG-4 files have no markers or regions"))
        }
        let chunks = scan.properties.chunks
        guard !chunks.contains(where: { $0.id == "moof" }), let movie = chunks.first(where: { $0.id == "moov" }),
            let movieByteCount = movie.byteCount, movieByteCount <= Self.tableByteLimit
        else { throw .unsupported(.operation("fragmented MPEG-4 files cannot be edited")) }
        let end = try output.source.byteCount()
        var tables = try output.bytes(movie.start..<min(end, movie.start + movieByteCount))
        if let info = changes.info { tables = Self.tables(tables, info, scan) }

        // The boxes that are copied, in the order of the file: their bytes, the length of the head, and the chunk.
        var copied: [(old: Range<Int64>, headByteCount: Int64, chunk: MediaProperties.Chunk)] = []
        var headStart: Int64 = 0
        for chunk in chunks {
            let bodyEnd = min(end, chunk.byteCount.map { chunk.start + $0 } ?? end)
            let start = headStart
            headStart = bodyEnd
            if ["free", "skip", "wide", "moov", "ftyp"].contains(chunk.id) { continue }
            copied.append((start..<bodyEnd, chunk.start - start, chunk))
        }
        let type = chunks.first { $0.id == "ftyp" }
        let typeByteCount = type.map { 8 + ($0.byteCount ?? 0) } ?? 0
        // Offsets grow by the bytes that lie before them now; wider offsets make the tables longer, so it is tried
        // twice.
        var moved = tables
        for isWide in [false, true] {
            let head = typeByteCount + 8 + Int64(moved.count)
            var moves: [(old: Range<Int64>, by: Int64)] = []
            var position = head
            for part in copied {
                moves.append((part.old, position - part.old.lowerBound))
                position += Int64(part.old.count)
            }
            if isWide { moved = MPEG4Offsets.widened(tables) }
            let grown = Int64(moved.count - tables.count)
            let final = isWide ? moves.map { ($0.old, $0.by + grown) } : moves.map { ($0.old, $0.by) }
            var shifted = moved
            if MPEG4Offsets.shift(&shifted, final) {
                moved = shifted
                break
            }
            guard !isWide else { throw .malformed(at: movie.start, because: "the tables point outside of the file") }
        }
        if let type { try output.copy(type.start - 8..<type.start + (type.byteCount ?? 0)) }
        try output.put(ByteBuilder.of { $0.big(UInt32(clamping: 8 + moved.count)) } + Array("moov".utf8) + moved)
        for part in copied { try output.copy(part.old) }
    }

    /// Returns the tables with other tags; entries unknown here, such as pictures, stay.
    private static func tables(
        _ tables: [UInt8], _ info: [MediaProperties.Info], _ scan: MediaScan.Result
    ) -> [UInt8] {
        var kept: [UInt8] = []
        var others: [UInt8] = []
        MPEG4Offsets.boxes(tables, 0..<tables.count) { code, box, inner in
            guard code == "udta" else {
                kept += tables[box]
                return
            }
            MPEG4Offsets.boxes(tables, inner) { code, _, inner in
                guard code == "meta", inner.count > 4 else { return }
                MPEG4Offsets.boxes(tables, inner.lowerBound + 4..<inner.upperBound) { code, _, inner in
                    guard code == "ilst" else { return }
                    MPEG4Offsets.boxes(tables, inner) { code, box, _ in
                        if !MPEG4Tags.isOfUse(code) { others += tables[box] }
                    }
                }
            }
        }
        var description = MediaDescription(scan.format, info: info)
        description.chapters = scan.properties.chapters
        description.cookie = scan.properties.cookie
        let (priming, remainder) = (scan.properties.primingFrameCount, scan.properties.remainderFrameCount)
        let all = scan.properties.validFrameCount.map { priming + $0 + remainder } ?? 0
        var builder = ByteBuilder()
        builder.put(kept)
        MPEG4Tags.put(
            description, priming: priming, all: all, heard: all - priming - remainder, isGapless: all > 0,
            others: others, &builder)
        return builder.bytes
    }
}

/// The tables of chunk offsets inside a `moov`.
enum MPEG4Offsets {
    /// Walks over the boxes of a range.
    static func boxes(_ bytes: [UInt8], _ range: Range<Int>, _ body: (FourCC, Range<Int>, Range<Int>) -> Void) {
        var at = range.lowerBound
        while range.upperBound - at >= 8 {
            let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            let code = FourCC(rawValue: bytes[at + 4..<at + 8].reduce(0) { $0 << 8 | UInt32($1) })
            guard size >= 8, size <= range.upperBound - at else { return }
            body(code, at..<at + size, at + 8..<at + size)
            at += size
        }
    }

    private static func isParent(_ code: FourCC) -> Bool { ["trak", "mdia", "minf", "stbl"].contains(code) }

    private static func tables(
        _ bytes: [UInt8], _ range: Range<Int>, _ body: (_ isWide: Bool, _ table: Range<Int>) -> Void
    ) {
        boxes(bytes, range) { code, _, inner in
            if isParent(code) { tables(bytes, inner, body) }
            if (code == "stco" || code == "co64") && inner.count >= 8 { body(code == "co64", inner) }
        }
    }

    /// Moves every offset; false if one does not fit or points to nothing that is copied.
    static func shift(_ bytes: inout [UInt8], _ moves: [(old: Range<Int64>, by: Int64)]) -> Bool {
        var found: [(isWide: Bool, table: Range<Int>)] = []
        tables(bytes, 0..<bytes.count) { found.append(($0, $1)) }
        for (isWide, table) in found {
            let width = isWide ? 8 : 4
            let stated = bytes[table.lowerBound + 4..<table.lowerBound + 8].reduce(0) { $0 << 8 | Int($1) }
            for index in 0..<min(stated, (table.count - 8) / width) {
                let at = table.lowerBound + 8 + width * index
                let old = Int64(clamping: bytes[at..<at + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
                // An offset of a chunk without packets may be anything.
                let new = old + (moves.first { $0.old.contains(old) }?.by ?? 0)
                guard new >= 0, isWide || new <= Int64(UInt32.max) else { return false }
                for byte in 0..<width {
                    bytes[at + byte] = UInt8(truncatingIfNeeded: new >> Int64(8 * (width - 1 - byte)))
                }
            }
        }
        return true
    }

    /// The same boxes with offsets of 64 bits.
    static func widened(_ bytes: [UInt8]) -> [UInt8] { widened(bytes, 0..<bytes.count) }

    private static func widened(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var builder = ByteBuilder()
        boxes(bytes, range) { code, box, inner in
            if isParent(code) {
                builder.box(code) { $0.put(widened(bytes, inner)) }
            } else if code == "stco", inner.count >= 8 {
                builder.box("co64") { wide in
                    wide.put(Array(bytes[inner.lowerBound..<inner.lowerBound + 8]))
                    for at in stride(from: inner.lowerBound + 8, to: inner.upperBound - 3, by: 4) {
                        wide.big(UInt32(0))
                        wide.put(Array(bytes[at..<at + 4]))
                    }
                }
            } else {
                builder.put(Array(bytes[box]))
            }
        }
        return builder.bytes
    }
}
