import CoreAudioTypes

// MARK: - Results

/// The bytes are too few for the property, or not its size ('!siz').
public var kAudioConverterErr_BadPropertySizeError: OSStatus { 0x2173697A }

/// There is no way from the one format to the other ('fmt?').
public var kAudioConverterErr_FormatNotSupported: OSStatus { 0x666D743F }

/// The codec's hardware is taken ('hwiu').
public var kAudioConverterErr_HardwareInUse: OSStatus { 0x68776975 }

/// The rate of the input cannot be converted ('!isr').
public var kAudioConverterErr_InputSampleRateOutOfRange: OSStatus { 0x21697372 }

/// The bytes of input are no whole number of packets ('insz').
public var kAudioConverterErr_InvalidInputSize: OSStatus { 0x696E737A }

/// The output has no room for what is to go there ('otsz').
public var kAudioConverterErr_InvalidOutputSize: OSStatus { 0x6F74737A }

/// The program may not use the codec's hardware now ('perm').
public var kAudioConverterErr_NoHardwarePermission: OSStatus { 0x7065726D }

/// The converter cannot do that ('op??').
public var kAudioConverterErr_OperationNotSupported: OSStatus { 0x6F703F3F }

/// The rate of the output cannot be made ('!osr').
public var kAudioConverterErr_OutputSampleRateOutOfRange: OSStatus { 0x216F7372 }

/// The converter does not have the property, or it cannot be set ('prop').
public var kAudioConverterErr_PropertyNotSupported: OSStatus { 0x70726F70 }

/// Packets came without saying where each lies ('!pkd').
public var kAudioConverterErr_RequiresPacketDescriptionsError: OSStatus { 0x21706B64 }

/// Something else went wrong ('what').
public var kAudioConverterErr_UnspecifiedError: OSStatus { 0x77686174 }

// MARK: - Values of properties

/// The least work.
public var kAudioConverterQuality_Min: UInt32 { 0 }

/// Little work.
public var kAudioConverterQuality_Low: UInt32 { 32 }

/// Some work.
public var kAudioConverterQuality_Medium: UInt32 { 64 }

/// Much work.
public var kAudioConverterQuality_High: UInt32 { 96 }

/// All the work that helps.
public var kAudioConverterQuality_Max: UInt32 { 127 }

/// Straight lines between neighbours ('line').
public var kAudioConverterSampleRateConverterComplexity_Linear: UInt32 { 0x6C696E65 }

/// The usual filter ('norm').
public var kAudioConverterSampleRateConverterComplexity_Normal: UInt32 { 0x6E6F726D }

/// The best filter ('bats').
public var kAudioConverterSampleRateConverterComplexity_Mastering: UInt32 { 0x62617473 }

/// A filter without pre-ringing ('minp').
public var kAudioConverterSampleRateConverterComplexity_MinimumPhase: UInt32 { 0x6D696E70 }

/// The input begins with the leading frames, and the trailing ones are read ahead.
public var kConverterPrimeMethod_Pre: UInt32 { 0 }

/// Silence before the first frame; the trailing frames are read ahead.
public var kConverterPrimeMethod_Normal: UInt32 { 1 }

/// No input is read ahead: the output is late by the trailing frames.
public var kConverterPrimeMethod_None: UInt32 { 2 }
