// Queues of buffers.
#pragma once

#include <CCoreAudioTypes.h>

enum : OSStatus {
    /// There is no memory.
    kCMBufferQueueError_AllocationFailed = -12760,
    /// Something that is needed is nil.
    kCMBufferQueueError_RequiredParameterMissing = -12761,
    /// The callbacks have another version or are not complete.
    kCMBufferQueueError_InvalidCMBufferCallbacksStruct = -12762,
    /// The end was marked already.
    kCMBufferQueueError_EnqueueAfterEndOfData = -12763,
    /// The queue is full.
    kCMBufferQueueError_QueueIsFull = -12764,
    /// The trigger's duration makes no sense.
    kCMBufferQueueError_BadTriggerDuration = -12765,
    /// A trigger may not change its queue.
    kCMBufferQueueError_CannotModifyQueueFromTriggerCallback = -12766,
    /// There is no such condition.
    kCMBufferQueueError_InvalidTriggerCondition = -12767,
    /// There is no such trigger.
    kCMBufferQueueError_InvalidTriggerToken = -12768,
    /// The queue refused the buffer.
    kCMBufferQueueError_InvalidBuffer = -12769,
};

/// The condition for which a trigger of a queue waits.
typedef int32_t CMBufferQueueTriggerCondition;

enum : CMBufferQueueTriggerCondition {
    /// The duration falls below the trigger's.
    kCMBufferQueueTrigger_WhenDurationBecomesLessThan = 1,
    /// The duration falls to the trigger's or below.
    kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo = 2,
    /// The duration rises above the trigger's.
    kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan = 3,
    /// The duration rises to the trigger's or above.
    kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo = 4,
    /// The earliest presentation time in the queue changes.
    kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges = 5,
    /// The latest presentation time in the queue changes.
    kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges = 6,
    /// The data of the first buffer becomes ready, or a buffer with ready data becomes the first.
    kCMBufferQueueTrigger_WhenDataBecomesReady = 7,
    /// The end is reached: marked, and no buffer waits.
    kCMBufferQueueTrigger_WhenEndOfDataReached = 8,
    /// The queue was emptied by a reset.
    kCMBufferQueueTrigger_WhenReset = 9,
    /// The number of buffers falls below the trigger's threshold.
    kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan = 10,
    /// The number of buffers rises above the trigger's threshold.
    kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan = 11,
};
