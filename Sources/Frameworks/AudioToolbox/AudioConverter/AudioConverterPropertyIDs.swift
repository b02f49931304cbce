// The properties of audio converters. What is said of type and size is what `AudioConverterGetProperty` hands over.

import CoreAudioTypes

/// Names a property of a converter.
public typealias AudioConverterPropertyID = UInt32

/// Bit rates that the encoder takes with the output's rate and channels: `AudioValueRange`s, read only.
public var kAudioConverterApplicableEncodeBitRates: AudioConverterPropertyID { 0x61656272 }

/// Rates that the encoder takes with the other settings: `AudioValueRange`s, read only.
public var kAudioConverterApplicableEncodeSampleRates: AudioConverterPropertyID { 0x61657372 }

/// All bit rates that the encoder knows: `AudioValueRange`s, read only.
public var kAudioConverterAvailableEncodeBitRates: AudioConverterPropertyID { 0x76656272 }

/// Layouts that the encoder knows: `AudioChannelLayoutTag`s, read only.
public var kAudioConverterAvailableEncodeChannelLayoutTags: AudioConverterPropertyID { 0x6165636C }

/// All rates that the encoder knows: `AudioValueRange`s, read only.
public var kAudioConverterAvailableEncodeSampleRates: AudioConverterPropertyID { 0x76657372 }

/// For each channel of the output the channel of the input that it plays, -1 for none: `Int32`s.
public var kAudioConverterChannelMap: AudioConverterPropertyID { 0x63686D70 }

/// The amount of work that the encoder may do: a `UInt32`, 0 to 127.
public var kAudioConverterCodecQuality: AudioConverterPropertyID { 0x63647175 }

/// The data that a decoder of the output needs: bytes, read only.
public var kAudioConverterCompressionMagicCookie: AudioConverterPropertyID { 0x636D6763 }

/// The input in full: an `AudioStreamBasicDescription`, read only.
public var kAudioConverterCurrentInputStreamDescription: AudioConverterPropertyID { 0x61636964 }

/// The output in full: an `AudioStreamBasicDescription`, read only.
public var kAudioConverterCurrentOutputStreamDescription: AudioConverterPropertyID { 0x61636F64 }

/// The data that the decoder of the input needs: bytes.
public var kAudioConverterDecompressionMagicCookie: AudioConverterPropertyID { 0x646D6763 }

/// The rate of the encoder's output: a `Float64`; 0 leaves it to the encoder.
public var kAudioConverterEncodeAdjustableSampleRate: AudioConverterPropertyID { 0x616A7372 }

/// Bits a second that the encoder makes of all channels: a `UInt32`.
public var kAudioConverterEncodeBitRate: AudioConverterPropertyID { 0x62726174 }

/// The loudspeakers of the input: an `AudioChannelLayout`.
public var kAudioConverterInputChannelLayout: AudioConverterPropertyID { 0x69636C20 }

/// The loudspeakers of the output: an `AudioChannelLayout`.
public var kAudioConverterOutputChannelLayout: AudioConverterPropertyID { 0x6F636C20 }

/// Frames needed, or to be dropped, at both ends: an `AudioConverterPrimeInfo`.
public var kAudioConverterPrimeInfo: AudioConverterPropertyID { 0x7072696D }

/// The assumption about frames before and after the input: a `UInt32`, one of `kConverterPrimeMethod_...`.
public var kAudioConverterPrimeMethod: AudioConverterPropertyID { 0x70726D6D }

/// Bits of a sample that the encoder should keep: a `UInt32`.
public var kAudioConverterPropertyBitDepthHint: AudioConverterPropertyID { 0x61636264 }

/// A question: the bytes of output wanted go in, the bytes of input needed come out, as `UInt32`.
public var kAudioConverterPropertyCalculateInputBufferSize: AudioConverterPropertyID { 0x63696273 }

/// A question: the bytes of input go in, the bytes of output that they become come out, as `UInt32`.
public var kAudioConverterPropertyCalculateOutputBufferSize: AudioConverterPropertyID { 0x636F6273 }

/// Indicates whether a conversion goes on after an interruption: a `UInt32`, read only.
public var kAudioConverterPropertyCanResumeFromInterruption: AudioConverterPropertyID { 0x63726669 }

/// Gains, a row of input channels for each channel of the output: `Float32`s.
public var kAudioConverterPropertyChannelMixMap: AudioConverterPropertyID { 0x6D6D6170 }

/// Formats that the stream can be taken for, best first: `AudioFormatListItem`s, read only.
public var kAudioConverterPropertyFormatList: AudioConverterPropertyID { 0x666C7374 }

/// Parameters of the decoder; none of the codecs has any.
public var kAudioConverterPropertyInputCodecParameters: AudioConverterPropertyID { 0x69636470 }

/// Bytes of input that are ever asked for at once: a `UInt32`, read only.
public var kAudioConverterPropertyMaximumInputBufferSize: AudioConverterPropertyID { 0x78696273 }

/// Bytes of the largest packet of input: a `UInt32`, read only.
public var kAudioConverterPropertyMaximumInputPacketSize: AudioConverterPropertyID { 0x78697073 }

/// Bytes of the largest packet of output: a `UInt32`, read only.
public var kAudioConverterPropertyMaximumOutputPacketSize: AudioConverterPropertyID { 0x786F7073 }

/// Bytes of input without which nothing comes out: a `UInt32`, read only.
public var kAudioConverterPropertyMinimumInputBufferSize: AudioConverterPropertyID { 0x6D696273 }

/// Bytes of the smallest piece of output: a `UInt32`, read only.
public var kAudioConverterPropertyMinimumOutputBufferSize: AudioConverterPropertyID { 0x6D6F6273 }

/// Parameters of the encoder; none of the codecs has any.
public var kAudioConverterPropertyOutputCodecParameters: AudioConverterPropertyID { 0x6F636470 }

/// Indicates whether channels without a place in the output are mixed into the others: a `UInt32`.
public var kAudioConverterPropertyPerformDownmix: AudioConverterPropertyID { 0x646D6978 }

/// The rate converter under its oldest name: a `UInt32`, as for the complexity.
public var kAudioConverterSampleRateConverterAlgorithm: AudioConverterPropertyID { 0x73726369 }

/// The kind of rate converter: a `UInt32`, one of `kAudioConverterSampleRateConverterComplexity_...`.
public var kAudioConverterSampleRateConverterComplexity: AudioConverterPropertyID { 0x73726361 }

/// The position of the first output frame between two input frames: a `Float64`, 0 to 1; 0 here.
public var kAudioConverterSampleRateConverterInitialPhase: AudioConverterPropertyID { 0x73726370 }

/// The amount of work that the rate converter may do: a `UInt32`, 0 to 127.
public var kAudioConverterSampleRateConverterQuality: AudioConverterPropertyID { 0x73726371 }
