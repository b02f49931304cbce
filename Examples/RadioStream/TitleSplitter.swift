import Foundation

/// Takes the notes out of a station's bytes: after every so many bytes of sound there is one, with its length in units of
/// 16 bytes before it, and the title of the song in it.
struct TitleSplitter {
    /// Bytes of sound between two notes; 0 if there are none.
    private let interval: Int
    private var untilNote: Int
    private var note: Data?
    private var noteLength = 0

    init(interval: Int) { (self.interval, untilNote) = (interval, interval) }

    /// Hands out sound and titles in the order in which they come.
    mutating func split(_ data: Data, sound: (Data) -> Void, title: (String) -> Void) {
        guard interval > 0 else { return sound(data) }
        var rest = data
        while !rest.isEmpty {
            if untilNote > 0 {
                let part = rest.prefix(untilNote)
                sound(part)
                untilNote -= part.count
                rest = rest.dropFirst(part.count)
            } else if var text = note {
                let part = rest.prefix(noteLength - text.count)
                text.append(part)
                rest = rest.dropFirst(part.count)
                note = text
                if text.count == noteLength {
                    if let found = Self.title(text) { title(found) }
                    (note, untilNote) = (nil, interval)
                }
            } else {
                noteLength = 16 * Int(rest.removeFirst())
                if noteLength == 0 { untilNote = interval } else { note = Data() }
            }
        }
    }

    private static func title(_ note: Data) -> String? {
        let text = String(decoding: note.prefix { $0 != 0 }, as: UTF8.self)
        guard let start = text.range(of: "StreamTitle='"),
            let end = text.range(of: "';", range: start.upperBound..<text.endIndex)
        else { return nil }
        return String(text[start.upperBound..<end.lowerBound])
    }
}
