import AVAudioTypes
import Foundation
import SordinoEngine
import SordinoSpeech

/// One of espeak-ng's voices.
///
/// - Thread: any. The first use of voices waits until the voice's process has started and listed them.
/// - Source: Apple, AVFAudio, `AVSpeechSynthesisVoice`.
open class AVSpeechSynthesisVoice: NSObject, @unchecked Sendable {
    /// Special properties of a voice.
    public struct Traits: OptionSet, Sendable {
        /// The set as bits, one for each trait.
        public let rawValue: UInt

        /// Makes a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A voice with an unusual sound, meant for fun.
        public static let isNoveltyVoice = Traits(rawValue: 1)
        /// The voice of a person who uses the device.
        public static let isPersonalVoice = Traits(rawValue: 2)
    }

    let voice: SpeechVoice

    init(_ voice: SpeechVoice) {
        self.voice = voice
        super.init()
    }

    /// Finds a voice for a language; nil if there is none.
    ///
    /// - Parameter languageCode: A BCP 47 tag such as "de-DE"; nil for the user's language. If no voice has the region, a
    ///   voice of the same language is used.
    public convenience init?(language languageCode: String?) {
        let language = languageCode ?? Self.currentLanguageCode()
        guard let voice = SpeechVoice.best(for: language, among: Self.known) else { return nil }
        self.init(voice)
    }

    /// Finds the voice with an identifier; nil if there is none.
    public convenience init?(identifier: String) {
        guard let voice = Self.known.first(where: { $0.identifier == identifier }) else { return nil }
        self.init(voice)
    }

    /// Returns all voices in the order of their language tags; none if espeak-ng is not installed.
    open class func speechVoices() -> [AVSpeechSynthesisVoice] {
        known.sorted { ($0.language, $0.identifier) < ($1.language, $1.identifier) }.map(AVSpeechSynthesisVoice.init)
    }

    /// Returns the user's language as a BCP 47 tag, taken from the locale in the environment.
    open class func currentLanguageCode() -> String { SpeechVoice.currentLanguage }

    static var known: [SpeechVoice] {
        do throws(SpeechFailure) { return try VoiceProcess.shared.voices() } catch {
            SpeechRemark.print("Sordino: \(error.sentence)")
            return []
        }
    }

    /// The voice's language as a BCP 47 tag, with its usual region.
    open var language: String { voice.language }
    /// The identifier, such as "org.sordino.speech.gmw.en-US", for `init(identifier:)`.
    open var identifier: String { voice.identifier }
    /// The name that is shown to users, such as "English (America)".
    open var name: String { voice.title }
    /// The quality; `.default` for every voice of espeak-ng.
    open var quality: AVSpeechSynthesisVoiceQuality { .default }
    /// The gender, as espeak-ng states it.
    open var gender: AVSpeechSynthesisVoiceGender {
        switch voice.gender {
        case .none: .unspecified
        case .male: .male
        case .female: .female
        }
    }
    /// The traits; empty for every voice of espeak-ng.
    open var voiceTraits: Traits { [] }
    /// Settings for an `AVAudioFile` that stores the voice's sound without conversion.
    open var audioFileSettings: [String: Any] { SpeechFormat.standard?.settings ?? [:] }

    /// Returns whether the other object is the same voice of espeak-ng.
    open override func isEqual(_ object: Any?) -> Bool { (object as? AVSpeechSynthesisVoice)?.voice == voice }
    /// A hash that is equal for equal voices.
    open override var hash: Int { voice.hashValue }
}

/// The format of all speech: float32 in one channel at 22,050 hertz.
enum SpeechFormat {
    static var standard: AVAudioFormat? {
        AVAudioFormat(standardFormatWithSampleRate: Double(SpeechReading.sampleRate), channels: 1)
    }
}
