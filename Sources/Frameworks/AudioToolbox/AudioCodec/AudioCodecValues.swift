// Generated from the census: selectors, errors and values of codecs.
import CoreAudioTypes

/// Appends the input of a list.
public var kAudioCodecAppendInputBufferListSelect: UInt32 { 9 }

/// Appends input.
public var kAudioCodecAppendInputDataSelect: UInt32 { 6 }

/// The size does not fit the property ('!siz').
public var kAudioCodecBadPropertySizeError: OSStatus { 0x2173697A }

/// Packets vary, their average does not.
public var kAudioCodecBitRateFormat_ABR: UInt32 { 1 }

/// Every packet has about the same size.
public var kAudioCodecBitRateFormat_CBR: UInt32 { 0 }

/// Quality leads.
public var kAudioCodecBitRateFormat_VBR: UInt32 { 2 }

/// As the format's other codecs delay.
public var kAudioCodecDelayMode_Compatibility: UInt32 { 0 }

/// As little as possible.
public var kAudioCodecDelayMode_Minimum: UInt32 { 1 }

/// As much as quality wants.
public var kAudioCodecDelayMode_Optimal: UInt32 { 2 }

/// Says how large a property is.
public var kAudioCodecGetPropertyInfoSelect: UInt32 { 1 }

/// Reads a property.
public var kAudioCodecGetPropertySelect: UInt32 { 2 }

/// The operation is not supported ('nope').
public var kAudioCodecIllegalOperationError: OSStatus { 0x6E6F7065 }

/// Gets ready for a stream.
public var kAudioCodecInitializeSelect: UInt32 { 4 }

/// No error.
public var kAudioCodecNoError: OSStatus { 0 }

/// There is too little room ('!buf').
public var kAudioCodecNotEnoughBufferSpaceError: OSStatus { 0x21627566 }

/// The bit rate.
public var kAudioCodecOutputPrecedenceBitRate: UInt32 { 1 }

/// Neither.
public var kAudioCodecOutputPrecedenceNone: UInt32 { 0 }

/// The rate.
public var kAudioCodecOutputPrecedenceSampleRate: UInt32 { 2 }

/// Makes output into a list.
public var kAudioCodecProduceOutputBufferListSelect: UInt32 { 10 }

/// Makes output.
public var kAudioCodecProduceOutputDataSelect: UInt32 { 7 }

/// The stream is over.
public var kAudioCodecProduceOutputPacketAtEOF: UInt32 { 5 }

/// No packet was produced.
public var kAudioCodecProduceOutputPacketFailure: UInt32 { 1 }

/// More input is needed.
public var kAudioCodecProduceOutputPacketNeedsMoreInputData: UInt32 { 4 }

/// Success: the requested packets were produced.
public var kAudioCodecProduceOutputPacketSuccess: UInt32 { 2 }

/// Success: the requested packets were produced, and missing input was concealed.
public var kAudioCodecProduceOutputPacketSuccessConcealed: UInt32 { 6 }

/// Success: the requested packets were produced, and more are ready.
public var kAudioCodecProduceOutputPacketSuccessHasMore: UInt32 { 3 }

/// Forgets what was appended.
public var kAudioCodecResetSelect: UInt32 { 8 }

/// Writes a property.
public var kAudioCodecSetPropertySelect: UInt32 { 3 }

/// The operation is not possible in the present state ('!stt').
public var kAudioCodecStateError: OSStatus { 0x21737474 }

/// Gives back what initialising got.
public var kAudioCodecUninitializeSelect: UInt32 { 5 }

/// The codec does not have the property ('who?').
public var kAudioCodecUnknownPropertyError: OSStatus { 0x77686F3F }

/// Something is wrong ('what').
public var kAudioCodecUnspecifiedError: OSStatus { 0x77686174 }

/// Key of a setting: all values.
public var kAudioSettings_AvailableValues: String { "available values" }

/// Key of a setting: the value.
public var kAudioSettings_CurrentValue: String { "current value" }

/// Key of a setting: `AudioSettingsFlags`.
public var kAudioSettings_Hint: String { "hint" }

/// Key of a setting: the values that are possible now.
public var kAudioSettings_LimitedValues: String { "limited values" }

/// Key of the settings: an array of settings.
public var kAudioSettings_Parameters: String { "parameters" }

/// Key of a setting: its key.
public var kAudioSettings_SettingKey: String { "key" }

/// Key of a setting: its name for people.
public var kAudioSettings_SettingName: String { "name" }

/// Key of a setting: a sentence for people.
public var kAudioSettings_Summary: String { "summary" }

/// Key of the settings: the name of the codec.
public var kAudioSettings_TopLevelKey: String { "name" }

/// Key of a setting: what the value counts.
public var kAudioSettings_Unit: String { "unit" }

/// Key of a setting: the kind of value.
public var kAudioSettings_ValueType: String { "value type" }

/// Key of the settings: their version.
public var kAudioSettings_Version: String { "version" }

/// Everything.
public var kDynamicRangeCompressionProfile_GeneralCompression: UInt32 { 6 }

/// A quiet house at night.
public var kDynamicRangeCompressionProfile_LateNight: UInt32 { 1 }

/// Small loudspeakers.
public var kDynamicRangeCompressionProfile_LimitedPlaybackRange: UInt32 { 3 }

/// Noisy places.
public var kDynamicRangeCompressionProfile_NoisyEnvironment: UInt32 { 2 }

/// No profile.
public var kDynamicRangeCompressionProfile_None: UInt32 { 0 }

/// Much.
public var kDynamicRangeControlMode_Heavy: UInt32 { 2 }

/// A little.
public var kDynamicRangeControlMode_Light: UInt32 { 1 }

/// No dynamic range control.
public var kDynamicRangeControlMode_None: UInt32 { 0 }

/// For those who know.
public var kHintAdvanced: UInt32 { 1 }

/// For everybody.
public var kHintBasic: UInt32 { 0 }

/// The setting is not shown to users.
public var kHintHidden: UInt32 { 2 }

/// -20 dB.
public var kProgramTargetLevel_Minus20dB: UInt32 { 3 }

/// -23 dB.
public var kProgramTargetLevel_Minus23dB: UInt32 { 2 }

/// -31 dB.
public var kProgramTargetLevel_Minus31dB: UInt32 { 1 }

/// As the stream is.
public var kProgramTargetLevel_None: UInt32 { 0 }
