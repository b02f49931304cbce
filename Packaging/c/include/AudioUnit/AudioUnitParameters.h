// Parameters of units, under the name of an older place.
#pragma once

#include <AudioToolbox/AudioUnitParameters.h>
