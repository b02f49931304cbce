// Questions about formats.
#pragma once

#include <CCoreAudioTypes.h>

/// The name of a question about formats, as a four-character code.
typedef uint32_t AudioFormatPropertyID;

#pragma mark - Formats

enum : AudioFormatPropertyID {
    /// Fills in what is missing of an `AudioStreamBasicDescription`.
    ///
    /// May ask with a cookie ('fmti').
    kAudioFormatProperty_FormatInfo = 0x666D7469u,
    /// The name of a format: a `CFString`.
    ///
    /// Asks with a description ('fnam').
    kAudioFormatProperty_FormatName = 0x666E616Du,
    /// Formats that are encoded here: `AudioFormatID`s ('acof').
    kAudioFormatProperty_EncodeFormatIDs = 0x61636F66u,
    /// Formats that are decoded here: `AudioFormatID`s ('acif').
    kAudioFormatProperty_DecodeFormatIDs = 0x61636966u,
    /// The formats that a stream can be decoded as: `AudioFormatListItem`s.
    ///
    /// Asks with an `AudioFormatInfo` ('flst').
    kAudioFormatProperty_FormatList = 0x666C7374u,
    /// The same as the list of formats, for streams of several layers ('ofls').
    kAudioFormatProperty_OutputFormatList = 0x6F666C73u,
    /// The index of the first that is decoded here: a `UInt32`.
    ///
    /// Asks with a list ('fpfl').
    kAudioFormatProperty_FirstPlayableFormatFromList = 0x6670666Cu,
    /// The format that an MPEG-4 descriptor tells: a description.
    ///
    /// Asks with its bytes ('essd').
    kAudioFormatProperty_ASBDFromESDS = 0x65737364u,
    /// The loudspeakers that an MPEG-4 descriptor tells: a layout.
    ///
    /// Asks with its bytes ('escl').
    kAudioFormatProperty_ChannelLayoutFromESDS = 0x6573636Cu,
    /// The format that a packet tells: a description.
    ///
    /// Asks with its bytes ('admp').
    kAudioFormatProperty_ASBDFromMPEGPacket = 0x61646D70u,
    /// Indicates whether packets differ in size: a `UInt32`.
    ///
    /// Asks with a description ('fvbr').
    kAudioFormatProperty_FormatIsVBR = 0x66766272u,
    /// Indicates whether packets need descriptions: a `UInt32`.
    ///
    /// Asks with a description ('fexf').
    kAudioFormatProperty_FormatIsExternallyFramed = 0x66657866u,
    /// Indicates whether packets may need others: a `UInt32`.
    ///
    /// Asks with a description ('fdep').
    kAudioFormatProperty_FormatEmploysDependentPackets = 0x66646570u,
    /// Indicates whether the format is encrypted: a `UInt32`.
    ///
    /// Asks with a format's code ('cryp').
    kAudioFormatProperty_FormatIsEncrypted = 0x63727970u,
    /// Encoders of a format: `AudioClassDescription`s.
    ///
    /// Asks with its code ('aven').
    kAudioFormatProperty_Encoders = 0x6176656Eu,
    /// Decoders of a format: `AudioClassDescription`s.
    ///
    /// Asks with its code ('avde').
    kAudioFormatProperty_Decoders = 0x61766465u,
    /// The number of the listed codecs that can run at the same time: a `UInt32`.
    ///
    /// Asks with `AudioClassDescription`s ('hwcc').
    kAudioFormatProperty_HardwareCodecCapabilities = 0x68776363u,
    /// Bit rates of an encoder: `AudioValueRange`s.
    ///
    /// Asks with a format's code ('aebr').
    kAudioFormatProperty_AvailableEncodeBitRates = 0x61656272u,
    /// Rates of an encoder: `AudioValueRange`s.
    ///
    /// Asks with a format's code ('aesr').
    kAudioFormatProperty_AvailableEncodeSampleRates = 0x61657372u,
    /// Layouts of an encoder: tags.
    ///
    /// Asks with a description ('aecl').
    kAudioFormatProperty_AvailableEncodeChannelLayoutTags = 0x6165636Cu,
    /// Channels of an encoder: `UInt32`s, or 0xFFFFFFFF for any.
    ///
    /// Asks with a description ('avnc').
    kAudioFormatProperty_AvailableEncodeNumberChannels = 0x61766E63u,
    /// Channels of a decoder: `UInt32`s, or 0xFFFFFFFF for any.
    ///
    /// Asks with a description ('adnc').
    kAudioFormatProperty_AvailableDecodeNumberChannels = 0x61646E63u,
};

#pragma mark - Layouts

enum : AudioFormatPropertyID {
    /// The layout that a tag stands for: descriptions of each channel.
    ///
    /// Asks with a tag ('cmpl').
    kAudioFormatProperty_ChannelLayoutForTag = 0x636D706Cu,
    /// The tag that stands for a layout: a tag.
    ///
    /// Asks with a layout ('cmpt').
    kAudioFormatProperty_TagForChannelLayout = 0x636D7074u,
    /// The layout that a bitmap stands for: descriptions of each channel.
    ///
    /// Asks with a bitmap ('cmpb').
    kAudioFormatProperty_ChannelLayoutForBitmap = 0x636D7062u,
    /// The bitmap of the loudspeakers of a tag: a `UInt32`.
    ///
    /// Asks with a tag ('bmtg').
    kAudioFormatProperty_BitmapForLayoutTag = 0x626D7467u,
    /// Tags of so many channels.
    ///
    /// Asks with a number ('tagc').
    kAudioFormatProperty_TagsForNumberOfChannels = 0x74616763u,
    /// Channels of a layout: a `UInt32`.
    ///
    /// Asks with a layout ('nchm').
    kAudioFormatProperty_NumberOfChannelsForLayout = 0x6E63686Du,
    /// The name of a layout: a `CFString`.
    ///
    /// Asks with a layout ('lonm').
    kAudioFormatProperty_ChannelLayoutName = 0x6C6F6E6Du,
    /// The short name of a layout: a `CFString`.
    ///
    /// Asks with a layout ('lsnm').
    kAudioFormatProperty_ChannelLayoutSimpleName = 0x6C736E6Du,
    /// The name of a channel: a `CFString`.
    ///
    /// Asks with an `AudioChannelDescription` ('cnam').
    kAudioFormatProperty_ChannelName = 0x636E616Du,
    /// The short name of a channel: a `CFString`.
    ///
    /// Asks with an `AudioChannelDescription` ('csnm').
    kAudioFormatProperty_ChannelShortName = 0x63736E6Du,
    /// Indicates whether a layout is none that contradicts itself: no answer but the result.
    ///
    /// Asks with a layout ('vacl').
    kAudioFormatProperty_ValidateChannelLayout = 0x7661636Cu,
    /// Indicates whether two layouts have the same places: a `UInt32`.
    ///
    /// Asks with two pointers ('cheq').
    kAudioFormatProperty_AreChannelLayoutsEquivalent = 0x63686571u,
    /// A number that equivalent layouts share: a `UInt32`.
    ///
    /// Asks with a layout ('chha').
    kAudioFormatProperty_ChannelLayoutHash = 0x63686861u,
    /// The input channel that feeds each output channel: `Int32`s.
    ///
    /// Asks with two pointers to layouts ('chmp').
    kAudioFormatProperty_ChannelMap = 0x63686D70u,
    /// The gains from inputs (rows) to outputs (columns): `Float32`s.
    ///
    /// Asks with two pointers to layouts ('mmap').
    kAudioFormatProperty_MatrixMixMap = 0x6D6D6170u,
    /// The gain of each output: `Float32`s.
    ///
    /// Asks with an `AudioPanningInfo` ('panm').
    kAudioFormatProperty_PanningMatrix = 0x70616E6Du,
    /// The gain of each channel: `Float32`s.
    ///
    /// Asks with an `AudioBalanceFade` ('balf').
    kAudioFormatProperty_BalanceFade = 0x62616C66u,
};

#pragma mark - Tags

enum : AudioFormatPropertyID {
    /// Bytes of an ID3 tag, its head included: a `UInt32`.
    ///
    /// Asks with its first bytes ('id3s').
    kAudioFormatProperty_ID3TagSize = 0x69643373u,
    /// The contents of an ID3 tag: a `CFDictionary`.
    ///
    /// Asks with all its bytes ('id3d').
    kAudioFormatProperty_ID3TagToDictionary = 0x69643364u,
};

#pragma mark - Errors

enum : OSStatus {
    /// Something else went wrong ('what').
    kAudioFormatUnspecifiedError = 0x77686174,
    /// There is no such question ('prop').
    kAudioFormatUnsupportedPropertyError = 0x70726F70,
    /// The answer does not have that size ('!siz').
    kAudioFormatBadPropertySizeError = 0x2173697A,
    /// The question does not have that size ('!spc').
    kAudioFormatBadSpecifierSizeError = 0x21737063,
    /// The format does not allow an answer ('fmt?').
    kAudioFormatUnsupportedDataFormatError = 0x666D743F,
    /// There is no such format ('!fmt').
    kAudioFormatUnknownFormatError = 0x21666D74,
};
