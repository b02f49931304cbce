// The structs that describe sound, with the layout that Core Audio gives them.
#pragma once

#include <stdint.h>

// An enumeration of a fixed integer type, and a set of bits of one: Swift sees an enum and an option set.
#define SORDINO_ENUM(type, name) enum __attribute__((enum_extensibility(open))) name : type
#define SORDINO_OPTIONS(type, name) enum __attribute__((flag_enum, enum_extensibility(open))) name : type

#pragma mark - Plain values

typedef int32_t OSStatus;
typedef uint32_t OSType;
typedef uint32_t FourCharCode;
typedef intptr_t AVAudioInteger;
typedef uintptr_t AVAudioUInteger;
typedef uint32_t AudioSessionID;

// The sample types of iOS before floating point became usual.
typedef int16_t AudioSampleType;
typedef int32_t AudioUnitSampleType;

#define COREAUDIOTYPES_VERSION 20211130
#define CA_PREFER_FIXED_POINT 1
#define kAudioUnitSampleFractionBits 24

#pragma mark - Formats

typedef uint32_t AudioFormatID;
typedef uint32_t AudioFormatFlags;

// The shape of a stream: the sizes of samples, frames and packets. 0 stands for "unknown" or "varies".
struct AudioStreamBasicDescription {
    double mSampleRate;  // frames per second of the decoded sound
    AudioFormatID mFormatID;
    AudioFormatFlags mFormatFlags;
    uint32_t mBytesPerPacket;  // 0: packets differ in size
    uint32_t mFramesPerPacket;  // 0: packets differ in frames
    uint32_t mBytesPerFrame;  // of one buffer: a single channel's when channels lie apart
    uint32_t mChannelsPerFrame;
    uint32_t mBitsPerChannel;  // valid bits of a sample
    uint32_t mReserved;  // 0; fills the struct to a multiple of 8 bytes
};
typedef struct AudioStreamBasicDescription AudioStreamBasicDescription;

// A stream at any rate: for questions, not for streams.
static const double kAudioStreamAnyRate = 0.0;

// Where a packet lies in a run of packets of different sizes.
struct AudioStreamPacketDescription {
    int64_t mStartOffset;  // bytes from the start of the run
    uint32_t mVariableFramesInPacket;  // 0 when all packets have the same number of frames
    uint32_t mDataByteSize;
};
typedef struct AudioStreamPacketDescription AudioStreamPacketDescription;

// Whether a packet can be decoded without others.
struct AudioStreamPacketDependencyDescription {
    uint32_t mIsIndependentlyDecodable;  // 1: decoding can begin here
    uint32_t mPreRollCount;  // packets to decode before this one sounds right
    uint32_t mFlags;
    uint32_t mReserved;
};
typedef struct AudioStreamPacketDependencyDescription AudioStreamPacketDependencyDescription;

// Names a codec or another component.
struct AudioClassDescription {
    OSType mType;
    OSType mSubType;
    OSType mManufacturer;
};
typedef struct AudioClassDescription AudioClassDescription;

// The kinds of MPEG-4 audio, ISO/IEC 14496-3.
typedef SORDINO_ENUM(intptr_t, MPEG4ObjectID) {
    kMPEG4Object_AAC_Main = 1,
    kMPEG4Object_AAC_LC = 2,
    kMPEG4Object_AAC_SSR = 3,
    kMPEG4Object_AAC_LTP = 4,
    kMPEG4Object_AAC_SBR = 5,
    kMPEG4Object_AAC_Scalable = 6,
    kMPEG4Object_TwinVQ = 7,
    kMPEG4Object_CELP = 8,
    kMPEG4Object_HVXC = 9,
} MPEG4ObjectID;

#pragma mark - Buffers

// Samples of one or more interleaved channels.
struct AudioBuffer {
    uint32_t mNumberChannels;
    uint32_t mDataByteSize;
    void * _Nullable mData;
};
typedef struct AudioBuffer AudioBuffer;

// A row of buffers: one for interleaved sound, one per channel otherwise.
struct AudioBufferList {
    uint32_t mNumberBuffers;
    AudioBuffer mBuffers[1];  // mNumberBuffers of them
};
typedef struct AudioBufferList AudioBufferList;

struct AudioValueRange {
    double mMinimum;
    double mMaximum;
};
typedef struct AudioValueRange AudioValueRange;

// A question and the place for its answer.
struct AudioValueTranslation {
    void * _Nonnull mInputData;
    uint32_t mInputDataSize;
    void * _Nonnull mOutputData;
    uint32_t mOutputDataSize;
};
typedef struct AudioValueTranslation AudioValueTranslation;

#pragma mark - Times

// Frames per second of film and video.
typedef SORDINO_ENUM(uint32_t, SMPTETimeType) {
    kSMPTETimeType24 = 0,
    kSMPTETimeType25 = 1,
    kSMPTETimeType30Drop = 2,
    kSMPTETimeType30 = 3,
    kSMPTETimeType2997 = 4,
    kSMPTETimeType2997Drop = 5,
    kSMPTETimeType60 = 6,
    kSMPTETimeType5994 = 7,
    kSMPTETimeType60Drop = 8,
    kSMPTETimeType5994Drop = 9,
    kSMPTETimeType50 = 10,
    kSMPTETimeType2398 = 11,
} SMPTETimeType;

typedef SORDINO_OPTIONS(uint32_t, SMPTETimeFlags) {
    kSMPTETimeUnknown = 0,
    kSMPTETimeValid = 1u << 0,
    kSMPTETimeRunning = 1u << 1,
} SMPTETimeFlags;

// A time code, SMPTE ST 12.
struct SMPTETime {
    int16_t mSubframes;
    int16_t mSubframeDivisor;
    uint32_t mCounter;  // messages received
    SMPTETimeType mType;
    SMPTETimeFlags mFlags;
    int16_t mHours;
    int16_t mMinutes;
    int16_t mSeconds;
    int16_t mFrames;
};
typedef struct SMPTETime SMPTETime;

// Which fields of a time stamp hold something.
typedef SORDINO_OPTIONS(uint32_t, AudioTimeStampFlags) {
    kAudioTimeStampNothingValid = 0,
    kAudioTimeStampSampleTimeValid = 1u << 0,
    kAudioTimeStampHostTimeValid = 1u << 1,
    kAudioTimeStampRateScalarValid = 1u << 2,
    kAudioTimeStampWordClockTimeValid = 1u << 3,
    kAudioTimeStampSMPTETimeValid = 1u << 4,
    kAudioTimeStampSampleHostTimeValid = kAudioTimeStampSampleTimeValid | kAudioTimeStampHostTimeValid,
} AudioTimeStampFlags;

// One moment on several clocks.
struct AudioTimeStamp {
    double mSampleTime;  // frames
    uint64_t mHostTime;  // nanoseconds of CLOCK_MONOTONIC
    double mRateScalar;  // actual host ticks per frame over the nominal ones
    uint64_t mWordClockTime;
    SMPTETime mSMPTETime;
    AudioTimeStampFlags mFlags;
    uint32_t mReserved;
};
typedef struct AudioTimeStamp AudioTimeStamp;

#pragma mark - Channel layouts

typedef uint32_t AudioChannelLabel;
typedef uint32_t AudioChannelLayoutTag;

// Loudspeakers as a set of bits. The first eighteen are those of WAVEFORMATEXTENSIBLE.
typedef SORDINO_OPTIONS(uint32_t, AudioChannelBitmap) {
    kAudioChannelBit_Left = 1u << 0,
    kAudioChannelBit_Right = 1u << 1,
    kAudioChannelBit_Center = 1u << 2,
    kAudioChannelBit_LFEScreen = 1u << 3,
    kAudioChannelBit_LeftSurround = 1u << 4,
    kAudioChannelBit_RightSurround = 1u << 5,
    kAudioChannelBit_LeftCenter = 1u << 6,
    kAudioChannelBit_RightCenter = 1u << 7,
    kAudioChannelBit_CenterSurround = 1u << 8,
    kAudioChannelBit_LeftSurroundDirect = 1u << 9,
    kAudioChannelBit_RightSurroundDirect = 1u << 10,
    kAudioChannelBit_TopCenterSurround = 1u << 11,
    kAudioChannelBit_VerticalHeightLeft = 1u << 12,
    kAudioChannelBit_VerticalHeightCenter = 1u << 13,
    kAudioChannelBit_VerticalHeightRight = 1u << 14,
    kAudioChannelBit_TopBackLeft = 1u << 15,
    kAudioChannelBit_TopBackCenter = 1u << 16,
    kAudioChannelBit_TopBackRight = 1u << 17,
    kAudioChannelBit_LeftTopFront = kAudioChannelBit_VerticalHeightLeft,
    kAudioChannelBit_CenterTopFront = kAudioChannelBit_VerticalHeightCenter,
    kAudioChannelBit_RightTopFront = kAudioChannelBit_VerticalHeightRight,
    kAudioChannelBit_LeftTopMiddle = 1u << 21,
    kAudioChannelBit_CenterTopMiddle = kAudioChannelBit_TopCenterSurround,
    kAudioChannelBit_RightTopMiddle = 1u << 23,
    kAudioChannelBit_LeftTopRear = 1u << 24,
    kAudioChannelBit_CenterTopRear = 1u << 25,
    kAudioChannelBit_RightTopRear = 1u << 26,
} AudioChannelBitmap;

typedef SORDINO_OPTIONS(uint32_t, AudioChannelFlags) {
    kAudioChannelFlags_AllOff = 0,
    kAudioChannelFlags_RectangularCoordinates = 1u << 0,
    kAudioChannelFlags_SphericalCoordinates = 1u << 1,
    kAudioChannelFlags_Meters = 1u << 2,  // otherwise the unit is the distance of the loudspeakers
} AudioChannelFlags;

// The meaning of the three coordinates of a channel.
typedef SORDINO_ENUM(uint32_t, AudioChannelCoordinateIndex) {
    kAudioChannelCoordinates_LeftRight = 0,  // right is positive
    kAudioChannelCoordinates_BackFront = 1,  // front is positive
    kAudioChannelCoordinates_DownUp = 2,  // up is positive
    kAudioChannelCoordinates_Azimuth = 0,  // degrees from the front, right is positive
    kAudioChannelCoordinates_Elevation = 1,  // degrees from the horizon, up is positive
    kAudioChannelCoordinates_Distance = 2,
} AudioChannelCoordinateIndex;

// Where one channel belongs.
struct AudioChannelDescription {
    AudioChannelLabel mChannelLabel;
    AudioChannelFlags mChannelFlags;
    float mCoordinates[3];
};
typedef struct AudioChannelDescription AudioChannelDescription;

// The places of all channels: by a tag, or, for two special tags, by bits or one by one.
struct AudioChannelLayout {
    AudioChannelLayoutTag mChannelLayoutTag;
    AudioChannelBitmap mChannelBitmap;
    uint32_t mNumberChannelDescriptions;
    AudioChannelDescription mChannelDescriptions[1];  // mNumberChannelDescriptions of them
};
typedef struct AudioChannelLayout AudioChannelLayout;

// The number of channels that a tag stands for: its lower half.
static inline uint32_t AudioChannelLayoutTag_GetNumberOfChannels(AudioChannelLayoutTag inLayoutTag) {
    return inLayoutTag & 0xFFFFu;
}

// One of the formats that a file or a codec offers for the same stream.
struct AudioFormatListItem {
    AudioStreamBasicDescription mASBD;
    AudioChannelLayoutTag mChannelLayoutTag;
};
typedef struct AudioFormatListItem AudioFormatListItem;
