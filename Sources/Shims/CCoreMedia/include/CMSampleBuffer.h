// Times of samples.
#pragma once

#include "CMTime.h"

#pragma pack(push, 4)

/// The duration of a sample and the times at which it is presented and decoded.
struct CMSampleTimingInfo {
    /// The duration.
    CMTime duration;
    /// The time at which it is presented.
    CMTime presentationTimeStamp;
    /// The time at which it is decoded; invalid if in the order of presentation.
    CMTime decodeTimeStamp;
};
typedef struct CMSampleTimingInfo CMSampleTimingInfo;

#pragma pack(pop)

enum : OSStatus {
    /// There is no memory.
    kCMSampleBufferError_AllocationFailed = -12730,
    /// Something that is needed is nil.
    kCMSampleBufferError_RequiredParameterMissing = -12731,
    /// The data is there already.
    kCMSampleBufferError_AlreadyHasDataBuffer = -12732,
    /// The data is not ready, and nothing was given to make it so.
    kCMSampleBufferError_BufferNotReady = -12733,
    /// There is no such sample.
    kCMSampleBufferError_SampleIndexOutOfRange = -12734,
    /// The samples have no sizes.
    kCMSampleBufferError_BufferHasNoSampleSizes = -12735,
    /// The samples have no times.
    kCMSampleBufferError_BufferHasNoSampleTimingInfo = -12736,
    /// There is no room for the result.
    kCMSampleBufferError_ArrayTooSmall = -12737,
    /// Times or sizes are neither none nor one nor as many as samples.
    kCMSampleBufferError_InvalidEntryCount = -12738,
    /// The samples cannot be taken apart, as channels that lie apart.
    kCMSampleBufferError_CannotSubdivide = -12739,
    /// A time is invalid.
    kCMSampleBufferError_SampleTimingInfoInvalid = -12740,
    /// The media is not sound.
    kCMSampleBufferError_InvalidMediaTypeForOperation = -12741,
    /// The data does not fit the samples.
    kCMSampleBufferError_InvalidSampleData = -12742,
    /// The format does not allow it.
    kCMSampleBufferError_InvalidMediaFormat = -12743,
    /// The buffer was invalidated.
    kCMSampleBufferError_Invalidated = -12744,
    /// The data could not be made ready.
    kCMSampleBufferError_DataFailed = -16750,
    /// The data will not be made ready.
    kCMSampleBufferError_DataCanceled = -16751,
};

enum : uint32_t {
    /// Makes each buffer of a list begin at a multiple of 16 bytes, by copying if need be.
    kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment = 1,
};
