import Foundation
import SordinoRealtime
import SordinoSpeech

/// A place in the sound of an utterance at which a word, a sentence, a paragraph or an SSML mark begins.
///
/// - Thread: one at a time.
/// - Source: Apple, AVFAudio, `AVSpeechSynthesisMarker`.
open class AVSpeechSynthesisMarker: NSObject, @unchecked Sendable {
    /// The kind of text that begins at a marker.
    public enum Mark: Int, Sendable {
        /// A phoneme; the voices of espeak-ng report none.
        case phoneme = 0
        /// The beginning of a word.
        case word = 1
        /// The beginning of a sentence.
        case sentence = 2
        /// The beginning of a paragraph (`p`) of SSML.
        case paragraph = 3
        /// A `mark` element of SSML.
        case bookmark = 4
    }

    /// The kind of text that begins here.
    open var mark: Mark
    /// The number of bytes of sound between the beginning of the utterance and the marker.
    open var byteSampleOffset: Int
    /// The range of the text that begins here in `speechString`, in UTF-16 units.
    open var textRange: NSRange
    /// The `name` of a `mark` element of SSML; empty for markers of other kinds.
    open var bookmarkName = ""
    /// The phoneme, for a marker of the kind `phoneme`; empty for others.
    open var phoneme = ""

    /// Makes a marker of any kind.
    public init(markerType type: Mark, forTextRange range: NSRange, atByteSampleOffset byteSampleOffset: Int) {
        mark = type
        textRange = range
        self.byteSampleOffset = byteSampleOffset
        super.init()
    }

    /// Makes a marker at the beginning of a word.
    public convenience init(wordRange range: NSRange, atByteSampleOffset byteSampleOffset: Int) {
        self.init(markerType: .word, forTextRange: range, atByteSampleOffset: byteSampleOffset)
    }

    /// Makes a marker at the beginning of a sentence.
    public convenience init(sentenceRange range: NSRange, atByteSampleOffset byteSampleOffset: Int) {
        self.init(markerType: .sentence, forTextRange: range, atByteSampleOffset: byteSampleOffset)
    }

    /// Makes a marker at the beginning of a paragraph.
    public convenience init(paragraphRange range: NSRange, atByteSampleOffset byteSampleOffset: Int) {
        self.init(markerType: .paragraph, forTextRange: range, atByteSampleOffset: byteSampleOffset)
    }

    /// Makes a marker at the beginning of a phoneme.
    public convenience init(phonemeString phoneme: String, atByteSampleOffset byteSampleOffset: Int) {
        self.init(markerType: .phoneme, forTextRange: NSRange(), atByteSampleOffset: byteSampleOffset)
        self.phoneme = phoneme
    }

    /// Makes a marker at a `mark` element of SSML.
    public convenience init(bookmarkName mark: String, atByteSampleOffset byteSampleOffset: Int) {
        self.init(markerType: .bookmark, forTextRange: NSRange(), atByteSampleOffset: byteSampleOffset)
        bookmarkName = mark
    }

    convenience init(_ mark: SpeechMark) {
        let type: Mark =
            switch mark.kind {
            case .word: .word
            case .sentence: .sentence
            case .paragraph: .paragraph
            case .bookmark: .bookmark
            }
        let range = NSRange(location: mark.range.lowerBound, length: mark.range.count)
        self.init(markerType: type, forTextRange: range, atByteSampleOffset: mark.frame * MemoryLayout<Float>.size)
        if case .bookmark(let name) = mark.kind { bookmarkName = name }
    }
}
