// CMTime.h, CMTimeRange.h, CMSampleBuffer.h and CMBlockBuffer.h, which align nothing beyond four bytes.
#include "Rows.h"

#pragma pack(push, 4)

typedef struct {
    int64_t value;
    int32_t timescale;
    uint32_t flags;
    int64_t epoch;
} CMTime;

typedef struct {
    CMTime start, duration;
} CMTimeRange;

typedef struct {
    CMTimeRange source, target;
} CMTimeMapping;

typedef struct {
    CMTime duration, presentationTimeStamp, decodeTimeStamp;
} CMSampleTimingInfo;

typedef struct {
    uint32_t version;
    void *(*AllocateBlock)(void *refCon, size_t sizeInBytes);
    void (*FreeBlock)(void *refCon, void *doomedMemoryBlock, size_t sizeInBytes);
    void *refCon;
} CMBlockBufferCustomBlockSource;

#pragma pack(pop)

LAYOUT_TABLE(
    CStructLayoutsOfCoreMedia,
    LAYOUT(CMTime, value, timescale, flags, epoch)
    LAYOUT(CMTimeRange, start, duration)
    LAYOUT(CMTimeMapping, source, target)
    LAYOUT(CMSampleTimingInfo, duration, presentationTimeStamp, decodeTimeStamp)
    LAYOUT(CMBlockBufferCustomBlockSource, version, AllocateBlock, FreeBlock, refCon))
