import CoreAudioTypes

// What can be asked about formats and layouts, and why there is no answer.

/// The name of a question about formats, as a four-character code.
public typealias AudioFormatPropertyID = UInt32

// MARK: - Formats

/// Fills in what is missing of an `AudioStreamBasicDescription`.
///
/// May ask with a cookie ('fmti').
public var kAudioFormatProperty_FormatInfo: AudioFormatPropertyID { 0x666D7469 }

/// The name of a format: a `CFString`.
///
/// Asks with a description ('fnam').
public var kAudioFormatProperty_FormatName: AudioFormatPropertyID { 0x666E616D }

/// Formats that are encoded here: `AudioFormatID`s ('acof').
public var kAudioFormatProperty_EncodeFormatIDs: AudioFormatPropertyID { 0x61636F66 }

/// Formats that are decoded here: `AudioFormatID`s ('acif').
public var kAudioFormatProperty_DecodeFormatIDs: AudioFormatPropertyID { 0x61636966 }

/// The formats that a stream can be decoded as: `AudioFormatListItem`s.
///
/// Asks with an `AudioFormatInfo` ('flst').
public var kAudioFormatProperty_FormatList: AudioFormatPropertyID { 0x666C7374 }

/// The same as the list of formats, for streams of several layers ('ofls').
public var kAudioFormatProperty_OutputFormatList: AudioFormatPropertyID { 0x6F666C73 }

/// The index of the first that is decoded here: a `UInt32`.
///
/// Asks with a list ('fpfl').
public var kAudioFormatProperty_FirstPlayableFormatFromList: AudioFormatPropertyID { 0x6670666C }

/// The format that an MPEG-4 descriptor tells: a description.
///
/// Asks with its bytes ('essd').
public var kAudioFormatProperty_ASBDFromESDS: AudioFormatPropertyID { 0x65737364 }

/// The loudspeakers that an MPEG-4 descriptor tells: a layout.
///
/// Asks with its bytes ('escl').
public var kAudioFormatProperty_ChannelLayoutFromESDS: AudioFormatPropertyID { 0x6573636C }

/// The format that a packet tells: a description.
///
/// Asks with its bytes ('admp').
public var kAudioFormatProperty_ASBDFromMPEGPacket: AudioFormatPropertyID { 0x61646D70 }

/// Indicates whether packets differ in size: a `UInt32`.
///
/// Asks with a description ('fvbr').
public var kAudioFormatProperty_FormatIsVBR: AudioFormatPropertyID { 0x66766272 }

/// Indicates whether packets need descriptions: a `UInt32`.
///
/// Asks with a description ('fexf').
public var kAudioFormatProperty_FormatIsExternallyFramed: AudioFormatPropertyID { 0x66657866 }

/// Indicates whether packets may need others: a `UInt32`.
///
/// Asks with a description ('fdep').
public var kAudioFormatProperty_FormatEmploysDependentPackets: AudioFormatPropertyID { 0x66646570 }

/// Indicates whether the format is encrypted: a `UInt32`.
///
/// Asks with a format's code ('cryp').
public var kAudioFormatProperty_FormatIsEncrypted: AudioFormatPropertyID { 0x63727970 }

/// Encoders of a format: `AudioClassDescription`s.
///
/// Asks with its code ('aven').
public var kAudioFormatProperty_Encoders: AudioFormatPropertyID { 0x6176656E }

/// Decoders of a format: `AudioClassDescription`s.
///
/// Asks with its code ('avde').
public var kAudioFormatProperty_Decoders: AudioFormatPropertyID { 0x61766465 }

/// The number of the listed codecs that can run at the same time: a `UInt32`.
///
/// Asks with `AudioClassDescription`s ('hwcc').
public var kAudioFormatProperty_HardwareCodecCapabilities: AudioFormatPropertyID { 0x68776363 }

/// Bit rates of an encoder: `AudioValueRange`s.
///
/// Asks with a format's code ('aebr').
public var kAudioFormatProperty_AvailableEncodeBitRates: AudioFormatPropertyID { 0x61656272 }

/// Rates of an encoder: `AudioValueRange`s.
///
/// Asks with a format's code ('aesr').
public var kAudioFormatProperty_AvailableEncodeSampleRates: AudioFormatPropertyID { 0x61657372 }

/// Layouts of an encoder: tags.
///
/// Asks with a description ('aecl').
public var kAudioFormatProperty_AvailableEncodeChannelLayoutTags: AudioFormatPropertyID { 0x6165636C }

/// Channels of an encoder: `UInt32`s, or 0xFFFFFFFF for any.
///
/// Asks with a description ('avnc').
public var kAudioFormatProperty_AvailableEncodeNumberChannels: AudioFormatPropertyID { 0x61766E63 }

/// Channels of a decoder: `UInt32`s, or 0xFFFFFFFF for any.
///
/// Asks with a description ('adnc').
public var kAudioFormatProperty_AvailableDecodeNumberChannels: AudioFormatPropertyID { 0x61646E63 }

// MARK: - Layouts

/// The layout that a tag stands for: descriptions of each channel.
///
/// Asks with a tag ('cmpl').
public var kAudioFormatProperty_ChannelLayoutForTag: AudioFormatPropertyID { 0x636D706C }

/// The tag that stands for a layout: a tag.
///
/// Asks with a layout ('cmpt').
public var kAudioFormatProperty_TagForChannelLayout: AudioFormatPropertyID { 0x636D7074 }

/// The layout that a bitmap stands for: descriptions of each channel.
///
/// Asks with a bitmap ('cmpb').
public var kAudioFormatProperty_ChannelLayoutForBitmap: AudioFormatPropertyID { 0x636D7062 }

/// The bitmap of the loudspeakers of a tag: a `UInt32`.
///
/// Asks with a tag ('bmtg').
public var kAudioFormatProperty_BitmapForLayoutTag: AudioFormatPropertyID { 0x626D7467 }

/// Tags of so many channels.
///
/// Asks with a number ('tagc').
public var kAudioFormatProperty_TagsForNumberOfChannels: AudioFormatPropertyID { 0x74616763 }

/// Channels of a layout: a `UInt32`.
///
/// Asks with a layout ('nchm').
public var kAudioFormatProperty_NumberOfChannelsForLayout: AudioFormatPropertyID { 0x6E63686D }

/// The name of a layout: a `CFString`.
///
/// Asks with a layout ('lonm').
public var kAudioFormatProperty_ChannelLayoutName: AudioFormatPropertyID { 0x6C6F6E6D }

/// The short name of a layout: a `CFString`.
///
/// Asks with a layout ('lsnm').
public var kAudioFormatProperty_ChannelLayoutSimpleName: AudioFormatPropertyID { 0x6C736E6D }

/// The name of a channel: a `CFString`.
///
/// Asks with an `AudioChannelDescription` ('cnam').
public var kAudioFormatProperty_ChannelName: AudioFormatPropertyID { 0x636E616D }

/// The short name of a channel: a `CFString`.
///
/// Asks with an `AudioChannelDescription` ('csnm').
public var kAudioFormatProperty_ChannelShortName: AudioFormatPropertyID { 0x63736E6D }

/// Indicates whether a layout is none that contradicts itself: no answer but the result.
///
/// Asks with a layout ('vacl').
public var kAudioFormatProperty_ValidateChannelLayout: AudioFormatPropertyID { 0x7661636C }

/// Indicates whether two layouts have the same places: a `UInt32`.
///
/// Asks with two pointers ('cheq').
public var kAudioFormatProperty_AreChannelLayoutsEquivalent: AudioFormatPropertyID { 0x63686571 }

/// A number that equivalent layouts share: a `UInt32`.
///
/// Asks with a layout ('chha').
public var kAudioFormatProperty_ChannelLayoutHash: AudioFormatPropertyID { 0x63686861 }

/// The input channel that feeds each output channel: `Int32`s.
///
/// Asks with two pointers to layouts ('chmp').
public var kAudioFormatProperty_ChannelMap: AudioFormatPropertyID { 0x63686D70 }

/// The gains from inputs (rows) to outputs (columns): `Float32`s.
///
/// Asks with two pointers to layouts ('mmap').
public var kAudioFormatProperty_MatrixMixMap: AudioFormatPropertyID { 0x6D6D6170 }

/// The gain of each output: `Float32`s.
///
/// Asks with an `AudioPanningInfo` ('panm').
public var kAudioFormatProperty_PanningMatrix: AudioFormatPropertyID { 0x70616E6D }

/// The gain of each channel: `Float32`s.
///
/// Asks with an `AudioBalanceFade` ('balf').
public var kAudioFormatProperty_BalanceFade: AudioFormatPropertyID { 0x62616C66 }

// MARK: - Tags

/// Bytes of an ID3 tag, its head included: a `UInt32`.
///
/// Asks with its first bytes ('id3s').
public var kAudioFormatProperty_ID3TagSize: AudioFormatPropertyID { 0x69643373 }

/// The contents of an ID3 tag: a `CFDictionary`.
///
/// Asks with all its bytes ('id3d').
public var kAudioFormatProperty_ID3TagToDictionary: AudioFormatPropertyID { 0x69643364 }

// MARK: - Errors

/// Something else went wrong ('what').
public var kAudioFormatUnspecifiedError: OSStatus { 0x77686174 }

/// There is no such question ('prop').
public var kAudioFormatUnsupportedPropertyError: OSStatus { 0x70726F70 }

/// The answer does not have that size ('!siz').
public var kAudioFormatBadPropertySizeError: OSStatus { 0x2173697A }

/// The question does not have that size ('!spc').
public var kAudioFormatBadSpecifierSizeError: OSStatus { 0x21737063 }

/// The format does not allow an answer ('fmt?').
public var kAudioFormatUnsupportedDataFormatError: OSStatus { 0x666D743F }

/// There is no such format ('!fmt').
public var kAudioFormatUnknownFormatError: OSStatus { 0x21666D74 }
