import CoreAudioTypes

// Properties of an extended audio file, and what can go wrong with it.

/// An open extended audio file.
public typealias ExtAudioFileRef = OpaquePointer

/// The name of a property of an extended audio file, as a four-character code.
public typealias ExtAudioFilePropertyID = UInt32

/// Frames at one end of the file, or one of two special values.
public typealias ExtAudioFilePacketTableInfoOverride = Int32

// MARK: - Properties

/// The format in the file: an `AudioStreamBasicDescription` ('ffmt').
public var kExtAudioFileProperty_FileDataFormat: ExtAudioFilePropertyID { 0x66666D74 }

/// The loudspeakers of the file: an `AudioChannelLayout` ('fclo').
public var kExtAudioFileProperty_FileChannelLayout: ExtAudioFilePropertyID { 0x66636C6F }

/// The format that is read or written: an `AudioStreamBasicDescription` of linear PCM ('cfmt').
public var kExtAudioFileProperty_ClientDataFormat: ExtAudioFilePropertyID { 0x63666D74 }

/// The loudspeakers of what is read or written: an `AudioChannelLayout` ('cclo').
public var kExtAudioFileProperty_ClientChannelLayout: ExtAudioFilePropertyID { 0x63636C6F }

/// The requested one of several codecs: a `UInt32`, set before the client's format ('cman').
public var kExtAudioFileProperty_CodecManufacturer: ExtAudioFilePropertyID { 0x636D616E }

/// The converter between the two formats: an `AudioConverterRef` ('acnv').
public var kExtAudioFileProperty_AudioConverter: ExtAudioFilePropertyID { 0x61636E76 }

/// The file below: an `AudioFileID` ('afil').
public var kExtAudioFileProperty_AudioFile: ExtAudioFilePropertyID { 0x6166696C }

/// Bytes of the largest packet of the file: a `UInt32` ('fmps').
public var kExtAudioFileProperty_FileMaxPacketSize: ExtAudioFilePropertyID { 0x666D7073 }

/// Bytes of the largest packet of the client's format: a `UInt32` ('cmps').
public var kExtAudioFileProperty_ClientMaxPacketSize: ExtAudioFilePropertyID { 0x636D7073 }

/// Frames of the file, at its own rate: an `Int64` ('#frm').
public var kExtAudioFileProperty_FileLengthFrames: ExtAudioFilePropertyID { 0x2366726D }

/// Tells that the converter was changed: a `CFArray`, or nil ('accf').
public var kExtAudioFileProperty_ConverterConfig: ExtAudioFilePropertyID { 0x61636366 }

/// Bytes of the buffer between file and converter: a `UInt32` ('iobs').
public var kExtAudioFileProperty_IOBufferSizeBytes: ExtAudioFilePropertyID { 0x696F6273 }

/// The buffer between file and converter, if it is the client's own: a pointer ('iobf').
public var kExtAudioFileProperty_IOBuffer: ExtAudioFilePropertyID { 0x696F6266 }

/// The range of frames to play: an `AudioFilePacketTableInfo` ('xpti').
public var kExtAudioFileProperty_PacketTable: ExtAudioFilePropertyID { 0x78707469 }

/// Uses the value of the file.
public var kExtAudioFilePacketTableInfoOverride_UseFileValue: ExtAudioFilePacketTableInfoOverride { -1 }

/// Uses the value of the file if it is plausible.
public var kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid: ExtAudioFilePacketTableInfoOverride { -2 }

// MARK: - Errors

/// There is no such property, or it cannot be set.
public var kExtAudioFileError_InvalidProperty: OSStatus { -66561 }

/// The size of a property is not the one that it has.
public var kExtAudioFileError_InvalidPropertySize: OSStatus { -66562 }

/// The client's format has to be linear PCM.
public var kExtAudioFileError_NonPCMClientFormat: OSStatus { -66563 }

/// The channels of the two formats do not fit.
public var kExtAudioFileError_InvalidChannelMap: OSStatus { -66564 }

/// Something has to be done before.
public var kExtAudioFileError_InvalidOperationOrder: OSStatus { -66565 }

/// The data format is none.
public var kExtAudioFileError_InvalidDataFormat: OSStatus { -66566 }

/// The largest packet is not known.
public var kExtAudioFileError_MaxPacketSizeUnknown: OSStatus { -66567 }

/// There is no such frame, or the file is being written.
public var kExtAudioFileError_InvalidSeek: OSStatus { -66568 }

/// More frames at once than the ring holds.
public var kExtAudioFileError_AsyncWriteTooLarge: OSStatus { -66569 }

/// The disk did not keep up, and the ring is full.
public var kExtAudioFileError_AsyncWriteBufferOverflow: OSStatus { -66570 }

/// The codec was taken away; what it was given is lost.
public var kExtAudioFileError_CodecUnavailableInputConsumed: OSStatus { -66559 }

/// The codec was taken away; what it was given can be given again.
public var kExtAudioFileError_CodecUnavailableInputNotConsumed: OSStatus { -66560 }
