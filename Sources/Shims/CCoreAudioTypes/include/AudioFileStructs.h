// The structs of AudioFile and AudioFormat, with the layout that Core Audio gives them, and the flags that callbacks
// carry.
#pragma once

#include "CoreAudioBaseTypes.h"

#pragma mark - Opening

// The kinds of access to a file.
typedef SORDINO_ENUM(int8_t, AudioFilePermissions) {
    kAudioFileReadPermission = 0x01,
    kAudioFileWritePermission = 0x02,
    kAudioFileReadWritePermission = 0x03,
} AudioFilePermissions;

typedef SORDINO_OPTIONS(uint32_t, AudioFileFlags) {
    kAudioFileFlags_EraseFile = 1,  // an older file of that name is emptied
    kAudioFileFlags_DontPageAlignAudioData = 2,
} AudioFileFlags;

#pragma mark - Markers and regions

// A time code; the hours may be negative.
struct AudioFile_SMPTE_Time {
    int8_t mHours;
    uint8_t mMinutes;
    uint8_t mSeconds;
    uint8_t mFrames;
    uint32_t mSubFrameSampleOffset;  // frames of the sound behind the time code
};
typedef struct AudioFile_SMPTE_Time AudioFile_SMPTE_Time;

// A place in a file. AudioToolbox gives the name its type, a string.
struct AudioFileMarker {
    double mFramePosition;
    void * _Nullable mName __attribute__((swift_private));
    int32_t mMarkerID;
    AudioFile_SMPTE_Time mSMPTETime;
    uint32_t mType;
    uint16_t mReserved;
    uint16_t mChannel;  // 0: all channels
};
typedef struct AudioFileMarker AudioFileMarker;

struct AudioFileMarkerList {
    uint32_t mSMPTE_TimeType;
    uint32_t mNumberMarkers;
    AudioFileMarker mMarkers[1];  // mNumberMarkers of them
};
typedef struct AudioFileMarkerList AudioFileMarkerList;

// How a region is played.
typedef SORDINO_OPTIONS(uint32_t, AudioFileRegionFlags) {
    kAudioFileRegionFlag_LoopEnable = 1,
    kAudioFileRegionFlag_PlayForward = 2,
    kAudioFileRegionFlag_PlayBackward = 4,
} AudioFileRegionFlags;

// A stretch of a file, between markers of its own.
struct AudioFileRegion {
    uint32_t mRegionID;
    void * _Nonnull mName __attribute__((swift_private));
    AudioFileRegionFlags mFlags;
    uint32_t mNumberMarkers;
    AudioFileMarker mMarkers[1];  // mNumberMarkers of them
};
typedef struct AudioFileRegion AudioFileRegion;

// Regions differ in size: the next one begins behind the last marker of the one before.
struct AudioFileRegionList {
    uint32_t mSMPTE_TimeType;
    uint32_t mNumberRegions;
    AudioFileRegion mRegions[1];  // mNumberRegions of them
};
typedef struct AudioFileRegionList AudioFileRegionList;

#pragma mark - Packets, frames and bytes

struct AudioFramePacketTranslation {
    int64_t mFrame;
    int64_t mPacket;
    uint32_t mFrameOffsetInPacket;
};
typedef struct AudioFramePacketTranslation AudioFramePacketTranslation;

typedef SORDINO_OPTIONS(uint32_t, AudioBytePacketTranslationFlags) {
    kBytePacketTranslationFlag_IsEstimate = 1,
} AudioBytePacketTranslationFlags;

struct AudioBytePacketTranslation {
    int64_t mByte;
    int64_t mPacket;
    uint32_t mByteOffsetInPacket;
    AudioBytePacketTranslationFlags mFlags;
};
typedef struct AudioBytePacketTranslation AudioBytePacketTranslation;

// Which frames of all that decoding gives are to be heard.
struct AudioFilePacketTableInfo {
    int64_t mNumberValidFrames;
    int32_t mPrimingFrames;  // before them
    int32_t mRemainderFrames;  // behind them
};
typedef struct AudioFilePacketTableInfo AudioFilePacketTableInfo;

struct AudioPacketRangeByteCountTranslation {
    int64_t mPacket;
    int64_t mPacketCount;
    int64_t mByteCountUpperBound;
};
typedef struct AudioPacketRangeByteCountTranslation AudioPacketRangeByteCountTranslation;

struct AudioPacketRollDistanceTranslation {
    int64_t mPacket;
    int64_t mRollDistance;  // packets before this one from which decoding has to begin
};
typedef struct AudioPacketRollDistanceTranslation AudioPacketRollDistanceTranslation;

struct AudioIndependentPacketTranslation {
    int64_t mPacket;
    int64_t mIndependentlyDecodablePacket;
};
typedef struct AudioIndependentPacketTranslation AudioIndependentPacketTranslation;

struct AudioPacketDependencyInfoTranslation {
    int64_t mPacket;
    uint32_t mIsIndependentlyDecodable;
    uint32_t mNumberPrerollPackets;
};
typedef struct AudioPacketDependencyInfoTranslation AudioPacketDependencyInfoTranslation;

// A kind of file and its data format: the question for its stream descriptions.
struct AudioFileTypeAndFormatID {
    uint32_t mFileType;
    uint32_t mFormatID;
};
typedef struct AudioFileTypeAndFormatID AudioFileTypeAndFormatID;

#pragma mark - Streams

// Handed to the property listener of a stream, which may set kAudioFileStreamPropertyFlag_CacheProperty.
typedef SORDINO_OPTIONS(uint32_t, AudioFileStreamPropertyFlags) {
    kAudioFileStreamPropertyFlag_PropertyIsCached = 1,
    kAudioFileStreamPropertyFlag_CacheProperty = 2,
} AudioFileStreamPropertyFlags;

typedef SORDINO_OPTIONS(uint32_t, AudioFileStreamParseFlags) {
    kAudioFileStreamParseFlag_Discontinuity = 1,  // these bytes do not follow those of the last call
} AudioFileStreamParseFlags;

typedef SORDINO_OPTIONS(uint32_t, AudioFileStreamSeekFlags) {
    kAudioFileStreamSeekFlag_OffsetIsEstimated = 1,
} AudioFileStreamSeekFlags;

#pragma mark - Formats

// How a source is placed among loudspeakers.
typedef SORDINO_ENUM(uint32_t, AudioPanningMode) {
    kPanningMode_SoundField = 3,  // first order, seen from each loudspeaker
    kPanningMode_VectorBasedPanning = 4,  // between the two loudspeakers around it
} AudioPanningMode;

// The question for a panning matrix.
struct AudioPanningInfo {
    AudioPanningMode mPanningMode;
    uint32_t mCoordinateFlags;  // AudioChannelFlags
    float mCoordinates[3];
    float mGainScale;
    const AudioChannelLayout * _Nonnull mOutputChannelMap;
};
typedef struct AudioPanningInfo AudioPanningInfo;

typedef SORDINO_ENUM(uint32_t, AudioBalanceFadeType) {
    kAudioBalanceFadeType_MaxUnityGain = 0,  // one side is turned down, the other stays
    kAudioBalanceFadeType_EqualPower = 1,
} AudioBalanceFadeType;

// The question for the gains of a balance and fade control.
struct AudioBalanceFade {
    float mLeftRightBalance;  // -1 is left, 1 is right
    float mBackFrontFade;  // -1 is rear, 1 is front
    AudioBalanceFadeType mType;
    const AudioChannelLayout * _Nonnull mChannelLayout;
};
typedef struct AudioBalanceFade AudioBalanceFade;

// A format and the cookie for its decoder.
struct AudioFormatInfo {
    AudioStreamBasicDescription mASBD;
    const void * _Nonnull mMagicCookie;
    uint32_t mMagicCookieSize;
};
typedef struct AudioFormatInfo AudioFormatInfo;

// The same, and which codec is meant.
struct ExtendedAudioFormatInfo {
    AudioStreamBasicDescription mASBD;
    const void * _Nullable mMagicCookie;
    uint32_t mMagicCookieSize;
    AudioClassDescription mClassDescription;
};
typedef struct ExtendedAudioFormatInfo ExtendedAudioFormatInfo;
