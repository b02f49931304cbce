// Converters between formats. What is said of a property's type and size is what `AudioConverterGetProperty` hands over.
#pragma once

#include <CCoreAudioTypes.h>

/// Frames beside the wanted ones that a conversion needs, or that decoding gives and that are not played.
struct AudioConverterPrimeInfo {
    /// Frames before the first wanted one.
    uint32_t leadingFrames;
    /// Frames after the last wanted one.
    uint32_t trailingFrames;
};
typedef struct AudioConverterPrimeInfo AudioConverterPrimeInfo;

#pragma mark - Properties

/// Names a property of a converter.
typedef uint32_t AudioConverterPropertyID;

enum : AudioConverterPropertyID {
    /// Bit rates that the encoder takes with the output's rate and channels: `AudioValueRange`s, read only.
    kAudioConverterApplicableEncodeBitRates = 0x61656272u,  // 'aebr'
    /// Rates that the encoder takes with the other settings: `AudioValueRange`s, read only.
    kAudioConverterApplicableEncodeSampleRates = 0x61657372u,  // 'aesr'
    /// All bit rates that the encoder knows: `AudioValueRange`s, read only.
    kAudioConverterAvailableEncodeBitRates = 0x76656272u,  // 'vebr'
    /// Layouts that the encoder knows: `AudioChannelLayoutTag`s, read only.
    kAudioConverterAvailableEncodeChannelLayoutTags = 0x6165636Cu,  // 'aecl'
    /// All rates that the encoder knows: `AudioValueRange`s, read only.
    kAudioConverterAvailableEncodeSampleRates = 0x76657372u,  // 'vesr'
    /// For each channel of the output the channel of the input that it plays, -1 for none: `Int32`s.
    kAudioConverterChannelMap = 0x63686D70u,  // 'chmp'
    /// The amount of work that the encoder may do: a `UInt32`, 0 to 127.
    kAudioConverterCodecQuality = 0x63647175u,  // 'cdqu'
    /// The data that a decoder of the output needs: bytes, read only.
    kAudioConverterCompressionMagicCookie = 0x636D6763u,  // 'cmgc'
    /// The input in full: an `AudioStreamBasicDescription`, read only.
    kAudioConverterCurrentInputStreamDescription = 0x61636964u,  // 'acid'
    /// The output in full: an `AudioStreamBasicDescription`, read only.
    kAudioConverterCurrentOutputStreamDescription = 0x61636F64u,  // 'acod'
    /// The data that the decoder of the input needs: bytes.
    kAudioConverterDecompressionMagicCookie = 0x646D6763u,  // 'dmgc'
    /// The rate of the encoder's output: a `Float64`; 0 leaves it to the encoder.
    kAudioConverterEncodeAdjustableSampleRate = 0x616A7372u,  // 'ajsr'
    /// Bits a second that the encoder makes of all channels: a `UInt32`.
    kAudioConverterEncodeBitRate = 0x62726174u,  // 'brat'
    /// The loudspeakers of the input: an `AudioChannelLayout`.
    kAudioConverterInputChannelLayout = 0x69636C20u,  // 'icl '
    /// The loudspeakers of the output: an `AudioChannelLayout`.
    kAudioConverterOutputChannelLayout = 0x6F636C20u,  // 'ocl '
    /// Frames needed, or to be dropped, at both ends: an `AudioConverterPrimeInfo`.
    kAudioConverterPrimeInfo = 0x7072696Du,  // 'prim'
    /// The assumption about frames before and after the input: a `UInt32`, one of `kConverterPrimeMethod_...`.
    kAudioConverterPrimeMethod = 0x70726D6Du,  // 'prmm'
    /// Bits of a sample that the encoder should keep: a `UInt32`.
    kAudioConverterPropertyBitDepthHint = 0x61636264u,  // 'acbd'
    /// A question: the bytes of output wanted go in, the bytes of input needed come out, as `UInt32`.
    kAudioConverterPropertyCalculateInputBufferSize = 0x63696273u,  // 'cibs'
    /// A question: the bytes of input go in, the bytes of output that they become come out, as `UInt32`.
    kAudioConverterPropertyCalculateOutputBufferSize = 0x636F6273u,  // 'cobs'
    /// Indicates whether a conversion goes on after an interruption: a `UInt32`, read only.
    kAudioConverterPropertyCanResumeFromInterruption = 0x63726669u,  // 'crfi'
    /// Gains, a row of input channels for each channel of the output: `Float32`s.
    kAudioConverterPropertyChannelMixMap = 0x6D6D6170u,  // 'mmap'
    /// Formats that the stream can be taken for, best first: `AudioFormatListItem`s, read only.
    kAudioConverterPropertyFormatList = 0x666C7374u,  // 'flst'
    /// Parameters of the decoder; none of the codecs has any.
    kAudioConverterPropertyInputCodecParameters = 0x69636470u,  // 'icdp'
    /// Bytes of input that are ever asked for at once: a `UInt32`, read only.
    kAudioConverterPropertyMaximumInputBufferSize = 0x78696273u,  // 'xibs'
    /// Bytes of the largest packet of input: a `UInt32`, read only.
    kAudioConverterPropertyMaximumInputPacketSize = 0x78697073u,  // 'xips'
    /// Bytes of the largest packet of output: a `UInt32`, read only.
    kAudioConverterPropertyMaximumOutputPacketSize = 0x786F7073u,  // 'xops'
    /// Bytes of input without which nothing comes out: a `UInt32`, read only.
    kAudioConverterPropertyMinimumInputBufferSize = 0x6D696273u,  // 'mibs'
    /// Bytes of the smallest piece of output: a `UInt32`, read only.
    kAudioConverterPropertyMinimumOutputBufferSize = 0x6D6F6273u,  // 'mobs'
    /// Parameters of the encoder; none of the codecs has any.
    kAudioConverterPropertyOutputCodecParameters = 0x6F636470u,  // 'ocdp'
    /// Indicates whether channels without a place in the output are mixed into the others: a `UInt32`.
    kAudioConverterPropertyPerformDownmix = 0x646D6978u,  // 'dmix'
    /// The rate converter under its oldest name: a `UInt32`, as for the complexity.
    kAudioConverterSampleRateConverterAlgorithm = 0x73726369u,  // 'srci'
    /// The kind of rate converter: a `UInt32`, one of `kAudioConverterSampleRateConverterComplexity_...`.
    kAudioConverterSampleRateConverterComplexity = 0x73726361u,  // 'srca'
    /// The position of the first output frame between two input frames: a `Float64`, 0 to 1; 0 here.
    kAudioConverterSampleRateConverterInitialPhase = 0x73726370u,  // 'srcp'
    /// The amount of work that the rate converter may do: a `UInt32`, 0 to 127.
    kAudioConverterSampleRateConverterQuality = 0x73726371u,  // 'srcq'
};

#pragma mark - Results

enum : OSStatus {
    /// The bytes are too few for the property, or not its size ('!siz').
    kAudioConverterErr_BadPropertySizeError = 0x2173697A,
    /// There is no way from the one format to the other ('fmt?').
    kAudioConverterErr_FormatNotSupported = 0x666D743F,
    /// The codec's hardware is taken ('hwiu').
    kAudioConverterErr_HardwareInUse = 0x68776975,
    /// The rate of the input cannot be converted ('!isr').
    kAudioConverterErr_InputSampleRateOutOfRange = 0x21697372,
    /// The bytes of input are no whole number of packets ('insz').
    kAudioConverterErr_InvalidInputSize = 0x696E737A,
    /// The output has no room for what is to go there ('otsz').
    kAudioConverterErr_InvalidOutputSize = 0x6F74737A,
    /// The program may not use the codec's hardware now ('perm').
    kAudioConverterErr_NoHardwarePermission = 0x7065726D,
    /// The converter cannot do that ('op??').
    kAudioConverterErr_OperationNotSupported = 0x6F703F3F,
    /// The rate of the output cannot be made ('!osr').
    kAudioConverterErr_OutputSampleRateOutOfRange = 0x216F7372,
    /// The converter does not have the property, or it cannot be set ('prop').
    kAudioConverterErr_PropertyNotSupported = 0x70726F70,
    /// Packets came without saying where each lies ('!pkd').
    kAudioConverterErr_RequiresPacketDescriptionsError = 0x21706B64,
    /// Something else went wrong ('what').
    kAudioConverterErr_UnspecifiedError = 0x77686174,
};

#pragma mark - Values of properties

enum : uint32_t {
    /// The least work.
    kAudioConverterQuality_Min = 0,
    /// Little work.
    kAudioConverterQuality_Low = 32,
    /// Some work.
    kAudioConverterQuality_Medium = 64,
    /// Much work.
    kAudioConverterQuality_High = 96,
    /// All the work that helps.
    kAudioConverterQuality_Max = 127,
    /// Straight lines between neighbours ('line').
    kAudioConverterSampleRateConverterComplexity_Linear = 0x6C696E65u,
    /// The usual filter ('norm').
    kAudioConverterSampleRateConverterComplexity_Normal = 0x6E6F726Du,
    /// The best filter ('bats').
    kAudioConverterSampleRateConverterComplexity_Mastering = 0x62617473u,
    /// A filter without pre-ringing ('minp').
    kAudioConverterSampleRateConverterComplexity_MinimumPhase = 0x6D696E70u,
    /// The input begins with the leading frames, and the trailing ones are read ahead.
    kConverterPrimeMethod_Pre = 0,
    /// Silence before the first frame; the trailing frames are read ahead.
    kConverterPrimeMethod_Normal = 1,
    /// No input is read ahead: the output is late by the trailing frames.
    kConverterPrimeMethod_None = 2,
};
