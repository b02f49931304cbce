// Files that are read and written in a format that the program chooses.
#pragma once

#include <CCoreAudioTypes.h>

/// The name of a property of an extended audio file, as a four-character code.
typedef uint32_t ExtAudioFilePropertyID;

/// Frames at one end of the file, or one of two special values.
typedef int32_t ExtAudioFilePacketTableInfoOverride;

#pragma mark - Properties

enum : ExtAudioFilePropertyID {
    /// The format in the file: an `AudioStreamBasicDescription` ('ffmt').
    kExtAudioFileProperty_FileDataFormat = 0x66666D74u,
    /// The loudspeakers of the file: an `AudioChannelLayout` ('fclo').
    kExtAudioFileProperty_FileChannelLayout = 0x66636C6Fu,
    /// The format that is read or written: an `AudioStreamBasicDescription` of linear PCM ('cfmt').
    kExtAudioFileProperty_ClientDataFormat = 0x63666D74u,
    /// The loudspeakers of what is read or written: an `AudioChannelLayout` ('cclo').
    kExtAudioFileProperty_ClientChannelLayout = 0x63636C6Fu,
    /// The requested one of several codecs: a `UInt32`, set before the client's format ('cman').
    kExtAudioFileProperty_CodecManufacturer = 0x636D616Eu,
    /// The converter between the two formats: an `AudioConverterRef` ('acnv').
    kExtAudioFileProperty_AudioConverter = 0x61636E76u,
    /// The file below: an `AudioFileID` ('afil').
    kExtAudioFileProperty_AudioFile = 0x6166696Cu,
    /// Bytes of the largest packet of the file: a `UInt32` ('fmps').
    kExtAudioFileProperty_FileMaxPacketSize = 0x666D7073u,
    /// Bytes of the largest packet of the client's format: a `UInt32` ('cmps').
    kExtAudioFileProperty_ClientMaxPacketSize = 0x636D7073u,
    /// Frames of the file, at its own rate: an `Int64` ('#frm').
    kExtAudioFileProperty_FileLengthFrames = 0x2366726Du,
    /// Tells that the converter was changed: a `CFArray`, or nil ('accf').
    kExtAudioFileProperty_ConverterConfig = 0x61636366u,
    /// Bytes of the buffer between file and converter: a `UInt32` ('iobs').
    kExtAudioFileProperty_IOBufferSizeBytes = 0x696F6273u,
    /// The buffer between file and converter, if it is the client's own: a pointer ('iobf').
    kExtAudioFileProperty_IOBuffer = 0x696F6266u,
    /// The range of frames to play: an `AudioFilePacketTableInfo` ('xpti').
    kExtAudioFileProperty_PacketTable = 0x78707469u,
};

enum : ExtAudioFilePacketTableInfoOverride {
    /// Uses the value of the file.
    kExtAudioFilePacketTableInfoOverride_UseFileValue = -1,
    /// Uses the value of the file if it is plausible.
    kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid = -2,
};

#pragma mark - Errors

enum : OSStatus {
    /// There is no such property, or it cannot be set.
    kExtAudioFileError_InvalidProperty = -66561,
    /// The size of a property is not the one that it has.
    kExtAudioFileError_InvalidPropertySize = -66562,
    /// The client's format has to be linear PCM.
    kExtAudioFileError_NonPCMClientFormat = -66563,
    /// The channels of the two formats do not fit.
    kExtAudioFileError_InvalidChannelMap = -66564,
    /// Something has to be done before.
    kExtAudioFileError_InvalidOperationOrder = -66565,
    /// The data format is none.
    kExtAudioFileError_InvalidDataFormat = -66566,
    /// The largest packet is not known.
    kExtAudioFileError_MaxPacketSizeUnknown = -66567,
    /// There is no such frame, or the file is being written.
    kExtAudioFileError_InvalidSeek = -66568,
    /// More frames at once than the ring holds.
    kExtAudioFileError_AsyncWriteTooLarge = -66569,
    /// The disk did not keep up, and the ring is full.
    kExtAudioFileError_AsyncWriteBufferOverflow = -66570,
    /// The codec was taken away; what it was given is lost.
    kExtAudioFileError_CodecUnavailableInputConsumed = -66559,
    /// The codec was taken away; what it was given can be given again.
    kExtAudioFileError_CodecUnavailableInputNotConsumed = -66560,
};
