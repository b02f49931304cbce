// MusicDevice.h and MusicPlayer.h.
#include "Rows.h"

typedef struct {
    uint32_t mID;
    float mValue;
} NoteParamsControlValue;

typedef struct {
    uint32_t argCount;
    float mPitch, mVelocity;
    NoteParamsControlValue mControls[1];
} MusicDeviceNoteParams;

typedef struct {
    uint32_t argCount;
    float mPitch, mVelocity;
} MusicDeviceStdNoteParams;

typedef struct {
    uint8_t channel, note, velocity, releaseVelocity;
    float duration;
} MIDINoteMessage;

typedef struct {
    uint8_t status, data1, data2, reserved;
} MIDIChannelMessage;

typedef struct {
    uint32_t length;
    uint8_t data[1];
} MIDIRawData;

typedef MIDIRawData MusicEventUserData;

typedef struct {
    uint8_t metaEventType, unused1, unused2, unused3;
    uint32_t dataLength;
    uint8_t data[1];
} MIDIMetaEvent;

typedef struct {
    uint32_t instrumentID, groupID;
    float duration;
    MusicDeviceNoteParams extendedParams;
} ExtendedNoteOnEvent;

typedef struct {
    uint32_t parameterID, scope, element;
    float value;
} ParameterEvent;

typedef struct {
    double bpm;
} ExtendedTempoEvent;

typedef struct {
    uint32_t scope, element;
    const void *preset;
} AUPresetEvent;

typedef struct {
    double loopDuration;
    int32_t numberOfLoops;
} MusicTrackLoopInfo;

typedef struct {
    int32_t bar;
    uint16_t beat, subbeat, subbeatDivisor, reserved;
} CABarBeatTime;

LAYOUT_TABLE(
    CStructLayoutsOfMusic,
    LAYOUT(NoteParamsControlValue, mID, mValue)
    LAYOUT(MusicDeviceNoteParams, argCount, mPitch, mVelocity, mControls)
    LAYOUT(MusicDeviceStdNoteParams, argCount, mPitch, mVelocity)
    LAYOUT(MIDINoteMessage, channel, note, velocity, releaseVelocity, duration)
    LAYOUT(MIDIChannelMessage, status, data1, data2, reserved)
    LAYOUT(MIDIRawData, length, data)
    LAYOUT(MusicEventUserData, length, data)
    LAYOUT(MIDIMetaEvent, metaEventType, unused1, unused2, unused3, dataLength, data)
    LAYOUT(ExtendedNoteOnEvent, instrumentID, groupID, duration, extendedParams)
    LAYOUT(ParameterEvent, parameterID, scope, element, value)
    LAYOUT(ExtendedTempoEvent, bpm)
    LAYOUT(AUPresetEvent, scope, element, preset)
    LAYOUT(MusicTrackLoopInfo, loopDuration, numberOfLoops)
    LAYOUT(CABarBeatTime, bar, beat, subbeat, subbeatDivisor, reserved))
