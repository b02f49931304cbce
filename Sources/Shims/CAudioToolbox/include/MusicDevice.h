// Units that notes are sent to.
#pragma once

#include <CCoreAudioTypes.h>

enum : uint32_t {
    /// The instrument that the group has chosen.
    kMusicNoteEvent_UseGroupInstrument = 0xFFFFFFFFu,
    /// No value.
    kMusicNoteEvent_Unused = 0xFFFFFFFFu,
};

enum {
    /// The first selector of units that notes are sent to.
    kMusicDeviceRange = 0x0100,
    /// Takes a MIDI message.
    kMusicDeviceMIDIEventSelect = 0x0101,
    /// Takes a system exclusive message.
    kMusicDeviceSysExSelect = 0x0102,
    /// Gets an instrument ready.
    kMusicDevicePrepareInstrumentSelect = 0x0103,
    /// Lets an instrument go.
    kMusicDeviceReleaseInstrumentSelect = 0x0104,
    /// Starts a note.
    kMusicDeviceStartNoteSelect = 0x0105,
    /// Stops a note.
    kMusicDeviceStopNoteSelect = 0x0106,
    /// Takes universal MIDI packets.
    kMusicDeviceMIDIEventListSelect = 0x0107,
};
