// Constants of Core MIDI: numbers of the public headers. A table.
#pragma once

#include "CoreMIDINumbers.h"

enum : MIDIChannelNumber {
    /// Stands for all channels of a port.
    MIDIChannelsWholePort = 127,
};

enum : uint8_t {
    /// The most bytes of a system exclusive message in one packet of 64 bits.
    kMIDI1UPMaxSysexSize = 6,
};

enum : MIDICIDeviceID {
    /// The MIDI-CI device id of a function block.
    kMIDIDeviceIDFunctionBlock = 127,
    /// The MIDI-CI device id of a group.
    kMIDIDeviceIDUMPGroup = 126,
};

enum : OSStatus {
    /// Another object has the unique id.
    kMIDIIDNotUnique = -10843,
    /// The number is not that of a client.
    kMIDIInvalidClient = -10830,
    /// The number is not that of a port of the kind that is needed.
    kMIDIInvalidPort = -10831,
};

enum : MIDIUniqueID {
    /// The unique id that no object has.
    kMIDIInvalidUniqueID = 0,
};

enum : OSStatus {
    /// The packets could not be sent: too many wait.
    kMIDIMessageSendErr = -10838,
    /// The port is not connected with the source.
    kMIDINoConnection = -10833,
    /// There is no setup.
    kMIDINoCurrentSetup = -10837,
    /// The object does not allow it.
    kMIDINotPermitted = -10844,
    /// There is no such object.
    kMIDIObjectNotFound = -10842,
    /// The MIDI system could not be started.
    kMIDIServerStartErr = -10839,
    /// A setup could not be read.
    kMIDISetupFormatErr = -10840,
};

enum {
    /// The most sources, and the most destinations, of a thru connection.
    kMIDIThruConnection_MaxEndpoints = 8,
};

enum : MIDIUInteger7 {
    /// The largest number of 7 bits.
    kMIDIUInteger7Max = 127,
};

enum : OSStatus {
    /// The number is not that of an endpoint.
    kMIDIUnknownEndpoint = -10834,
    /// Something else went wrong.
    kMIDIUnknownError = -10845,
    /// The object has no such property.
    kMIDIUnknownProperty = -10835,
    /// A source was given where a destination is needed, or the other way round.
    kMIDIWrongEndpointType = -10832,
    /// The property has a value of another type.
    kMIDIWrongPropertyType = -10836,
    /// The function may not be called on this thread.
    kMIDIWrongThread = -10841,
};
