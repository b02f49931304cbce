// Structs of CoreAudioBaseTypes.h that others are made of.
#pragma once

#include <stdint.h>

typedef struct {
    double mSampleRate;
    uint32_t mFormatID, mFormatFlags, mBytesPerPacket, mFramesPerPacket, mBytesPerFrame, mChannelsPerFrame;
    uint32_t mBitsPerChannel, mReserved;
} AudioStreamBasicDescription;

typedef struct {
    int64_t mStartOffset;
    uint32_t mVariableFramesInPacket, mDataByteSize;
} AudioStreamPacketDescription;

typedef struct {
    uint32_t mType, mSubType, mManufacturer;
} AudioClassDescription;

typedef struct {
    uint32_t mNumberChannels, mDataByteSize;
    void *mData;
} AudioBuffer;

typedef struct {
    uint32_t mNumberBuffers;
    AudioBuffer mBuffers[1];
} AudioBufferList;

typedef struct {
    double mMinimum, mMaximum;
} AudioValueRange;

typedef struct {
    int16_t mSubframes, mSubframeDivisor;
    uint32_t mCounter, mType, mFlags;
    int16_t mHours, mMinutes, mSeconds, mFrames;
} SMPTETime;

typedef struct {
    double mSampleTime;
    uint64_t mHostTime;
    double mRateScalar;
    uint64_t mWordClockTime;
    SMPTETime mSMPTETime;
    uint32_t mFlags, mReserved;
} AudioTimeStamp;

typedef struct {
    uint32_t mChannelLabel, mChannelFlags;
    float mCoordinates[3];
} AudioChannelDescription;

typedef struct {
    uint32_t mChannelLayoutTag, mChannelBitmap, mNumberChannelDescriptions;
    AudioChannelDescription mChannelDescriptions[1];
} AudioChannelLayout;

#pragma pack(push, 4)

typedef struct {
    uint64_t timeStamp;
    uint32_t wordCount, words[64];
} MIDIEventPacket;

typedef struct {
    int32_t protocol;
    uint32_t numPackets;
    MIDIEventPacket packet[1];
} MIDIEventList;

#pragma pack(pop)
