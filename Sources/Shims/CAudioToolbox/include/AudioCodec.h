// Codecs as components.
#pragma once

#include <CCoreAudioTypes.h>

/// A cookie, and how many bytes it has.
struct AudioCodecMagicCookieInfo {
    /// Bytes of the cookie.
    uint32_t mMagicCookieSize;
    /// The cookie.
    const void *_Nullable mMagicCookie;
};
typedef struct AudioCodecMagicCookieInfo AudioCodecMagicCookieInfo;

/// Frames beside the wanted ones that a codec needs.
struct AudioCodecPrimeInfo {
    /// Frames before the first wanted one.
    uint32_t leadingFrames;
    /// Frames after the last wanted one.
    uint32_t trailingFrames;
};
typedef struct AudioCodecPrimeInfo AudioCodecPrimeInfo;

/// A property of a codec.
typedef uint32_t AudioCodecPropertyID;

#pragma mark - Properties

enum : AudioCodecPropertyID {
    /// An older name for how an encoder keeps to its bit rate: a `UInt32` ('acbf').
    kAudioCodecBitRateFormat = 0x61636266u,
    /// The same as `kAudioCodecPropertyDoesSampleRateConversion` ('lmrc').
    kAudioCodecDoesSampleRateConversion = 0x6C6D7263u,
    /// Indicates whether an encoder keeps more high frequencies than it would by itself: a `UInt32` ('acef').
    kAudioCodecExtendFrequencies = 0x61636566u,
    /// The same as `kAudioCodecPropertyInputFormatsForOutputFormat` ('if4o').
    kAudioCodecInputFormatsForOutputFormat = 0x6966346Fu,
    /// The same as `kAudioCodecPropertyOutputFormatsForInputFormat` ('of4i').
    kAudioCodecOutputFormatsForInputFormat = 0x6F663469u,
    /// The value an encoder keeps if it cannot keep both: a `UInt32`, `kAudioCodecOutputPrecedence…` ('oppr').
    kAudioCodecOutputPrecedence = 0x6F707072u,
    /// For where a decoder narrows the dynamic range: a `UInt32`, `kDynamicRangeCompressionProfile_…` ('^pro').
    kAudioCodecPropertyAdjustCompressionProfile = 0x5E70726Fu,
    /// A change of the quality from here on: an `Int32` ('^qal').
    kAudioCodecPropertyAdjustLocalQuality = 0x5E71616Cu,
    /// The loudness that a decoder aims at, to be changed while it runs: a `UInt32` ('^ptl').
    kAudioCodecPropertyAdjustTargetLevel = 0x5E70746Cu,
    /// The loudness that a decoder aims at in decibels, to be changed while it runs: a `Float32` ('^tlc').
    kAudioCodecPropertyAdjustTargetLevelConstant = 0x5E746C63u,
    /// The bit rates that an encoder has as it is set: `AudioValueRange`s ('brta').
    kAudioCodecPropertyApplicableBitRateRange = 0x62727461u,
    /// The rates that an encoder takes as it is set: `AudioValueRange`s ('isra').
    kAudioCodecPropertyApplicableInputSampleRates = 0x69737261u,
    /// The rates that an encoder makes as it is set: `AudioValueRange`s ('osra').
    kAudioCodecPropertyApplicableOutputSampleRates = 0x6F737261u,
    /// The bit rates that an encoder has in some setting: `AudioValueRange`s ('abrt').
    kAudioCodecPropertyAvailableBitRateRange = 0x61627274u,
    /// The bit rates that an encoder offers: `UInt32`s ('brt#').
    kAudioCodecPropertyAvailableBitRates = 0x62727423u,
    /// The layouts that an encoder takes: `AudioChannelLayoutTag`s ('aicl').
    kAudioCodecPropertyAvailableInputChannelLayoutTags = 0x6169636Cu,
    /// The same as `kAudioCodecPropertyAvailableInputChannelLayoutTags` ('aicl').
    kAudioCodecPropertyAvailableInputChannelLayouts = 0x6169636Cu,
    /// The rates that an encoder takes in some setting: `AudioValueRange`s ('aisr').
    kAudioCodecPropertyAvailableInputSampleRates = 0x61697372u,
    /// The numbers of channels: `UInt32`s, `0xFFFFFFFF` for any ('cmnc').
    kAudioCodecPropertyAvailableNumberChannels = 0x636D6E63u,
    /// The layouts that a codec makes: `AudioChannelLayoutTag`s ('aocl').
    kAudioCodecPropertyAvailableOutputChannelLayoutTags = 0x616F636Cu,
    /// The same as `kAudioCodecPropertyAvailableOutputChannelLayoutTags` ('aocl').
    kAudioCodecPropertyAvailableOutputChannelLayouts = 0x616F636Cu,
    /// The rates that an encoder makes in some setting: `AudioValueRange`s ('aosr').
    kAudioCodecPropertyAvailableOutputSampleRates = 0x616F7372u,
    /// The loudspeakers of what is appended: an `AudioChannelLayout` ('icl ').
    kAudioCodecPropertyCurrentInputChannelLayout = 0x69636C20u,
    /// The format that is appended: an `AudioStreamBasicDescription` ('ifmt').
    kAudioCodecPropertyCurrentInputFormat = 0x69666D74u,
    /// The rate that is appended: a `Float64` ('cisr').
    kAudioCodecPropertyCurrentInputSampleRate = 0x63697372u,
    /// The loudspeakers of what is made: an `AudioChannelLayout` ('ocl ').
    kAudioCodecPropertyCurrentOutputChannelLayout = 0x6F636C20u,
    /// The format that is made: an `AudioStreamBasicDescription` ('ofmt').
    kAudioCodecPropertyCurrentOutputFormat = 0x6F666D74u,
    /// The rate that is made: a `Float64` ('cosr').
    kAudioCodecPropertyCurrentOutputSampleRate = 0x636F7372u,
    /// The bit rate: a `UInt32` ('brat').
    kAudioCodecPropertyCurrentTargetBitRate = 0x62726174u,
    /// The amount of delay of the codec: a `UInt32`, `kAudioCodecDelayMode_…` ('dmod').
    kAudioCodecPropertyDelayMode = 0x646D6F64u,
    /// Indicates whether the codec changes the rate: a `UInt32` ('lmrc').
    kAudioCodecPropertyDoesSampleRateConversion = 0x6C6D7263u,
    /// The way a decoder narrows the dynamic range: a `UInt32`, `kDynamicRangeControlMode_…` ('mdrc').
    kAudioCodecPropertyDynamicRangeControlMode = 0x6D647263u,
    /// Indicates whether packets may need others before them: a `UInt32` ('dpk?').
    kAudioCodecPropertyEmploysDependentPackets = 0x64706B3Fu,
    /// The name of the data format: a `CFString`, which belongs to the reader ('lfor').
    kAudioCodecPropertyFormatCFString = 0x6C666F72u,
    /// The format that a cookie tells: an `AudioFormatInfo`, completed in its place ('acfi').
    kAudioCodecPropertyFormatInfo = 0x61636669u,
    /// The formats that a stream can be decoded to, the best first: `AudioFormatListItem`s ('acfl').
    kAudioCodecPropertyFormatList = 0x6163666Cu,
    /// Indicates whether packets differ in size: a `UInt32` ('vpk?').
    kAudioCodecPropertyHasVariablePacketByteSizes = 0x76706B3Fu,
    /// Bytes that can be appended before output is made: a `UInt32` ('tbuf').
    kAudioCodecPropertyInputBufferSize = 0x74627566u,
    /// The same as `kAudioCodecPropertyCurrentInputChannelLayout` ('icl ').
    kAudioCodecPropertyInputChannelLayout = 0x69636C20u,
    /// The formats that can become one: `AudioStreamBasicDescription`s, the first of which is read before they are written ('if4o').
    kAudioCodecPropertyInputFormatsForOutputFormat = 0x6966346Fu,
    /// Indicates whether the codec is ready for a stream: a `UInt32` ('init').
    kAudioCodecPropertyIsInitialized = 0x696E6974u,
    /// The stream's data that a decoder needs: bytes ('kuki').
    kAudioCodecPropertyMagicCookie = 0x6B756B69u,
    /// The maker of the codec: a `CFString`, which belongs to the reader ('lmak').
    kAudioCodecPropertyManufacturerCFString = 0x6C6D616Bu,
    /// Bytes of a packet at most: a `UInt32` ('pakb').
    kAudioCodecPropertyMaximumPacketByteSize = 0x70616B62u,
    /// Indicates whether the codec delays as little as it can: a `UInt32` ('mdel').
    kAudioCodecPropertyMinimumDelayMode = 0x6D64656Cu,
    /// The fewest packets that are worth appending: a `UInt32` ('mnip').
    kAudioCodecPropertyMinimumNumberInputPackets = 0x6D6E6970u,
    /// The fewest packets that can be asked for: a `UInt32` ('mnop').
    kAudioCodecPropertyMinimumNumberOutputPackets = 0x6D6E6F70u,
    /// The name of the codec: a `CFString`, which belongs to the reader ('lnam').
    kAudioCodecPropertyNameCFString = 0x6C6E616Du,
    /// The same as `kAudioCodecPropertyCurrentOutputChannelLayout` ('ocl ').
    kAudioCodecPropertyOutputChannelLayout = 0x6F636C20u,
    /// The formats that one can become: `AudioStreamBasicDescription`s, the first of which is read before they are written ('of4i').
    kAudioCodecPropertyOutputFormatsForInputFormat = 0x6F663469u,
    /// Frames of a packet: a `UInt32`, 0 if they differ ('pakf').
    kAudioCodecPropertyPacketFrameSize = 0x70616B66u,
    /// Bits of a packet that an encoder of variable bit rate keeps below: a `UInt32` ('pakl').
    kAudioCodecPropertyPacketSizeLimitForVBR = 0x70616B6Cu,
    /// Frames of silence that fill the last packet: a `UInt32` ('pad0').
    kAudioCodecPropertyPaddedZeros = 0x70616430u,
    /// Frames beside the wanted ones: an `AudioCodecPrimeInfo` ('prim').
    kAudioCodecPropertyPrimeInfo = 0x7072696Du,
    /// The extra frames that are made beside the requested ones: a `UInt32`, `kAudioCodecPrimeMethod_…` ('prmm').
    kAudioCodecPropertyPrimeMethod = 0x70726D6Du,
    /// The loudness that a decoder aims at: a `UInt32`, `kProgramTargetLevel_…` ('pptl').
    kAudioCodecPropertyProgramTargetLevel = 0x7070746Cu,
    /// The loudness that a decoder aims at in decibels: a `Float32` ('ptlc').
    kAudioCodecPropertyProgramTargetLevelConstant = 0x70746C63u,
    /// The amount of work that the codec may do: a `UInt32`, `kAudioCodecQuality_…` ('srcq').
    kAudioCodecPropertyQualitySetting = 0x73726371u,
    /// The bit rates that make sense as the encoder is set: `AudioValueRange`s ('brtr').
    kAudioCodecPropertyRecommendedBitRateRange = 0x62727472u,
    /// Indicates whether packets need descriptions: a `UInt32` ('pakd').
    kAudioCodecPropertyRequiresPacketDescription = 0x70616B64u,
    /// All settings: a `CFDictionary` by the keys `kAudioSettings_…` ('acs ').
    kAudioCodecPropertySettings = 0x61637320u,
    /// The formats that can be appended: `AudioStreamBasicDescription`s, 0 where anything will do ('ifm#').
    kAudioCodecPropertySupportedInputFormats = 0x69666D23u,
    /// The formats that can be made: `AudioStreamBasicDescription`s, 0 where anything will do ('ofm#').
    kAudioCodecPropertySupportedOutputFormats = 0x6F666D23u,
    /// Bytes that have been appended and not been used: a `UInt32` ('ubuf').
    kAudioCodecPropertyUsedInputBufferSize = 0x75627566u,
    /// The same as `kAudioCodecPropertyPaddedZeros` ('pad0').
    kAudioCodecPropertyZeroFramesPadded = 0x70616430u,
    /// Indicates whether an encoder chooses the rate that suits its bit rate: a `UInt32` ('ursr').
    kAudioCodecUseRecommendedSampleRate = 0x75727372u,
};

#pragma mark - Values

enum : uint32_t {
    /// Appends the input of a list.
    kAudioCodecAppendInputBufferListSelect = 9,
    /// Appends input.
    kAudioCodecAppendInputDataSelect = 6,
};

enum : OSStatus {
    /// The size does not fit the property ('!siz').
    kAudioCodecBadPropertySizeError = 0x2173697A,
};

enum : uint32_t {
    /// Packets vary, their average does not.
    kAudioCodecBitRateFormat_ABR = 1,
    /// Every packet has about the same size.
    kAudioCodecBitRateFormat_CBR = 0,
    /// Quality leads.
    kAudioCodecBitRateFormat_VBR = 2,
    /// As the format's other codecs delay.
    kAudioCodecDelayMode_Compatibility = 0,
    /// As little as possible.
    kAudioCodecDelayMode_Minimum = 1,
    /// As much as quality wants.
    kAudioCodecDelayMode_Optimal = 2,
    /// Says how large a property is.
    kAudioCodecGetPropertyInfoSelect = 1,
    /// Reads a property.
    kAudioCodecGetPropertySelect = 2,
};

enum : OSStatus {
    /// The operation is not supported ('nope').
    kAudioCodecIllegalOperationError = 0x6E6F7065,
};

enum : uint32_t {
    /// Gets ready for a stream.
    kAudioCodecInitializeSelect = 4,
};

enum : OSStatus {
    /// No error.
    kAudioCodecNoError = 0,
    /// There is too little room ('!buf').
    kAudioCodecNotEnoughBufferSpaceError = 0x21627566,
};

enum : uint32_t {
    /// The bit rate.
    kAudioCodecOutputPrecedenceBitRate = 1,
    /// Neither.
    kAudioCodecOutputPrecedenceNone = 0,
    /// The rate.
    kAudioCodecOutputPrecedenceSampleRate = 2,
    /// Makes output into a list.
    kAudioCodecProduceOutputBufferListSelect = 10,
    /// Makes output.
    kAudioCodecProduceOutputDataSelect = 7,
    /// The stream is over.
    kAudioCodecProduceOutputPacketAtEOF = 5,
    /// No packet was produced.
    kAudioCodecProduceOutputPacketFailure = 1,
    /// More input is needed.
    kAudioCodecProduceOutputPacketNeedsMoreInputData = 4,
    /// Success: the requested packets were produced.
    kAudioCodecProduceOutputPacketSuccess = 2,
    /// Success: the requested packets were produced, and missing input was concealed.
    kAudioCodecProduceOutputPacketSuccessConcealed = 6,
    /// Success: the requested packets were produced, and more are ready.
    kAudioCodecProduceOutputPacketSuccessHasMore = 3,
    /// Forgets what was appended.
    kAudioCodecResetSelect = 8,
    /// Writes a property.
    kAudioCodecSetPropertySelect = 3,
};

enum : OSStatus {
    /// The operation is not possible in the present state ('!stt').
    kAudioCodecStateError = 0x21737474,
};

enum : uint32_t {
    /// Gives back what initialising got.
    kAudioCodecUninitializeSelect = 5,
};

enum : OSStatus {
    /// The codec does not have the property ('who?').
    kAudioCodecUnknownPropertyError = 0x77686F3F,
    /// Something is wrong ('what').
    kAudioCodecUnspecifiedError = 0x77686174,
};

enum : uint32_t {
    /// Everything.
    kDynamicRangeCompressionProfile_GeneralCompression = 6,
    /// A quiet house at night.
    kDynamicRangeCompressionProfile_LateNight = 1,
    /// Small loudspeakers.
    kDynamicRangeCompressionProfile_LimitedPlaybackRange = 3,
    /// Noisy places.
    kDynamicRangeCompressionProfile_NoisyEnvironment = 2,
    /// No profile.
    kDynamicRangeCompressionProfile_None = 0,
    /// Much.
    kDynamicRangeControlMode_Heavy = 2,
    /// A little.
    kDynamicRangeControlMode_Light = 1,
    /// No dynamic range control.
    kDynamicRangeControlMode_None = 0,
    /// For those who know.
    kHintAdvanced = 1,
    /// For everybody.
    kHintBasic = 0,
    /// The setting is not shown to users.
    kHintHidden = 2,
    /// -20 dB.
    kProgramTargetLevel_Minus20dB = 3,
    /// -23 dB.
    kProgramTargetLevel_Minus23dB = 2,
    /// -31 dB.
    kProgramTargetLevel_Minus31dB = 1,
    /// As the stream is.
    kProgramTargetLevel_None = 0,
};

#pragma mark - Shared with converters

enum : OSStatus {
    /// A packet is damaged ('bada').
    kAudioCodecBadDataError = 0x62616461,
    /// The codec does not take such a format or setting ('!dat').
    kAudioCodecUnsupportedFormatError = 0x21646174,
};

enum : uint32_t {
    /// The strategy by which an encoder keeps its bit rate: a `UInt32`, one of `kAudioCodecBitRateControlMode_...`.
    kAudioCodecPropertyBitRateControlMode = 0x61636266u,  // 'acbf'
    /// The quality that an encoder of variable bit rate aims at: a `UInt32`, 0 to 127.
    kAudioCodecPropertySoundQualityForVBR = 0x76627271u,  // 'vbrq'
    /// The bit rate about which an encoder of variable bit rate moves: a `UInt32`.
    kAudioCodecPropertyBitRateForVBR = 0x76627262u,  // 'vbrb'
    /// Every packet has about the same size.
    kAudioCodecBitRateControlMode_Constant = 0,
    /// Packets vary, their average does not.
    kAudioCodecBitRateControlMode_LongTermAverage = 1,
    /// Quality leads, within bounds.
    kAudioCodecBitRateControlMode_VariableConstrained = 2,
    /// Quality alone leads.
    kAudioCodecBitRateControlMode_Variable = 3,
    /// The least work.
    kAudioCodecQuality_Min = 0,
    /// Little work.
    kAudioCodecQuality_Low = 32,
    /// Some work.
    kAudioCodecQuality_Medium = 64,
    /// Much work.
    kAudioCodecQuality_High = 96,
    /// All the work that helps.
    kAudioCodecQuality_Max = 127,
    /// Encoders, in an `AudioClassDescription` ('aenc').
    kAudioEncoderComponentType = 0x61656E63u,
    /// Decoders, in an `AudioClassDescription` ('adec').
    kAudioDecoderComponentType = 0x61646563u,
    /// Codecs in software, in an `AudioClassDescription` ('appl').
    kAppleSoftwareAudioCodecManufacturer = 0x6170706Cu,
    /// Codecs in hardware, in an `AudioClassDescription` ('aphw').
    ///
    /// Converters always use software codecs.
    kAppleHardwareAudioCodecManufacturer = 0x61706877u,
    /// The same method as `kConverterPrimeMethod_Pre`.
    kAudioCodecPrimeMethod_Pre = 0,
    /// The same method as `kConverterPrimeMethod_Normal`.
    kAudioCodecPrimeMethod_Normal = 1,
    /// The same method as `kConverterPrimeMethod_None`.
    kAudioCodecPrimeMethod_None = 2,
};
