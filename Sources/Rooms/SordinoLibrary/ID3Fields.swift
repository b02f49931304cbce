import SordinoMedia

/// The frames of an ID3 tag that a library needs; pictures of any size are passed over.
///
/// Source: Martin Nilsson, "ID3 tag version 2.4.0" and its earlier versions; C. Newell, "ID3v2 Chapter Frame Addendum".
enum ID3Fields {
    private static let names: [String: String] = [
        "TPE2": "ALBUMARTIST", "TP2": "ALBUMARTIST", "TPOS": "DISCNUMBER", "TPA": "DISCNUMBER", "TCMP": "COMPILATION",
        "TCP": "COMPILATION", "TIT1": "GROUPING", "TT1": "GROUPING", "GRP1": "GROUPING", "TDRL": "RELEASEDATE",
        "TDRC": "DATE", "USLT": "LYRICS", "ULT": "LYRICS", "PCST": "PODCAST", "POPM": "RATING", "POP": "RATING",
    ]

    static func read(_ window: inout SourceWindow, at start: Int64, into fields: inout TagFields) {
        guard let head = window.bytes(at: start, 10), let byteCount = FileTags.id3ByteCount(head) else { return }
        let version = Int(head[3])
        // A tag whose zeros are inserted as a whole has frames at other places than those that they state.
        guard (2...4).contains(version), version == 4 || head[5] & 0x80 == 0 else { return }
        let isResynchronised = version == 4 && head[5] & 0x80 != 0
        let end = min(start + Int64(byteCount), window.byteCount)
        var at = start + 10
        if version > 2, head[5] & 0x40 != 0, let size = window.bytes(at: at, 4) {
            at += version == 4 ? Int64(spread(size, 0)) : Int64(size.big(0, 4)) + 4
        }
        for _ in 0..<TagFields.fieldLimit {
            guard let frame = frame(at, end, version, &window) else { return }
            at = frame.start + Int64(frame.byteCount)
            if frame.name == "APIC" || frame.name == "PIC" { fields.hasPicture = true }
            let isChapter = frame.name == "CHAP"
            guard names[frame.name] != nil || isChapter, frame.byteCount <= TagFields.textByteLimit, !frame.isPacked,
                var body = window.bytes(at: frame.start, frame.byteCount)
            else { continue }
            if isResynchronised || frame.isResynchronised { body = resynchronised(body) }
            body = Array(body.dropFirst(frame.skipped))
            isChapter ? takeChapter(body, version, &fields) : take(frame.name, body, &fields)
        }
    }

    private struct Frame {
        var name: String
        var start: Int64
        var byteCount: Int
        var isPacked = false
        var isResynchronised = false
        var skipped = 0
    }

    private static func frame(
        _ at: Int64, _ end: Int64, _ version: Int, _ window: inout SourceWindow
    ) -> Frame? {
        let headByteCount = version == 2 ? 6 : 10
        guard end - at >= Int64(headByteCount), let head = window.bytes(at: at, headByteCount), head[0] != 0 else {
            return nil
        }
        let nameByteCount = version == 2 ? 3 : 4
        var frame = Frame(name: Array(head[..<nameByteCount]).text, start: at + Int64(headByteCount), byteCount: 0)
        switch version {
        case 2: frame.byteCount = head.big(3, 3)
        case 3:
            frame.byteCount = head.big(4, 4)
            frame.isPacked = head[9] & 0xC0 != 0
            frame.skipped = head[9] & 0x20 != 0 ? 1 : 0
        default:
            // Some writers of 2.4 use eight bits a byte: those show where seven would not reach a next frame.
            frame.byteCount = spread(head, 4)
            let plain = head.big(4, 4)
            if plain != frame.byteCount, !looksLikeFrame(frame.start + Int64(frame.byteCount), end, &window),
                looksLikeFrame(frame.start + Int64(plain), end, &window)
            {
                frame.byteCount = plain
            }
            frame.isPacked = head[9] & 0x0C != 0
            frame.isResynchronised = head[9] & 0x02 != 0
            frame.skipped = (head[9] & 0x40 != 0 ? 1 : 0) + (head[9] & 0x01 != 0 ? 4 : 0)
        }
        return Int64(frame.byteCount) <= end - frame.start ? frame : nil
    }

    private static func looksLikeFrame(_ at: Int64, _ end: Int64, _ window: inout SourceWindow) -> Bool {
        guard at != end else { return true }
        guard at < end, let name = window.bytes(at: at, 4) else { return false }
        return name[0] == 0 || name.allSatisfy { (0x30...0x5A).contains($0) }
    }

    private static func take(_ name: String, _ body: [UInt8], _ fields: inout TagFields) {
        guard let field = names[name], let encoding = body.first else { return }
        switch name {
        case "PCST": fields.add(field, "1")
        case "POPM", "POP":
            // An address, a zero, and 1 to 255 in the steps that most players use.
            guard let zero = body.firstIndex(of: 0), zero + 1 < body.count, body[zero + 1] > 0 else { return }
            let stars = [32, 96, 160, 224].count { Int(body[zero + 1]) >= $0 } + 1
            fields.add(field, "\(stars)")
        case "USLT", "ULT":
            let (_, text) = split(Array(body.dropFirst(4)), encoding)
            fields.add(field, decoded(text, encoding))
        default: fields.add(field, decoded(Array(body.dropFirst()), encoding))
        }
    }

    /// Takes a chapter: a name, four numbers, and frames of which the title counts.
    private static func takeChapter(_ body: [UInt8], _ version: Int, _ fields: inout TagFields) {
        guard let zero = body.firstIndex(of: 0), zero + 17 <= body.count, fields.chapters.count < TagFields.fieldLimit
        else { return }
        let start = Double(body.big(zero + 1, 4)) / 1_000
        var title = ""
        var at = zero + 17
        while at + 10 <= body.count, title.isEmpty {
            let byteCount = version == 4 ? spread(body, at + 4) : body.big(at + 4, 4)
            guard byteCount > 0, byteCount <= body.count - at - 10 else { break }
            if Array(body[at..<at + 4]).text == "TIT2" {
                title = decoded(Array(body[at + 11..<at + 10 + byteCount]), body[at + 10])
            }
            at += 10 + byteCount
        }
        fields.chapters.append(.init(startSeconds: start, title: title))
    }

    /// A description that ends in zero, and the bytes behind it.
    private static func split(_ bytes: [UInt8], _ encoding: UInt8) -> ([UInt8], [UInt8]) {
        let width = encoding == 1 || encoding == 2 ? 2 : 1
        var at = 0
        while at + width <= bytes.count {
            if bytes[at..<at + width].allSatisfy({ $0 == 0 }) {
                return (Array(bytes[..<at]), Array(bytes[(at + width)...]))
            }
            at += width
        }
        return (bytes, [])
    }

    /// A text up to the first zero: Latin-1, UTF-16 with or without a mark, or UTF-8.
    private static func decoded(_ bytes: [UInt8], _ encoding: UInt8) -> String {
        guard encoding == 1 || encoding == 2 else { return bytes.text }
        var rest = bytes[...]
        var isBig = encoding == 2
        if rest.starts(with: [0xFF, 0xFE]) {
            (isBig, rest) = (false, rest.dropFirst(2))
        } else if rest.starts(with: [0xFE, 0xFF]) {
            (isBig, rest) = (true, rest.dropFirst(2))
        }
        let plain = Array(rest)
        let units = stride(from: 0, to: plain.count - 1, by: 2).map { at in
            let (high, low) = isBig ? (plain[at], plain[at + 1]) : (plain[at + 1], plain[at])
            return UInt16(high) << 8 | UInt16(low)
        }
        return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    }

    private static func spread(_ bytes: [UInt8], _ at: Int) -> Int {
        (0..<4).reduce(0) { $0 << 7 | Int(at + $1 < bytes.count ? bytes[at + $1] & 0x7F : 0) }
    }

    private static func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() where !(byte == 0 && index > 0 && bytes[index - 1] == 0xFF) {
            plain.append(byte)
        }
        return plain
    }
}
