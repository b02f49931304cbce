/// The tags of iTunes, and the text in which it states priming and padding.
///
/// The boxes have no published standard; their form is that of Apple's own files.
enum MPEG4Tags {
    fileprivate static let keys: [(code: UInt32, key: String)] = [
        (0xA96E_616D, "title"), (0xA941_5254, "artist"), (0xA961_6C62, "album"), (0xA967_656E, "genre"),
        (0xA964_6179, "year"), (0xA963_6D74, "comments"), (0xA977_7274, "composer"), (0x6370_7274, "copyright"),
        (0xA974_6F6F, "encoding application"), (0xA96C_7972, "lyrics"), (0xA973_7433, "subtitle"),
    ]

    /// Items that bear a name in place of a code, and keep it.
    fileprivate static let named = ["ISRC", "iTunNORM"]

    /// Returns whether an item is one of those that are taken.
    static func isOfUse(_ code: FourCC) -> Bool {
        code == "trkn" || code == "tmpo" || code == "gnre" || code == "----"
            || keys.contains { $0.code == code.rawValue }
    }

    /// Takes one item of an `ilst` box.
    ///
    /// - Returns: iTunes' text about priming and padding, if the item holds that.
    static func take(_ code: FourCC, _ bytes: RawSpan, _ properties: inout MediaProperties) -> String? {
        var name = ""
        var at = 0
        while bytes.byteCount - at >= 8 {
            let byteCount = Int(bytes.big(at, UInt32.self))
            guard byteCount >= 8, byteCount <= bytes.byteCount - at else { return nil }
            let end = at + byteCount
            switch bytes.code(at + 4) {
            case "name" where byteCount > 12: name = bytes.text(at + 12..<end)
            case "data" where byteCount > 16:
                let body = at + 16..<end
                if code == "----" {
                    if name == "iTunSMPB" { return bytes.text(body) }
                    if named.contains(name) { add(name, bytes.text(body), &properties) }
                } else {
                    takeData(code, bytes, body, &properties)
                }
                return nil
            default: break
            }
            at = end
        }
        return nil
    }

    private static func takeData(
        _ code: FourCC, _ bytes: RawSpan, _ body: Range<Int>, _ properties: inout MediaProperties
    ) {
        switch code {
        case "trkn":
            guard body.count >= 4 else { return }
            let number = bytes.big(body.lowerBound + 2, UInt16.self)
            let count = body.count >= 6 ? bytes.big(body.lowerBound + 4, UInt16.self) : 0
            add("track number", count > 0 ? "\(number)/\(count)" : "\(number)", &properties)
        case "gnre":
            guard body.count >= 2 else { return }
            if let name = Genres.name(Int(bytes.big(body.lowerBound, UInt16.self)) - 1) {
                add("genre", name, &properties)
            }
        case "tmpo":
            guard body.count >= 2 else { return }
            add("tempo", "\(bytes.big(body.lowerBound, UInt16.self))", &properties)
        default:
            guard let key = keys.first(where: { $0.code == code.rawValue })?.key else { return }
            add(key, bytes.text(body), &properties)
        }
    }

    static func add(_ key: String, _ value: String, _ properties: inout MediaProperties) {
        guard properties.info.count < ParserLimits.infoCount, !properties.info.contains(where: { $0.key == key }) else {
            return
        }
        properties.info.append(.init(key: key, value: value))
    }

    /// Priming, padding and frames between them, as iTunes states them; nil if the text is not of that form.
    static func gapless(_ text: String) -> (priming: Int64, remainder: Int64, valid: Int64)? {
        let fields = text.split(separator: " ").prefix(4).map { Int64($0, radix: 16) }
        guard fields.count == 4, let priming = fields[1], let remainder = fields[2], let valid = fields[3],
            priming >= 0, remainder >= 0, valid > 0, priming < 1 << 32, remainder < 1 << 32, valid < 1 << 48
        else { return nil }
        return (priming, remainder, valid)
    }

    /// Chapters in Nero's form: their beginnings and names.
    static func chapters(_ bytes: RawSpan) -> [MediaProperties.Chapter] {
        guard bytes.byteCount >= 5 else { return [] }
        // A version of 1 has four reserved bytes before the count.
        var at = bytes.byte(0) == 1 ? 8 : 4
        guard at < bytes.byteCount else { return [] }
        var left = Int(bytes.byte(at))
        at += 1
        var chapters: [MediaProperties.Chapter] = []
        while left > 0, bytes.byteCount - at >= 9 {
            let start = Double(bytes.big(at, UInt64.self)) * 1e-7
            let length = Int(bytes.byte(at + 8))
            guard bytes.byteCount - at - 9 >= length else { break }
            chapters.append(.init(startSeconds: start, title: bytes.text(at + 9..<at + 9 + length)))
            at += 9 + length
            left -= 1
        }
        return chapters
    }
}

/// Tags as they are written.
extension MPEG4Tags {
    /// Puts `udta`: chapters in Nero's form, tags, and iTunes' text about priming and padding, if there are any.
    ///
    /// The text counts frames of the core codec, as that in Apple's files does.
    static func put(
        _ description: MediaDescription, priming: Int64, all: Int64, heard: Int64, isGapless: Bool = true,
        others: [UInt8] = [], _ moov: inout ByteBuilder
    ) {
        let isGapless =
            isGapless && Codecs.named(description.format.codec)?.isAAC == true
        let info = description.info.filter { entry in
            ["track number", "tempo"].contains(entry.key) || named.contains(entry.key)
                || keys.contains { $0.key == entry.key }
        }
        let picture = description.picture
        guard isGapless || !info.isEmpty || !description.chapters.isEmpty || !others.isEmpty || !picture.isEmpty else {
            return
        }
        moov.box("udta") { data in
            if !description.chapters.isEmpty { put(chapters: description.chapters, &data) }
            data.box("meta") { meta in
                meta.big(UInt32(0))
                meta.box("hdlr") { box in
                    box.big(UInt64(0))
                    box.put("mdir" as FourCC)
                    box.put("appl" as FourCC)
                    box.put([UInt8](repeating: 0, count: 9))
                }
                meta.box("ilst") { list in
                    for entry in info { put(entry, &list) }
                    // 13 is JPEG, 14 PNG (Apple, "QuickTime File Format Specification", well-known types).
                    if !picture.isEmpty { put("covr", type: FileTags.isPNG(picture) ? 14 : 13, picture, &list) }
                    list.put(others)
                    guard isGapless else { return }
                    let scale = description.framesPerCoreFrame
                    let (first, rest) = (priming / scale, (heard + scale - 1) / scale)
                    put(named: "iTunSMPB", gapless(first, all / scale - first - rest, rest), &list)
                }
            }
        }
    }

    private static func put(chapters: [MediaProperties.Chapter], _ data: inout ByteBuilder) {
        data.box("chpl") { box in
            box.big(UInt32(1) << 24)
            box.big(UInt32(0))
            // The count is a byte.
            box.put([UInt8(clamping: chapters.count)])
            for chapter in chapters.prefix(255) {
                box.big(UInt64(min(max(0, chapter.startSeconds), 1e9) * 1e7))
                let title = Array(chapter.title.utf8.prefix(255))
                box.put([UInt8(title.count)] + title)
            }
        }
    }

    private static func put(_ entry: MediaProperties.Info, _ list: inout ByteBuilder) {
        let text = Array(entry.value.utf8.prefix(1 << 15))
        switch entry.key {
        case _ where named.contains(entry.key): put(named: entry.key, text, &list)
        case "track number":
            let parts = entry.value.split(separator: "/").map { UInt16($0) ?? 0 }
            let body = ByteBuilder.of { body in
                body.big(UInt16(0))
                body.big(parts.first ?? 0)
                body.big(parts.count > 1 ? parts[1] : 0)
                body.big(UInt16(0))
            }
            put("trkn", type: 0, body, &list)
        case "tempo":
            let beats = UInt16(min(max(0, Double(entry.value).flatMap { $0.isNaN ? nil : $0 } ?? 0), 65535).rounded())
            put("tmpo", type: 21, [UInt8(beats >> 8), UInt8(beats & 0xFF)], &list)
        default:
            guard let code = keys.first(where: { $0.key == entry.key })?.code else { return }
            put(FourCC(rawValue: code), type: 1, text, &list)
        }
    }

    private static func put(_ code: FourCC, type: UInt32, _ body: [UInt8], _ list: inout ByteBuilder) {
        list.box(code) { item in
            item.box("data") { box in
                box.big(type)
                box.big(UInt32(0))
                box.put(body)
            }
        }
    }

    private static func put(named name: String, _ text: [UInt8], _ list: inout ByteBuilder) {
        list.box("----") { item in
            for (code, value) in [("mean", "com.apple.iTunes"), ("name", name)] as [(FourCC, String)] {
                item.box(code) { box in
                    box.big(UInt32(0))
                    box.put(Array(value.utf8))
                }
            }
            item.box("data") { box in
                box.big(UInt32(1))
                box.big(UInt32(0))
                box.put(text)
            }
        }
    }

    private static func gapless(_ priming: Int64, _ remainder: Int64, _ heard: Int64) -> [UInt8] {
        func hex(_ value: Int64, _ width: Int) -> String {
            let digits = String(max(0, value), radix: 16, uppercase: true)
            return " " + String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let numbers = hex(0, 8) + hex(priming, 8) + hex(remainder, 8) + hex(heard, 16)
        return Array((numbers + String(repeating: hex(0, 8), count: 8)).utf8)
    }
}
