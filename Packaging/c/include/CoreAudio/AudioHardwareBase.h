// Objects, devices and streams, in the header of all hardware.
#pragma once

#include <CoreAudio/AudioHardware.h>
