import Foundation
import SordinoRealtime
import SordinoSpeech

/// A place in the sound of an utterance.
///
/// - Thread: one at a time.
/// - Source: Apple, AVFAudio, `AVSpeechSynthesisMarker`.
open class AVSpeechSynthesisMarker: NSObject, @unchecked Sendable {
    /// The kind of a place.
    public enum Mark: Int, Sendable {
        /// The first frame of a phoneme; the voices here report none.
        case phoneme = 0
        /// The first frame of a word.
        case word = 1
        /// The first frame of a sentence.
        case sentence = 2
        /// The first frame of a paragraph of SSML.
        case paragraph = 3
        /// A mark of SSML.
        case bookmark = 4
    }

    /// The kind of the place.
    open var mark: Mark
    /// Bytes of sound before it, since the beginning of the utterance.
    open var byteSampleOffset: Int
    /// The text that it is about.
    open var textRange: NSRange
    /// The name of a mark of SSML.
    open var bookmarkName = ""
    /// The phoneme of a marker of that kind.
    open var phoneme = ""

    /// Makes a marker of a kind.
    public init(markerType type: Mark, forTextRange range: NSRange, atByteSampleOffset byteSampleOffset: Int) {
        mark = type
        textRange = range
        self.byteSampleOffset = byteSampleOffset
        super.init()
    }

    /// Makes a marker of a word.
    public convenience init(wordRange range: NSRange, atByteSampleOffset byteSampleOffset: Int) {
        self.init(markerType: .word, forTextRange: range, atByteSampleOffset: byteSampleOffset)
    }

    /// Makes a marker of a sentence.
    public convenience init(sentenceRange range: NSRange, atByteSampleOffset byteSampleOffset: Int) {
        self.init(markerType: .sentence, forTextRange: range, atByteSampleOffset: byteSampleOffset)
    }

    /// Makes a marker of a paragraph.
    public convenience init(paragraphRange range: NSRange, atByteSampleOffset byteSampleOffset: Int) {
        self.init(markerType: .paragraph, forTextRange: range, atByteSampleOffset: byteSampleOffset)
    }

    /// Makes a marker of a phoneme.
    public convenience init(phonemeString phoneme: String, atByteSampleOffset byteSampleOffset: Int) {
        self.init(markerType: .phoneme, forTextRange: NSRange(), atByteSampleOffset: byteSampleOffset)
        self.phoneme = phoneme
    }

    /// Makes a marker of a mark in SSML.
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
