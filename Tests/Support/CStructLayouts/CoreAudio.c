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

LAYOUT_TABLE(
    CStructLayoutsOfCoreAudio,
    LAYOUT(AudioObjectPropertyAddress, mSelector, mScope, mElement)
    LAYOUT(AudioStreamRangedDescription, mFormat, mSampleRateRange))
