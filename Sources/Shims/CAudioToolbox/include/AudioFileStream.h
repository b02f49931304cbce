// Streams of the bytes of sound files.
#pragma once

#include <CCoreAudioTypes.h>

/// The name of a property of a stream, as a four-character code.
typedef uint32_t AudioFileStreamPropertyID;

#pragma mark - Properties

enum : AudioFileStreamPropertyID {
    /// Indicates whether everything before the audio is known and packets come next: a `UInt32` ('redy').
    kAudioFileStreamProperty_ReadyToProducePackets = 0x72656479u,
    /// The kind of file that comes: an `AudioFileTypeID` ('ffmt').
    kAudioFileStreamProperty_FileFormat = 0x66666D74u,
    /// The data format: an `AudioStreamBasicDescription` ('dfmt').
    kAudioFileStreamProperty_DataFormat = 0x64666D74u,
    /// All formats that the stream can be decoded as: `AudioFormatListItem`s, the richest first ('flst').
    kAudioFileStreamProperty_FormatList = 0x666C7374u,
    /// The data that a decoder needs: bytes ('mgic').
    kAudioFileStreamProperty_MagicCookieData = 0x6D676963u,
    /// Bytes of audio, where the header says so: a `UInt64` ('bcnt').
    kAudioFileStreamProperty_AudioDataByteCount = 0x62636E74u,
    /// Packets of audio, where the header says so: a `UInt64` ('pcnt').
    kAudioFileStreamProperty_AudioDataPacketCount = 0x70636E74u,
    /// Bytes of the largest packet, where that is known: a `UInt32` ('psze').
    kAudioFileStreamProperty_MaximumPacketSize = 0x70737A65u,
    /// Bytes before the audio: an `Int64` ('doff').
    kAudioFileStreamProperty_DataOffset = 0x646F6666u,
    /// The loudspeakers: an `AudioChannelLayout` ('cmap').
    kAudioFileStreamProperty_ChannelLayout = 0x636D6170u,
    /// The first frame of a packet: an `AudioFramePacketTranslation` ('pkfr').
    kAudioFileStreamProperty_PacketToFrame = 0x706B6672u,
    /// The packet that holds a frame: an `AudioFramePacketTranslation` ('frpk').
    kAudioFileStreamProperty_FrameToPacket = 0x6672706Bu,
    /// Indicates whether some packets cannot be decoded without others: a `UInt32` ('rrap').
    kAudioFileStreamProperty_RestrictsRandomAccess = 0x72726170u,
    /// Packets to decode before one: an `AudioPacketRollDistanceTranslation` ('pkrl').
    kAudioFileStreamProperty_PacketToRollDistance = 0x706B726Cu,
    /// The last place before a packet where decoding can begin ('pind').
    kAudioFileStreamProperty_PreviousIndependentPacket = 0x70696E64u,
    /// The first place behind a packet where decoding can begin ('nind').
    kAudioFileStreamProperty_NextIndependentPacket = 0x6E696E64u,
    /// Indicates whether a packet needs others: an `AudioPacketDependencyInfoTranslation` ('pkdp').
    kAudioFileStreamProperty_PacketToDependencyInfo = 0x706B6470u,
    /// The position of a packet: an `AudioBytePacketTranslation` ('pkby').
    kAudioFileStreamProperty_PacketToByte = 0x706B6279u,
    /// The packet that holds a byte: an `AudioBytePacketTranslation` ('bypk').
    kAudioFileStreamProperty_ByteToPacket = 0x6279706Bu,
    /// The range of frames to play: an `AudioFilePacketTableInfo` ('pnfo').
    kAudioFileStreamProperty_PacketTableInfo = 0x706E666Fu,
    /// Bytes that no packet exceeds: a `UInt32` ('pkub').
    kAudioFileStreamProperty_PacketSizeUpperBound = 0x706B7562u,
    /// Bytes of a packet, on average so far: a `Float64` ('abpp').
    kAudioFileStreamProperty_AverageBytesPerPacket = 0x61627070u,
    /// Bits a second: a `UInt32` ('brat').
    kAudioFileStreamProperty_BitRate = 0x62726174u,
    /// Title, artist and the like: a `CFDictionary` that the caller releases ('info').
    kAudioFileStreamProperty_InfoDictionary = 0x696E666Fu,
};

#pragma mark - Errors

enum : OSStatus {
    /// The bytes are of no known type ('typ?').
    kAudioFileStreamError_UnsupportedFileType = 0x7479703F,
    /// The data format is not known, or the container does not hold it ('fmt?').
    kAudioFileStreamError_UnsupportedDataFormat = 0x666D743F,
    /// There is no such property, or the stream does not have it ('pty?').
    kAudioFileStreamError_UnsupportedProperty = 0x7074793F,
    /// The size of a property is not the one that it has ('!siz').
    kAudioFileStreamError_BadPropertySize = 0x2173697A,
    /// The audio comes before its description, and a stream cannot go back ('optm').
    kAudioFileStreamError_NotOptimized = 0x6F70746D,
    /// There is no such packet ('pck?').
    kAudioFileStreamError_InvalidPacketOffset = 0x70636B3F,
    /// The bytes are damaged ('dta?').
    kAudioFileStreamError_InvalidFile = 0x6474613F,
    /// The property is not known yet, or the stream does not tell ('unk?').
    kAudioFileStreamError_ValueUnknown = 0x756E6B3F,
    /// More bytes have to come first ('more').
    kAudioFileStreamError_DataUnavailable = 0x6D6F7265,
    /// The stream is closed, or cannot do that now ('nope').
    kAudioFileStreamError_IllegalOperation = 0x6E6F7065,
    /// Something else went wrong ('wht?').
    kAudioFileStreamError_UnspecifiedError = 0x7768743F,
    /// There is no finding the next packet behind the gap ('dsc!').
    kAudioFileStreamError_DiscontinuityCantRecover = 0x64736321,
};
