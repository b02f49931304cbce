// The parts of a Core Audio Format file, byte for byte. Numbers in the file have their highest byte first.
#pragma once

#include "CoreAudioBaseTypes.h"

#define SORDINO_PACKED __attribute__((packed))

struct CAF_SMPTE_Time {
    int8_t mHours;
    int8_t mMinutes;
    int8_t mSeconds;
    int8_t mFrames;
    uint32_t mSubFrameSampleOffset;
} SORDINO_PACKED;
typedef struct CAF_SMPTE_Time CAF_SMPTE_Time;

// The first bytes of the file.
struct CAFFileHeader {
    uint32_t mFileType;  // 'caff'
    uint16_t mFileVersion;
    uint16_t mFileFlags;
} SORDINO_PACKED;
typedef struct CAFFileHeader CAFFileHeader;

// The first bytes of every chunk.
struct CAFChunkHeader {
    uint32_t mChunkType;
    int64_t mChunkSize;  // of its body; -1 for audio that goes to the end of the file
} SORDINO_PACKED;
typedef struct CAFChunkHeader CAFChunkHeader;

// A chunk that bears a UUID instead of a type of its own.
struct CAF_UUID_ChunkHeader {
    CAFChunkHeader mHeader;
    uint8_t mUUID[16];
} SORDINO_PACKED;
typedef struct CAF_UUID_ChunkHeader CAF_UUID_ChunkHeader;

typedef SORDINO_OPTIONS(uint32_t, CAFFormatFlags) {
    kCAFLinearPCMFormatFlagIsFloat = 1,
    kCAFLinearPCMFormatFlagIsLittleEndian = 2,
} CAFFormatFlags;

// The data format: an AudioStreamBasicDescription without the fields that a file does not need.
struct CAFAudioDescription {
    double mSampleRate;
    uint32_t mFormatID;
    CAFFormatFlags mFormatFlags;
    uint32_t mBytesPerPacket;
    uint32_t mFramesPerPacket;
    uint32_t mChannelsPerFrame;
    uint32_t mBitsPerChannel;
} SORDINO_PACKED;
typedef struct CAFAudioDescription CAFAudioDescription;

struct CAFAudioFormatListItem {
    CAFAudioDescription mFormat;
    uint32_t mChannelLayoutTag;
} SORDINO_PACKED;
typedef struct CAFAudioFormatListItem CAFAudioFormatListItem;

// The head of a packet table; sizes and frames of the packets follow, seven bits a byte.
struct CAFPacketTableHeader {
    int64_t mNumberPackets;
    int64_t mNumberValidFrames;
    int32_t mPrimingFrames;
    int32_t mRemainderFrames;
    uint8_t mPacketDescriptions[1];
} SORDINO_PACKED;
typedef struct CAFPacketTableHeader CAFPacketTableHeader;

struct CAFDataChunk {
    uint32_t mEditCount;
    uint8_t mData[1];
} SORDINO_PACKED;
typedef struct CAFDataChunk CAFDataChunk;

struct CAFMarker {
    uint32_t mType;
    double mFramePosition;
    uint32_t mMarkerID;  // names a string of the strings chunk
    CAF_SMPTE_Time mSMPTETime;
    uint32_t mChannel;
} SORDINO_PACKED;
typedef struct CAFMarker CAFMarker;

struct CAFMarkerChunk {
    uint32_t mSMPTE_TimeType;
    uint32_t mNumberMarkers;
    CAFMarker mMarkers[1];
} SORDINO_PACKED;
typedef struct CAFMarkerChunk CAFMarkerChunk;

typedef SORDINO_OPTIONS(uint32_t, CAFRegionFlags) {
    kCAFRegionFlag_LoopEnable = 1,
    kCAFRegionFlag_PlayForward = 2,
    kCAFRegionFlag_PlayBackward = 4,
} CAFRegionFlags;

struct CAFRegion {
    uint32_t mRegionID;  // names a string of the strings chunk
    CAFRegionFlags mFlags;
    uint32_t mNumberMarkers;
    CAFMarker mMarkers[1];
} SORDINO_PACKED;
typedef struct CAFRegion CAFRegion;

struct CAFRegionChunk {
    uint32_t mSMPTE_TimeType;
    uint32_t mNumberRegions;
    CAFRegion mRegions[1];
} SORDINO_PACKED;
typedef struct CAFRegionChunk CAFRegionChunk;

struct CAFInstrumentChunk {
    float mBaseNote;  // MIDI note number; the fraction is a detuning
    uint8_t mMIDILowNote;
    uint8_t mMIDIHighNote;
    uint8_t mMIDILowVelocity;
    uint8_t mMIDIHighVelocity;
    float mdBGain;
    uint32_t mStartRegionID;
    uint32_t mSustainRegionID;
    uint32_t mReleaseRegionID;
    uint32_t mInstrumentID;  // names a string of the strings chunk
} SORDINO_PACKED;
typedef struct CAFInstrumentChunk CAFInstrumentChunk;

struct CAFStringID {
    uint32_t mStringID;
    int64_t mStringStartByteOffset;  // from the first string
} SORDINO_PACKED;
typedef struct CAFStringID CAFStringID;

struct CAFStrings {
    uint32_t mNumEntries;
    CAFStringID mStringsIDs[1];
} SORDINO_PACKED;
typedef struct CAFStrings CAFStrings;

// Keys and values follow, each ended by a zero byte.
struct CAFInfoStrings {
    uint32_t mNumEntries;
} SORDINO_PACKED;
typedef struct CAFInfoStrings CAFInfoStrings;

struct CAFPositionPeak {
    float mValue;
    uint64_t mFrameNumber;
} SORDINO_PACKED;
typedef struct CAFPositionPeak CAFPositionPeak;

// One peak for each channel.
struct CAFPeakChunk {
    uint32_t mEditCount;
    CAFPositionPeak mPeaks[1];
} SORDINO_PACKED;
typedef struct CAFPeakChunk CAFPeakChunk;

struct CAFOverviewSample {
    int16_t mMinValue;
    int16_t mMaxValue;
} SORDINO_PACKED;
typedef struct CAFOverviewSample CAFOverviewSample;

struct CAFOverviewChunk {
    uint32_t mEditCount;
    uint32_t mNumFramesPerOVWSample;
    CAFOverviewSample mData[1];
} SORDINO_PACKED;
typedef struct CAFOverviewChunk CAFOverviewChunk;

// A unique material identifier, SMPTE ST 330.
struct CAFUMIDChunk {
    uint8_t mBytes[64];
} SORDINO_PACKED;
typedef struct CAFUMIDChunk CAFUMIDChunk;

#undef SORDINO_PACKED
