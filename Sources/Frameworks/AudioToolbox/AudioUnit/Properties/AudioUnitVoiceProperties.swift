import CoreAudioTypes
import SordinoEngine

// The properties of the voice processing unit, all in the global scope.

extension AUVoiceIOOtherAudioDuckingConfiguration {
    /// Indicates whether other audio is ducked only during speech at either end of a call.
    public var mEnableAdvancedDucking: DarwinBoolean {
        get { DarwinBoolean(__mEnableAdvancedDucking != 0) }
        set { __mEnableAdvancedDucking = newValue.boolValue ? 1 : 0 }
    }

    /// Makes a configuration of how other audio is ducked.
    public init(mEnableAdvancedDucking: DarwinBoolean, mDuckingLevel: AUVoiceIOOtherAudioDuckingLevel) {
        self.init(
            __mEnableAdvancedDucking: mEnableAdvancedDucking.boolValue ? 1 : 0, mDuckingLevel: mDuckingLevel)
    }
}

/// Events of speech into a muted microphone.
public enum AUVoiceIOSpeechActivityEvent: UInt32, Sendable {
    /// Speech into the muted microphone has begun.
    case hasStarted = 0
    /// Speech ended 0.7 seconds ago, or the input is no longer muted.
    case hasEnded = 1
}

/// Called on a secondary thread when speech into a muted microphone begins or ends.
public typealias AUVoiceIOMutedSpeechActivityEventListener = @Sendable (AUVoiceIOSpeechActivityEvent) -> Void

extension UnitPropertyPlace {
    /// The engine's object and the voice processing of the unit.
    ///
    /// - Throws: `kAudioUnitErr_InvalidProperty` for any other unit, `kAudioUnitErr_InvalidScope` outside the global
    ///   scope.
    fileprivate var remote: (unit: RemoteIO, voice: VoiceLine) {
        get throws(UnitPropertyError) {
            guard let remote = (unit.backing as? RemoteIOBacking)?.remote, let voice = remote.voice else {
                throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
            }
            guard scope == kAudioUnitScope_Global else { throw UnitPropertyError(kAudioUnitErr_InvalidScope) }
            return (remote, voice)
        }
    }
}

extension UnitProperty {
    /// Makes a property of voice processing: a number.
    private static func voiceNumber(
        read: @escaping (RemoteIO, VoiceLine) -> UInt32, write: @escaping (RemoteIO, VoiceLine, UInt32) -> Void
    ) -> UnitProperty {
        var property = value(
            UInt32.self,
            read: { place throws(UnitPropertyError) in
                let (unit, voice) = try place.remote
                return read(unit, voice)
            },
            write: { place, number throws(UnitPropertyError) in
                let (unit, voice) = try place.remote
                write(unit, voice, number)
            })
        property.byteCountOnlyForVoice()
        return property
    }

    /// Makes the property unknown to units without voice processing.
    private mutating func byteCountOnlyForVoice() {
        let count = byteCount
        self = UnitProperty(
            byteCount: { place throws(UnitPropertyError) in
                _ = try place.remote
                return try count(place)
            }, read: read, write: write)
    }

    static var voice: [AudioUnitPropertyID: UnitProperty] {
        var listener = value(
            AUVoiceIOMutedSpeechActivityEventListener?.self,
            write: { place, listener throws(UnitPropertyError) in
                let (unit, _) = try place.remote
                unit.setSpeechListener(
                    listener.map { tell in { @Sendable began in tell(began ? .hasStarted : .hasEnded) } })
            })
        listener.byteCountOnlyForVoice()
        var ducking = value(
            AUVoiceIOOtherAudioDuckingConfiguration.self,
            read: { place throws(UnitPropertyError) in
                let wish = try place.remote.voice.ducking
                return AUVoiceIOOtherAudioDuckingConfiguration(
                    mEnableAdvancedDucking: DarwinBoolean(wish.isAdvanced),
                    mDuckingLevel: AUVoiceIOOtherAudioDuckingLevel(rawValue: UInt32(wish.level)) ?? .default)
            },
            write: { place, wish throws(UnitPropertyError) in
                let (_, voice) = try place.remote
                // The program's memory can hold any number.
                guard [0, 10, 20, 30].contains(wish.mDuckingLevel.rawValue) else {
                    throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
                }
                voice.ducking.isAdvanced = wish.mEnableAdvancedDucking.boolValue
                voice.ducking.level = UInt(wish.mDuckingLevel.rawValue)
            })
        ducking.byteCountOnlyForVoice()
        return [
            kAUVoiceIOProperty_DuckNonVoiceAudio: voiceNumber(
                read: { $1.ducking.isOn ? 1 : 0 }, write: { $1.ducking.isOn = $2 != 0 }),
            kAUVoiceIOProperty_OtherAudioDuckingConfiguration: ducking,
            kAUVoiceIOProperty_BypassVoiceProcessing: voiceNumber(
                read: { $1.isBypassed ? 1 : 0 }, write: { $1.isBypassed = $2 != 0 }),
            kAUVoiceIOProperty_VoiceProcessingEnableAGC: voiceNumber(
                read: { $1.isLevelled ? 1 : 0 }, write: { $1.isLevelled = $2 != 0 }),
            kAUVoiceIOProperty_VoiceProcessingQuality: voiceNumber(
                read: { UInt32($1.cancellationQuality) },
                write: { $1.cancellationQuality = Int(min($2, 127)) }),
            kAUVoiceIOProperty_MuteOutput: voiceNumber(
                read: { unit, _ in unit.isInputMuted ? 1 : 0 }, write: { unit, _, on in unit.isInputMuted = on != 0 }),
            kAUVoiceIOProperty_MutedSpeechActivityEventListener: listener,
        ]
    }
}
