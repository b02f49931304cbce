// Notes that are started and stopped one by one, as C callbacks carry them.
#pragma once

#include <stdint.h>

// A controller's value that a note begins with.
struct NoteParamsControlValue {
    uint32_t mID;
    float mValue;
};
typedef struct NoteParamsControlValue NoteParamsControlValue;

// A note: pitch and velocity with fractions, and `argCount` - 2 values of controllers.
struct MusicDeviceNoteParams {
    uint32_t argCount;
    float mPitch;
    float mVelocity;
    NoteParamsControlValue mControls[1];
};
typedef struct MusicDeviceNoteParams MusicDeviceNoteParams;

// A note without controllers; `argCount` is 2.
struct MusicDeviceStdNoteParams {
    uint32_t argCount;
    float mPitch;
    float mVelocity;
};
typedef struct MusicDeviceStdNoteParams MusicDeviceStdNoteParams;
