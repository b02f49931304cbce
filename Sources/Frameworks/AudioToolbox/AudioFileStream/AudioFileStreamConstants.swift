import CoreAudioTypes

// Properties of a stream of a file's bytes, and what can go wrong with it.

/// The name of a property of a stream, as a four-character code.
public typealias AudioFileStreamPropertyID = UInt32

/// An open stream.
public typealias AudioFileStreamID = OpaquePointer

// MARK: - Properties

/// Indicates whether everything before the audio is known and packets come next: a `UInt32` ('redy').
public var kAudioFileStreamProperty_ReadyToProducePackets: AudioFileStreamPropertyID { 0x72656479 }

/// The kind of file that comes: an `AudioFileTypeID` ('ffmt').
public var kAudioFileStreamProperty_FileFormat: AudioFileStreamPropertyID { 0x66666D74 }

/// The data format: an `AudioStreamBasicDescription` ('dfmt').
public var kAudioFileStreamProperty_DataFormat: AudioFileStreamPropertyID { 0x64666D74 }

/// All formats that the stream can be decoded as: `AudioFormatListItem`s, the richest first ('flst').
public var kAudioFileStreamProperty_FormatList: AudioFileStreamPropertyID { 0x666C7374 }

/// The data that a decoder needs: bytes ('mgic').
public var kAudioFileStreamProperty_MagicCookieData: AudioFileStreamPropertyID { 0x6D676963 }

/// Bytes of audio, where the header says so: a `UInt64` ('bcnt').
public var kAudioFileStreamProperty_AudioDataByteCount: AudioFileStreamPropertyID { 0x62636E74 }

/// Packets of audio, where the header says so: a `UInt64` ('pcnt').
public var kAudioFileStreamProperty_AudioDataPacketCount: AudioFileStreamPropertyID { 0x70636E74 }

/// Bytes of the largest packet, where that is known: a `UInt32` ('psze').
public var kAudioFileStreamProperty_MaximumPacketSize: AudioFileStreamPropertyID { 0x70737A65 }

/// Bytes before the audio: an `Int64` ('doff').
public var kAudioFileStreamProperty_DataOffset: AudioFileStreamPropertyID { 0x646F6666 }

/// The loudspeakers: an `AudioChannelLayout` ('cmap').
public var kAudioFileStreamProperty_ChannelLayout: AudioFileStreamPropertyID { 0x636D6170 }

/// The first frame of a packet: an `AudioFramePacketTranslation` ('pkfr').
public var kAudioFileStreamProperty_PacketToFrame: AudioFileStreamPropertyID { 0x706B6672 }

/// The packet that holds a frame: an `AudioFramePacketTranslation` ('frpk').
public var kAudioFileStreamProperty_FrameToPacket: AudioFileStreamPropertyID { 0x6672706B }

/// Indicates whether some packets cannot be decoded without others: a `UInt32` ('rrap').
public var kAudioFileStreamProperty_RestrictsRandomAccess: AudioFileStreamPropertyID { 0x72726170 }

/// Packets to decode before one: an `AudioPacketRollDistanceTranslation` ('pkrl').
public var kAudioFileStreamProperty_PacketToRollDistance: AudioFileStreamPropertyID { 0x706B726C }

/// The last place before a packet where decoding can begin ('pind').
public var kAudioFileStreamProperty_PreviousIndependentPacket: AudioFileStreamPropertyID { 0x70696E64 }

/// The first place behind a packet where decoding can begin ('nind').
public var kAudioFileStreamProperty_NextIndependentPacket: AudioFileStreamPropertyID { 0x6E696E64 }

/// Indicates whether a packet needs others: an `AudioPacketDependencyInfoTranslation` ('pkdp').
public var kAudioFileStreamProperty_PacketToDependencyInfo: AudioFileStreamPropertyID { 0x706B6470 }

/// The position of a packet: an `AudioBytePacketTranslation` ('pkby').
public var kAudioFileStreamProperty_PacketToByte: AudioFileStreamPropertyID { 0x706B6279 }

/// The packet that holds a byte: an `AudioBytePacketTranslation` ('bypk').
public var kAudioFileStreamProperty_ByteToPacket: AudioFileStreamPropertyID { 0x6279706B }

/// The range of frames to play: an `AudioFilePacketTableInfo` ('pnfo').
public var kAudioFileStreamProperty_PacketTableInfo: AudioFileStreamPropertyID { 0x706E666F }

/// Bytes that no packet exceeds: a `UInt32` ('pkub').
public var kAudioFileStreamProperty_PacketSizeUpperBound: AudioFileStreamPropertyID { 0x706B7562 }

/// Bytes of a packet, on average so far: a `Float64` ('abpp').
public var kAudioFileStreamProperty_AverageBytesPerPacket: AudioFileStreamPropertyID { 0x61627070 }

/// Bits a second: a `UInt32` ('brat').
public var kAudioFileStreamProperty_BitRate: AudioFileStreamPropertyID { 0x62726174 }

/// Title, artist and the like: a `CFDictionary` that the caller releases ('info').
public var kAudioFileStreamProperty_InfoDictionary: AudioFileStreamPropertyID { 0x696E666F }

// MARK: - Errors

/// The bytes are of no known type ('typ?').
public var kAudioFileStreamError_UnsupportedFileType: OSStatus { 0x7479703F }

/// The data format is not known, or the container does not hold it ('fmt?').
public var kAudioFileStreamError_UnsupportedDataFormat: OSStatus { 0x666D743F }

/// There is no such property, or the stream does not have it ('pty?').
public var kAudioFileStreamError_UnsupportedProperty: OSStatus { 0x7074793F }

/// The size of a property is not the one that it has ('!siz').
public var kAudioFileStreamError_BadPropertySize: OSStatus { 0x2173697A }

/// The audio comes before its description, and a stream cannot go back ('optm').
public var kAudioFileStreamError_NotOptimized: OSStatus { 0x6F70746D }

/// There is no such packet ('pck?').
public var kAudioFileStreamError_InvalidPacketOffset: OSStatus { 0x70636B3F }

/// The bytes are damaged ('dta?').
public var kAudioFileStreamError_InvalidFile: OSStatus { 0x6474613F }

/// The property is not known yet, or the stream does not tell ('unk?').
public var kAudioFileStreamError_ValueUnknown: OSStatus { 0x756E6B3F }

/// More bytes have to come first ('more').
public var kAudioFileStreamError_DataUnavailable: OSStatus { 0x6D6F7265 }

/// The stream is closed, or cannot do that now ('nope').
public var kAudioFileStreamError_IllegalOperation: OSStatus { 0x6E6F7065 }

/// Something else went wrong ('wht?').
public var kAudioFileStreamError_UnspecifiedError: OSStatus { 0x7768743F }

/// There is no finding the next packet behind the gap ('dsc!').
public var kAudioFileStreamError_DiscontinuityCantRecover: OSStatus { 0x64736321 }
