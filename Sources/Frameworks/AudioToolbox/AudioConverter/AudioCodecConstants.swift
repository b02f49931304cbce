// What the interfaces of codecs and converters share.

import CoreAudioTypes

/// A packet is damaged ('bada').
public var kAudioCodecBadDataError: OSStatus { 0x62616461 }

/// The codec does not take such a format or setting ('!dat').
public var kAudioCodecUnsupportedFormatError: OSStatus { 0x21646174 }

/// The strategy by which an encoder keeps its bit rate: a `UInt32`, one of `kAudioCodecBitRateControlMode_...`.
public var kAudioCodecPropertyBitRateControlMode: UInt32 { 0x61636266 }

/// The quality that an encoder of variable bit rate aims at: a `UInt32`, 0 to 127.
public var kAudioCodecPropertySoundQualityForVBR: UInt32 { 0x76627271 }

/// The bit rate about which an encoder of variable bit rate moves: a `UInt32`.
public var kAudioCodecPropertyBitRateForVBR: UInt32 { 0x76627262 }

/// Every packet has about the same size.
public var kAudioCodecBitRateControlMode_Constant: UInt32 { 0 }

/// Packets vary, their average does not.
public var kAudioCodecBitRateControlMode_LongTermAverage: UInt32 { 1 }

/// Quality leads, within bounds.
public var kAudioCodecBitRateControlMode_VariableConstrained: UInt32 { 2 }

/// Quality alone leads.
public var kAudioCodecBitRateControlMode_Variable: UInt32 { 3 }

/// The least work.
public var kAudioCodecQuality_Min: UInt32 { 0 }

/// Little work.
public var kAudioCodecQuality_Low: UInt32 { 32 }

/// Some work.
public var kAudioCodecQuality_Medium: UInt32 { 64 }

/// Much work.
public var kAudioCodecQuality_High: UInt32 { 96 }

/// All the work that helps.
public var kAudioCodecQuality_Max: UInt32 { 127 }

/// Encoders, in an `AudioClassDescription` ('aenc').
public var kAudioEncoderComponentType: UInt32 { 0x61656E63 }

/// Decoders, in an `AudioClassDescription` ('adec').
public var kAudioDecoderComponentType: UInt32 { 0x61646563 }

/// Codecs in software, in an `AudioClassDescription` ('appl').
public var kAppleSoftwareAudioCodecManufacturer: UInt32 { 0x6170706C }

/// Codecs in hardware, in an `AudioClassDescription` ('aphw').
///
/// Converters always use software codecs.
public var kAppleHardwareAudioCodecManufacturer: UInt32 { 0x61706877 }

/// The same method as `kConverterPrimeMethod_Pre`.
public var kAudioCodecPrimeMethod_Pre: UInt32 { 0 }

/// The same method as `kConverterPrimeMethod_Normal`.
public var kAudioCodecPrimeMethod_Normal: UInt32 { 1 }

/// The same method as `kConverterPrimeMethod_None`.
public var kAudioCodecPrimeMethod_None: UInt32 { 2 }
