// AudioFile.h, AudioFileStream.h, AudioFormat.h, AudioConverter.h, AudioCodec.h, AudioQueue.h and CAFFile.h.
#include "BaseTypes.h"
#include "Rows.h"

typedef struct {
    int8_t mHours;
    uint8_t mMinutes, mSeconds, mFrames;
    uint32_t mSubFrameSampleOffset;
} AudioFile_SMPTE_Time;

typedef struct {
    double mFramePosition;
    const void *mName;
    int32_t mMarkerID;
    AudioFile_SMPTE_Time mSMPTETime;
    uint32_t mType;
    uint16_t mReserved, mChannel;
} AudioFileMarker;

typedef struct {
    uint32_t mSMPTE_TimeType, mNumberMarkers;
    AudioFileMarker mMarkers[1];
} AudioFileMarkerList;

typedef struct {
    uint32_t mRegionID;
    const void *mName;
    uint32_t mFlags, mNumberMarkers;
    AudioFileMarker mMarkers[1];
} AudioFileRegion;

typedef struct {
    uint32_t mSMPTE_TimeType, mNumberRegions;
    AudioFileRegion mRegions[1];
} AudioFileRegionList;

typedef struct {
    int64_t mFrame, mPacket;
    uint32_t mFrameOffsetInPacket;
} AudioFramePacketTranslation;

typedef struct {
    int64_t mByte, mPacket;
    uint32_t mByteOffsetInPacket, mFlags;
} AudioBytePacketTranslation;

typedef struct {
    int64_t mNumberValidFrames;
    int32_t mPrimingFrames, mRemainderFrames;
} AudioFilePacketTableInfo;

typedef struct {
    int64_t mPacket, mPacketCount, mByteCountUpperBound;
} AudioPacketRangeByteCountTranslation;

typedef struct {
    int64_t mPacket, mRollDistance;
} AudioPacketRollDistanceTranslation;

typedef struct {
    int64_t mPacket, mIndependentlyDecodablePacket;
} AudioIndependentPacketTranslation;

typedef struct {
    int64_t mPacket;
    uint32_t mIsIndependentlyDecodable, mNumberPrerollPackets;
} AudioPacketDependencyInfoTranslation;

typedef struct {
    uint32_t mFileType, mFormatID;
} AudioFileTypeAndFormatID;

typedef struct {
    uint32_t mPanningMode, mCoordinateFlags;
    float mCoordinates[3], mGainScale;
    const AudioChannelLayout *mOutputChannelMap;
} AudioPanningInfo;

typedef struct {
    float mLeftRightBalance, mBackFrontFade;
    uint32_t mType;
    const AudioChannelLayout *mChannelLayout;
} AudioBalanceFade;

typedef struct {
    AudioStreamBasicDescription mASBD;
    const void *mMagicCookie;
    uint32_t mMagicCookieSize;
} AudioFormatInfo;

typedef struct {
    AudioStreamBasicDescription mASBD;
    const void *mMagicCookie;
    uint32_t mMagicCookieSize;
    AudioClassDescription mClassDescription;
} ExtendedAudioFormatInfo;

typedef struct {
    uint32_t leadingFrames, trailingFrames;
} AudioConverterPrimeInfo;

typedef AudioConverterPrimeInfo AudioCodecPrimeInfo;

typedef struct {
    uint32_t mMagicCookieSize;
    const void *mMagicCookie;
} AudioCodecMagicCookieInfo;

typedef struct {
    const uint32_t mAudioDataBytesCapacity;
    void *const mAudioData;
    uint32_t mAudioDataByteSize;
    void *mUserData;
    const uint32_t mPacketDescriptionCapacity;
    AudioStreamPacketDescription *const mPacketDescriptions;
    uint32_t mPacketDescriptionCount;
} AudioQueueBuffer;

typedef struct {
    uint32_t mID;
    float mValue;
} AudioQueueParameterEvent;

typedef struct {
    float mAveragePower, mPeakPower;
} AudioQueueLevelMeterState;

typedef struct {
    const void *mDeviceUID;
    uint32_t mChannelNumber;
} AudioQueueChannelAssignment;

// A CAF file's bytes follow each other without gaps.
#pragma pack(push, 1)

typedef struct {
    int8_t mHours, mMinutes, mSeconds, mFrames;
    uint32_t mSubFrameSampleOffset;
} CAF_SMPTE_Time;

typedef struct {
    uint32_t mFileType;
    uint16_t mFileVersion, mFileFlags;
} CAFFileHeader;

typedef struct {
    uint32_t mChunkType;
    int64_t mChunkSize;
} CAFChunkHeader;

typedef struct {
    CAFChunkHeader mHeader;
    uint8_t mUUID[16];
} CAF_UUID_ChunkHeader;

typedef struct {
    double mSampleRate;
    uint32_t mFormatID, mFormatFlags, mBytesPerPacket, mFramesPerPacket, mChannelsPerFrame, mBitsPerChannel;
} CAFAudioDescription;

typedef struct {
    CAFAudioDescription mFormat;
    uint32_t mChannelLayoutTag;
} CAFAudioFormatListItem;

typedef struct {
    int64_t mNumberPackets, mNumberValidFrames;
    int32_t mPrimingFrames, mRemainderFrames;
    uint8_t mPacketDescriptions[1];
} CAFPacketTableHeader;

typedef struct {
    uint32_t mEditCount;
    uint8_t mData[1];
} CAFDataChunk;

typedef struct {
    uint32_t mType;
    double mFramePosition;
    uint32_t mMarkerID;
    CAF_SMPTE_Time mSMPTETime;
    uint32_t mChannel;
} CAFMarker;

typedef struct {
    uint32_t mSMPTE_TimeType, mNumberMarkers;
    CAFMarker mMarkers[1];
} CAFMarkerChunk;

typedef struct {
    uint32_t mRegionID, mFlags, mNumberMarkers;
    CAFMarker mMarkers[1];
} CAFRegion;

typedef struct {
    uint32_t mSMPTE_TimeType, mNumberRegions;
    CAFRegion mRegions[1];
} CAFRegionChunk;

typedef struct {
    float mBaseNote;
    uint8_t mMIDILowNote, mMIDIHighNote, mMIDILowVelocity, mMIDIHighVelocity;
    float mdBGain;
    uint32_t mStartRegionID, mSustainRegionID, mReleaseRegionID, mInstrumentID;
} CAFInstrumentChunk;

typedef struct {
    uint32_t mStringID;
    int64_t mStringStartByteOffset;
} CAFStringID;

typedef struct {
    uint32_t mNumEntries;
    CAFStringID mStringsIDs[1];
} CAFStrings;

typedef struct {
    uint32_t mNumEntries;
} CAFInfoStrings;

typedef struct {
    float mValue;
    uint64_t mFrameNumber;
} CAFPositionPeak;

typedef struct {
    uint32_t mEditCount;
    CAFPositionPeak mPeaks[1];
} CAFPeakChunk;

typedef struct {
    int16_t mMinValue, mMaxValue;
} CAFOverviewSample;

typedef struct {
    uint32_t mEditCount, mNumFramesPerOVWSample;
    CAFOverviewSample mData[1];
} CAFOverviewChunk;

typedef struct {
    uint8_t mBytes[64];
} CAFUMIDChunk;

#pragma pack(pop)

LAYOUT_TABLE(
    CStructLayoutsOfAudioFiles,
    LAYOUT(AudioFile_SMPTE_Time, mHours, mMinutes, mSeconds, mFrames, mSubFrameSampleOffset)
    LAYOUT(AudioFileMarker, mFramePosition, mName, mMarkerID, mSMPTETime, mType, mReserved, mChannel)
    LAYOUT(AudioFileMarkerList, mSMPTE_TimeType, mNumberMarkers, mMarkers)
    LAYOUT(AudioFileRegion, mRegionID, mName, mFlags, mNumberMarkers, mMarkers)
    LAYOUT(AudioFileRegionList, mSMPTE_TimeType, mNumberRegions, mRegions)
    LAYOUT(AudioFramePacketTranslation, mFrame, mPacket, mFrameOffsetInPacket)
    LAYOUT(AudioBytePacketTranslation, mByte, mPacket, mByteOffsetInPacket, mFlags)
    LAYOUT(AudioFilePacketTableInfo, mNumberValidFrames, mPrimingFrames, mRemainderFrames)
    LAYOUT(AudioPacketRangeByteCountTranslation, mPacket, mPacketCount, mByteCountUpperBound)
    LAYOUT(AudioPacketRollDistanceTranslation, mPacket, mRollDistance)
    LAYOUT(AudioIndependentPacketTranslation, mPacket, mIndependentlyDecodablePacket)
    LAYOUT(AudioPacketDependencyInfoTranslation, mPacket, mIsIndependentlyDecodable, mNumberPrerollPackets)
    LAYOUT(AudioFileTypeAndFormatID, mFileType, mFormatID)
    LAYOUT(AudioPanningInfo, mPanningMode, mCoordinateFlags, mCoordinates, mGainScale, mOutputChannelMap)
    LAYOUT(AudioBalanceFade, mLeftRightBalance, mBackFrontFade, mType, mChannelLayout)
    LAYOUT(AudioFormatInfo, mASBD, mMagicCookie, mMagicCookieSize)
    LAYOUT(ExtendedAudioFormatInfo, mASBD, mMagicCookie, mMagicCookieSize, mClassDescription)
    LAYOUT(AudioConverterPrimeInfo, leadingFrames, trailingFrames)
    LAYOUT(AudioCodecPrimeInfo, leadingFrames, trailingFrames)
    LAYOUT(AudioCodecMagicCookieInfo, mMagicCookieSize, mMagicCookie)
    LAYOUT(
        AudioQueueBuffer, mAudioDataBytesCapacity, mAudioData, mAudioDataByteSize, mUserData,
        mPacketDescriptionCapacity, mPacketDescriptions, mPacketDescriptionCount)
    LAYOUT(AudioQueueParameterEvent, mID, mValue)
    LAYOUT(AudioQueueLevelMeterState, mAveragePower, mPeakPower)
    LAYOUT(AudioQueueChannelAssignment, mDeviceUID, mChannelNumber)
    LAYOUT(CAF_SMPTE_Time, mHours, mMinutes, mSeconds, mFrames, mSubFrameSampleOffset)
    LAYOUT(CAFFileHeader, mFileType, mFileVersion, mFileFlags)
    LAYOUT(CAFChunkHeader, mChunkType, mChunkSize)
    LAYOUT(CAF_UUID_ChunkHeader, mHeader, mUUID)
    LAYOUT(
        CAFAudioDescription, mSampleRate, mFormatID, mFormatFlags, mBytesPerPacket, mFramesPerPacket,
        mChannelsPerFrame, mBitsPerChannel)
    LAYOUT(CAFAudioFormatListItem, mFormat, mChannelLayoutTag)
    LAYOUT(
        CAFPacketTableHeader, mNumberPackets, mNumberValidFrames, mPrimingFrames, mRemainderFrames,
        mPacketDescriptions)
    LAYOUT(CAFDataChunk, mEditCount, mData)
    LAYOUT(CAFMarker, mType, mFramePosition, mMarkerID, mSMPTETime, mChannel)
    LAYOUT(CAFMarkerChunk, mSMPTE_TimeType, mNumberMarkers, mMarkers)
    LAYOUT(CAFRegion, mRegionID, mFlags, mNumberMarkers, mMarkers)
    LAYOUT(CAFRegionChunk, mSMPTE_TimeType, mNumberRegions, mRegions)
    LAYOUT(
        CAFInstrumentChunk, mBaseNote, mMIDILowNote, mMIDIHighNote, mMIDILowVelocity, mMIDIHighVelocity, mdBGain,
        mStartRegionID, mSustainRegionID, mReleaseRegionID, mInstrumentID)
    LAYOUT(CAFStringID, mStringID, mStringStartByteOffset)
    LAYOUT(CAFStrings, mNumEntries, mStringsIDs)
    LAYOUT(CAFInfoStrings, mNumEntries)
    LAYOUT(CAFPositionPeak, mValue, mFrameNumber)
    LAYOUT(CAFPeakChunk, mEditCount, mPeaks)
    LAYOUT(CAFOverviewSample, mMinValue, mMaxValue)
    LAYOUT(CAFOverviewChunk, mEditCount, mNumFramesPerOVWSample, mData)
    LAYOUT(CAFUMIDChunk, mBytes))
