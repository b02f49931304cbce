import AVAudioTypes
import Foundation
import SordinoEngine
import SordinoSpeech

/// A voice that speaks: one of espeak-ng's.
///
/// - Thread: any; the list of voices is asked for once, and waits for the voice's process.
/// - Source: Apple, AVFAudio, `AVSpeechSynthesisVoice`.
open class AVSpeechSynthesisVoice: NSObject, @unchecked Sendable {
    /// Peculiarities of a voice.
    public struct Traits: OptionSet, Sendable {
        /// The bits of the traits that the set contains.
        public let rawValue: UInt

        /// Makes traits of bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A voice for fun.
        public static let isNoveltyVoice = Traits(rawValue: 1)
        /// The voice of a person who uses the device.
        public static let isPersonalVoice = Traits(rawValue: 2)
    }

    let voice: SpeechVoice

    init(_ voice: SpeechVoice) {
        self.voice = voice
        super.init()
    }

    /// Takes the voice for a language.
    ///
    /// - Parameter languageCode: A BCP 47 tag such as "de-DE"; nil for the user's language. Without a voice of the region it
    ///   is one of the language.
    public convenience init?(language languageCode: String?) {
        let language = languageCode ?? Self.currentLanguageCode()
        guard let voice = SpeechVoice.best(for: language, among: Self.known) else { return nil }
        self.init(voice)
    }

    /// Takes the voice of an identifier.
    public convenience init?(identifier: String) {
        guard let voice = Self.known.first(where: { $0.identifier == identifier }) else { return nil }
        self.init(voice)
    }

    /// All voices, by language; none where espeak-ng is not installed.
    open class func speechVoices() -> [AVSpeechSynthesisVoice] {
        known.sorted { ($0.language, $0.identifier) < ($1.language, $1.identifier) }.map(AVSpeechSynthesisVoice.init)
    }

    /// The language tag of the user, from the environment.
    open class func currentLanguageCode() -> String { SpeechVoice.currentLanguage }

    static var known: [SpeechVoice] {
        do throws(SpeechFailure) { return try VoiceProcess.shared.voices() } catch {
            SpeechRemark.print("Sordino: \(error.sentence)")
            return []
        }
    }

    /// The tag of its language, with the usual region.
    open var language: String { voice.language }
    /// The identifier for `init(identifier:)`.
    open var identifier: String { voice.identifier }
    /// The name for people.
    open var name: String { voice.title }
    /// Always the default quality.
    open var quality: AVSpeechSynthesisVoiceQuality { .default }
    /// The gender, as the voice says.
    open var gender: AVSpeechSynthesisVoiceGender {
        switch voice.gender {
        case .none: .unspecified
        case .male: .male
        case .female: .female
        }
    }
    /// No voice has any.
    open var voiceTraits: Traits { [] }
    /// The settings of a file for the sound of this voice.
    open var audioFileSettings: [String: Any] { SpeechFormat.standard?.settings ?? [:] }

    /// Voices are equal by identifier.
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
