// AudioHardwareBase.h and AudioHardware.h.
#include "BaseTypes.h"
#include "Rows.h"

typedef struct {
    uint32_t mSelector, mScope, mElement;
} AudioObjectPropertyAddress;

typedef struct {
    AudioStreamBasicDescription mFormat;
    AudioValueRange mSampleRateRange;
} AudioStreamRangedDescription;

typedef struct {
    void *mIOProc;
    uint32_t mNumberStreams;
    uint32_t mStreamIsOn[1];
} AudioHardwareIOProcStreamUsage;

LAYOUT_TABLE(
    CStructLayoutsOfCoreAudio,
    LAYOUT(AudioObjectPropertyAddress, mSelector, mScope, mElement)
    LAYOUT(AudioHardwareIOProcStreamUsage, mIOProc, mNumberStreams, mStreamIsOn)
    LAYOUT(AudioStreamRangedDescription, mFormat, mSampleRateRange))
