// Events of sequences, as the functions of MusicSequence and MusicTrack carry them.
#pragma once

#include <stdint.h>

#include "AudioUnitTypes.h"
#include "MusicDeviceTypes.h"

// A note with its duration in beats.
struct MIDINoteMessage {
    uint8_t channel;
    uint8_t note;
    uint8_t velocity;
    uint8_t releaseVelocity;  // 0 where it is not known
    float duration;
};
typedef struct MIDINoteMessage MIDINoteMessage;

// A message of one channel, other than notes.
struct MIDIChannelMessage {
    uint8_t status;  // the kind, and the channel in the lower four bits
    uint8_t data1;
    uint8_t data2;
    uint8_t reserved;
};
typedef struct MIDIChannelMessage MIDIChannelMessage;

// A system exclusive message; `length` bytes from `data` on.
struct MIDIRawData {
    uint32_t length;
    uint8_t data[1];
};
typedef struct MIDIRawData MIDIRawData;

// A meta event of a MIDI file; `dataLength` bytes from `data` on.
struct MIDIMetaEvent {
    uint8_t metaEventType;
    uint8_t unused1;
    uint8_t unused2;
    uint8_t unused3;
    uint32_t dataLength;
    uint8_t data[1];
};
typedef struct MIDIMetaEvent MIDIMetaEvent;

// An event that a program defines; `length` bytes from `data` on.
struct MusicEventUserData {
    uint32_t length;
    uint8_t data[1];
};
typedef struct MusicEventUserData MusicEventUserData;

// A note whose pitch and velocity have fractions.
struct ExtendedNoteOnEvent {
    uint32_t instrumentID;
    uint32_t groupID;
    float duration;  // beats
    MusicDeviceNoteParams extendedParams;
};
typedef struct ExtendedNoteOnEvent ExtendedNoteOnEvent;

// A value of a unit's parameter.
struct ParameterEvent {
    uint32_t parameterID;
    uint32_t scope;
    uint32_t element;
    float value;
};
typedef struct ParameterEvent ParameterEvent;

// Beats per minute.
struct ExtendedTempoEvent {
    double bpm;
};
typedef struct ExtendedTempoEvent ExtendedTempoEvent;

// The last beats of a track that are repeated, and how often they are played; 0 for ever.
struct MusicTrackLoopInfo {
    double loopDuration;
    int32_t numberOfLoops;
};
typedef struct MusicTrackLoopInfo MusicTrackLoopInfo;

// A place in bars; the first bar is 1, and so is its first beat.
struct CABarBeatTime {
    int32_t bar;
    uint16_t beat;
    uint16_t subbeat;  // in parts of a beat
    uint16_t subbeatDivisor;
    uint16_t reserved;
};
typedef struct CABarBeatTime CABarBeatTime;
