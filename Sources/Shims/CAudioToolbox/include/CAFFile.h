// Codes of a Core Audio Format file.
#pragma once

#include <CCoreAudioTypes.h>

enum : uint32_t {
    /// The first four bytes of a file ('caff').
    kCAF_FileType = 0x63616666u,
    /// The version of the format.
    kCAF_FileVersion_Initial = 1,
};

#pragma mark - Chunks

enum : uint32_t {
    /// The data format ('desc').
    kCAF_StreamDescriptionChunkID = 0x64657363u,
    /// The audio ('data').
    kCAF_AudioDataChunkID = 0x64617461u,
    /// The loudspeakers ('chan').
    kCAF_ChannelLayoutChunkID = 0x6368616Eu,
    /// Room that is not used ('free').
    kCAF_FillerChunkID = 0x66726565u,
    /// Markers ('mark').
    kCAF_MarkerChunkID = 0x6D61726Bu,
    /// Regions ('regn').
    kCAF_RegionChunkID = 0x7265676Eu,
    /// The chunk that describes how a sampler plays the file ('inst').
    kCAF_InstrumentChunkID = 0x696E7374u,
    /// The chunk with the data that a decoder needs ('kuki').
    kCAF_MagicCookieID = 0x6B756B69u,
    /// Title, artist and the like ('info').
    kCAF_InfoStringsChunkID = 0x696E666Fu,
    /// Remarks with times ('edct').
    kCAF_EditCommentsChunkID = 0x65646374u,
    /// The chunk with the sizes of packets ('pakt').
    kCAF_PacketTableChunkID = 0x70616B74u,
    /// Names of markers and regions ('strg').
    kCAF_StringsChunkID = 0x73747267u,
    /// A chunk that bears a UUID ('uuid').
    kCAF_UUIDChunkID = 0x75756964u,
    /// The loudest sample of each channel ('peak').
    kCAF_PeakChunkID = 0x7065616Bu,
    /// A drawing of the waveform ('ovvw').
    kCAF_OverviewChunkID = 0x6F767677u,
    /// A MIDI file ('midi').
    kCAF_MIDIChunkID = 0x6D696469u,
    /// A unique material identifier ('umid').
    kCAF_UMIDChunkID = 0x756D6964u,
    /// The chunk with the formats that the stream can be decoded as ('ldsc').
    kCAF_FormatListID = 0x6C647363u,
    /// iXML ('iXML').
    kCAF_iXMLChunkID = 0x69584D4Cu,
};

#pragma mark - Markers

enum : uint32_t {
    /// A marker of no particular meaning.
    kCAFMarkerType_Generic = 0,
    /// A program begins ('pbeg').
    kCAFMarkerType_ProgramStart = 0x70626567u,
    /// A program ends ('pend').
    kCAFMarkerType_ProgramEnd = 0x70656E64u,
    /// A track begins ('tbeg').
    kCAFMarkerType_TrackStart = 0x74626567u,
    /// A track ends ('tend').
    kCAFMarkerType_TrackEnd = 0x74656E64u,
    /// An index in a track ('indx').
    kCAFMarkerType_Index = 0x696E6478u,
    /// A region begins ('rbeg').
    kCAFMarkerType_RegionStart = 0x72626567u,
    /// A region ends ('rend').
    kCAFMarkerType_RegionEnd = 0x72656E64u,
    /// The place of a region that is to fall on a beat ('rsyc').
    kCAFMarkerType_RegionSyncPoint = 0x72737963u,
    /// A selection begins ('sbeg').
    kCAFMarkerType_SelectionStart = 0x73626567u,
    /// A selection ends ('send').
    kCAFMarkerType_SelectionEnd = 0x73656E64u,
    /// The source of an edit begins ('cbeg').
    kCAFMarkerType_EditSourceBegin = 0x63626567u,
    /// The source of an edit ends ('cend').
    kCAFMarkerType_EditSourceEnd = 0x63656E64u,
    /// The destination of an edit begins ('dbeg').
    kCAFMarkerType_EditDestinationBegin = 0x64626567u,
    /// The destination of an edit ends ('dend').
    kCAFMarkerType_EditDestinationEnd = 0x64656E64u,
    /// The loop of a held note begins ('slbg').
    kCAFMarkerType_SustainLoopStart = 0x736C6267u,
    /// The loop of a held note ends ('slen').
    kCAFMarkerType_SustainLoopEnd = 0x736C656Eu,
    /// The loop of a released note begins ('rlbg').
    kCAFMarkerType_ReleaseLoopStart = 0x726C6267u,
    /// The loop of a released note ends ('rlen').
    kCAFMarkerType_ReleaseLoopEnd = 0x726C656Eu,
    /// A marker for the position at which playing stopped ('sply').
    kCAFMarkerType_SavedPlayPosition = 0x73706C79u,
    /// The tempo changes ('tmpo').
    kCAFMarkerType_Tempo = 0x746D706Fu,
    /// The time signature changes ('tsig').
    kCAFMarkerType_TimeSignature = 0x74736967u,
    /// The key changes ('ksig').
    kCAFMarkerType_KeySignature = 0x6B736967u,
};

#pragma mark - Time codes

enum : uint32_t {
    /// No time code.
    kCAF_SMPTE_TimeTypeNone = 0,
    /// 24 frames a second.
    kCAF_SMPTE_TimeType24 = 1,
    /// 25 frames a second.
    kCAF_SMPTE_TimeType25 = 2,
    /// 30 frames a second, some of them dropped.
    kCAF_SMPTE_TimeType30Drop = 3,
    /// 30 frames a second.
    kCAF_SMPTE_TimeType30 = 4,
    /// 29.97 frames a second.
    kCAF_SMPTE_TimeType2997 = 5,
    /// 29.97 frames a second, some of them dropped.
    kCAF_SMPTE_TimeType2997Drop = 6,
    /// 60 frames a second.
    kCAF_SMPTE_TimeType60 = 7,
    /// 59.94 frames a second.
    kCAF_SMPTE_TimeType5994 = 8,
    /// 60 frames a second, some of them dropped.
    kCAF_SMPTE_TimeType60Drop = 9,
    /// 59.94 frames a second, some of them dropped.
    kCAF_SMPTE_TimeType5994Drop = 10,
    /// 50 frames a second.
    kCAF_SMPTE_TimeType50 = 11,
    /// 23.98 frames a second.
    kCAF_SMPTE_TimeType2398 = 12,
};
