/// The position of a chapter's name in a file whose chapters are a track of text.
package struct MPEG4ChapterPlace: Equatable, Sendable {
    /// The beginning of the chapter, in seconds.
    var startSeconds: Double
    /// The file position of its text.
    var offset: Int64
    /// Bytes of its text.
    var byteCount: Int
}

extension MPEG4ChapterPlace {
    /// The text of a sample: a count of bytes, then UTF-8, or UTF-16 behind its mark.
    ///
    /// Source: Apple, "QuickTime File Format Specification", Text Sample Data.
    static func title(_ bytes: RawSpan) -> String? {
        guard bytes.byteCount >= 2 else { return nil }
        let end = min(bytes.byteCount, 2 + Int(bytes.big(0, UInt16.self)))
        guard end - 2 >= 2, [0xFEFF, 0xFFFE].contains(bytes.big(2, UInt16.self)) else { return bytes.text(2..<end) }
        let isBig = bytes.byte(2) == 0xFE
        let units = stride(from: 4, to: end - 1, by: 2).map { isBig ? bytes.big($0, UInt16.self) : bytes.little($0) }
        return String(decoding: units, as: UTF16.self)
    }
}

/// Tags of 3GP files, each a box of `udta`.
///
/// Source: 3GPP TS 26.244, 8 (asset information).
extension MPEG4Tags {
    /// Returns whether a box of `udta` is one of them.
    static func isOf3GP(_ code: FourCC) -> Bool { code == "yrrc" || key(of3GP: code) != nil }

    private static func key(of3GP code: FourCC) -> String? {
        switch code {
        case "titl": "title"
        case "perf": "artist"
        case "auth": "composer"
        case "albm": "album"
        case "gnre": "genre"
        case "dscp": "comments"
        case "cprt": "copyright"
        default: nil
        }
    }

    /// Takes one of them; entries that are there already stay.
    static func take3GP(_ code: FourCC, _ bytes: RawSpan, _ properties: inout MediaProperties) {
        if code == "yrrc" {
            if bytes.byteCount >= 6 { add("year", "\(bytes.big(4, UInt16.self))", &properties) }
            return
        }
        guard let key = key(of3GP: code), bytes.byteCount > 6 else { return }
        // A language, then UTF-8, or UTF-16 behind its mark, up to a zero.
        if bytes.byteCount >= 8, bytes.big(6, UInt16.self) == 0xFEFF {
            let units = stride(from: 8, to: bytes.byteCount - 1, by: 2).map { bytes.big($0, UInt16.self) }
            add(key, String(decoding: units.prefix { $0 != 0 }, as: UTF16.self), &properties)
        } else {
            let text = bytes.text(6..<bytes.byteCount)
            if !text.isEmpty { add(key, text, &properties) }
            var end = 6
            while end < bytes.byteCount, bytes.byte(end) != 0 { end += 1 }
            if code == "albm", end + 1 < bytes.byteCount, bytes.byte(end + 1) > 0 {
                add("track number", "\(bytes.byte(end + 1))", &properties)
            }
        }
    }
}
