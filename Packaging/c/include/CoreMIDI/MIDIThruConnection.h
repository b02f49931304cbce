// Thru connections.
#pragma once

#include <CoreMIDI/MIDIServices.h>
