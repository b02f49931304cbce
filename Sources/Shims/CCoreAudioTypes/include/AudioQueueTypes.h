// The structs of audio queues, and of their callbacks.
#pragma once

#include "CoreAudioBaseTypes.h"

// Memory of a queue for sound on its way between the program and the queue.
struct AudioQueueBuffer {
    const uint32_t mAudioDataBytesCapacity;  // bytes at mAudioData
    void *_Nonnull const mAudioData;
    uint32_t mAudioDataByteSize;  // bytes of them that are sound
    void *_Nullable mUserData;  // the program's own
    const uint32_t mPacketDescriptionCapacity;  // entries at mPacketDescriptions
    AudioStreamPacketDescription *_Nullable const mPacketDescriptions;
    uint32_t mPacketDescriptionCount;  // entries of them that hold
};
typedef struct AudioQueueBuffer AudioQueueBuffer;

typedef uint32_t AudioQueuePropertyID;
typedef uint32_t AudioQueueParameterID;
typedef float AudioQueueParameterValue;

// A value that a parameter takes on when a buffer begins.
struct AudioQueueParameterEvent {
    AudioQueueParameterID mID;
    AudioQueueParameterValue mValue;
};
typedef struct AudioQueueParameterEvent AudioQueueParameterEvent;

// How loud a channel is.
struct AudioQueueLevelMeterState {
    float mAveragePower;
    float mPeakPower;
};
typedef struct AudioQueueLevelMeterState AudioQueueLevelMeterState;

// The kind of a processing tap, and its place in the stream.
typedef SORDINO_OPTIONS(uint32_t, AudioQueueProcessingTapFlags) {
    kAudioQueueProcessingTap_PreEffects = 1U << 0,
    kAudioQueueProcessingTap_PostEffects = 1U << 1,
    kAudioQueueProcessingTap_Siphon = 1U << 2,
    kAudioQueueProcessingTap_StartOfStream = 1U << 8,
    kAudioQueueProcessingTap_EndOfStream = 1U << 9,
} AudioQueueProcessingTapFlags;
