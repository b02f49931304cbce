import CoreAudioTypes
import SordinoEngine

// Properties of the unit with voice processing, all of the global scope.

extension AUVoiceIOOtherAudioDuckingConfiguration {
    /// Indicates whether only while somebody speaks at either end.
    public var mEnableAdvancedDucking: DarwinBoolean {
        get { DarwinBoolean(__mEnableAdvancedDucking != 0) }
        set { __mEnableAdvancedDucking = newValue.boolValue ? 1 : 0 }
    }

    /// A configuration.
    public init(mEnableAdvancedDucking: DarwinBoolean, mDuckingLevel: AUVoiceIOOtherAudioDuckingLevel) {
        self.init(
            __mEnableAdvancedDucking: mEnableAdvancedDucking.boolValue ? 1 : 0, mDuckingLevel: mDuckingLevel)
    }
}

/// Events of speech into a muted microphone.
public enum AUVoiceIOSpeechActivityEvent: UInt32, Sendable {
    /// Begins to speak.
    case hasStarted = 0
    /// Speech ended 0.7 seconds ago, or the input is no longer muted.
    case hasEnded = 1
}

/// A function that is told of speech into a muted microphone, on a thread of Sordino's.
public typealias AUVoiceIOMutedSpeechActivityEventListener = @Sendable (AUVoiceIOSpeechActivityEvent) -> Void

extension UnitPropertyPlace {
    /// The unit behind voice processing.
    ///
    /// - Throws: `kAudioUnitErr_InvalidProperty` for any other unit, `kAudioUnitErr_InvalidScope` for other scopes than the global
    ///   one.
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
    /// A number that is read from and written to voice processing.
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

    /// Has the property be none of other units.
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
                // Any number can stand in the memory.
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
