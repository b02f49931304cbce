import AudioToolbox
import Foundation

/// A block that takes the markers of a request.
public typealias AVSpeechSynthesisProviderOutputBlock =
    ([AVSpeechSynthesisMarker], AVSpeechSynthesisProviderRequest) -> Void

/// The description of a voice that a program provides.
///
/// - Thread: one at a time.
open class AVSpeechSynthesisProviderVoice: NSObject, @unchecked Sendable {
    /// The name for people.
    public let name: String
    /// The identifier, different for each voice.
    public let identifier: String
    /// The languages that it speaks best.
    public let primaryLanguages: [String]
    /// All languages that it speaks.
    public let supportedLanguages: [String]
    /// The bytes of its data.
    open var voiceSize: Int64 = 0
    /// The version, initially "1.0".
    open var version = "1.0"
    /// The gender of the voice, initially unspecified.
    open var gender = AVSpeechSynthesisVoiceGender.unspecified
    /// The age in years; 0 for none.
    open var age = 0

    /// Describes a voice by name and languages.
    public init(name: String, identifier: String, primaryLanguages: [String], supportedLanguages: [String]) {
        self.name = name
        self.identifier = identifier
        self.primaryLanguages = primaryLanguages
        self.supportedLanguages = supportedLanguages
        super.init()
    }

    /// Posts that the list of voices has changed.
    ///
    /// Voices of programs do not enter `AVSpeechSynthesisVoice.speechVoices()` here.
    open class func updateSpeechVoices() {
        NotificationCenter.default.postFromAnywhere(
            name: AVSpeechSynthesizer.availableVoicesDidChangeNotification, object: nil)
    }
}

/// A text for a voice that a program provides.
open class AVSpeechSynthesisProviderRequest: NSObject, @unchecked Sendable {
    /// The text, as a document of SSML.
    public let ssmlRepresentation: String
    /// The voice that is to speak the text.
    public let voice: AVSpeechSynthesisProviderVoice

    /// Makes a request for a text in SSML.
    public init(ssmlRepresentation text: String, voice: AVSpeechSynthesisProviderVoice) {
        ssmlRepresentation = text
        self.voice = voice
        super.init()
    }
}

/// An audio unit that speaks: a program subclasses it, and calls its methods itself.
///
/// The system sends it no requests here, as extensions of other programs are not run.
open class AVSpeechSynthesisProviderAudioUnit: AUAudioUnit {
    /// The voices that it provides.
    open var speechVoices: [AVSpeechSynthesisProviderVoice] = []
    /// The block that takes markers.
    open var speechSynthesisOutputMetadataBlock: AVSpeechSynthesisProviderOutputBlock?

    /// Makes the base of a subclass that was registered under the description.
    ///
    /// - Throws: The errors of `AUAudioUnit`.
    public override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
    }

    /// Begins to speak a request; a subclass overrides it.
    open func synthesizeSpeechRequest(_ speechRequest: AVSpeechSynthesisProviderRequest) {}

    /// Stops speaking; a subclass overrides it.
    open func cancelSpeechRequest() {}
}
