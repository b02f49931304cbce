// Generated from the census: the properties of codecs.
import CoreAudioTypes

/// An older name for how an encoder keeps to its bit rate: a `UInt32` ('acbf').
public var kAudioCodecBitRateFormat: AudioCodecPropertyID { 0x61636266 }

/// The same as `kAudioCodecPropertyDoesSampleRateConversion` ('lmrc').
public var kAudioCodecDoesSampleRateConversion: AudioCodecPropertyID { 0x6C6D7263 }

/// Indicates whether an encoder keeps more high frequencies than it would by itself: a `UInt32` ('acef').
public var kAudioCodecExtendFrequencies: AudioCodecPropertyID { 0x61636566 }

/// The same as `kAudioCodecPropertyInputFormatsForOutputFormat` ('if4o').
public var kAudioCodecInputFormatsForOutputFormat: AudioCodecPropertyID { 0x6966346F }

/// The same as `kAudioCodecPropertyOutputFormatsForInputFormat` ('of4i').
public var kAudioCodecOutputFormatsForInputFormat: AudioCodecPropertyID { 0x6F663469 }

/// The value an encoder keeps if it cannot keep both: a `UInt32`, `kAudioCodecOutputPrecedence…` ('oppr').
public var kAudioCodecOutputPrecedence: AudioCodecPropertyID { 0x6F707072 }

/// For where a decoder narrows the dynamic range: a `UInt32`, `kDynamicRangeCompressionProfile_…` ('^pro').
public var kAudioCodecPropertyAdjustCompressionProfile: AudioCodecPropertyID { 0x5E70726F }

/// A change of the quality from here on: an `Int32` ('^qal').
public var kAudioCodecPropertyAdjustLocalQuality: AudioCodecPropertyID { 0x5E71616C }

/// The loudness that a decoder aims at, to be changed while it runs: a `UInt32` ('^ptl').
public var kAudioCodecPropertyAdjustTargetLevel: AudioCodecPropertyID { 0x5E70746C }

/// The loudness that a decoder aims at in decibels, to be changed while it runs: a `Float32` ('^tlc').
public var kAudioCodecPropertyAdjustTargetLevelConstant: AudioCodecPropertyID { 0x5E746C63 }

/// The bit rates that an encoder has as it is set: `AudioValueRange`s ('brta').
public var kAudioCodecPropertyApplicableBitRateRange: AudioCodecPropertyID { 0x62727461 }

/// The rates that an encoder takes as it is set: `AudioValueRange`s ('isra').
public var kAudioCodecPropertyApplicableInputSampleRates: AudioCodecPropertyID { 0x69737261 }

/// The rates that an encoder makes as it is set: `AudioValueRange`s ('osra').
public var kAudioCodecPropertyApplicableOutputSampleRates: AudioCodecPropertyID { 0x6F737261 }

/// The bit rates that an encoder has in some setting: `AudioValueRange`s ('abrt').
public var kAudioCodecPropertyAvailableBitRateRange: AudioCodecPropertyID { 0x61627274 }

/// The bit rates that an encoder offers: `UInt32`s ('brt#').
public var kAudioCodecPropertyAvailableBitRates: AudioCodecPropertyID { 0x62727423 }

/// The layouts that an encoder takes: `AudioChannelLayoutTag`s ('aicl').
public var kAudioCodecPropertyAvailableInputChannelLayoutTags: AudioCodecPropertyID { 0x6169636C }

/// The same as `kAudioCodecPropertyAvailableInputChannelLayoutTags` ('aicl').
public var kAudioCodecPropertyAvailableInputChannelLayouts: AudioCodecPropertyID { 0x6169636C }

/// The rates that an encoder takes in some setting: `AudioValueRange`s ('aisr').
public var kAudioCodecPropertyAvailableInputSampleRates: AudioCodecPropertyID { 0x61697372 }

/// The numbers of channels: `UInt32`s, `0xFFFFFFFF` for any ('cmnc').
public var kAudioCodecPropertyAvailableNumberChannels: AudioCodecPropertyID { 0x636D6E63 }

/// The layouts that a codec makes: `AudioChannelLayoutTag`s ('aocl').
public var kAudioCodecPropertyAvailableOutputChannelLayoutTags: AudioCodecPropertyID { 0x616F636C }

/// The same as `kAudioCodecPropertyAvailableOutputChannelLayoutTags` ('aocl').
public var kAudioCodecPropertyAvailableOutputChannelLayouts: AudioCodecPropertyID { 0x616F636C }

/// The rates that an encoder makes in some setting: `AudioValueRange`s ('aosr').
public var kAudioCodecPropertyAvailableOutputSampleRates: AudioCodecPropertyID { 0x616F7372 }

/// The loudspeakers of what is appended: an `AudioChannelLayout` ('icl ').
public var kAudioCodecPropertyCurrentInputChannelLayout: AudioCodecPropertyID { 0x69636C20 }

/// The format that is appended: an `AudioStreamBasicDescription` ('ifmt').
public var kAudioCodecPropertyCurrentInputFormat: AudioCodecPropertyID { 0x69666D74 }

/// The rate that is appended: a `Float64` ('cisr').
public var kAudioCodecPropertyCurrentInputSampleRate: AudioCodecPropertyID { 0x63697372 }

/// The loudspeakers of what is made: an `AudioChannelLayout` ('ocl ').
public var kAudioCodecPropertyCurrentOutputChannelLayout: AudioCodecPropertyID { 0x6F636C20 }

/// The format that is made: an `AudioStreamBasicDescription` ('ofmt').
public var kAudioCodecPropertyCurrentOutputFormat: AudioCodecPropertyID { 0x6F666D74 }

/// The rate that is made: a `Float64` ('cosr').
public var kAudioCodecPropertyCurrentOutputSampleRate: AudioCodecPropertyID { 0x636F7372 }

/// The bit rate: a `UInt32` ('brat').
public var kAudioCodecPropertyCurrentTargetBitRate: AudioCodecPropertyID { 0x62726174 }

/// The amount of delay of the codec: a `UInt32`, `kAudioCodecDelayMode_…` ('dmod').
public var kAudioCodecPropertyDelayMode: AudioCodecPropertyID { 0x646D6F64 }

/// Indicates whether the codec changes the rate: a `UInt32` ('lmrc').
public var kAudioCodecPropertyDoesSampleRateConversion: AudioCodecPropertyID { 0x6C6D7263 }

/// The way a decoder narrows the dynamic range: a `UInt32`, `kDynamicRangeControlMode_…` ('mdrc').
public var kAudioCodecPropertyDynamicRangeControlMode: AudioCodecPropertyID { 0x6D647263 }

/// Indicates whether packets may need others before them: a `UInt32` ('dpk?').
public var kAudioCodecPropertyEmploysDependentPackets: AudioCodecPropertyID { 0x64706B3F }

/// The name of the data format: a `CFString`, which belongs to the reader ('lfor').
public var kAudioCodecPropertyFormatCFString: AudioCodecPropertyID { 0x6C666F72 }

/// The format that a cookie tells: an `AudioFormatInfo`, completed in its place ('acfi').
public var kAudioCodecPropertyFormatInfo: AudioCodecPropertyID { 0x61636669 }

/// The formats that a stream can be decoded to, the best first: `AudioFormatListItem`s ('acfl').
public var kAudioCodecPropertyFormatList: AudioCodecPropertyID { 0x6163666C }

/// Indicates whether packets differ in size: a `UInt32` ('vpk?').
public var kAudioCodecPropertyHasVariablePacketByteSizes: AudioCodecPropertyID { 0x76706B3F }

/// Bytes that can be appended before output is made: a `UInt32` ('tbuf').
public var kAudioCodecPropertyInputBufferSize: AudioCodecPropertyID { 0x74627566 }

/// The same as `kAudioCodecPropertyCurrentInputChannelLayout` ('icl ').
public var kAudioCodecPropertyInputChannelLayout: AudioCodecPropertyID { 0x69636C20 }

/// The formats that can become one: `AudioStreamBasicDescription`s, the first of which is read before they are written ('if4o').
public var kAudioCodecPropertyInputFormatsForOutputFormat: AudioCodecPropertyID { 0x6966346F }

/// Indicates whether the codec is ready for a stream: a `UInt32` ('init').
public var kAudioCodecPropertyIsInitialized: AudioCodecPropertyID { 0x696E6974 }

/// The stream's data that a decoder needs: bytes ('kuki').
public var kAudioCodecPropertyMagicCookie: AudioCodecPropertyID { 0x6B756B69 }

/// The maker of the codec: a `CFString`, which belongs to the reader ('lmak').
public var kAudioCodecPropertyManufacturerCFString: AudioCodecPropertyID { 0x6C6D616B }

/// Bytes of a packet at most: a `UInt32` ('pakb').
public var kAudioCodecPropertyMaximumPacketByteSize: AudioCodecPropertyID { 0x70616B62 }

/// Indicates whether the codec delays as little as it can: a `UInt32` ('mdel').
public var kAudioCodecPropertyMinimumDelayMode: AudioCodecPropertyID { 0x6D64656C }

/// The fewest packets that are worth appending: a `UInt32` ('mnip').
public var kAudioCodecPropertyMinimumNumberInputPackets: AudioCodecPropertyID { 0x6D6E6970 }

/// The fewest packets that can be asked for: a `UInt32` ('mnop').
public var kAudioCodecPropertyMinimumNumberOutputPackets: AudioCodecPropertyID { 0x6D6E6F70 }

/// The name of the codec: a `CFString`, which belongs to the reader ('lnam').
public var kAudioCodecPropertyNameCFString: AudioCodecPropertyID { 0x6C6E616D }

/// The same as `kAudioCodecPropertyCurrentOutputChannelLayout` ('ocl ').
public var kAudioCodecPropertyOutputChannelLayout: AudioCodecPropertyID { 0x6F636C20 }

/// The formats that one can become: `AudioStreamBasicDescription`s, the first of which is read before they are written ('of4i').
public var kAudioCodecPropertyOutputFormatsForInputFormat: AudioCodecPropertyID { 0x6F663469 }

/// Frames of a packet: a `UInt32`, 0 if they differ ('pakf').
public var kAudioCodecPropertyPacketFrameSize: AudioCodecPropertyID { 0x70616B66 }

/// Bits of a packet that an encoder of variable bit rate keeps below: a `UInt32` ('pakl').
public var kAudioCodecPropertyPacketSizeLimitForVBR: AudioCodecPropertyID { 0x70616B6C }

/// Frames of silence that fill the last packet: a `UInt32` ('pad0').
public var kAudioCodecPropertyPaddedZeros: AudioCodecPropertyID { 0x70616430 }

/// Frames beside the wanted ones: an `AudioCodecPrimeInfo` ('prim').
public var kAudioCodecPropertyPrimeInfo: AudioCodecPropertyID { 0x7072696D }

/// The extra frames that are made beside the requested ones: a `UInt32`, `kAudioCodecPrimeMethod_…` ('prmm').
public var kAudioCodecPropertyPrimeMethod: AudioCodecPropertyID { 0x70726D6D }

/// The loudness that a decoder aims at: a `UInt32`, `kProgramTargetLevel_…` ('pptl').
public var kAudioCodecPropertyProgramTargetLevel: AudioCodecPropertyID { 0x7070746C }

/// The loudness that a decoder aims at in decibels: a `Float32` ('ptlc').
public var kAudioCodecPropertyProgramTargetLevelConstant: AudioCodecPropertyID { 0x70746C63 }

/// The amount of work that the codec may do: a `UInt32`, `kAudioCodecQuality_…` ('srcq').
public var kAudioCodecPropertyQualitySetting: AudioCodecPropertyID { 0x73726371 }

/// The bit rates that make sense as the encoder is set: `AudioValueRange`s ('brtr').
public var kAudioCodecPropertyRecommendedBitRateRange: AudioCodecPropertyID { 0x62727472 }

/// Indicates whether packets need descriptions: a `UInt32` ('pakd').
public var kAudioCodecPropertyRequiresPacketDescription: AudioCodecPropertyID { 0x70616B64 }

/// All settings: a `CFDictionary` by the keys `kAudioSettings_…` ('acs ').
public var kAudioCodecPropertySettings: AudioCodecPropertyID { 0x61637320 }

/// The formats that can be appended: `AudioStreamBasicDescription`s, 0 where anything will do ('ifm#').
public var kAudioCodecPropertySupportedInputFormats: AudioCodecPropertyID { 0x69666D23 }

/// The formats that can be made: `AudioStreamBasicDescription`s, 0 where anything will do ('ofm#').
public var kAudioCodecPropertySupportedOutputFormats: AudioCodecPropertyID { 0x6F666D23 }

/// Bytes that have been appended and not been used: a `UInt32` ('ubuf').
public var kAudioCodecPropertyUsedInputBufferSize: AudioCodecPropertyID { 0x75627566 }

/// The same as `kAudioCodecPropertyPaddedZeros` ('pad0').
public var kAudioCodecPropertyZeroFramesPadded: AudioCodecPropertyID { 0x70616430 }

/// Indicates whether an encoder chooses the rate that suits its bit rate: a `UInt32` ('ursr').
public var kAudioCodecUseRecommendedSampleRate: AudioCodecPropertyID { 0x75727372 }
