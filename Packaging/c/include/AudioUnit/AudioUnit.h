// Audio units for C and C++: the declarations are AudioToolbox's.
#pragma once

#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
