/// A text that is ready to be spoken: its parts in order, each with its style, and their places in what a program shows.
package struct SpeechScript: Sendable {
    /// The style of a part, in relation to that of the utterance.
    package struct Style: Hashable, Sendable {
        package var rate = 1.0
        package var pitch = 1.0
        package var gain = 1.0
        /// A language or a voice's identifier; nil for the utterance's voice.
        package var voice: String?
    }

    /// A piece of text in one style.
    package struct Text: Hashable, Sendable {
        /// The text that is spoken.
        package var spoken: String
        /// Its place in the shown text, in UTF-16 units.
        package var place: Range<Int>
        /// Indicates whether the spoken text is that at its place; else the place is that of each of its words.
        package var isVerbatim = true
        /// Indicates whether it is phonemes of espeak-ng.
        package var isPhonemes = false
        package var style = Style()
    }

    /// A part of a script.
    package enum Part: Hashable, Sendable {
        case text(Text)
        case silence(seconds: Double)
        case bookmark(String)
        case paragraph(Range<Int>)
    }

    /// Scalars of one piece of text, after which it is divided where a sentence ends; the first one is heard soon.
    private static let usualScalars = 240
    private static let firstScalars = 40
    /// Scalars after which it is divided where a word ends, and where none ends, anywhere.
    private static let mostScalars = 1_000

    /// The text without markup, which ranges refer to.
    package private(set) var text = ""
    package private(set) var parts: [Part] = []
    /// The length of the text in UTF-16 units.
    private(set) var length = 0

    package init() {}

    /// Makes the script of a plain text.
    package init(_ text: String) { append(text) }

    /// Adds text that is shown and spoken.
    package mutating func append(_ shown: String, style: Style = Style()) {
        for piece in Self.divide(shown, isFirst: length == 0) {
            let count = piece.utf16.count
            parts.append(.text(Text(spoken: piece, place: length..<length + count, style: style)))
            text += piece
            length += count
        }
    }

    /// Adds text that is shown, and in its place another that is spoken.
    package mutating func append(_ shown: String, spoken: String, isPhonemes: Bool = false, style: Style = Style()) {
        let count = shown.utf16.count
        let place = length..<length + count
        text += shown
        length += count
        for piece in isPhonemes ? [spoken] : Self.divide(spoken, isFirst: false) {
            parts.append(
                .text(Text(spoken: piece, place: place, isVerbatim: false, isPhonemes: isPhonemes, style: style)))
        }
    }

    /// Adds a pause, a bookmark or another part without text.
    mutating func append(_ part: Part) { parts.append(part) }

    /// Puts a part before those that were added since there were so many.
    mutating func insert(_ part: Part, at index: Int) { parts.insert(part, at: index) }

    /// Divides a text into pieces that are spoken at once.
    static func divide(_ text: String, isFirst: Bool) -> [String] {
        var (pieces, piece, count): ([String], String.UnicodeScalarView, Int) = ([], .init(), 0)
        var endsSentence = false
        for scalar in text.unicodeScalars {
            let isSpace = scalar.properties.isWhitespace
            let usual = isFirst && pieces.isEmpty ? firstScalars : usualScalars
            let isNewLine = scalar == "\n" || scalar == "\u{2029}"
            if isNewLine || (isSpace && (endsSentence && count >= usual || count >= mostScalars * 3 / 4))
                || count >= mostScalars
            {
                piece.append(scalar)
                pieces.append(String(piece))
                (piece, count, endsSentence) = (.init(), 0, false)
                continue
            }
            piece.append(scalar)
            count += 1
            if !isSpace { endsSentence = ".!?…。！？".unicodeScalars.contains(scalar) }
        }
        if count > 0 { pieces.append(String(piece)) }
        return pieces
    }
}
