import CoreAudioTypes

// Codes of a Core Audio Format file.

/// The first four bytes of a file ('caff').
public var kCAF_FileType: UInt32 { 0x63616666 }

/// The version of the format.
public var kCAF_FileVersion_Initial: UInt32 { 1 }

// MARK: - Chunks

/// The data format ('desc').
public var kCAF_StreamDescriptionChunkID: UInt32 { 0x64657363 }

/// The audio ('data').
public var kCAF_AudioDataChunkID: UInt32 { 0x64617461 }

/// The loudspeakers ('chan').
public var kCAF_ChannelLayoutChunkID: UInt32 { 0x6368616E }

/// Room that is not used ('free').
public var kCAF_FillerChunkID: UInt32 { 0x66726565 }

/// Markers ('mark').
public var kCAF_MarkerChunkID: UInt32 { 0x6D61726B }

/// Regions ('regn').
public var kCAF_RegionChunkID: UInt32 { 0x7265676E }

/// The chunk that describes how a sampler plays the file ('inst').
public var kCAF_InstrumentChunkID: UInt32 { 0x696E7374 }

/// The chunk with the data that a decoder needs ('kuki').
public var kCAF_MagicCookieID: UInt32 { 0x6B756B69 }

/// Title, artist and the like ('info').
public var kCAF_InfoStringsChunkID: UInt32 { 0x696E666F }

/// Remarks with times ('edct').
public var kCAF_EditCommentsChunkID: UInt32 { 0x65646374 }

/// The chunk with the sizes of packets ('pakt').
public var kCAF_PacketTableChunkID: UInt32 { 0x70616B74 }

/// Names of markers and regions ('strg').
public var kCAF_StringsChunkID: UInt32 { 0x73747267 }

/// A chunk that bears a UUID ('uuid').
public var kCAF_UUIDChunkID: UInt32 { 0x75756964 }

/// The loudest sample of each channel ('peak').
public var kCAF_PeakChunkID: UInt32 { 0x7065616B }

/// A drawing of the waveform ('ovvw').
public var kCAF_OverviewChunkID: UInt32 { 0x6F767677 }

/// A MIDI file ('midi').
public var kCAF_MIDIChunkID: UInt32 { 0x6D696469 }

/// A unique material identifier ('umid').
public var kCAF_UMIDChunkID: UInt32 { 0x756D6964 }

/// The chunk with the formats that the stream can be decoded as ('ldsc').
public var kCAF_FormatListID: UInt32 { 0x6C647363 }

/// iXML ('iXML').
public var kCAF_iXMLChunkID: UInt32 { 0x69584D4C }

// MARK: - Markers

/// A marker of no particular meaning.
public var kCAFMarkerType_Generic: UInt32 { 0 }

/// A program begins ('pbeg').
public var kCAFMarkerType_ProgramStart: UInt32 { 0x70626567 }

/// A program ends ('pend').
public var kCAFMarkerType_ProgramEnd: UInt32 { 0x70656E64 }

/// A track begins ('tbeg').
public var kCAFMarkerType_TrackStart: UInt32 { 0x74626567 }

/// A track ends ('tend').
public var kCAFMarkerType_TrackEnd: UInt32 { 0x74656E64 }

/// An index in a track ('indx').
public var kCAFMarkerType_Index: UInt32 { 0x696E6478 }

/// A region begins ('rbeg').
public var kCAFMarkerType_RegionStart: UInt32 { 0x72626567 }

/// A region ends ('rend').
public var kCAFMarkerType_RegionEnd: UInt32 { 0x72656E64 }

/// The place of a region that is to fall on a beat ('rsyc').
public var kCAFMarkerType_RegionSyncPoint: UInt32 { 0x72737963 }

/// A selection begins ('sbeg').
public var kCAFMarkerType_SelectionStart: UInt32 { 0x73626567 }

/// A selection ends ('send').
public var kCAFMarkerType_SelectionEnd: UInt32 { 0x73656E64 }

/// The source of an edit begins ('cbeg').
public var kCAFMarkerType_EditSourceBegin: UInt32 { 0x63626567 }

/// The source of an edit ends ('cend').
public var kCAFMarkerType_EditSourceEnd: UInt32 { 0x63656E64 }

/// The destination of an edit begins ('dbeg').
public var kCAFMarkerType_EditDestinationBegin: UInt32 { 0x64626567 }

/// The destination of an edit ends ('dend').
public var kCAFMarkerType_EditDestinationEnd: UInt32 { 0x64656E64 }

/// The loop of a held note begins ('slbg').
public var kCAFMarkerType_SustainLoopStart: UInt32 { 0x736C6267 }

/// The loop of a held note ends ('slen').
public var kCAFMarkerType_SustainLoopEnd: UInt32 { 0x736C656E }

/// The loop of a released note begins ('rlbg').
public var kCAFMarkerType_ReleaseLoopStart: UInt32 { 0x726C6267 }

/// The loop of a released note ends ('rlen').
public var kCAFMarkerType_ReleaseLoopEnd: UInt32 { 0x726C656E }

/// A marker for the position at which playing stopped ('sply').
public var kCAFMarkerType_SavedPlayPosition: UInt32 { 0x73706C79 }

/// The tempo changes ('tmpo').
public var kCAFMarkerType_Tempo: UInt32 { 0x746D706F }

/// The time signature changes ('tsig').
public var kCAFMarkerType_TimeSignature: UInt32 { 0x74736967 }

/// The key changes ('ksig').
public var kCAFMarkerType_KeySignature: UInt32 { 0x6B736967 }

// MARK: - Time codes

/// No time code.
public var kCAF_SMPTE_TimeTypeNone: UInt32 { 0 }

/// 24 frames a second.
public var kCAF_SMPTE_TimeType24: UInt32 { 1 }

/// 25 frames a second.
public var kCAF_SMPTE_TimeType25: UInt32 { 2 }

/// 30 frames a second, some of them dropped.
public var kCAF_SMPTE_TimeType30Drop: UInt32 { 3 }

/// 30 frames a second.
public var kCAF_SMPTE_TimeType30: UInt32 { 4 }

/// 29.97 frames a second.
public var kCAF_SMPTE_TimeType2997: UInt32 { 5 }

/// 29.97 frames a second, some of them dropped.
public var kCAF_SMPTE_TimeType2997Drop: UInt32 { 6 }

/// 60 frames a second.
public var kCAF_SMPTE_TimeType60: UInt32 { 7 }

/// 59.94 frames a second.
public var kCAF_SMPTE_TimeType5994: UInt32 { 8 }

/// 60 frames a second, some of them dropped.
public var kCAF_SMPTE_TimeType60Drop: UInt32 { 9 }

/// 59.94 frames a second, some of them dropped.
public var kCAF_SMPTE_TimeType5994Drop: UInt32 { 10 }

/// 50 frames a second.
public var kCAF_SMPTE_TimeType50: UInt32 { 11 }

/// 23.98 frames a second.
public var kCAF_SMPTE_TimeType2398: UInt32 { 12 }
