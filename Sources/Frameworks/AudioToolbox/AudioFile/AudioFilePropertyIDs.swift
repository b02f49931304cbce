import CoreAudioTypes

// What can be asked of an open file, and what can be told to it.

/// The name of a property of a file, as a four-character code.
public typealias AudioFilePropertyID = UInt32

// MARK: - What the file is

/// The kind of the file: an `AudioFileTypeID` ('ffmt').
public var kAudioFilePropertyFileFormat: AudioFilePropertyID { 0x66666D74 }

/// The data format: an `AudioStreamBasicDescription` ('dfmt').
public var kAudioFilePropertyDataFormat: AudioFilePropertyID { 0x64666D74 }

/// All formats that the stream can be decoded as: `AudioFormatListItem`s, the richest first ('flst').
public var kAudioFilePropertyFormatList: AudioFilePropertyID { 0x666C7374 }

/// The name of the data format for people: a `CFString` that the caller releases ('fnme').
public var kAudioFilePropertyDataFormatName: AudioFilePropertyID { 0x666E6D65 }

/// Indicates whether nothing lies behind the audio, so that more can be written: a `UInt32` ('optm').
public var kAudioFilePropertyIsOptimized: AudioFilePropertyID { 0x6F70746D }

/// The data that a decoder needs: bytes ('mgic').
public var kAudioFilePropertyMagicCookieData: AudioFilePropertyID { 0x6D676963 }

/// The loudspeakers: an `AudioChannelLayout` ('cmap').
public var kAudioFilePropertyChannelLayout: AudioFilePropertyID { 0x636D6170 }

/// Bits of the samples before they were encoded, negative for floating point: an `Int32` ('sbtd').
public var kAudioFilePropertySourceBitDepth: AudioFilePropertyID { 0x73627464 }

/// Audio tracks of the file: a `UInt32` ('atct').
public var kAudioFilePropertyAudioTrackCount: AudioFilePropertyID { 0x61746374 }

/// The audio track that is read, from 0: a `UInt32`; can only be set ('uatk').
public var kAudioFilePropertyUseAudioTrack: AudioFilePropertyID { 0x7561746B }

// MARK: - How much there is

/// Bytes of audio: a `UInt64` ('bcnt').
public var kAudioFilePropertyAudioDataByteCount: AudioFilePropertyID { 0x62636E74 }

/// Packets of audio: a `UInt64` ('pcnt').
public var kAudioFilePropertyAudioDataPacketCount: AudioFilePropertyID { 0x70636E74 }

/// Bytes of the largest packet, found by looking at all if need be: a `UInt32` ('psze').
public var kAudioFilePropertyMaximumPacketSize: AudioFilePropertyID { 0x70737A65 }

/// Bytes that no packet exceeds, without looking at them: a `UInt32` ('pkub').
public var kAudioFilePropertyPacketSizeUpperBound: AudioFilePropertyID { 0x706B7562 }

/// Bytes before the audio: an `Int64` ('doff').
public var kAudioFilePropertyDataOffset: AudioFilePropertyID { 0x646F6666 }

/// The range of frames to play: an `AudioFilePacketTableInfo` ('pnfo').
public var kAudioFilePropertyPacketTableInfo: AudioFilePropertyID { 0x706E666F }

/// The estimated duration in seconds: a `Float64` ('edur').
public var kAudioFilePropertyEstimatedDuration: AudioFilePropertyID { 0x65647572 }

/// Bits a second: a `UInt32` ('brat').
public var kAudioFilePropertyBitRate: AudioFilePropertyID { 0x62726174 }

/// Seconds that will be written, so that room is left in the header: a `Float64` ('rsrv').
public var kAudioFilePropertyReserveDuration: AudioFilePropertyID { 0x72737276 }

/// Indicates whether sizes in the header wait for the file to be closed: a `UInt32` ('dszu').
public var kAudioFilePropertyDeferSizeUpdates: AudioFilePropertyID { 0x64737A75 }

// MARK: - From packets to frames and bytes

/// The first frame of a packet: an `AudioFramePacketTranslation` with `mPacket` filled in ('pkfr').
public var kAudioFilePropertyPacketToFrame: AudioFilePropertyID { 0x706B6672 }

/// The packet that holds a frame: an `AudioFramePacketTranslation` with `mFrame` filled in ('frpk').
public var kAudioFilePropertyFrameToPacket: AudioFilePropertyID { 0x6672706B }

/// The position of a packet: an `AudioBytePacketTranslation` with `mPacket` filled in ('pkby').
public var kAudioFilePropertyPacketToByte: AudioFilePropertyID { 0x706B6279 }

/// The packet that holds a byte: an `AudioBytePacketTranslation` with `mByte` filled in ('bypk').
public var kAudioFilePropertyByteToPacket: AudioFilePropertyID { 0x6279706B }

/// Bytes that some packets do not exceed: an `AudioPacketRangeByteCountTranslation` ('prub').
public var kAudioFilePropertyPacketRangeByteCountUpperBound: AudioFilePropertyID { 0x70727562 }

/// Indicates whether some packets cannot be decoded without others: a `UInt32` ('rrap').
public var kAudioFilePropertyRestrictsRandomAccess: AudioFilePropertyID { 0x72726170 }

/// Packets to decode before one: an `AudioPacketRollDistanceTranslation` ('pkrl').
public var kAudioFilePropertyPacketToRollDistance: AudioFilePropertyID { 0x706B726C }

/// The last packet before one where decoding can begin: an `AudioIndependentPacketTranslation` ('pind').
public var kAudioFilePropertyPreviousIndependentPacket: AudioFilePropertyID { 0x70696E64 }

/// The first packet behind one where decoding can begin: an `AudioIndependentPacketTranslation` ('nind').
public var kAudioFilePropertyNextIndependentPacket: AudioFilePropertyID { 0x6E696E64 }

/// Indicates whether a packet needs others: an `AudioPacketDependencyInfoTranslation` ('pkdp').
public var kAudioFilePropertyPacketToDependencyInfo: AudioFilePropertyID { 0x706B6470 }

// MARK: - Metadata

/// Title, artist and the like: a `CFDictionary` that the caller releases ('info').
public var kAudioFilePropertyInfoDictionary: AudioFilePropertyID { 0x696E666F }

/// Markers: an `AudioFileMarkerList`; the caller releases the names ('mkls').
public var kAudioFilePropertyMarkerList: AudioFilePropertyID { 0x6D6B6C73 }

/// Regions: an `AudioFileRegionList`; the caller releases the names ('rgls').
public var kAudioFilePropertyRegionList: AudioFilePropertyID { 0x72676C73 }

/// The codes of all chunks: `UInt32`s ('chid').
public var kAudioFilePropertyChunkIDs: AudioFilePropertyID { 0x63686964 }

/// The ID3 tag as it lies in the file: bytes ('id3t').
public var kAudioFilePropertyID3Tag: AudioFilePropertyID { 0x69643374 }

/// Bytes before the ID3 tag: an `Int64` ('id3o').
public var kAudioFilePropertyID3TagOffset: AudioFilePropertyID { 0x6964336F }

/// The picture of the album: a `CFData` that the caller releases ('aart').
public var kAudioFilePropertyAlbumArtwork: AudioFilePropertyID { 0x61617274 }
