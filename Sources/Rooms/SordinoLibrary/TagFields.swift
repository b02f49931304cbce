import SordinoMedia

/// The tags of a file that a library needs beside those that every reader of the file gives.
///
/// Names are those of Vorbis comments in capitals, in every kind of container. Only the first value of a name counts.
struct TagFields {
    /// Fields of a file at most, and bytes of one text.
    static let fieldLimit = 512
    static let textByteLimit = 1 << 16

    private(set) var texts: [String: String] = [:]
    var hasPicture = false
    var chapters: [MediaProperties.Chapter] = []

    subscript(_ name: String) -> String? { texts[name] }

    mutating func add(_ name: String, _ text: String) {
        guard texts.count < Self.fieldLimit, texts[name] == nil, !text.isEmpty else { return }
        texts[name] = text
    }

    /// Reads the fields of a file; fields that are damaged are left out.
    static func read(_ file: PacketFile) throws(MediaError) -> TagFields {
        var fields = TagFields()
        var window = try SourceWindow(file.source)
        let chunk = file.properties.chunks.first { ["ID3 ", "id3 "].contains($0.id) && $0.start > 0 }
        ID3Fields.read(&window, at: chunk?.start ?? 0, into: &fields)
        if file.scan.container.isMPEG4 { MPEG4Fields.read(&window, into: &fields) }
        if file.scan.container.fileType == "Oggf" {
            if let header = try FileTags.secondHeader(ofPages: file.source) {
                // "OpusTags", or a type and "vorbis", or FLAC's block of four bytes.
                let skipped = header.starts(with: Array("OpusTags".utf8)) ? 8 : header.first == 3 ? 7 : 4
                fields.takeComments(Array(header.dropFirst(skipped)))
            }
        } else if file.scan.container.fileType == "flac" {
            FLACFields.read(&window, into: &fields)
        }
        return fields
    }

    /// Takes a list of Vorbis comments.
    mutating func takeComments(_ bytes: [UInt8]) {
        var at = 0
        func count() -> Int? {
            guard at + 4 <= bytes.count else { return nil }
            defer { at += 4 }
            return bytes.little(at)
        }
        guard let vendor = count(), vendor <= bytes.count - at else { return }
        at += vendor
        guard var left = count() else { return }
        var (starts, names): ([String: Double], [String: String]) = ([:], [:])
        left = min(left, Self.fieldLimit * 8)
        while left > 0, let length = count(), length <= bytes.count - at {
            left -= 1
            defer { at += length }
            let head = bytes[at..<min(at + length, at + 64)]
            guard let equals = head.firstIndex(of: 0x3D) else { continue }
            let name = Array(bytes[at..<equals]).text.uppercased()
            if name == "METADATA_BLOCK_PICTURE" {
                hasPicture = true
            } else if length <= Self.textByteLimit {
                let text = Array(bytes[equals + 1..<at + length]).text
                if name.hasPrefix("CHAPTER"), name.count <= 16 {
                    if name.hasSuffix("NAME") {
                        names[String(name.dropLast(4))] = text
                    } else if let start = Self.clockSeconds(text) {
                        starts[name] = start
                    }
                } else {
                    add(name, text)
                }
            }
        }
        let found = starts.map { MediaProperties.Chapter(startSeconds: $1, title: names[$0] ?? "") }
        chapters += found.sorted { $0.startSeconds < $1.startSeconds }
    }

    /// Seconds of a time such as 01:02:03.500.
    private static func clockSeconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":").map { Double($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else { return nil }
        let time = hours * 3_600 + minutes * 60 + seconds
        return time.isFinite && time >= 0 ? time : nil
    }
}

/// The comments and pictures of FLAC's blocks.
enum FLACFields {
    static func read(_ window: inout SourceWindow, into fields: inout TagFields) {
        var at: Int64 = 0
        if let head = window.bytes(at: 0, 10), let tag = FileTags.id3ByteCount(head) { at = Int64(tag) }
        at += 4
        for _ in 0..<TagFields.fieldLimit {
            guard let head = window.bytes(at: at, 4) else { return }
            let byteCount = head.big(1, 3)
            switch head[0] & 0x7F {
            case 4: if let block = window.bytes(at: at + 4, byteCount) { fields.takeComments(block) }
            case 6: fields.hasPicture = true
            default: break
            }
            guard head[0] & 0x80 == 0 else { return }
            at += 4 + Int64(byteCount)
        }
    }
}

/// The items of iTunes' list in MPEG-4 files.
enum MPEG4Fields {
    private static let names: [String: String] = [
        "aART": "ALBUMARTIST", "disk": "DISCNUMBER", "cpil": "COMPILATION", "\u{A9}grp": "GROUPING",
        "\u{A9}lyr": "LYRICS",
        "stik": "MEDIAKIND", "pcst": "PODCAST", "rtng": "ITUNESADVISORY", "\u{A9}day": "DATE",
    ]

    static func read(_ window: inout SourceWindow, into fields: inout TagFields) {
        var range = Int64(0)..<window.byteCount
        for name in ["moov", "udta", "meta", "ilst"] {
            guard let found = box(name, in: range, &window) else { return }
            range = found
            if name == "meta" { range = min(range.lowerBound + 4, range.upperBound)..<range.upperBound }
        }
        var at = range.lowerBound
        for _ in 0..<TagFields.fieldLimit {
            guard let item = head(at, range.upperBound, &window) else { return }
            if item.name == "covr" { fields.hasPicture = true }
            if let name = names[item.name], let data = head(item.body.lowerBound, item.body.upperBound, &window),
                data.name == "data", data.body.count > 8, data.body.count <= TagFields.textByteLimit,
                let bytes = window.bytes(at: data.body.lowerBound, data.body.count)
            {
                let value = Array(bytes.dropFirst(8))
                switch item.name {
                case "disk": fields.add(name, "\(value.big(2, 2))/\(value.big(4, 2))")
                case "cpil", "stik", "pcst", "rtng": fields.add(name, "\(value.big(0, min(value.count, 4)))")
                default: fields.add(name, value.text)
                }
            }
            at = item.body.upperBound
        }
    }

    private static func box(_ name: String, in range: Range<Int64>, _ window: inout SourceWindow) -> Range<Int64>? {
        var at = range.lowerBound
        for _ in 0..<ParserLimits.chunkCount {
            guard let box = head(at, range.upperBound, &window) else { return nil }
            if box.name == name { return box.body }
            at = box.body.upperBound
        }
        return nil
    }

    private static func head(
        _ at: Int64, _ end: Int64, _ window: inout SourceWindow
    ) -> (name: String, body: Range<Int64>)? {
        guard end - at >= 8, let head = window.bytes(at: at, 8) else { return nil }
        let name = String(String.UnicodeScalarView(head[4..<8].map { Unicode.Scalar($0) }))
        var (headByteCount, byteCount) = (Int64(8), Int64(head.big(0, 4)))
        if byteCount == 1 {
            guard let long = window.bytes(at: at + 8, 8), long[0] < 0x80 else { return nil }
            (headByteCount, byteCount) = (16, Int64(long.big(0, 8)))
        } else if byteCount == 0 {
            byteCount = end - at
        }
        guard byteCount >= headByteCount, byteCount <= end - at else { return nil }
        return (name, at + headByteCount..<at + byteCount)
    }
}
