// Universal packets as numbers and as fields.
#pragma once

#include "CoreMIDIEnumerations.h"
#include "CoreMIDINumbers.h"

typedef struct MIDIMessage_64 {
    uint32_t word0, word1;
} MIDIMessage_64;

typedef struct MIDIMessage_96 {
    uint32_t word0, word1, word2;
} MIDIMessage_96;

typedef struct MIDIMessage_128 {
    uint32_t word0, word1, word2, word3;
} MIDIMessage_128;

// One message, taken apart; the member of the union is named by the type.
typedef struct MIDIUniversalMessage {
    MIDIMessageType type;
    uint8_t group;
    uint8_t reserved[3];
    union {
        struct {
            MIDIUtilityStatus status;
            union {
                uint16_t jitterReductionClock;
                uint16_t jitterReductionTimestamp;
            };
        } utility;
        struct {
            MIDISystemStatus status;
            union {
                uint8_t timeCode;
                uint16_t songPositionPointer;
                uint8_t songSelect;
            };
        } system;
        struct {
            MIDICVStatus status;
            uint8_t channel;
            uint8_t reserved[3];
            union {
                struct {
                    uint8_t number;
                    uint8_t velocity;
                } note;
                struct {
                    uint8_t noteNumber;
                    uint8_t pressure;
                } polyPressure;
                struct {
                    uint8_t index;
                    uint8_t data;
                } controlChange;
                uint8_t program;
                uint8_t channelPressure;
                uint16_t pitchBend;
            };
        } channelVoice1;
        struct {
            MIDISysExStatus status;
            uint8_t channel;  // the number of bytes of data
            uint8_t data[6];
            uint8_t reserved;
        } sysEx;
        struct {
            MIDICVStatus status;
            uint8_t channel;
            uint8_t reserved[3];
            union {
                struct {
                    uint8_t number;
                    MIDINoteAttribute attributeType;
                    uint16_t velocity;
                    uint16_t attribute;
                } note;
                struct {
                    uint8_t noteNumber;
                    uint8_t reserved;
                    uint32_t pressure;
                } polyPressure;
                struct {
                    uint8_t index;
                    uint8_t reserved;
                    uint32_t data;
                } controlChange;
                struct {
                    MIDIProgramChangeOptions options;
                    uint8_t program;
                    uint8_t reserved[2];
                    uint16_t bank;
                } programChange;
                struct {
                    uint32_t data;
                    uint8_t reserved[2];
                } channelPressure;
                struct {
                    uint32_t data;
                    uint8_t reserved[2];
                } pitchBend;
                struct {
                    uint8_t noteNumber;
                    uint8_t index;
                    uint32_t data;
                } perNoteController;
                struct {
                    uint8_t bank;
                    uint8_t index;
                    uint32_t data;
                } controller;
                struct {
                    uint8_t noteNumber;
                    uint8_t reserved;
                    uint32_t bend;
                } perNotePitchBend;
                struct {
                    uint8_t note;
                    MIDIPerNoteManagementOptions options;
                    uint8_t reserved[4];
                } perNoteManagement;
            };
        } channelVoice2;
        struct {
            MIDISysExStatus status;
            union {
                struct {
                    uint8_t byteCount;
                    uint8_t streamID;
                    uint8_t data[13];
                    uint8_t reserved;
                } sysex8;
                struct {
                    uint8_t mdsID;
                    uint8_t data[14];
                    uint8_t reserved;
                } mixedDataSet;
            };
        } data128;
        struct {
            uint32_t words[4];
        } unknown;
    };
} MIDIUniversalMessage;

// ---- MIDI-CI ----------------------------------------------------------------------------------------------------------

// The manufacturer of a device, in the bytes of its system exclusive messages.
typedef struct MIDI2DeviceManufacturer {
    uint8_t sysExIDByte[3];
} MIDI2DeviceManufacturer;

typedef struct MIDI2DeviceRevisionLevel {
    uint8_t revisionLevel[4];
} MIDI2DeviceRevisionLevel;

typedef struct MIDICIDeviceIdentification {
    uint8_t manufacturer[3];
    uint8_t family[2];
    uint8_t modelNumber[2];
    uint8_t revisionLevel[4];
    uint8_t reserved[5];
} MIDICIDeviceIdentification;

typedef struct MIDICIProfileIDStandard {
    MIDIUInteger7 profileIDByte1;  // 0x7E
    MIDIUInteger7 profileBank;
    MIDIUInteger7 profileNumber;
    MIDIUInteger7 profileVersion;
    MIDIUInteger7 profileLevel;
} MIDICIProfileIDStandard;

typedef struct MIDICIProfileIDManufacturerSpecific {
    MIDIUInteger7 sysExID1;
    MIDIUInteger7 sysExID2;
    MIDIUInteger7 sysExID3;
    MIDIUInteger7 info1;
    MIDIUInteger7 info2;
} MIDICIProfileIDManufacturerSpecific;

// The five bytes that stand for a profile.
typedef union MIDICIProfileID {
    MIDICIProfileIDStandard standard;
    MIDICIProfileIDManufacturerSpecific manufacturerSpecific;
} MIDICIProfileID;
