import AudioToolbox
import Foundation

/// A block that receives markers in the sound of a request, and that request.
public typealias AVSpeechSynthesisProviderOutputBlock =
    ([AVSpeechSynthesisMarker], AVSpeechSynthesisProviderRequest) -> Void

/// The description of a voice that a program implements itself.
///
/// - Thread: one at a time.
open class AVSpeechSynthesisProviderVoice: NSObject, @unchecked Sendable {
    /// The name that is shown to users.
    public let name: String
    /// The identifier, which has to be unique.
    public let identifier: String
    /// BCP 47 tags of the languages that the voice speaks best.
    public let primaryLanguages: [String]
    /// BCP 47 tags of all languages that the voice can speak.
    public let supportedLanguages: [String]
    /// The size of the data of the voice in bytes, initially 0.
    open var voiceSize: Int64 = 0
    /// The version, initially "1.0".
    open var version = "1.0"
    /// The gender of the voice, initially unspecified.
    open var gender = AVSpeechSynthesisVoiceGender.unspecified
    /// The age in years, initially 0: not stated.
    open var age = 0

    /// Describes a voice by name and languages.
    public init(name: String, identifier: String, primaryLanguages: [String], supportedLanguages: [String]) {
        self.name = name
        self.identifier = identifier
        self.primaryLanguages = primaryLanguages
        self.supportedLanguages = supportedLanguages
        super.init()
    }

    /// Posts `AVSpeechSynthesizer.availableVoicesDidChangeNotification`.
    ///
    /// Voices that programs provide do not appear in `AVSpeechSynthesisVoice.speechVoices()`.
    open class func updateSpeechVoices() {
        NotificationCenter.default.postFromAnywhere(
            name: AVSpeechSynthesizer.availableVoicesDidChangeNotification, object: nil)
    }
}

/// A text that a voice provided by a program is to speak.
open class AVSpeechSynthesisProviderRequest: NSObject, @unchecked Sendable {
    /// The text, as an SSML document.
    public let ssmlRepresentation: String
    /// The voice that is to speak the text.
    public let voice: AVSpeechSynthesisProviderVoice

    /// Makes a request from an SSML document.
    public init(ssmlRepresentation text: String, voice: AVSpeechSynthesisProviderVoice) {
        ssmlRepresentation = text
        self.voice = voice
        super.init()
    }
}

/// The base class of audio units that speak.
///
/// Sordino does not run app extensions and sends no requests to such a unit: the program that subclasses it also calls
/// its methods.
open class AVSpeechSynthesisProviderAudioUnit: AUAudioUnit {
    /// The voices that the unit provides.
    open var speechVoices: [AVSpeechSynthesisProviderVoice] = []
    /// A block to which the unit passes the markers of its sound.
    open var speechSynthesisOutputMetadataBlock: AVSpeechSynthesisProviderOutputBlock?

    /// Makes the unit for a component description under which a subclass was registered.
    ///
    /// - Throws: The errors of `AUAudioUnit`.
    public override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
    }

    /// Begins to speak a request; for subclasses to override, does nothing here.
    open func synthesizeSpeechRequest(_ speechRequest: AVSpeechSynthesisProviderRequest) {}

    /// Stops speaking; for subclasses to override, does nothing here.
    open func cancelSpeechRequest() {}
}
