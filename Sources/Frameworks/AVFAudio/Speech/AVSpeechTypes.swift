/// The smallest `rate` of an utterance.
public let AVSpeechUtteranceMinimumSpeechRate: Float = 0
/// The largest `rate` of an utterance.
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1
/// The initial `rate` of an utterance.
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5

/// The key of a string attribute whose value is the pronunciation in the International Phonetic Alphabet.
public let AVSpeechSynthesisIPANotationAttribute = "AVSpeechSynthesisIPANotationAttribute"

/// The identifier of Apple's voice Alex, which Sordino does not have.
public let AVSpeechSynthesisVoiceIdentifierAlex = "com.apple.speech.voice.Alex"

/// The place at which speech pauses or stops.
public enum AVSpeechBoundary: Int, Sendable {
    /// At once, even in the middle of a word.
    case immediate = 0
    /// Before the next word.
    case word = 1
}

/// The quality of a voice.
public enum AVSpeechSynthesisVoiceQuality: Int, Sendable {
    /// The quality of every voice of espeak-ng.
    case `default` = 1
    /// A quality above the default; no voice has it.
    case enhanced = 2
    /// The highest quality; no voice has it.
    case premium = 3
}

/// The gender of a voice.
public enum AVSpeechSynthesisVoiceGender: Int, Sendable {
    /// espeak-ng does not state the gender.
    case unspecified = 0
    /// A male voice of espeak-ng.
    case male = 1
    /// A female voice of espeak-ng.
    case female = 2
}
