// Packets, requests, notifications and thru connections.
#pragma once

#include "CoreMIDIEnumerations.h"
#include "CoreMIDIMessages.h"
#include "CoreMIDINumbers.h"

#pragma pack(push, 4)

// Messages of one time, or a part of a system exclusive message, in bytes.
typedef struct MIDIPacket {
    MIDITimeStamp timeStamp;
    uint16_t length;
    uint8_t data[256];
} MIDIPacket;

// Packets, each at the next multiple of 4 bytes behind the bytes that the one before really has.
typedef struct MIDIPacketList {
    uint32_t numPackets;
    MIDIPacket packet[1];
} MIDIPacketList;

#pragma pack(pop)

typedef struct MIDISysexSendRequest MIDISysexSendRequest;
typedef void (*MIDICompletionProc)(MIDISysexSendRequest *_Nonnull request);

// A message that is sent in the background; it stays where it is until it is complete.
struct MIDISysexSendRequest {
    MIDIEndpointRef destination;
    const uint8_t *_Nonnull data;
    uint32_t bytesToSend;
    uint8_t isComplete;
    uint8_t reserved[3];
    MIDICompletionProc _Nonnull completionProc;
    void *_Nullable completionRefCon;
};

typedef struct MIDISysexSendRequestUMP MIDISysexSendRequestUMP;
typedef void (*MIDICompletionProcUMP)(MIDISysexSendRequestUMP *_Nonnull request);

// The same in words of universal packets.
struct MIDISysexSendRequestUMP {
    MIDIEndpointRef destination;
    uint32_t *_Nonnull words;
    uint32_t wordsToSend;
    uint8_t isComplete;
    MIDICompletionProcUMP _Nonnull completionProc;
    void *_Nullable completionRefCon;
};

// The head of every notification; `messageSize` is that of the whole.
typedef struct MIDINotification {
    MIDINotificationMessageID messageID;
    uint32_t messageSize;
} MIDINotification;

typedef struct MIDIObjectAddRemoveNotification {
    MIDINotificationMessageID messageID;
    uint32_t messageSize;
    MIDIObjectRef parent;
    MIDIObjectType parentType;
    MIDIObjectRef child;
    MIDIObjectType childType;
} MIDIObjectAddRemoveNotification;

/// A notification about a property of an object.
typedef struct MIDIObjectPropertyChangeNotification {
    /// `msgPropertyChanged`.
    MIDINotificationMessageID messageID;
    /// The bytes of the whole.
    uint32_t messageSize;
    /// The object.
    MIDIObjectRef object;
    /// The object's type.
    MIDIObjectType objectType;
    void *_Nonnull propertyName __attribute__((swift_private));  // a CFString
} MIDIObjectPropertyChangeNotification;

typedef struct MIDIIOErrorNotification {
    MIDINotificationMessageID messageID;
    uint32_t messageSize;
    MIDIDeviceRef driverDevice;
    OSStatus errorCode;
} MIDIIOErrorNotification;

// ---- Thru connections -------------------------------------------------------------------------------------------------

typedef struct MIDIValueMap {
    uint8_t value[128];
} MIDIValueMap;

typedef struct MIDITransform {
    MIDITransformType transform;
    int16_t param;
} MIDITransform;

typedef struct MIDIControlTransform {
    MIDITransformControlType controlType;
    MIDITransformControlType remappedControlType;
    uint16_t controlNumber;
    MIDITransformType transform;
    int16_t param;
} MIDIControlTransform;

typedef struct MIDIThruConnectionEndpoint {
    MIDIEndpointRef endpointRef;  // 0: named by its unique id
    MIDIUniqueID uniqueID;
} MIDIThruConnectionEndpoint;

// The endpoints, filters and transforms of a connection; control transforms and maps follow the struct in memory.
typedef struct MIDIThruConnectionParams {
    uint32_t version;
    uint32_t numSources;
    MIDIThruConnectionEndpoint sources[8];
    uint32_t numDestinations;
    MIDIThruConnectionEndpoint destinations[8];
    uint8_t channelMap[16];
    uint8_t lowVelocity;
    uint8_t highVelocity;
    uint8_t lowNote;
    uint8_t highNote;
    MIDITransform noteNumber;
    MIDITransform velocity;
    MIDITransform keyPressure;
    MIDITransform channelPressure;
    MIDITransform programChange;
    MIDITransform pitchBend;
    uint8_t filterOutSysEx;
    uint8_t filterOutMTC;
    uint8_t filterOutBeatClock;
    uint8_t filterOutTuneRequest;
    uint8_t reserved2[3];
    uint8_t filterOutAllControls;
    uint16_t numControlTransforms;
    uint16_t numMaps;
    uint16_t reserved3[4];
} MIDIThruConnectionParams;
