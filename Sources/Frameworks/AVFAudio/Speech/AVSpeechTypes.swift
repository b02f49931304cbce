/// The least rate of speech.
public let AVSpeechUtteranceMinimumSpeechRate: Float = 0
/// The greatest rate of speech.
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1
/// The rate of speech of an utterance that was given none.
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5

/// The attribute of a string whose value is the pronunciation in the International Phonetic Alphabet.
public let AVSpeechSynthesisIPANotationAttribute = "AVSpeechSynthesisIPANotationAttribute"

/// The identifier of Apple's voice Alex, which is not among the voices here.
public let AVSpeechSynthesisVoiceIdentifierAlex = "com.apple.speech.voice.Alex"

/// The place at which speech pauses or stops.
public enum AVSpeechBoundary: Int, Sendable {
    /// At once, also inside a word.
    case immediate = 0
    /// Before the next word.
    case word = 1
}

/// The quality of a voice.
public enum AVSpeechSynthesisVoiceQuality: Int, Sendable {
    /// The quality of all voices here.
    case `default` = 1
    /// Better than the default.
    case enhanced = 2
    /// The best quality of all.
    case premium = 3
}

/// The gender of a voice.
public enum AVSpeechSynthesisVoiceGender: Int, Sendable {
    /// The voice says nothing of it.
    case unspecified = 0
    /// The voice of a man.
    case male = 1
    /// The voice of a woman.
    case female = 2
}
