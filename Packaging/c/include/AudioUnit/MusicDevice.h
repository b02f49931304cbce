// Instruments, under the name of an older place.
#pragma once

#include <AudioToolbox/MusicDevice.h>
