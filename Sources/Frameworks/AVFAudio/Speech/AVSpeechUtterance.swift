import Foundation
import SordinoEngine
import SordinoRealtime
import SordinoSpeech

/// A text to be spoken, with its voice, rate, pitch, volume and delays.
///
/// - Thread: any. The settings are read when the utterance is passed to `speak(_:)` or `write(_:toBufferCallback:)`.
/// - Source: Apple, AVFAudio, `AVSpeechUtterance`; W3C, SSML 1.1.
open class AVSpeechUtterance: NSObject, @unchecked Sendable {
    private struct Settings {
        var voice: AVSpeechSynthesisVoice?
        var rate = AVSpeechUtteranceDefaultSpeechRate
        var pitch: Float = 1
        var volume: Float = 1
        var before = 0.0
        var after = 0.0
        var prefersAssistive = false
    }

    /// The text that is spoken, without markup.
    public let speechString: String
    let script: SpeechScript
    private let attributed: NSAttributedString
    private let settings = Guarded(Settings())

    /// Makes an utterance of a plain text.
    public init(string: String) {
        script = SpeechScript(string)
        speechString = string
        attributed = NSAttributedString(string: string)
        super.init()
    }

    /// Makes an utterance of a text with pronunciations.
    ///
    /// Text with the attribute `AVSpeechSynthesisIPANotationAttribute` is spoken as the attribute says; if that contains an
    /// unknown symbol, the text itself is spoken. Other attributes are ignored.
    public init(attributedString string: NSAttributedString) {
        var script = SpeechScript()
        let key = NSAttributedString.Key(AVSpeechSynthesisIPANotationAttribute)
        let whole = NSRange(location: 0, length: string.length)
        let text = string.string as NSString
        string.enumerateAttribute(key, in: whole, options: []) { value, range, _ in
            let piece = text.substring(with: range)
            if let notation = value as? String, let phonemes = IPANotation.phonemes(notation) {
                script.append(piece, spoken: phonemes, isPhonemes: true)
            } else {
                script.append(piece)
            }
        }
        self.script = script
        speechString = script.text
        attributed = string
        super.init()
    }

    /// Makes an utterance of an SSML document (Speech Synthesis Markup Language).
    ///
    /// The elements `speak`, `p`, `s`, `break`, `prosody`, `say-as`, `sub`, `phoneme`, `emphasis`, `mark`, `voice` and
    /// `lang` are supported; the tags of other elements are ignored.
    /// - Returns: Nil if the text is not such a document, contains a document type declaration, is larger than 1 MiB,
    ///   nests elements more than 64 deep or has more than 20,000 parts.
    public init?(ssmlRepresentation string: String) {
        guard let script = SSMLReader.script(of: string) else { return nil }
        self.script = script
        speechString = script.text
        attributed = NSAttributedString(string: script.text)
        super.init()
    }

    /// The text with the attributes passed to `init(attributedString:)`; otherwise without attributes.
    open var attributedSpeechString: NSAttributedString { attributed }

    /// The voice; nil for one in the user's language.
    open var voice: AVSpeechSynthesisVoice? {
        get { settings.withLock { $0.voice } }
        set { settings.withLock { $0.voice = newValue } }
    }

    /// The rate, 0 to 1, initially 0.5: 80 words per minute at 0, 175 at 0.5 and 450 at 1, linear in between.
    open var rate: Float {
        get { settings.withLock { $0.rate } }
        set { settings.withLock { $0.rate = newValue } }
    }

    /// The pitch as a multiple of that which the voice usually has, 0.5 to 2, initially 1; espeak-ng reaches only 0.59 to 1.77.
    open var pitchMultiplier: Float {
        get { settings.withLock { $0.pitch } }
        set { settings.withLock { $0.pitch = newValue } }
    }

    /// The linear gain, 0 to 1, initially 1.
    open var volume: Float {
        get { settings.withLock { $0.volume } }
        set { settings.withLock { $0.volume = newValue } }
    }

    /// Indicates whether an assistive technology's settings are preferred; there are none, so it has no effect.
    open var prefersAssistiveTechnologySettings: Bool {
        get { settings.withLock { $0.prefersAssistive } }
        set { settings.withLock { $0.prefersAssistive = newValue } }
    }

    /// Seconds of silence before the utterance; with the delay of the utterance before it ten minutes at most.
    open var preUtteranceDelay: TimeInterval {
        get { settings.withLock { $0.before } }
        set { settings.withLock { $0.before = newValue } }
    }

    /// Seconds of silence between the utterance and the next one, if one is waiting by then.
    open var postUtteranceDelay: TimeInterval {
        get { settings.withLock { $0.after } }
        set { settings.withLock { $0.after = newValue } }
    }

    /// Returns the utterance for the engine.
    func spoken(id: Int) -> Speaker.Utterance {
        var speech = SpeechSettings()
        if let name = (voice ?? Self.usualVoice)?.voice.name { speech.voice = name }
        speech.rate = Double(rate)
        let factor = Double(pitchMultiplier)
        speech.pitch = factor.isFinite ? min(max(factor, 0.5), 2) : 1
        speech.volume = volume.isFinite ? Double(min(max(volume, 0), 1)) : 1
        var utterance = Speaker.Utterance(id: id, script: script, settings: speech)
        utterance.secondsBefore = preUtteranceDelay.isFinite ? preUtteranceDelay : 0
        utterance.secondsAfter = postUtteranceDelay.isFinite ? postUtteranceDelay : 0
        return utterance
    }

    /// The user's voice; nil where it is that of American English, which needs no list of voices.
    private static var usualVoice: AVSpeechSynthesisVoice? {
        let language = AVSpeechSynthesisVoice.currentLanguageCode()
        return language == "en-US" ? nil : AVSpeechSynthesisVoice(language: language)
    }
}
