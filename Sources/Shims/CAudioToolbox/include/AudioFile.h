// Sound files: kinds, properties and results.
#pragma once

#include <CCoreAudioTypes.h>

/// The kind of a file, as a four-character code.
typedef uint32_t AudioFileTypeID;

#pragma mark - Kinds of files

enum : AudioFileTypeID {
    /// 3GPP2 ('3gp2').
    kAudioFile3GP2Type = 0x33677032u,
    /// 3GPP ('3gpp').
    kAudioFile3GPType = 0x33677070u,
    /// AAC in ADTS frames ('adts').
    kAudioFileAAC_ADTSType = 0x61647473u,
    /// AC-3 ('ac-3').
    kAudioFileAC3Type = 0x61632D33u,
    /// AIFF-C ('AIFC').
    kAudioFileAIFCType = 0x41494643u,
    /// AIFF ('AIFF').
    kAudioFileAIFFType = 0x41494646u,
    /// AMR ('amrf').
    kAudioFileAMRType = 0x616D7266u,
    /// BW64, the WAVE of 64-bit sizes of ITU-R BS.2088 ('BW64').
    kAudioFileBW64Type = 0x42573634u,
    /// Apple's Core Audio Format ('caff').
    kAudioFileCAFType = 0x63616666u,
    /// FLAC ('flac').
    kAudioFileFLACType = 0x666C6163u,
    /// AAC in LATM in LOAS ('loas').
    kAudioFileLATMInLOASType = 0x6C6F6173u,
    /// MPEG-4 audio ('m4af').
    kAudioFileM4AType = 0x6D346166u,
    /// MPEG-4 audio book ('m4bf').
    kAudioFileM4BType = 0x6D346266u,
    /// MPEG audio layer 1 ('MPG1').
    kAudioFileMP1Type = 0x4D504731u,
    /// MPEG audio layer 2 ('MPG2').
    kAudioFileMP2Type = 0x4D504732u,
    /// MPEG audio layer 3 ('MPG3').
    kAudioFileMP3Type = 0x4D504733u,
    /// MPEG-4 ('mp4f').
    kAudioFileMPEG4Type = 0x6D703466u,
    /// NeXT and Sun AU ('NeXT').
    kAudioFileNextType = 0x4E655854u,
    /// RF64, the WAVE of 64-bit sizes of EBU Tech 3306 ('RF64').
    kAudioFileRF64Type = 0x52463634u,
    /// Sound Designer II ('Sd2f').
    kAudioFileSoundDesigner2Type = 0x53643266u,
    /// WAVE ('WAVE').
    kAudioFileWAVEType = 0x57415645u,
    /// Sony Wave64 ('W64f').
    kAudioFileWave64Type = 0x57363466u,
};

#pragma mark - Errors

enum : OSStatus {
    /// The size of a property is not the one that it has ('!siz').
    kAudioFileBadPropertySizeError = 0x2173697A,
    /// The file would grow past what its container can count ('off?').
    kAudioFileDoesNotAllow64BitDataSizeError = 0x6F66663F,
    /// There is nothing more to read.
    kAudioFileEndOfFileError = -39,
    /// There is no such file.
    kAudioFileFileNotFoundError = -43,
    /// The chunk is not there, or not as it should be ('chk?').
    kAudioFileInvalidChunkError = 0x63686B3F,
    /// The file is damaged ('dta?').
    kAudioFileInvalidFileError = 0x6474613F,
    /// A packet depends on others that are not given ('dep?').
    kAudioFileInvalidPacketDependencyError = 0x6465703F,
    /// There is no such packet ('pck?').
    kAudioFileInvalidPacketOffsetError = 0x70636B3F,
    /// The file is closed.
    kAudioFileNotOpenError = -38,
    /// Chunks behind the audio are in the way of more ('optm').
    kAudioFileNotOptimizedError = 0x6F70746D,
    /// Files of this kind cannot do that ('op??').
    kAudioFileOperationNotSupportedError = 0x6F703F3F,
    /// The file was not opened for that ('prm?').
    kAudioFilePermissionsError = 0x70726D3F,
    /// There is no such position.
    kAudioFilePositionError = -40,
    /// Something else went wrong ('wht?').
    kAudioFileUnspecifiedError = 0x7768743F,
    /// The data format is not known, or the container does not hold it ('fmt?').
    kAudioFileUnsupportedDataFormatError = 0x666D743F,
    /// The file is of no known type ('typ?').
    kAudioFileUnsupportedFileTypeError = 0x7479703F,
    /// There is no such property, or the file does not have it ('pty?').
    kAudioFileUnsupportedPropertyError = 0x7074793F,
};

/// The name of a property of a file, as a four-character code.
typedef uint32_t AudioFilePropertyID;

#pragma mark - What the file is

enum : AudioFilePropertyID {
    /// The kind of the file: an `AudioFileTypeID` ('ffmt').
    kAudioFilePropertyFileFormat = 0x66666D74u,
    /// The data format: an `AudioStreamBasicDescription` ('dfmt').
    kAudioFilePropertyDataFormat = 0x64666D74u,
    /// All formats that the stream can be decoded as: `AudioFormatListItem`s, the richest first ('flst').
    kAudioFilePropertyFormatList = 0x666C7374u,
    /// The name of the data format for people: a `CFString` that the caller releases ('fnme').
    kAudioFilePropertyDataFormatName = 0x666E6D65u,
    /// Indicates whether nothing lies behind the audio, so that more can be written: a `UInt32` ('optm').
    kAudioFilePropertyIsOptimized = 0x6F70746Du,
    /// The data that a decoder needs: bytes ('mgic').
    kAudioFilePropertyMagicCookieData = 0x6D676963u,
    /// The loudspeakers: an `AudioChannelLayout` ('cmap').
    kAudioFilePropertyChannelLayout = 0x636D6170u,
    /// Bits of the samples before they were encoded, negative for floating point: an `Int32` ('sbtd').
    kAudioFilePropertySourceBitDepth = 0x73627464u,
    /// Audio tracks of the file: a `UInt32` ('atct').
    kAudioFilePropertyAudioTrackCount = 0x61746374u,
    /// The audio track that is read, from 0: a `UInt32`; can only be set ('uatk').
    kAudioFilePropertyUseAudioTrack = 0x7561746Bu,
};

#pragma mark - How much there is

enum : AudioFilePropertyID {
    /// Bytes of audio: a `UInt64` ('bcnt').
    kAudioFilePropertyAudioDataByteCount = 0x62636E74u,
    /// Packets of audio: a `UInt64` ('pcnt').
    kAudioFilePropertyAudioDataPacketCount = 0x70636E74u,
    /// Bytes of the largest packet, found by looking at all if need be: a `UInt32` ('psze').
    kAudioFilePropertyMaximumPacketSize = 0x70737A65u,
    /// Bytes that no packet exceeds, without looking at them: a `UInt32` ('pkub').
    kAudioFilePropertyPacketSizeUpperBound = 0x706B7562u,
    /// Bytes before the audio: an `Int64` ('doff').
    kAudioFilePropertyDataOffset = 0x646F6666u,
    /// The range of frames to play: an `AudioFilePacketTableInfo` ('pnfo').
    kAudioFilePropertyPacketTableInfo = 0x706E666Fu,
    /// The estimated duration in seconds: a `Float64` ('edur').
    kAudioFilePropertyEstimatedDuration = 0x65647572u,
    /// Bits a second: a `UInt32` ('brat').
    kAudioFilePropertyBitRate = 0x62726174u,
    /// Seconds that will be written, so that room is left in the header: a `Float64` ('rsrv').
    kAudioFilePropertyReserveDuration = 0x72737276u,
    /// Indicates whether sizes in the header wait for the file to be closed: a `UInt32` ('dszu').
    kAudioFilePropertyDeferSizeUpdates = 0x64737A75u,
};

#pragma mark - From packets to frames and bytes

enum : AudioFilePropertyID {
    /// The first frame of a packet: an `AudioFramePacketTranslation` with `mPacket` filled in ('pkfr').
    kAudioFilePropertyPacketToFrame = 0x706B6672u,
    /// The packet that holds a frame: an `AudioFramePacketTranslation` with `mFrame` filled in ('frpk').
    kAudioFilePropertyFrameToPacket = 0x6672706Bu,
    /// The position of a packet: an `AudioBytePacketTranslation` with `mPacket` filled in ('pkby').
    kAudioFilePropertyPacketToByte = 0x706B6279u,
    /// The packet that holds a byte: an `AudioBytePacketTranslation` with `mByte` filled in ('bypk').
    kAudioFilePropertyByteToPacket = 0x6279706Bu,
    /// Bytes that some packets do not exceed: an `AudioPacketRangeByteCountTranslation` ('prub').
    kAudioFilePropertyPacketRangeByteCountUpperBound = 0x70727562u,
    /// Indicates whether some packets cannot be decoded without others: a `UInt32` ('rrap').
    kAudioFilePropertyRestrictsRandomAccess = 0x72726170u,
    /// Packets to decode before one: an `AudioPacketRollDistanceTranslation` ('pkrl').
    kAudioFilePropertyPacketToRollDistance = 0x706B726Cu,
    /// The last packet before one where decoding can begin: an `AudioIndependentPacketTranslation` ('pind').
    kAudioFilePropertyPreviousIndependentPacket = 0x70696E64u,
    /// The first packet behind one where decoding can begin: an `AudioIndependentPacketTranslation` ('nind').
    kAudioFilePropertyNextIndependentPacket = 0x6E696E64u,
    /// Indicates whether a packet needs others: an `AudioPacketDependencyInfoTranslation` ('pkdp').
    kAudioFilePropertyPacketToDependencyInfo = 0x706B6470u,
};

#pragma mark - Metadata

enum : AudioFilePropertyID {
    /// Title, artist and the like: a `CFDictionary` that the caller releases ('info').
    kAudioFilePropertyInfoDictionary = 0x696E666Fu,
    /// Markers: an `AudioFileMarkerList`; the caller releases the names ('mkls').
    kAudioFilePropertyMarkerList = 0x6D6B6C73u,
    /// Regions: an `AudioFileRegionList`; the caller releases the names ('rgls').
    kAudioFilePropertyRegionList = 0x72676C73u,
    /// The codes of all chunks: `UInt32`s ('chid').
    kAudioFilePropertyChunkIDs = 0x63686964u,
    /// The ID3 tag as it lies in the file: bytes ('id3t').
    kAudioFilePropertyID3Tag = 0x69643374u,
    /// Bytes before the ID3 tag: an `Int64` ('id3o').
    kAudioFilePropertyID3TagOffset = 0x6964336Fu,
    /// The picture of the album: a `CFData` that the caller releases ('aart').
    kAudioFilePropertyAlbumArtwork = 0x61617274u,
};

enum : AudioFilePropertyID {
    /// Kinds of files that are read: `UInt32`s ('afrf').
    kAudioFileGlobalInfo_ReadableTypes = 0x61667266u,
    /// Kinds of files that are written: `UInt32`s ('afwf').
    kAudioFileGlobalInfo_WritableTypes = 0x61667766u,
    /// The name of a kind of file: a `CFString`.
    ///
    /// Asks with a type ('ftnm').
    kAudioFileGlobalInfo_FileTypeName = 0x66746E6Du,
    /// Partial formats.
    ///
    /// Asks with an `AudioFileTypeAndFormatID` ('sdid').
    kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat = 0x73646964u,
    /// The data formats that files of a type can hold: `UInt32`s.
    ///
    /// Asks with a type ('fmid').
    kAudioFileGlobalInfo_AvailableFormatIDs = 0x666D6964u,
    /// Extensions of all files: a `CFArray` of `CFString`s ('alxt').
    kAudioFileGlobalInfo_AllExtensions = 0x616C7874u,
    /// The old type codes of all files: `UInt32`s ('ahfs').
    kAudioFileGlobalInfo_AllHFSTypeCodes = 0x61686673u,
    /// Uniform type identifiers of all files: a `CFArray` of `CFString`s ('auti').
    kAudioFileGlobalInfo_AllUTIs = 0x61757469u,
    /// MIME types of all files: a `CFArray` of `CFString`s ('amim').
    kAudioFileGlobalInfo_AllMIMETypes = 0x616D696Du,
    /// Extensions of a kind of file: a `CFArray` of `CFString`s.
    ///
    /// Asks with a type ('fext').
    kAudioFileGlobalInfo_ExtensionsForType = 0x66657874u,
    /// The old type codes of a kind of file: `UInt32`s.
    ///
    /// Asks with a type ('fhfs').
    kAudioFileGlobalInfo_HFSTypeCodesForType = 0x66686673u,
    /// Uniform type identifiers of a kind: a `CFArray` of `CFString`s.
    ///
    /// Asks with a type ('futi').
    kAudioFileGlobalInfo_UTIsForType = 0x66757469u,
    /// MIME types of a kind of file: a `CFArray` of `CFString`s.
    ///
    /// Asks with a type ('fmim').
    kAudioFileGlobalInfo_MIMETypesForType = 0x666D696Du,
    /// Kinds of files of a MIME type: `UInt32`s.
    ///
    /// Asks with a `CFString` ('tmim').
    kAudioFileGlobalInfo_TypesForMIMEType = 0x746D696Du,
    /// Kinds of files of a uniform type identifier: `UInt32`s.
    ///
    /// Asks with a `CFString` ('tuti').
    kAudioFileGlobalInfo_TypesForUTI = 0x74757469u,
    /// Kinds of files of an old type code: `UInt32`s.
    ///
    /// Asks with the code ('thfs').
    kAudioFileGlobalInfo_TypesForHFSTypeCode = 0x74686673u,
    /// Kinds of files with an extension: `UInt32`s.
    ///
    /// Asks with a `CFString` ('text').
    kAudioFileGlobalInfo_TypesForExtension = 0x74657874u,
};

enum : uint32_t {
    /// A marker of no particular meaning.
    kAudioFileMarkerType_Generic = 0,
    /// The region is not repeated.
    kAudioFileLoopDirection_NoLooping = 0,
    /// The region is repeated from its start.
    kAudioFileLoopDirection_Forward = 1,
    /// The region is played to and fro.
    kAudioFileLoopDirection_ForwardAndBackward = 2,
    /// The region is played backwards.
    kAudioFileLoopDirection_Backward = 3,
};
