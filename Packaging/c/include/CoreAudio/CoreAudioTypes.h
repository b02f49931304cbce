// Types, under the name of an older place.
#pragma once

#include <CoreAudioTypes/CoreAudioTypes.h>
