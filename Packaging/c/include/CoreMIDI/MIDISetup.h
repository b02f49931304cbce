// Devices of a MIDI setup.
#pragma once

#include <CoreMIDI/MIDIServices.h>
