// The C side of Core MIDI: numbers, enumerations and structures.
#pragma once

#include "CoreMIDINumbers.h"
#include "CoreMIDIConstants.h"
#include "CoreMIDIEnumerations.h"
#include "CoreMIDIMessages.h"
#include "CoreMIDIServices.h"
