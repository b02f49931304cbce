import CoreAudioTypes

// What can be asked about kinds of files.

/// Kinds of files that are read: `UInt32`s ('afrf').
public var kAudioFileGlobalInfo_ReadableTypes: AudioFilePropertyID { 0x61667266 }

/// Kinds of files that are written: `UInt32`s ('afwf').
public var kAudioFileGlobalInfo_WritableTypes: AudioFilePropertyID { 0x61667766 }

/// The name of a kind of file: a `CFString`.
///
/// Asks with a type ('ftnm').
public var kAudioFileGlobalInfo_FileTypeName: AudioFilePropertyID { 0x66746E6D }

/// Partial formats.
///
/// Asks with an `AudioFileTypeAndFormatID` ('sdid').
public var kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat: AudioFilePropertyID { 0x73646964 }

/// The data formats that files of a type can hold: `UInt32`s.
///
/// Asks with a type ('fmid').
public var kAudioFileGlobalInfo_AvailableFormatIDs: AudioFilePropertyID { 0x666D6964 }

/// Extensions of all files: a `CFArray` of `CFString`s ('alxt').
public var kAudioFileGlobalInfo_AllExtensions: AudioFilePropertyID { 0x616C7874 }

/// The old type codes of all files: `UInt32`s ('ahfs').
public var kAudioFileGlobalInfo_AllHFSTypeCodes: AudioFilePropertyID { 0x61686673 }

/// Uniform type identifiers of all files: a `CFArray` of `CFString`s ('auti').
public var kAudioFileGlobalInfo_AllUTIs: AudioFilePropertyID { 0x61757469 }

/// MIME types of all files: a `CFArray` of `CFString`s ('amim').
public var kAudioFileGlobalInfo_AllMIMETypes: AudioFilePropertyID { 0x616D696D }

/// Extensions of a kind of file: a `CFArray` of `CFString`s.
///
/// Asks with a type ('fext').
public var kAudioFileGlobalInfo_ExtensionsForType: AudioFilePropertyID { 0x66657874 }

/// The old type codes of a kind of file: `UInt32`s.
///
/// Asks with a type ('fhfs').
public var kAudioFileGlobalInfo_HFSTypeCodesForType: AudioFilePropertyID { 0x66686673 }

/// Uniform type identifiers of a kind: a `CFArray` of `CFString`s.
///
/// Asks with a type ('futi').
public var kAudioFileGlobalInfo_UTIsForType: AudioFilePropertyID { 0x66757469 }

/// MIME types of a kind of file: a `CFArray` of `CFString`s.
///
/// Asks with a type ('fmim').
public var kAudioFileGlobalInfo_MIMETypesForType: AudioFilePropertyID { 0x666D696D }

/// Kinds of files of a MIME type: `UInt32`s.
///
/// Asks with a `CFString` ('tmim').
public var kAudioFileGlobalInfo_TypesForMIMEType: AudioFilePropertyID { 0x746D696D }

/// Kinds of files of a uniform type identifier: `UInt32`s.
///
/// Asks with a `CFString` ('tuti').
public var kAudioFileGlobalInfo_TypesForUTI: AudioFilePropertyID { 0x74757469 }

/// Kinds of files of an old type code: `UInt32`s.
///
/// Asks with the code ('thfs').
public var kAudioFileGlobalInfo_TypesForHFSTypeCode: AudioFilePropertyID { 0x74686673 }

/// Kinds of files with an extension: `UInt32`s.
///
/// Asks with a `CFString` ('text').
public var kAudioFileGlobalInfo_TypesForExtension: AudioFilePropertyID { 0x74657874 }
