// Clocks and time bases.
#pragma once

#include <CCoreAudioTypes.h>

enum : OSStatus {
    /// Something that is needed is nil.
    kCMClockError_MissingRequiredParameter = -12745,
    /// A parameter makes no sense.
    kCMClockError_InvalidParameter = -12746,
    /// There is no memory.
    kCMClockError_AllocationFailed = -12747,
    /// The clock cannot do it.
    kCMClockError_UnsupportedOperation = -12756,
    /// Something that is needed is nil.
    kCMTimebaseError_MissingRequiredParameter = -12748,
    /// A parameter makes no sense.
    kCMTimebaseError_InvalidParameter = -12749,
    /// There is no memory.
    kCMTimebaseError_AllocationFailed = -12750,
    /// Something that is needed is nil.
    kCMSyncError_MissingRequiredParameter = -12752,
    /// A parameter makes no sense.
    kCMSyncError_InvalidParameter = -12753,
    /// There is no memory.
    kCMSyncError_AllocationFailed = -12754,
    /// A time base that stands has no place in another's time.
    kCMSyncError_RateMustBeNonZero = -12755,
};
