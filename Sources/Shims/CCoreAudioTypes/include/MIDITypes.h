// The part of Core MIDI that units exchange: lists of universal MIDI packets.
#pragma once

#include <stdint.h>

#include "CoreAudioBaseTypes.h"

typedef uint64_t MIDITimeStamp;
typedef uint8_t MIDIChannelNumber;
typedef uint32_t MIDIMessage_32;

typedef SORDINO_ENUM(int32_t, MIDIProtocolID) {
    kMIDIProtocol_1_0 = 1,
    kMIDIProtocol_2_0 = 2,
} MIDIProtocolID;

#pragma pack(push, 4)

// One or more messages of one time, in words of 32 bits.
struct MIDIEventPacket {
    MIDITimeStamp timeStamp;
    uint32_t wordCount;
    uint32_t words[64];
};
typedef struct MIDIEventPacket MIDIEventPacket;

// Packets, each behind the words that the one before really has.
struct MIDIEventList {
    MIDIProtocolID protocol;
    uint32_t numPackets;
    MIDIEventPacket packet[1];
};
typedef struct MIDIEventList MIDIEventList;

#pragma pack(pop)
