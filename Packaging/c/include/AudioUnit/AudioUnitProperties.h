// Properties of units, under the name of an older place.
#pragma once

#include <AudioToolbox/AudioUnitProperties.h>
