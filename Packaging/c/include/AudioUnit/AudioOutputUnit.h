// Starting and stopping output units, under the name of an older place.
#pragma once

#include <AudioToolbox/AudioOutputUnit.h>
