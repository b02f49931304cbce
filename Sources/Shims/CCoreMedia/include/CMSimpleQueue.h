// Queues of pointers.
#pragma once

#include <CCoreAudioTypes.h>

enum : OSStatus {
    /// There is no memory.
    kCMSimpleQueueError_AllocationFailed = -12770,
    /// Something that is needed is nil.
    kCMSimpleQueueError_RequiredParameterMissing = -12771,
    /// A parameter makes no sense.
    kCMSimpleQueueError_ParameterOutOfRange = -12772,
    /// The queue is full.
    kCMSimpleQueueError_QueueIsFull = -12773,
};
