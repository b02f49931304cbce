/// Takes an answer's body apart: the sound, and the notes between it.
///
/// Radio stations put a note behind every so many bytes of sound, if they are asked to: its length in units of 16
/// bytes, and a text such as `StreamTitle='Artist - Song';`.
package struct StreamBody: Sendable {
    /// Bytes of sound between two notes; nil if there are none.
    private let interval: Int?
    /// Indicates whether the answer marks its end although it states no length: it is chunked.
    package private(set) var marksItsEnd: Bool
    /// Bytes that were taken before, and come once more.
    private var surplus: Int64 = 0
    /// Bytes of the resource that were taken, without transfer coding; a further request begins there.
    package private(set) var takenByteCount: Int64 = 0
    private var untilNote: Int
    private var noteLength: Int?
    private var note: [UInt8] = []

    /// Prepares for a body as the head announces it.
    package init(_ head: HTTPHead) {
        let told = head.number("icy-metaint")
        interval = told.flatMap { $0 > 0 ? $0 : nil }
        marksItsEnd = Self.isChunked(head)
        untilNote = interval ?? 0
    }

    private static func isChunked(_ head: HTTPHead) -> Bool {
        head.fields["transfer-encoding"]?.lowercased().contains("chunked") == true
    }

    /// Prepares for a further answer, which begins with so many bytes that were taken before.
    package mutating func goOn(_ head: HTTPHead, surplus: Int64) {
        marksItsEnd = Self.isChunked(head)
        self.surplus = surplus
    }

    /// Takes bytes as they arrive.
    ///
    /// - Parameters:
    ///   - sound: Receives the bytes of the sound.
    ///   - title: Receives titles.
    package mutating func take(
        _ bytes: ArraySlice<UInt8>, sound: (ArraySlice<UInt8>) -> Void, title: (String) -> Void
    ) {
        let known = Int(min(surplus, Int64(bytes.count)))
        surplus -= Int64(known)
        let fresh = bytes.dropFirst(known)
        takenByteCount += Int64(fresh.count)
        if !fresh.isEmpty { separate(fresh, sound, title) }
    }

    private mutating func separate(
        _ bytes: ArraySlice<UInt8>, _ sound: (ArraySlice<UInt8>) -> Void, _ title: (String) -> Void
    ) {
        guard let interval else { return sound(bytes) }
        var rest = bytes
        while !rest.isEmpty {
            if untilNote > 0 {
                let count = min(untilNote, rest.count)
                sound(rest.prefix(count))
                rest = rest.dropFirst(count)
                untilNote -= count
            } else if let length = noteLength {
                let count = min(length - note.count, rest.count)
                note += rest.prefix(count)
                rest = rest.dropFirst(count)
                if note.count == length {
                    if let text = Self.title(in: note) { title(text) }
                    (note, noteLength, untilNote) = ([], nil, interval)
                }
            } else {
                let length = 16 * Int(rest.removeFirst())
                if length == 0 { untilNote = interval } else { noteLength = length }
            }
        }
    }

    /// The title in a note; nil if it has none.
    ///
    /// Text that is not UTF-8 is read as Latin-1.
    static func title(in note: [UInt8]) -> String? {
        let bytes = note.prefix { $0 != 0 }
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        guard let start = text.range(of: "StreamTitle='") else { return nil }
        let rest = text[start.upperBound...]
        // Titles have apostrophes of their own.
        let end = rest.range(of: "';")?.lowerBound ?? rest.lastIndex(of: "'") ?? rest.endIndex
        return String(rest[..<end])
    }
}

extension StringProtocol {
    /// Returns the range of a text's first occurrence; plain comparison, without Foundation.
    fileprivate func range(of other: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
            start = index(after: start)
        }
        return nil
    }
}
