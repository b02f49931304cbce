import CoreAudioTypes

// Kinds of files and what can go wrong with them: the part of AudioFile's interface that other interfaces share.

/// The kind of a file, as a four-character code.
public typealias AudioFileTypeID = UInt32

// MARK: - Kinds of files

/// 3GPP2 ('3gp2').
public var kAudioFile3GP2Type: AudioFileTypeID { 0x33677032 }

/// 3GPP ('3gpp').
public var kAudioFile3GPType: AudioFileTypeID { 0x33677070 }

/// AAC in ADTS frames ('adts').
public var kAudioFileAAC_ADTSType: AudioFileTypeID { 0x61647473 }

/// AC-3 ('ac-3').
public var kAudioFileAC3Type: AudioFileTypeID { 0x61632D33 }

/// AIFF-C ('AIFC').
public var kAudioFileAIFCType: AudioFileTypeID { 0x41494643 }

/// AIFF ('AIFF').
public var kAudioFileAIFFType: AudioFileTypeID { 0x41494646 }

/// AMR ('amrf').
public var kAudioFileAMRType: AudioFileTypeID { 0x616D7266 }

/// BW64, the WAVE of 64-bit sizes of ITU-R BS.2088 ('BW64').
public var kAudioFileBW64Type: AudioFileTypeID { 0x42573634 }

/// Apple's Core Audio Format ('caff').
public var kAudioFileCAFType: AudioFileTypeID { 0x63616666 }

/// FLAC ('flac').
public var kAudioFileFLACType: AudioFileTypeID { 0x666C6163 }

/// AAC in LATM in LOAS ('loas').
public var kAudioFileLATMInLOASType: AudioFileTypeID { 0x6C6F6173 }

/// MPEG-4 audio ('m4af').
public var kAudioFileM4AType: AudioFileTypeID { 0x6D346166 }

/// MPEG-4 audio book ('m4bf').
public var kAudioFileM4BType: AudioFileTypeID { 0x6D346266 }

/// MPEG audio layer 1 ('MPG1').
public var kAudioFileMP1Type: AudioFileTypeID { 0x4D504731 }

/// MPEG audio layer 2 ('MPG2').
public var kAudioFileMP2Type: AudioFileTypeID { 0x4D504732 }

/// MPEG audio layer 3 ('MPG3').
public var kAudioFileMP3Type: AudioFileTypeID { 0x4D504733 }

/// MPEG-4 ('mp4f').
public var kAudioFileMPEG4Type: AudioFileTypeID { 0x6D703466 }

/// NeXT and Sun AU ('NeXT').
public var kAudioFileNextType: AudioFileTypeID { 0x4E655854 }

/// RF64, the WAVE of 64-bit sizes of EBU Tech 3306 ('RF64').
public var kAudioFileRF64Type: AudioFileTypeID { 0x52463634 }

/// Sound Designer II ('Sd2f').
public var kAudioFileSoundDesigner2Type: AudioFileTypeID { 0x53643266 }

/// WAVE ('WAVE').
public var kAudioFileWAVEType: AudioFileTypeID { 0x57415645 }

/// Sony Wave64 ('W64f').
public var kAudioFileWave64Type: AudioFileTypeID { 0x57363466 }

// MARK: - Errors

/// The size of a property is not the one that it has ('!siz').
public var kAudioFileBadPropertySizeError: OSStatus { 0x2173697A }

/// The file would grow past what its container can count ('off?').
public var kAudioFileDoesNotAllow64BitDataSizeError: OSStatus { 0x6F66663F }

/// There is nothing more to read.
public var kAudioFileEndOfFileError: OSStatus { -39 }

/// There is no such file.
public var kAudioFileFileNotFoundError: OSStatus { -43 }

/// The chunk is not there, or not as it should be ('chk?').
public var kAudioFileInvalidChunkError: OSStatus { 0x63686B3F }

/// The file is damaged ('dta?').
public var kAudioFileInvalidFileError: OSStatus { 0x6474613F }

/// A packet depends on others that are not given ('dep?').
public var kAudioFileInvalidPacketDependencyError: OSStatus { 0x6465703F }

/// There is no such packet ('pck?').
public var kAudioFileInvalidPacketOffsetError: OSStatus { 0x70636B3F }

/// The file is closed.
public var kAudioFileNotOpenError: OSStatus { -38 }

/// Chunks behind the audio are in the way of more ('optm').
public var kAudioFileNotOptimizedError: OSStatus { 0x6F70746D }

/// Files of this kind cannot do that ('op??').
public var kAudioFileOperationNotSupportedError: OSStatus { 0x6F703F3F }

/// The file was not opened for that ('prm?').
public var kAudioFilePermissionsError: OSStatus { 0x70726D3F }

/// There is no such position.
public var kAudioFilePositionError: OSStatus { -40 }

/// Something else went wrong ('wht?').
public var kAudioFileUnspecifiedError: OSStatus { 0x7768743F }

/// The data format is not known, or the container does not hold it ('fmt?').
public var kAudioFileUnsupportedDataFormatError: OSStatus { 0x666D743F }

/// The file is of no known type ('typ?').
public var kAudioFileUnsupportedFileTypeError: OSStatus { 0x7479703F }

/// There is no such property, or the file does not have it ('pty?').
public var kAudioFileUnsupportedPropertyError: OSStatus { 0x7074793F }
