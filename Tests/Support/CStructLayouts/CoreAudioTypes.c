#include "BaseTypes.h"
#include "Rows.h"

typedef struct {
    uint32_t mIsIndependentlyDecodable, mPreRollCount, mFlags, mReserved;
} AudioStreamPacketDependencyDescription;

typedef struct {
    void *mInputData;
    uint32_t mInputDataSize;
    void *mOutputData;
    uint32_t mOutputDataSize;
} AudioValueTranslation;

typedef struct {
    AudioStreamBasicDescription mASBD;
    uint32_t mChannelLayoutTag;
} AudioFormatListItem;

typedef struct {
    uint32_t numer, denom;
} mach_timebase_info;

LAYOUT_TABLE(
    CStructLayoutsOfCoreAudioTypes,
    LAYOUT(
        AudioStreamBasicDescription, mSampleRate, mFormatID, mFormatFlags, mBytesPerPacket, mFramesPerPacket,
        mBytesPerFrame, mChannelsPerFrame, mBitsPerChannel, mReserved)
    LAYOUT(AudioStreamPacketDescription, mStartOffset, mVariableFramesInPacket, mDataByteSize)
    LAYOUT(AudioStreamPacketDependencyDescription, mIsIndependentlyDecodable, mPreRollCount, mFlags, mReserved)
    LAYOUT(AudioClassDescription, mType, mSubType, mManufacturer)
    LAYOUT(AudioBuffer, mNumberChannels, mDataByteSize, mData)
    LAYOUT(AudioBufferList, mNumberBuffers, mBuffers)
    LAYOUT(AudioValueRange, mMinimum, mMaximum)
    LAYOUT(AudioValueTranslation, mInputData, mInputDataSize, mOutputData, mOutputDataSize)
    LAYOUT(SMPTETime, mSubframes, mSubframeDivisor, mCounter, mType, mFlags, mHours, mMinutes, mSeconds, mFrames)
    LAYOUT(AudioTimeStamp, mSampleTime, mHostTime, mRateScalar, mWordClockTime, mSMPTETime, mFlags, mReserved)
    LAYOUT(AudioChannelDescription, mChannelLabel, mChannelFlags, mCoordinates)
    LAYOUT(
        AudioChannelLayout, mChannelLayoutTag, mChannelBitmap, mNumberChannelDescriptions, mChannelDescriptions)
    LAYOUT(AudioFormatListItem, mASBD, mChannelLayoutTag)
    LAYOUT(mach_timebase_info, numer, denom))
