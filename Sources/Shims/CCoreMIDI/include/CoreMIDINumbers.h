// Plain values of Core MIDI.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CoreAudioBaseTypes.h"
#include "MIDITypes.h"

// Numbers of fewer bits than their type has.
typedef uint8_t MIDIUInteger2;
typedef uint8_t MIDIUInteger4;
typedef uint8_t MIDIUInteger7;
typedef uint16_t MIDIUInteger14;
typedef uint32_t MIDIUInteger28;

// Numbers that stand for objects. 0 is none.
typedef uint32_t MIDIObjectRef;
typedef MIDIObjectRef MIDIClientRef;
typedef MIDIObjectRef MIDIPortRef;
typedef MIDIObjectRef MIDIDeviceRef;
typedef MIDIObjectRef MIDIEntityRef;
typedef MIDIObjectRef MIDIEndpointRef;
typedef MIDIObjectRef MIDIDeviceListRef;
typedef MIDIObjectRef MIDISetupRef;
typedef MIDIObjectRef MIDIThruConnectionRef;

// A number by which programs find an object again.
typedef int32_t MIDIUniqueID;

// Numbers of MIDI-CI and of function blocks.
typedef MIDIUInteger28 MIDICIMUID;
typedef MIDIUInteger7 MIDICIDeviceID;
typedef MIDIUInteger4 MIDIUMPGroupNumber;
typedef MIDIUInteger7 MIDIUMPFunctionBlockID;
