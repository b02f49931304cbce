import Foundation
import SordinoEngine

/// The ducking of other sound while voice processing is on.
public struct AVAudioVoiceProcessingOtherAudioDuckingConfiguration: Sendable {
    /// The amount by which other sound is lowered.
    public enum Level: Int, Sendable {
        /// The amount that the system chooses.
        case `default` = 0
        /// The smallest attenuation, 6 dB.
        case min = 10
        /// A medium attenuation, 20 dB.
        case mid = 20
        /// The largest attenuation, 30 dB.
        case max = 30
    }

    /// Indicates whether other sound is turned down only during speech at either end.
    public var enableAdvancedDucking: ObjCBool
    /// The amount of ducking.
    public var duckingLevel: Level

    /// Creates the default configuration: not advanced, at the default level.
    public init() { self.init(enableAdvancedDucking: false, duckingLevel: .default) }

    /// Creates a configuration of the two values.
    public init(enableAdvancedDucking: ObjCBool, duckingLevel: Level) {
        self.enableAdvancedDucking = enableAdvancedDucking
        self.duckingLevel = duckingLevel
    }
}

/// The events of speech into a muted microphone.
public enum AVAudioVoiceProcessingSpeechActivityEvent: Int, Sendable {
    /// Speech began while the input is muted.
    case started = 0
    /// Speech ended 0.7 seconds ago, or the input is no longer muted.
    case ended = 1
}

extension AVAudioIONode {
    /// Indicates whether the engine's input and output run through voice processing.
    public var isVoiceProcessingEnabled: Bool { attachment?.core.voiceProcessing != nil }

    /// Switches voice processing on or off, for the input and the output of the engine together.
    ///
    /// The input then is one channel from which the sound of the output port is removed (of this program and others),
    /// with less noise and speech at one level; the output is one channel too. Connections made before keep their
    /// formats, and connections without a format follow.
    ///
    /// - Throws: An `NSError` with `kAudioUnitErr_Initialized` while the engine runs, with
    ///   `AVAudioEngineManualRenderingError.invalidMode` in manual rendering mode, with `kAudioUnitErr_Uninitialized`
    ///   for a node that is not attached; then nothing changed.
    public func setVoiceProcessingEnabled(_ enabled: Bool) throws {
        guard let core = attachment?.core else {
            throw EngineError.error(
                -10867, call: "setVoiceProcessingEnabled", because: "the node belongs to no engine")
        }
        do { try core.setVoiceProcessing(enabled) } catch .running {
            throw EngineError.error(
                -10849, call: "setVoiceProcessingEnabled", because: "the engine is running; stop it first")
        } catch {
            throw EngineError.error(error, call: "setVoiceProcessingEnabled")
        }
    }
}

extension AVAudioInputNode {
    /// Indicates whether the microphone is delivered unprocessed while voice processing is on; false, and cannot be
    /// set, while it is off.
    public var isVoiceProcessingBypassed: Bool {
        get { attachment?.core.voiceProcessing?.isBypassed ?? false }
        set { attachment?.core.changeVoiceProcessing { $0.isBypassed = newValue } }
    }

    /// Indicates whether the microphone's gain is controlled automatically; on with voice processing, false and not to
    /// be set while it is off.
    public var isVoiceProcessingAGCEnabled: Bool {
        get { attachment?.core.voiceProcessing?.isAGCEnabled ?? false }
        set { attachment?.core.changeVoiceProcessing { $0.isAGCEnabled = newValue } }
    }

    /// Indicates whether the input is silent while voice processing is on; false, and not to be set, while it is off.
    public var isVoiceProcessingInputMuted: Bool {
        get { attachment?.core.voiceProcessing?.isInputMuted ?? false }
        set { attachment?.core.changeVoiceProcessing { $0.isInputMuted = newValue } }
    }

    /// Sets a listener for speech while the input is muted by `isVoiceProcessingInputMuted`.
    ///
    /// Speech is a voice that is 9 dB above the noise around it. The engine analyses the input while a listener is set,
    /// whether or not the node is connected.
    ///
    /// - Parameter listenerBlock: Called on a thread of Sordino, first with `.started` and then by turns; nil removes
    ///   it. It is removed when voice processing is switched off or on.
    /// - Returns: False while voice processing is off; then nothing changed.
    public func setMutedSpeechActivityEventListener(
        _ listenerBlock: (@Sendable (AVAudioVoiceProcessingSpeechActivityEvent) -> Void)?
    ) -> Bool {
        let listener = listenerBlock.map { tell in { @Sendable (began: Bool) in tell(began ? .started : .ended) } }
        return attachment?.core.setSpeechListener(listener) ?? false
    }

    /// The ducking of other programs while the engine runs with voice processing.
    ///
    /// While it is off, this is the default configuration and cannot be set.
    ///
    /// The attenuation is 14 dB at the default level, 6 at the least, 20 in the middle, 30 at most; with advanced
    /// ducking only during speech at either end. A change takes effect within 0.1 s.
    public var voiceProcessingOtherAudioDuckingConfiguration: AVAudioVoiceProcessingOtherAudioDuckingConfiguration {
        get {
            guard let voice = attachment?.core.voiceProcessing else { return .init() }
            return .init(
                enableAdvancedDucking: ObjCBool(voice.ducking.isAdvanced),
                duckingLevel: .init(rawValue: Int(voice.ducking.level)) ?? .default)
        }
        set {
            attachment?.core.changeVoiceProcessing { voice in
                voice.ducking.isAdvanced = newValue.enableAdvancedDucking.boolValue
                voice.ducking.level = UInt(newValue.duckingLevel.rawValue)
            }
        }
    }
}
