// MIDIServices.h, MIDIThruConnection.h, MIDIMessages.h and MIDICIDevice.h.
#include "BaseTypes.h"
#include "Rows.h"

typedef void (*Function)(void);

#pragma pack(push, 4)

typedef struct {
    uint64_t timeStamp;
    uint16_t length;
    uint8_t data[256];
} MIDIPacket;

typedef struct {
    uint32_t numPackets;
    MIDIPacket packet[1];
} MIDIPacketList;

#pragma pack(pop)

typedef struct {
    uint32_t destination;
    const uint8_t *data;
    uint32_t bytesToSend;
    unsigned char complete, reserved[3];
    Function completionProc;
    void *completionRefCon;
} MIDISysexSendRequest;

typedef struct {
    uint32_t destination;
    uint32_t *words;
    uint32_t wordsToSend;
    unsigned char complete;
    Function completionProc;
    void *completionRefCon;
} MIDISysexSendRequestUMP;

typedef struct {
    int32_t messageID;
    uint32_t messageSize;
} MIDINotification;

typedef struct {
    int32_t messageID;
    uint32_t messageSize, parent;
    int32_t parentType;
    uint32_t child;
    int32_t childType;
} MIDIObjectAddRemoveNotification;

typedef struct {
    int32_t messageID;
    uint32_t messageSize, object;
    int32_t objectType;
    const void *propertyName;
} MIDIObjectPropertyChangeNotification;

typedef struct {
    int32_t messageID;
    uint32_t messageSize, driverDevice;
    int32_t errorCode;
} MIDIIOErrorNotification;

typedef struct {
    uint8_t value[128];
} MIDIValueMap;

typedef struct {
    uint16_t transform;
    int16_t param;
} MIDITransform;

typedef struct {
    uint8_t controlType, remappedControlType;
    uint16_t controlNumber, transform;
    int16_t param;
} MIDIControlTransform;

typedef struct {
    uint32_t endpointRef;
    int32_t uniqueID;
} MIDIThruConnectionEndpoint;

typedef struct {
    uint32_t version, numSources;
    MIDIThruConnectionEndpoint sources[8];
    uint32_t numDestinations;
    MIDIThruConnectionEndpoint destinations[8];
    uint8_t channelMap[16], lowVelocity, highVelocity, lowNote, highNote;
    MIDITransform noteNumber, velocity, keyPressure, channelPressure, programChange, pitchBend;
    uint8_t filterOutSysEx, filterOutMTC, filterOutBeatClock, filterOutTuneRequest, reserved2[3], filterOutAllControls;
    uint16_t numControlTransforms, numMaps, reserved3[4];
} MIDIThruConnectionParams;

typedef struct {
    uint32_t word0, word1;
} MIDIMessage_64;

typedef struct {
    uint32_t word0, word1, word2;
} MIDIMessage_96;

typedef struct {
    uint32_t word0, word1, word2, word3;
} MIDIMessage_128;

typedef struct {
    unsigned int type;
    uint8_t group, reserved[3];
    union {
        struct {
            unsigned int status;
            uint16_t clockOrTimestamp;
        } utility;
        struct {
            unsigned int status;
            union {
                uint8_t timeCode, songSelect;
                uint16_t songPositionPointer;
            } value;
        } system;
        struct {
            unsigned int status;
            uint8_t channel, reserved[3];
            union {
                uint8_t pair[2];
                uint16_t pitchBend;
            } value;
        } channelVoice1;
        struct {
            unsigned int status;
            uint8_t channel, data[6], reserved;
        } sysEx;
        struct {
            unsigned int status;
            uint8_t channel, reserved[3];
            union {
                struct {
                    uint8_t number, attributeType;
                    uint16_t velocity, attribute;
                } note;
                struct {
                    uint8_t noteNumber, reserved;
                    uint32_t pressure;
                } polyPressure;
                struct {
                    uint8_t options, program, reserved[2];
                    uint16_t bank;
                } programChange;
                struct {
                    uint32_t data;
                    uint8_t reserved[2];
                } channelPressure;
            } value;
        } channelVoice2;
        struct {
            unsigned int status;
            union {
                struct {
                    uint8_t byteCount, streamID, data[13], reserved;
                } sysex8;
                struct {
                    uint8_t mdsID, data[14], reserved;
                } mixedDataSet;
            } value;
        } data128;
        struct {
            uint32_t words[4];
        } unknown;
    } message;
} MIDIUniversalMessage;

typedef struct {
    uint8_t sysExIDByte[3];
} MIDI2DeviceManufacturer;

typedef struct {
    uint8_t revisionLevel[4];
} MIDI2DeviceRevisionLevel;

typedef struct {
    uint8_t manufacturer[3], family[2], modelNumber[2], revisionLevel[4], reserved[5];
} MIDICIDeviceIdentification;

typedef struct {
    uint8_t profileIDByte1, profileBank, profileNumber, profileVersion, profileLevel;
} MIDICIProfileIDStandard;

typedef struct {
    uint8_t sysExID1, sysExID2, sysExID3, info1, info2;
} MIDICIProfileIDManufacturerSpecific;

typedef union {
    MIDICIProfileIDStandard standard;
    MIDICIProfileIDManufacturerSpecific manufacturerSpecific;
} MIDICIProfileID;

LAYOUT_TABLE(
    CStructLayoutsOfCoreMIDI,
    LAYOUT(MIDIEventPacket, timeStamp, wordCount, words)
    LAYOUT(MIDIEventList, protocol, numPackets, packet)
    LAYOUT(MIDIPacket, timeStamp, length, data)
    LAYOUT(MIDIPacketList, numPackets, packet)
    LAYOUT(
        MIDISysexSendRequest, destination, data, bytesToSend, complete, reserved, completionProc, completionRefCon)
    LAYOUT(MIDISysexSendRequestUMP, destination, words, wordsToSend, complete, completionProc, completionRefCon)
    LAYOUT(MIDINotification, messageID, messageSize)
    LAYOUT(MIDIObjectAddRemoveNotification, messageID, messageSize, parent, parentType, child, childType)
    LAYOUT(MIDIObjectPropertyChangeNotification, messageID, messageSize, object, objectType, propertyName)
    LAYOUT(MIDIIOErrorNotification, messageID, messageSize, driverDevice, errorCode)
    LAYOUT(MIDIValueMap, value)
    LAYOUT(MIDITransform, transform, param)
    LAYOUT(MIDIControlTransform, controlType, remappedControlType, controlNumber, transform, param)
    LAYOUT(MIDIThruConnectionEndpoint, endpointRef, uniqueID)
    LAYOUT(
        MIDIThruConnectionParams, version, numSources, sources, numDestinations, destinations, channelMap, lowVelocity,
        highVelocity, lowNote, highNote, noteNumber, velocity, keyPressure, channelPressure, programChange, pitchBend,
        filterOutSysEx, filterOutMTC, filterOutBeatClock, filterOutTuneRequest, reserved2, filterOutAllControls,
        numControlTransforms, numMaps, reserved3)
    LAYOUT(MIDIMessage_64, word0, word1)
    LAYOUT(MIDIMessage_96, word0, word1, word2)
    LAYOUT(MIDIMessage_128, word0, word1, word2, word3)
    LAYOUT(MIDIUniversalMessage, type, group, reserved)  // and a union without a name
    LAYOUT(MIDI2DeviceManufacturer, sysExIDByte)
    LAYOUT(MIDI2DeviceRevisionLevel, revisionLevel)
    LAYOUT(MIDICIDeviceIdentification, manufacturer, family, modelNumber, revisionLevel, reserved)
    LAYOUT(MIDICIProfileIDStandard, profileIDByte1, profileBank, profileNumber, profileVersion, profileLevel)
    LAYOUT(MIDICIProfileIDManufacturerSpecific, sysExID1, sysExID2, sysExID3, info1, info2)
    LAYOUT(MIDICIProfileID))
