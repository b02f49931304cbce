/// An ID3 tag of version 2.2, 2.3 or 2.4: texts for people in frames.
///
/// Source: Martin Nilsson, "ID3 tag version 2.4.0", main structure and native frames; 2.3.0 and 2.2.0 likewise.
struct ID3Tag: Sendable {
    private var version = 3
    /// Indicates whether zeros were inserted in the whole tag, as before version 2.4; lengths do not count them.
    private var isUnsynchronised = false
    /// Indicates whether zeros were inserted in every frame, as in version 2.4; lengths count them.
    private var hasUnsynchronisedFrames = false
    private var hasExtension = false

    init() {}

    /// Returns whether bytes begin a tag.
    static func begins(_ bytes: RawSpan) -> Bool {
        bytes.byteCount >= 4 && bytes.big(0, UInt32.self) >> 8 == 0x494433 && bytes.byte(3) < 0xFF
    }

    /// Bytes of a tag whose header of ten bytes is given, the header and a footer included; nil if they begin no tag.
    static func byteCount(_ header: RawSpan) -> Int? {
        guard begins(header), header.byteCount >= 10 else { return nil }
        let size = (6..<10).map { Int(header.byte($0)) }
        guard size.allSatisfy({ $0 < 0x80 }) else { return nil }
        return 10 + size.reduce(0) { $0 << 7 | $1 } + (header.byte(5) & 0x10 != 0 ? 10 : 0)
    }

    /// Takes the header of ten bytes.
    init(_ header: RawSpan) {
        version = Int(header.byte(3))
        let flags = header.byte(5)
        isUnsynchronised = flags & 0x80 != 0 && version < 4
        hasUnsynchronisedFrames = flags & 0x80 != 0 && version >= 4
        hasExtension = flags & 0x40 != 0 && version > 2
    }

    /// Frame names against the keys of Core Audio's info dictionary, the longer names of 2.3 and the shorter of 2.2.
    private static let names: [(long: String, short: String, key: String)] = [
        ("TIT2", "TT2", "title"), ("TPE1", "TP1", "artist"), ("TALB", "TAL", "album"), ("TRCK", "TRK", "track number"),
        ("TYER", "TYE", "year"), ("TDRC", "", "year"), ("TCON", "TCO", "genre"), ("COMM", "COM", "comments"),
        ("TCOM", "TCM", "composer"), ("TCOP", "TCR", "copyright"), ("TENC", "TEN", "encoding application"),
        ("TSSE", "TSS", "encoding application"), ("TBPM", "TBP", "tempo"), ("TKEY", "TKE", "key signature"),
        ("TSRC", "TRC", "ISRC"), ("TEXT", "TXT", "lyricist"), ("TIT3", "TT3", "subtitle"),
    ]

    /// Takes the frames that are whole in the bytes, which begin with a frame.
    ///
    /// - Parameter isAll: Whether the tag ends with the bytes.
    /// - Returns: Bytes that are of no more use.
    mutating func take(_ bytes: RawSpan, isAll: Bool, _ properties: inout MediaProperties) -> Int {
        if isUnsynchronised {
            // Lengths count bytes from which the inserted zeros are gone, so that only the first piece is understood.
            isUnsynchronised = false
            let plain = Self.synchronised(bytes.array(0..<bytes.byteCount))
            _ = takeFrames(plain.span.bytes, &properties)
            return Int.max
        }
        return takeFrames(bytes, &properties)
    }

    private mutating func takeFrames(_ bytes: RawSpan, _ properties: inout MediaProperties) -> Int {
        let headerByteCount = version == 2 ? 6 : 10
        var at = 0
        if hasExtension, bytes.byteCount >= 4 {
            hasExtension = false
            let size = version == 4 ? Self.spread(bytes, 0) : Int(bytes.big(0, UInt32.self)) + 4
            at = max(0, min(size, bytes.byteCount))
        }
        while at + headerByteCount <= bytes.byteCount, bytes.byte(at) != 0 {
            let name = bytes.text(at..<at + (version == 2 ? 3 : 4))
            let size: Int
            switch version {
            case 2: size = Int(bytes.big(at + 2, UInt32.self) & 0xFF_FFFF)
            case 3: size = Int(bytes.big(at + 4, UInt32.self))
            default: size = self.size(bytes, at)
            }
            let key = Self.names.first { (version == 2 ? $0.short : $0.long) == name }?.key
            let start = at + headerByteCount
            // A frame that is longer than the bytes is read again with more of them, unless it is longer than any text.
            guard size <= bytes.byteCount - start else {
                return at == 0 ? start + size : key == nil ? start + size : at
            }
            if let key, size < 1 << 16, let body = body(bytes, at, start..<start + size) {
                take(key, name, body, &properties)
            }
            at = start + size
        }
        return at + headerByteCount <= bytes.byteCount ? Int.max : max(1, at)
    }

    /// Reads a length of 2.4: seven bits a byte, or eight where the name of a next frame follows only then.
    private func size(_ bytes: RawSpan, _ at: Int) -> Int {
        let spread = Self.spread(bytes, at + 4)
        let plain = Int(bytes.big(at + 4, UInt32.self))
        guard plain != spread else { return plain }
        func looksLikeFrame(_ at: Int) -> Bool {
            guard at + 4 <= bytes.byteCount else { return at == bytes.byteCount }
            return (0..<4).allSatisfy { (0x30...0x5A).contains(bytes.byte(at + $0)) } || bytes.byte(at) == 0
        }
        return !looksLikeFrame(at + 10 + spread) && plain < 1 << 24 && looksLikeFrame(at + 10 + plain) ? plain : spread
    }

    private static func spread(_ bytes: RawSpan, _ at: Int) -> Int {
        (0..<4).reduce(0) { $0 << 7 | Int(bytes.byte(at + $1) & 0x7F) }
    }

    /// Returns the contents of a frame, unpacked and resynchronised as its flags require; nil if it is encrypted or
    /// damaged.
    ///
    /// Source: ID3 2.4.0, 4.1.2 (frame format flags); 2.3.0, 3.3.1.
    private func body(_ bytes: RawSpan, _ at: Int, _ range: Range<Int>) -> [UInt8]? {
        guard version > 2 else { return bytes.array(range) }
        let flags = bytes.byte(at + 9)
        let isNew = version >= 4
        let (isCompressed, isEncrypted) = (flags & (isNew ? 0x08 : 0x80) != 0, flags & (isNew ? 0x04 : 0x40) != 0)
        let isGrouped = flags & (isNew ? 0x40 : 0x20) != 0
        guard !isEncrypted else { return nil }
        let hasLength = isNew ? flags & 0x01 != 0 : isCompressed
        let skipped = (isGrouped ? 1 : 0) + (hasLength ? 4 : 0)
        guard skipped <= range.count else { return nil }
        var body = bytes.array(range.lowerBound + skipped..<range.upperBound)
        if isNew, flags & 0x02 != 0 || hasUnsynchronisedFrames { body = Self.synchronised(body) }
        return isCompressed ? Inflate.zlib(body, byteLimit: 1 << 16) : body
    }

    private func take(_ key: String, _ name: String, _ frame: [UInt8], _ properties: inout MediaProperties) {
        guard frame.count > 1, properties.info.count < ParserLimits.infoCount else { return }
        let isComment = key == "comments"
        let encoding = frame[0]
        var body = Array(frame.dropFirst())
        if isComment {
            // A language, then a short description, then the text.
            guard body.count > 3 else { return }
            body.removeFirst(3)
            let isWide = encoding == 1 || encoding == 2
            var end = 0
            while end < body.count, !(body[end] == 0 && (!isWide || (end + 1 < body.count && body[end + 1] == 0))) {
                end += isWide ? 2 : 1
            }
            guard end < body.count, Self.text(Array(body[..<end]), encoding).isEmpty else { return }
            body.removeFirst(min(body.count, end + (isWide ? 2 : 1)))
        }
        let text = Self.text(body, encoding)
        guard !text.isEmpty, !properties.info.contains(where: { $0.key == key }) else { return }
        properties.info.append(.init(key: key, value: text))
    }

    /// Text up to the first zero: Latin-1, UTF-16 with or without a mark, or UTF-8.
    private static func text(_ bytes: [UInt8], _ encoding: UInt8) -> String {
        switch encoding {
        case 1, 2:
            var rest = bytes[...]
            var isBig = encoding == 2
            if rest.starts(with: [0xFF, 0xFE]) {
                (isBig, rest) = (false, rest.dropFirst(2))
            } else if rest.starts(with: [0xFE, 0xFF]) {
                (isBig, rest) = (true, rest.dropFirst(2))
            }
            let plain = Array(rest)
            var units: [UInt16] = []
            for at in stride(from: 0, to: plain.count - 1, by: 2) {
                let (high, low) = isBig ? (plain[at], plain[at + 1]) : (plain[at + 1], plain[at])
                units.append(UInt16(high) << 8 | UInt16(low))
            }
            return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
        default:
            return bytes.span.bytes.text(0..<bytes.count)
        }
    }

    /// The bytes without the zeros that keep decoders from seeing a frame in a tag.
    private static func synchronised(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() where !(byte == 0 && index > 0 && bytes[index - 1] == 0xFF) {
            plain.append(byte)
        }
        return plain
    }
}
